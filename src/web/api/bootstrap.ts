/** The fields of `data-bootstrap` that are used here (as defined by the contract). */
export interface Bootstrap {
  user: BootstrapUser
  common: {
    conf: Record<string, unknown>
    locale: string
    feature_flags: Record<string, boolean>
    flash_messages: [category: string, text: string][]
    menu_data?: MenuData
  }
  /** only on the page of the one-time link */
  setup?: { token: string; username: string; valid: boolean }
}

export interface BootstrapUser {
  userId?: number
  username?: string
  firstName?: string
  lastName?: string
  email?: string
  isAnonymous?: boolean
  roles: Record<string, [permission: string, view: string][]>
}

interface MenuData {
  menu?: { name: string; label: string; url?: string; childs?: unknown[] }[]
  navbar_right?: {
    version_string?: string
    documentation_url?: string | null
    bug_report_url?: string | null
    user_logout_url?: string
  }
}

const anonymous: Bootstrap = {
  user: { roles: {}, isAnonymous: true },
  common: { conf: {}, locale: 'en', feature_flags: {}, flash_messages: [] },
}

function read(): Bootstrap {
  const text = document.querySelector<HTMLElement>('#app')?.dataset['bootstrap']
  if (text === undefined || text === '') return anonymous
  const sent = JSON.parse(text) as Partial<Bootstrap>
  return { ...sent, user: sent.user ?? anonymous.user, common: { ...anonymous.common, ...sent.common } }
}

/** Read once: it does not change while the page is open. */
export const bootstrap = read()

export const currentUser = bootstrap.user

export const isSignedIn = currentUser.userId !== undefined

/** The display name of the user. */
export function displayName({ firstName, lastName, username }: BootstrapUser): string {
  return [firstName, lastName].filter(Boolean).join(' ') || (username ?? '')
}

/**
 * Whether one of the user's roles has a permission: `can('can_write', 'Dashboard')`. The server decides; this only
 * hides actions.
 */
export function can(permission: string, view: string): boolean {
  return Object.values(currentUser.roles).some((grants) =>
    grants.some(([granted, on]) => granted === permission && on === view),
  )
}

export function isAdmin(): boolean {
  return Object.keys(currentUser.roles).some((role) => role.toLowerCase() === 'admin')
}

export function hasFlag(flag: string): boolean {
  return bootstrap.common.feature_flags[flag] === true
}
