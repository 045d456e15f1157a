import type { Bootstrap, BootstrapUser } from '../../model/wire/bootstrap.ts'

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
