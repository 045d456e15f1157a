/** The dialog that an address of the older forms opens over the list of users or roles. */
export type OpenedByAddress =
  | { list: 'users' | 'roles'; dialog: 'add' }
  | { list: 'users' | 'roles'; dialog: 'edit'; id: number }
  | { list: 'users'; dialog: 'password'; id: number }

/**
 * `/users/add`, `/users/edit/7`, `/users/show/7`, the same for roles, and `/resetpassword/form?pk=7`. Undefined for
 * other addresses.
 */
export function openedBy(pathname: string, search: string): OpenedByAddress | undefined {
  if (/^\/resetpassword\/form\/?$/.test(pathname)) {
    const id = idOf(new URLSearchParams(search).get('pk') ?? '')
    return id === undefined ? undefined : { list: 'users', dialog: 'password', id }
  }
  const [, list, action = '', text = ''] = /^\/(users|roles)\/(add|edit|show)(?:\/(\w+))?\/?$/.exec(pathname) ?? []
  if (list !== 'users' && list !== 'roles') return undefined
  if (action === 'add') return { list, dialog: 'add' }
  const id = idOf(text)
  return id === undefined ? undefined : { list, dialog: 'edit', id }
}

const idOf = (text: string) => (/^\d{1,10}$/.test(text) ? Number(text) : undefined)
