import type { LabTab } from './labTypes.ts'

/** Tabs of a browser, if the server stores none. */
const key = 'sextant.sqlLab.tabs'
const mostBytes = 5 * 1024 * 1024
const nearlyFull = 0.9

export function browserTabs(): LabTab[] {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]') as LabTab[]
  } catch {
    return []
  }
}

/** Returns whether the storage is nearly full. */
export function storeBrowserTabs(tabs: readonly LabTab[]): boolean {
  if (tabs.every(({ id }) => id > 0)) return false
  const text = JSON.stringify(tabs)
  try {
    localStorage.setItem(key, text)
  } catch {
    return true
  }
  return text.length > mostBytes * nearlyFull
}
