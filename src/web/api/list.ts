import type { Person } from '../../model/wire/answers.ts'
import type { ListFilter } from '../../model/wire/listQuery.ts'
import { formatRison } from '../../model/wire/rison.ts'
import { getJson } from './client.ts'

export type { ListFilter, Person }

export type Resource = 'dashboard' | 'chart' | 'dataset'

export interface ListRequest {
  columns?: readonly string[]
  filters?: readonly ListFilter[]
  orderColumn?: string
  orderDirection?: 'asc' | 'desc'
  /** from 0 */
  page?: number
  pageSize?: number
}

export interface ListAnswer<T> {
  /** over all pages */
  count: number
  ids: number[]
  result: T[]
}

/** One page of a resource. */
export function getList<T>(resource: Resource, request: ListRequest, signal?: AbortSignal): Promise<ListAnswer<T>> {
  const q = {
    ...(request.columns ? { columns: request.columns } : {}),
    ...(request.filters?.length ? { filters: request.filters } : {}),
    keys: ['none'],
    ...(request.orderColumn === undefined
      ? {}
      : { order_column: request.orderColumn, order_direction: request.orderDirection ?? 'desc' }),
    page: request.page ?? 0,
    page_size: request.pageSize ?? 25,
  }
  return getJson<ListAnswer<T>>(`/api/v1/${resource}/`, { signal, query: { q: formatRison(q) } })
}

/** The query options of a list: same key, same result. */
export interface ListQuery<T> {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<ListAnswer<T>>
}

export function personName({ first_name, last_name }: Pick<Person, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`.trim()
}
