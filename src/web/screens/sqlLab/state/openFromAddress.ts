import { isRecord, parseObject } from '../../../../model/wire/json.ts'
import { bootstrap } from '../../../api/bootstrap.ts'
import { type DatasetOrigin, loadDatasetOrigin } from '../../../api/datasets.ts'
import { ApiError } from '../../../api/failure.ts'
import { queryClient } from '../../../api/queryClient.ts'
import { loadHistoryQuery } from '../../../api/queryHistory.ts'
import { loadSavedQuery, loadSharedQuery } from '../../../api/savedQueries.ts'
import { editorDialectQuery, loadShared } from '../../../api/sqlLab.ts'
import { type AddressStart, asksForTab, sourceOf } from '../address.ts'
import { quotedName } from '../editor/quotedName.ts'
import { addTab, type TabStart, tell, useLab } from './lab.ts'
import { labTexts } from './labTexts.ts'

/** The query of a posted form. Cleared when it is opened, so that returning to SQL Lab does not open it again. */
let posted = bootstrap.requested_query

/** Opens the tab that the address, or the form that opened the page, requests. Nothing in it runs automatically. */
export async function openFromAddress(start: AddressStart): Promise<void> {
  const form = posted
  posted = undefined
  if (form) {
    await open({ ...emptyStart, ...formStart(form) })
  } else if (asksForTab(start)) {
    await open(start)
  } else if (useLab.getState().tabs.length === 0) {
    await addTab()
  }
}

const emptyStart: AddressStart = { isNew: true, isLastDatabase: false, offersReset: false }

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

function formStart(form: Record<string, unknown>): Partial<AddressStart> {
  return {
    datasourceKey: textOf(form['datasourceKey']),
    sql: textOf(form['sql']),
    databaseId: typeof form['dbId'] === 'number' ? form['dbId'] : undefined,
    schema: textOf(form['schema']),
  }
}

async function open(start: AddressStart): Promise<void> {
  const text = start.datasourceKey === undefined ? labTexts.noQuery : labTexts.noDatasource
  try {
    const found = await tabOf(start)
    await addTab(withoutUndefined(found))
  } catch (error) {
    tell(text)(error)
    if (useLab.getState().tabs.length === 0) await addTab()
  }
}

async function tabOf(start: AddressStart): Promise<TabStart> {
  const { savedQueryId, queryId, sharedId, datasourceKey } = start
  if (savedQueryId !== undefined) {
    const saved = await loadSavedQuery(savedQueryId).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return undefined
      throw error
    })
    if (saved === undefined) return sharedQueryTab(savedQueryId)
    return {
      savedQueryId,
      label: saved.label ?? undefined,
      sql: saved.sql ?? '',
      databaseId: saved.database?.id ?? null,
      schema: saved.schema,
      templateParams: saved.template_parameters ?? undefined,
    }
  }
  if (queryId !== undefined) {
    const query = await loadHistoryQuery(queryId)
    return {
      label: query.tab_name ?? undefined,
      sql: query.sql,
      databaseId: query.database?.id ?? null,
      schema: query.schema,
    }
  }
  if (sharedId !== undefined) return sharedTab(parseObject(await loadShared(sharedId)))
  const origin = datasourceKey === undefined ? undefined : await originOf(datasourceKey)
  return {
    label: start.name,
    sql: start.sql ?? (origin && (await sqlOf(origin))),
    databaseId: start.databaseId ?? databaseNamed(start.databaseName) ?? origin?.database.id ?? lastCreated(start),
    schema: start.schema ?? origin?.schema,
  }
}

/** A colleague's query is opened as a copy, and saved as the user's own. */
async function sharedQueryTab(id: number): Promise<TabStart> {
  const { label, db_id, schema, sql, template_parameters: templateParams } = await loadSharedQuery(id)
  return {
    label: label ?? undefined,
    sql: sql ?? '',
    databaseId: db_id,
    schema,
    templateParams: templateParams ?? undefined,
  }
}

async function originOf(datasourceKey: string): Promise<DatasetOrigin | undefined> {
  const source = sourceOf(datasourceKey)
  if (source?.type !== 'query') return source && loadDatasetOrigin(source.id)
  const { database, schema, sql } = await loadHistoryQuery(source.id)
  return { database: { id: database?.id ?? 0 }, schema, sql, table_name: '' }
}

/** The query of a dataset; for a table, a query of all columns. */
async function sqlOf({ sql, schema, table_name, database }: DatasetOrigin): Promise<string> {
  if (sql !== null && sql !== '') return sql
  const dialect = await queryClient.fetchQuery(editorDialectQuery(database.id))
  const parts = [schema, table_name].filter((part) => part !== null && part !== '')
  return `SELECT *\nFROM ${parts.map((part) => quotedName(dialect, part ?? '')).join('.')}`
}

function sharedTab(shared: Record<string, unknown>): TabStart {
  const { dbId, name, title, schema, sql, templateParams } = shared
  return {
    databaseId: typeof dbId === 'number' ? dbId : null,
    label: textOf(name) ?? textOf(title),
    schema: textOf(schema) ?? null,
    sql: textOf(sql) ?? '',
    templateParams: isRecord(templateParams) ? JSON.stringify(templateParams) : textOf(templateParams),
  }
}

const databaseNamed = (name: string | undefined) =>
  Object.values(useLab.getState().databases).find(({ database_name }) => database_name === name)?.id

const lastCreated = ({ isLastDatabase }: AddressStart) =>
  isLastDatabase ? Math.max(...Object.values(useLab.getState().databases).map(({ id }) => id)) : undefined

const withoutUndefined = (tab: TabStart): TabStart =>
  Object.fromEntries(Object.entries(tab).filter(([, value]) => value !== undefined))
