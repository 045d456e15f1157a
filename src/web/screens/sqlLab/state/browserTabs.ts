import { areDraftsStopped, draftPrefix } from '../../../drafts/ownDrafts.ts'
import type { LabTab } from './labTypes.ts'

/**
 * Tabs of a user in this browser, if the server stores none. Other users of the browser do not see them. Signing out
 * deletes them, like drafts.
 */
const key = () => `${draftPrefix('sqlLab')}tabs`
/** The contract warns at 90 % of 5 MB. */
const mostBytes = 5 * 1024 * 1024
const nearlyFull = 0.9

export function browserTabs(): LabTab[] {
  try {
    return JSON.parse(localStorage.getItem(key()) ?? '[]') as LabTab[]
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
export function storeBrowserTabs(tabs: readonly LabTab[]): StorageUsage {
  if (tabs.some(({ id }) => id > 0)) return usageOf('')
  const text = JSON.stringify(tabs)
  try {
    if (tabs.length === 0) localStorage.removeItem(key())
    else if (!areDraftsStopped()) localStorage.setItem(key(), text)
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
