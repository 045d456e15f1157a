import type { MessageDescriptor } from 'react-intl'
import { create } from 'zustand'
import { bootstrap, can, hasFlag } from '../../../api/bootstrap.ts'
import { ApiError, messageOf } from '../../../api/failure.ts'
import {
  activateTab,
  addTabTable,
  createTab,
  expandTabTable,
  loadSqlLab,
  loadTab,
  removeTab,
  removeTabQuery,
  removeTabTable,
} from '../../../api/sqlLab.ts'
import { toast } from '../../../ui/toast.ts'
import { browserTabs, storeBrowserTabs } from './browserTabs.ts'
import {
  defaultText,
  placeOfNewTab,
  started,
  tabFrom,
  untitledName,
  withNewTab,
  withoutQuery,
  withoutTabs,
  withTab,
} from './labChanges.ts'
import { labTexts } from './labTexts.ts'
import { emptyLab, type LabState, type LabTab, type LabTable } from './labTypes.ts'
import { forgetChanges, noteChange, saveNow } from './saving.ts'

/**
 * The state of SQL Lab. It is kept while the user visits other pages, so that running queries are still assigned to
 * their tab.
 */
export const useLab = create<LabState>(() => emptyLab)

const change = (next: (state: LabState) => LabState) => useLab.setState(next)

/** Whether the server stores the tabs. */
export const isStoredOnServer = () => hasFlag('SQLLAB_BACKEND_PERSISTENCE') && can('can_post', 'TabStateView')

/** Whether the tables of tabs are stored, too. In the contract, roles below Alpha may not do that. */
const storesTables = () => isStoredOnServer() && can('can_post', 'TableSchemaView')

const configured = Number(bootstrap.common.conf['DEFAULT_SQLLAB_LIMIT'])
export const defaultLimit = Number.isFinite(configured) && configured > 0 ? configured : 1000

/** Shows a failure with the message of the contract, or a message that the server cannot be reached. */
export const tell = (text: MessageDescriptor) => (error: unknown) => {
  toast.danger(error instanceof ApiError && error.status === 0 ? messageOf(error) : { text }, { noDuplicate: true })
}

/** Reads tabs, databases and queries from the server. */
export async function loadLab(signal: AbortSignal): Promise<void> {
  try {
    const start = await loadSqlLab(signal)
    change((state) => {
      const next = started(state, start, defaultLimit)
      if (isStoredOnServer()) return next
      const tabs = browserTabs()
      return { ...next, tabs, activeId: tabs.at(0)?.id ?? null }
    })
  } catch (error) {
    if (!signal.aborted) useLab.setState({ status: { failed: messageOf(error) } })
  }
}

export const activeTab = (): LabTab | undefined => {
  const { tabs, activeId } = useLab.getState()
  return tabs.find(({ id }) => id === activeId)
}

/** Stores the tabs in this browser, and shows a warning before its storage is full. */
function storeInBrowser(): void {
  const { isNearlyFull, ...values } = storeBrowserTabs(useLab.getState().tabs)
  if (isNearlyFull) toast.danger({ text: labTexts.nearlyFull, values }, { noDuplicate: true })
}

/** Opens a tab, and reports that to the server. The stored content of the tab is loaded if it was not loaded yet. */
export async function openTab(id: number): Promise<void> {
  saveNow()
  useLab.setState({ activeId: id })
  if (!isStoredOnServer()) return
  activateTab(id).catch(tell(labTexts.settingActive))
  await readTab(id)
}

async function readTab(id: number): Promise<void> {
  const tab = useLab.getState().tabs.find((each) => each.id === id)
  if (!tab || tab.isLoaded) return
  try {
    const answer = tabFrom(await loadTab(id), defaultLimit)
    change((state) => withTab(state, id, answer))
  } catch (error) {
    tell(labTexts.fetchingTab)(error)
  }
}

export type TabStart = Partial<
  Pick<LabTab, 'label' | 'databaseId' | 'schema' | 'sql' | 'limit' | 'templateParams' | 'savedQueryId'>
>

/** Inserted into the SQL of a tab, so it is not translated. */
const note =
  '-- Note: Unless you save your query, these tabs will NOT persist if you clear your cookies or change browsers.\n\n'

/** Adds a tab and opens it. A new tab gets the database and the schema of the active one. */
export async function addTab(given: TabStart = {}): Promise<LabTab | undefined> {
  saveNow()
  const { tabs, databases } = useLab.getState()
  const active = activeTab()
  const tab: LabTab = {
    id: Math.min(0, ...tabs.map(({ id }) => id)) - 1,
    label: untitledName(tabs.map(({ label }) => label)),
    ...placeOfNewTab(databases, active, lastDatabase()),
    sql: isStoredOnServer() ? defaultText : note + defaultText,
    limit: active?.limit ?? defaultLimit,
    templateParams: '{}',
    savedQueryId: null,
    hidesPane: active?.hidesPane ?? false,
    tables: [],
    isLoaded: true,
    ...given,
  }
  try {
    const id = isStoredOnServer() ? await createTab(bodyOf(tab)) : tab.id
    const added = { ...tab, id }
    change((state) => withNewTab(state, added))
    storeInBrowser()
    return added
  } catch (error) {
    tell(labTexts.creatingTab)(error)
    return undefined
  }
}

const bodyOf = (tab: LabTab) => ({
  dbId: tab.databaseId,
  name: tab.label,
  schema: tab.schema,
  sql: tab.sql,
  queryLimit: tab.limit,
  templateParams: tab.templateParams,
  hideLeftBar: tab.hidesPane,
  remoteId: tab.savedQueryId,
})

const databaseKey = 'sextant.sqlLab.database'
const lastDatabase = () => Number(localStorage.getItem(databaseKey))
export const rememberDatabase = (id: number) => localStorage.setItem(databaseKey, String(id))

/** Changes a tab; the change is stored after a delay. */
export function editTab(id: number, changed: Partial<LabTab>): void {
  change((state) => withTab(state, id, changed))
  if (isStoredOnServer()) noteChange(id, changed)
  else storeInBrowser()
}

export async function closeTabs(ids: readonly number[]): Promise<void> {
  change((state) => withoutTabs(state, ids))
  if (!isStoredOnServer()) {
    storeInBrowser()
    return
  }
  forgetChanges(ids)
  const { activeId } = useLab.getState()
  try {
    await Promise.all(ids.map((id) => removeTab(id)))
    if (activeId !== null) await activateTab(activeId)
  } catch (error) {
    tell(labTexts.removingTab)(error)
  }
  if (activeId !== null) await readTab(activeId)
}

/** Copies a tab with its text; the copy is next to it. */
export async function duplicateTab(id: number, label: string): Promise<void> {
  await readTab(id)
  const tab = useLab.getState().tabs.find((each) => each.id === id)
  if (!tab) return
  const { databaseId, schema, sql, limit, templateParams } = tab
  await addTab({ label, databaseId, schema, sql, limit, templateParams })
}

/** Adds a table to the left pane of a tab and expands it, unless the pane already contains the table. */
export async function addTable(tab: LabTab, name: string): Promise<void> {
  const { databaseId, schema } = tab
  if (databaseId === null || tab.tables.some((table) => isSame(table, { databaseId, schema, name }))) return
  const place = { databaseId, schema, table: name }
  try {
    const storedId = storesTables() ? await addTabTable(tab.id, place) : undefined
    changeTables(tab.id, (tables) => {
      const table = { id: storedId ?? unusedId(tables), databaseId, schema, name, isExpanded: true }
      return [table, ...tables.filter((other) => !isSame(other, table))]
    })
  } catch (error) {
    tell(labTexts.addingTable)(error)
  }
}

interface Place {
  databaseId: number
  schema: string | null
  name: string
}
export const isSame = (one: Place, other: Place) =>
  one.databaseId === other.databaseId && one.schema === other.schema && one.name === other.name

/** Changes the current tables of a tab, which may differ from those that were last rendered. */
function changeTables(tabId: number, next: (tables: LabTable[]) => LabTable[]): void {
  change((state) => withTab(state, tabId, { tables: next(state.tabs.find(({ id }) => id === tabId)?.tables ?? []) }))
}

/** A new id: the time in ms, or a higher number if several tables are added in the same millisecond. */
const unusedId = (tables: readonly LabTable[]) => Math.max(Date.now(), ...tables.map(({ id }) => id + 1))

export function removeTable(tab: LabTab, tableId: number): void {
  changeTables(tab.id, (tables) => tables.filter(({ id }) => id !== tableId))
  if (!storesTables()) return
  removeTabTable(tableId).catch(tell(labTexts.removingTable))
}

export function expandTable(tab: LabTab, tableId: number, isExpanded: boolean): void {
  changeTables(tab.id, (tables) => tables.map((table) => (table.id === tableId ? { ...table, isExpanded } : table)))
  if (!storesTables()) return
  const text = isExpanded ? labTexts.expandingTable : labTexts.collapsingTable
  expandTabTable(tableId, isExpanded).catch(tell(text))
}

/** Removes a query from the history of a tab. */
export function forgetQuery(tabId: number, clientId: string): void {
  change((state) => withoutQuery(state, clientId))
  if (!isStoredOnServer()) return
  removeTabQuery(tabId, clientId).catch(tell(labTexts.removingQuery))
}
