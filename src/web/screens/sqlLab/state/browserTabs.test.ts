import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { browserTabs, storeBrowserTabs } from './browserTabs.ts'
import type { LabTab } from './labTypes.ts'

let stored: Map<string, string>
beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (text.length > 6 * 1024 * 1024) throw new Error('The quota has been exceeded.')
      stored.set(key, text)
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
  const usage = storeBrowserTabs([tab(-1, size * megabyte)], 1)
  expect(usage).toEqual({ isNearlyFull, used: size.toFixed(1), limit: 5 })
})

it('stores tabs of this browser, and none that the server stores', () => {
  storeBrowserTabs([tab(7, 10)], 1)
  expect(browserTabs(1)).toEqual([])
  storeBrowserTabs([tab(-1, 10)], 1)
  expect(browserTabs(1).map(({ id }) => id)).toEqual([-1])
})

it('another user of the browser has other tabs', () => {
  storeBrowserTabs([tab(-1, 10)], 1)
  expect([browserTabs(1).length, browserTabs(11).length, browserTabs(undefined).length]).toEqual([1, 0, 0])
})
