import type { DistinctAnswer, RelatedAnswer } from '../../model/wire/answers.ts'
import { formatRison } from '../../model/wire/rison.ts'
import { getJson } from './client.ts'
import type { Listable } from './list.ts'

export interface RelatedPage<V> {
  options: { value: V; label: string }[]
  count: number
}

const pageSize = 100

/** Pages of options for a list filter: `related('dashboard', 'owners')`. */
export function related(resource: Listable | 'rowlevelsecurity', column: string) {
  return (search: string, page: number, signal: AbortSignal) =>
    getPage<RelatedAnswer>(`/api/v1/${resource}/related/${column}`, search, page, signal)
}

/** The values of a column of a resource: `distinct('dataset', 'schema')`. */
export function distinct(resource: Listable, column: string) {
  return (search: string, page: number, signal: AbortSignal) =>
    getPage<DistinctAnswer>(`/api/v1/${resource}/distinct/${column}`, search, page, signal)
}

async function getPage<Answer extends RelatedAnswer | DistinctAnswer>(
  path: string,
  search: string,
  page: number,
  signal: AbortSignal,
): Promise<RelatedPage<Answer['result'][number]['value']>> {
  const q = formatRison({ ...(search === '' ? {} : { filter: search }), page, page_size: pageSize })
  const { count, result } = await getJson<Answer>(path, { signal, query: { q } })
  return { count, options: result.map(({ value, text }) => ({ value, label: text })) }
}
