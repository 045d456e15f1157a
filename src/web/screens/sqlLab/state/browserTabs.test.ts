import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { browserTabs, storeBrowserTabs } from './browserTabs.ts'
import type { LabTab } from './labTypes.ts'

let stored: string | null
beforeEach(() => {
  stored = null
  vi.stubGlobal('localStorage', {
    getItem: () => stored,
    setItem: (_key: string, text: string) => {
      if (text.length > 6 * 1024 * 1024) throw new Error('The quota has been exceeded.')
      stored = text
    },
  })
})
afterEach(() => void vi.unstubAllGlobals())

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

it('stores tabs of this browser, and none that the server stores', () => {
  storeBrowserTabs([tab(7, 10)])
  expect(browserTabs()).toEqual([])
  storeBrowserTabs([tab(-1, 10)])
  expect(browserTabs().map(({ id }) => id)).toEqual([-1])
})
