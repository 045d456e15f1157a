import { queryOptions } from '@tanstack/react-query'
import type {
  SchemasAnswer,
  TableExtraAnswer,
  TableMetadataAnswer,
  TablesAnswer,
} from '../../model/database/databaseAnswers.ts'
import { formatRison } from '../../model/wire/rison.ts'
import { getJson } from './client.ts'
import { queryClient } from './queryClient.ts'

/** The location of a table. */
export interface TablePlace {
  databaseId: number
  schema: string | null
  table: string
}

const path = (databaseId: number) => `/api/v1/database/${databaseId}`
/** For the SQL editor: metadata changes rarely, and there are buttons to refresh it. */
export const metadataStaleTime = 10 * 60_000

export function schemasQuery(databaseId: number | null | undefined) {
  return queryOptions({
    queryKey: ['databases', databaseId, 'schemas'],
    enabled: databaseId != null,
    queryFn: ({ signal }) => loadSchemas(databaseId ?? 0, false, signal),
  })
}

async function loadSchemas(databaseId: number, force: boolean, signal?: AbortSignal): Promise<string[]> {
  const query = { q: formatRison({ force }) }
  return (await getJson<SchemasAnswer>(`${path(databaseId)}/schemas/`, { signal, query })).result
}

/** Reads the schemas again from the database. */
export async function refreshSchemas(databaseId: number): Promise<void> {
  queryClient.setQueryData(schemasQuery(databaseId).queryKey, await loadSchemas(databaseId, true))
}

export interface TablesRequest {
  databaseId: number
  schema: string
  /** a part of the name to search for */
  filter?: string
  page?: number
  /** absent: all tables */
  pageSize?: number
  force?: boolean
}

/** The tables and views of a schema, searched on the server. */
export function loadTables(request: TablesRequest, signal?: AbortSignal): Promise<TablesAnswer> {
  const { databaseId, schema, filter = '', page = 0, pageSize, force = false } = request
  const paging = pageSize === undefined ? {} : { page, page_size: pageSize }
  const q = { schema_name: schema, force, ...(filter === '' ? {} : { filter }), ...paging }
  return getJson<TablesAnswer>(`${path(databaseId)}/tables/`, { signal, query: { q: formatRison(q) } })
}

export function tablesQuery(request: TablesRequest) {
  return queryOptions({
    queryKey: ['databases', request.databaseId, 'tables', request],
    queryFn: ({ signal }) => loadTables(request, signal),
  })
}

/** Reads the tables of a schema again from the database, and refreshes everything that shows them. */
export async function refreshTables(databaseId: number, schema: string): Promise<void> {
  await loadTables({ databaseId, schema, pageSize: 1, force: true })
  await queryClient.invalidateQueries({ queryKey: ['databases', databaseId] })
}

const addressOf = (table: string, schema: string | null) =>
  `${encodeURIComponent(table)}/${encodeURIComponent(schema ?? 'null')}/`

export function tableMetadataQuery({ databaseId, schema, table }: TablePlace) {
  return queryOptions({
    queryKey: ['databases', databaseId, 'table', schema, table],
    staleTime: metadataStaleTime,
    retry: false,
    queryFn: ({ signal }) =>
      getJson<TableMetadataAnswer>(`${path(databaseId)}/table/${addressOf(table, schema)}`, { signal }),
  })
}

export function tableExtraQuery({ databaseId, schema, table }: TablePlace) {
  return queryOptions({
    queryKey: ['databases', databaseId, 'tableExtra', schema, table],
    staleTime: metadataStaleTime,
    retry: false,
    queryFn: ({ signal }) =>
      getJson<TableExtraAnswer>(`${path(databaseId)}/table_extra/${addressOf(table, schema)}`, { signal }),
  })
}
