import type { LabTab } from './labTypes.ts'

/** Tabs of a user in this browser, if the server stores none. Its other users do not see them. */
const keyOf = (userId: number | undefined) => `sextant.sqlLab.tabs.${userId ?? 0}`
/** The contract warns at 90 % of 5 MB. */
const mostBytes = 5 * 1024 * 1024
const nearlyFull = 0.9

export function browserTabs(userId: number | undefined): LabTab[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]') as LabTab[]
  } catch {
    return []
  }
}

export interface StorageUsage {
  isNearlyFull: boolean
  /** MB, with one decimal */
  used: string
  limit: number
}

/** Stores the tabs that the server does not store. */
export function storeBrowserTabs(tabs: readonly LabTab[], userId: number | undefined): StorageUsage {
  if (tabs.every(({ id }) => id > 0)) return usageOf('')
  const text = JSON.stringify(tabs)
  try {
    localStorage.setItem(keyOf(userId), text)
  } catch {
    return { ...usageOf(text), isNearlyFull: true }
  }
  return usageOf(text)
}

const megabyte = 1024 * 1024

const usageOf = ({ length }: string): StorageUsage => ({
  isNearlyFull: length > mostBytes * nearlyFull,
  used: (length / megabyte).toFixed(1),
  limit: mostBytes / megabyte,
})
