import { queryOptions } from '@tanstack/react-query'
import type { DatabaseItem } from '../../model/database/databaseAnswers.ts'
import type { ItemAnswer, SavedAnswer } from '../../model/wire/answers.ts'
import { getJson, postJson } from './client.ts'
import { datasetListQuery } from './datasets.ts'
import { getList } from './list.ts'
import { queryClient } from './queryClient.ts'

/** Databases by name, for pickers; the hint is the type of the database. */
export async function databaseOptions(search: string, page: number) {
  const filters = search === '' ? [] : [{ col: 'database_name', opr: 'ct', value: search }]
  const request = { page, pageSize: 100, filters, orderColumn: 'database_name', orderDirection: 'asc' } as const
  const { result, count } = await queryClient.fetchQuery({
    queryKey: ['databases', 'options', request],
    queryFn: ({ signal }) =>
      getList('database', { ...request, columns: ['id', 'database_name', 'backend'] as const }, signal),
  })
  return {
    count,
    options: result.map(({ id, database_name, backend }) => ({ value: id, label: database_name, hint: backend })),
  }
}

/** The name of one database, for a picker that has not loaded it. */
export function databaseNameQuery(id: number | undefined) {
  return queryOptions({
    queryKey: ['databases', 'name', id],
    enabled: id !== undefined,
    queryFn: async ({ signal }) => {
      const { result } = await getJson<ItemAnswer<DatabaseItem>>(`/api/v1/database/${id}`, { signal })
      return result.database_name
    },
  })
}

const isPhysical = { col: 'sql', opr: 'dataset_is_null_or_empty', value: true }

const ofSchema = (databaseId: number, schema: string) => [
  { col: 'database', opr: 'rel_o_m', value: databaseId },
  { col: 'schema', opr: 'eq', value: schema },
  isPhysical,
]

/** A dataset on a table, if there is one. */
export function physicalDatasetsQuery(databaseId: number, schema: string, table: string) {
  const filters = [...ofSchema(databaseId, schema), { col: 'table_name', opr: 'eq', value: table }]
  return datasetListQuery({ filters, pageSize: 1 })
}

const datasetsPerPage = 100
/** Maximum number of pages of datasets that are read. */
const mostPages = 20

/** The tables of a schema that have a dataset. */
export function takenTablesQuery(databaseId: number, schema: string) {
  return queryOptions({
    queryKey: ['datasets', 'taken', databaseId, schema],
    queryFn: async ({ signal }) => {
      const names = new Set<string>()
      const filters = ofSchema(databaseId, schema)
      const request = { filters, pageSize: datasetsPerPage, orderColumn: 'table_name', orderDirection: 'asc' } as const
      for (let page = 0; page < mostPages; page++) {
        const { result, count } = await getList(
          'dataset',
          { ...request, page, columns: ['table_name'] as const },
          signal,
        )
        for (const { table_name } of result) names.add(table_name)
        if ((page + 1) * datasetsPerPage >= count) break
      }
      return names
    },
  })
}

/** Creates a dataset from a table. */
export async function createDataset(source: { database: number; schema: string; table_name: string }): Promise<number> {
  return (await postJson<SavedAnswer>('/api/v1/dataset/', source)).id
}

/** Copies a virtual dataset. */
export async function duplicateDataset(id: number, name: string): Promise<void> {
  await postJson('/api/v1/dataset/duplicate', { base_model_id: id, table_name: name })
}
