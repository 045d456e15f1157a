import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { currentUser } from '../../../api/bootstrap.ts'
import { hasDrafts } from '../../../drafts/ownDrafts.ts'
import { SignOutDialog } from '../../../shell/SignOutDialog.tsx'
import { show } from '../../../ui/testing/show.tsx'
import { browserTabs, storeBrowserTabs } from './browserTabs.ts'
import type { LabTab } from './labTypes.ts'

const { userId } = currentUser
beforeEach(() => {
  currentUser.userId = 1
  const set = Storage.prototype.setItem
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, text) {
    if (text.length > 6 * megabyte) throw new Error('The quota has been exceeded.')
    if (text.length < megabyte) set.call(this, key, text)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  if (userId === undefined) delete currentUser.userId
  else currentUser.userId = userId
})

const tab = (id: number, length: number): LabTab => ({
  id,
  label: 'Untitled Query 1',
  databaseId: null,
  schema: null,
  sql: 'x'.repeat(length),
  limit: 1000,
  templateParams: '{}',
  savedQueryId: null,
  hidesPane: false,
  tables: [],
  isLoaded: true,
})
const megabyte = 1024 * 1024

it.each([
  [1, false],
  [4.4, false],
  [4.6, true],
  [7, true],
])('of 5 MB, tabs with %s MB: a warning %s', (size, isNearlyFull) => {
  const usage = storeBrowserTabs([tab(-1, size * megabyte)])
  expect(usage).toEqual({ isNearlyFull, used: size.toFixed(1), limit: 5 })
})

it('stores tabs of this browser, but not those that the server stores', () => {
  storeBrowserTabs([tab(7, 10)])
  expect(browserTabs()).toEqual([])
  storeBrowserTabs([tab(-1, 10)])
  expect(browserTabs().map(({ id }) => id)).toEqual([-1])
})

it('closed tabs do not come back', () => {
  storeBrowserTabs([tab(-1, 10)])
  storeBrowserTabs([])
  expect(browserTabs()).toEqual([])
  expect(localStorage.length).toBe(0)
})

it("another user of the browser has separate tabs, and signing out deletes only the user's own", async () => {
  vi.spyOn(window.location, 'assign').mockReturnValue()
  storeBrowserTabs([tab(-1, 10)])
  currentUser.userId = 11
  expect(browserTabs()).toEqual([])
  expect(hasDrafts()).toBe(false)
  storeBrowserTabs([tab(-2, 10)])
  expect(hasDrafts()).toBe(true)
  const user = show(<SignOutDialog onClose={vi.fn()} />)
  await user.click(await screen.findByRole('button', { name: 'Logout' }))
  expect(browserTabs()).toEqual([])
  // a window that stays open
  storeBrowserTabs([tab(-2, 10)])
  expect(browserTabs()).toEqual([])
  currentUser.userId = 1
  expect(browserTabs().map(({ id }) => id)).toEqual([-1])
})
