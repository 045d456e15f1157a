import { changeTab, changeTabWhileLeaving, type TabChange } from '../../../api/sqlLab.ts'
import { toast } from '../../../ui/toast.ts'
import { labTexts } from './labTexts.ts'
import type { LabTab } from './labTypes.ts'

/** Delay in ms before changes of tabs are stored, to collect further ones. */
const delayMs = 5000

const waiting = new Map<number, TabChange>()
let timer: ReturnType<typeof setTimeout> | undefined

/** The stored columns that a change affects. */
export function columnsOf(change: Partial<LabTab>): TabChange {
  return {
    ...('label' in change ? { label: change.label } : {}),
    ...('databaseId' in change ? { database_id: change.databaseId } : {}),
    ...('schema' in change ? { schema: change.schema } : {}),
    ...('sql' in change ? { sql: change.sql } : {}),
    ...('limit' in change ? { query_limit: change.limit } : {}),
    ...('templateParams' in change ? { template_params: change.templateParams } : {}),
    ...('hidesPane' in change ? { hide_left_bar: change.hidesPane } : {}),
    ...('savedQueryId' in change ? { saved_query_id: change.savedQueryId } : {}),
  }
}

/** Stores a change of a tab after the delay. */
export function noteChange(id: number, change: Partial<LabTab>): void {
  const columns = columnsOf(change)
  if (Object.keys(columns).length === 0) return
  waiting.set(id, { ...waiting.get(id), ...columns })
  timer ??= setTimeout(saveNow, delayMs)
}

/** Stores all pending changes. */
export function saveNow(): void {
  for (const [id, change] of takeAll()) {
    changeTab(id, change).catch(() => toast.danger({ text: labTexts.storingQuery }, { noDuplicate: true }))
  }
}

function saveWhileLeaving(): void {
  for (const [id, change] of takeAll()) changeTabWhileLeaving(id, change).catch(() => undefined)
}

function takeAll(): [number, TabChange][] {
  clearTimeout(timer)
  timer = undefined
  const all = [...waiting]
  waiting.clear()
  return all
}

export function forgetChanges(ids: readonly number[]): void {
  for (const id of ids) waiting.delete(id)
}

/** Stores changes when the page is left. Returns a function that stops it. */
export function saveOnLeaving(): () => void {
  window.addEventListener('pagehide', saveWhileLeaving)
  return () => {
    window.removeEventListener('pagehide', saveWhileLeaving)
    saveNow()
  }
}
