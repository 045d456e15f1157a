import type { SavedAnswer } from '../../model/wire/answers.ts'
import { currentUser, isAdmin } from './bootstrap.ts'
import { postJson, putJson } from './client.ts'
import { getList } from './list.ts'
import type { RelatedPage } from './related.ts'

/** The query behind a virtual dataset. */
export interface VirtualSource {
  databaseId: number
  schema: string | null
  sql: string
  /** JSON text */
  templateParams: string
}

const parametersOf = ({ templateParams }: VirtualSource) => {
  const isEmpty = templateParams.trim() === '' || /^\{\s*\}$/.test(templateParams.trim())
  return isEmpty ? {} : { template_params: templateParams }
}

/** Creates a virtual dataset with the columns of the query. Returns its id. */
export async function createVirtualDataset(name: string, source: VirtualSource): Promise<number> {
  const { databaseId: database, schema, sql } = source
  const { id } = await postJson<SavedAnswer>('/api/v1/dataset/', { database, schema, sql, table_name: name })
  const parameters = parametersOf(source)
  if ('template_params' in parameters) await putJson(`/api/v1/dataset/${id}`, parameters)
  return id
}

/** Replaces the query and the columns of a dataset. Returns its id. */
export async function overwriteDataset(id: number, source: VirtualSource): Promise<number> {
  const { databaseId: database_id, schema, sql } = source
  const body = { database_id, schema, sql, ...parametersOf(source) }
  await putJson(`/api/v1/dataset/${id}`, body, { query: { override_columns: true } })
  return id
}

/** Pages of datasets that the user may overwrite. */
export async function myDatasets(search: string, page: number, signal: AbortSignal): Promise<RelatedPage<number>> {
  const mine = isAdmin() ? [] : [{ col: 'owners', opr: 'rel_m_m', value: currentUser.userId ?? 0 }]
  const named = search === '' ? [] : [{ col: 'table_name', opr: 'ct', value: search }]
  const { count, result } = await getList(
    'dataset',
    {
      columns: ['id', 'table_name'],
      filters: [...mine, ...named],
      orderColumn: 'table_name',
      orderDirection: 'asc',
      page,
      pageSize: 100,
    },
    signal,
  )
  return { count, options: result.map(({ id, table_name }) => ({ value: id, label: table_name })) }
}
