import { formatRison } from '../../model/wire/rison.ts'
import { getJson } from './client.ts'
import type { Resource } from './list.ts'

interface RelatedAnswer<V> {
  count: number
  result: { value: V; text: string }[]
}

export interface RelatedPage<V> {
  options: { value: V; label: string }[]
  count: number
}

const pageSize = 100

/** Pages of options of a list filter: `related('dashboard', 'owners')`. */
export function related(resource: Resource, column: string) {
  return (search: string, page: number, signal: AbortSignal) =>
    getPage<number>(`/api/v1/${resource}/related/${column}`, search, page, signal)
}

/** The values of a column of a resource: `distinct('dataset', 'schema')`. */
export function distinct(resource: Resource, column: string) {
  return (search: string, page: number, signal: AbortSignal) =>
    getPage<string>(`/api/v1/${resource}/distinct/${column}`, search, page, signal)
}

async function getPage<V>(path: string, search: string, page: number, signal: AbortSignal): Promise<RelatedPage<V>> {
  const q = formatRison({ ...(search === '' ? {} : { filter: search }), page, page_size: pageSize })
  const { count, result } = await getJson<RelatedAnswer<V>>(path, { signal, query: { q } })
  return { count, options: result.map(({ value, text }) => ({ value, label: text })) }
}
