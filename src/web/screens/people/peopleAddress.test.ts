import { expect, it } from 'vitest'
import { openedBy } from './peopleAddress.ts'

it.each([
  ['/users/add', '', { list: 'users', dialog: 'add' }],
  ['/users/edit/7', '', { list: 'users', dialog: 'edit', id: 7 }],
  ['/users/show/7', '', { list: 'users', dialog: 'edit', id: 7 }],
  ['/roles/add', '', { list: 'roles', dialog: 'add' }],
  ['/roles/edit/12', '', { list: 'roles', dialog: 'edit', id: 12 }],
  ['/resetpassword/form', '?pk=3', { list: 'users', dialog: 'password', id: 3 }],
  ['/resetpassword/form', '', undefined],
  ['/users/edit/x', '', undefined],
  ['/users/list/', '', undefined],
])('%s%s', (pathname, search, opened) => {
  expect(openedBy(pathname, search)).toEqual(opened)
})
