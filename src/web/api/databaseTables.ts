import { queryOptions } from '@tanstack/react-query'
import type { SchemasAnswer, TableExtraAnswer, TablesAnswer } from '../../model/database/databaseAnswers.ts'
import { formatRison } from '../../model/wire/rison.ts'
import { getJson } from './client.ts'

/** A key or an index of a table. */
export interface TableKey {
  column_names: string[]
  name: string | null
  type: string
  [more: string]: unknown
}

/** A column of a table; `type` without its length. */
export interface TableColumn {
  name: string
  type: string
  longType: string
  keys: TableKey[]
  comment: string | null
}

/** What the database reports about a table. */
export interface TableMetadata {
  name: string
  columns: TableColumn[]
  primaryKey: Partial<TableKey> & { constrained_columns: string[] | null }
  foreignKeys: TableKey[]
  indexes: TableKey[]
  selectStar: string
  comment: string | null
}

/** Where a table stands. */
export interface TablePlace {
  databaseId: number
  schema: string | null
  table: string
}

const path = (databaseId: number) => `/api/v1/database/${databaseId}`
/** Metadata changes rarely, and has its own buttons to read it again. */
const staleTime = 10 * 60_000

export function schemasQuery(databaseId: number | null) {
  return queryOptions({
    queryKey: ['database', databaseId, 'schemas'],
    enabled: databaseId !== null,
    staleTime,
    queryFn: ({ signal }) => loadSchemas(databaseId ?? 0, false, signal),
  })
}

export async function loadSchemas(databaseId: number, force: boolean, signal?: AbortSignal): Promise<string[]> {
  const query = { q: formatRison({ force }) }
  return (await getJson<SchemasAnswer>(`${path(databaseId)}/schemas/`, { signal, query })).result
}

export interface TablesRequest {
  databaseId: number
  schema: string
  /** a part of the name */
  filter?: string
  page?: number
  pageSize: number
  force?: boolean
}

/** A page of the tables and views of a schema, searched on the server. */
export function loadTables(request: TablesRequest, signal?: AbortSignal): Promise<TablesAnswer> {
  const { databaseId, schema, filter = '', page = 0, pageSize, force = false } = request
  const q = { schema_name: schema, force, ...(filter === '' ? {} : { filter }), page, page_size: pageSize }
  return getJson<TablesAnswer>(`${path(databaseId)}/tables/`, { signal, query: { q: formatRison(q) } })
}

export function tablesQuery(request: TablesRequest) {
  return queryOptions({
    queryKey: ['database', request.databaseId, 'tables', request],
    staleTime,
    queryFn: ({ signal }) => loadTables(request, signal),
  })
}

const addressOf = (table: string, schema: string | null) =>
  `${encodeURIComponent(table)}/${encodeURIComponent(schema ?? 'null')}/`

export function tableMetadataQuery({ databaseId, schema, table }: TablePlace) {
  return queryOptions({
    queryKey: ['database', databaseId, 'table', schema, table],
    staleTime,
    retry: false,
    queryFn: ({ signal }) =>
      getJson<TableMetadata>(`${path(databaseId)}/table/${addressOf(table, schema)}`, { signal }),
  })
}

export function tableExtraQuery({ databaseId, schema, table }: TablePlace) {
  return queryOptions({
    queryKey: ['database', databaseId, 'tableExtra', schema, table],
    staleTime,
    retry: false,
    queryFn: ({ signal }) =>
      getJson<TableExtraAnswer>(`${path(databaseId)}/table_extra/${addressOf(table, schema)}`, { signal }),
  })
}
