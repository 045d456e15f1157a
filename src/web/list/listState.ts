import { formatRison, parseRison } from '../../model/wire/rison.ts'

export type SortOrder = 'asc' | 'desc'
export type ViewMode = 'table' | 'card'
export type FilterValue = string | number | boolean

/** The state of a list that a link reopens. */
export interface ListState {
  /** from 0 */
  page: number
  sortColumn: string
  sortOrder: SortOrder
  search: string
  /** filter key -> selected value */
  filters: Record<string, FilterValue>
  viewMode: ViewMode
}

/** Orders by the time of the last change. */
export const recentColumn = 'changed_on_delta_humanized'

const searchKey = 'search'

/**
 * Reads the address of a list (`pageIndex`, `sortColumn`, `sortOrder`, `filters`, `viewMode`); missing parts are those
 * of `initial`.
 */
export function parseListState(search: string, initial: ListState): ListState {
  const params = new URLSearchParams(search)
  const { [searchKey]: text, ...filters } = readFilters(params.get('filters'))
  const order = params.get('sortOrder')
  const view = params.get('viewMode')
  return {
    page: Math.max(0, Math.trunc(Number(params.get('pageIndex') ?? initial.page)) || 0),
    sortColumn: params.get('sortColumn') ?? initial.sortColumn,
    sortOrder: order === 'asc' || order === 'desc' ? order : initial.sortOrder,
    search: text === undefined ? initial.search : String(text),
    filters,
    viewMode: view === 'table' || view === 'card' ? view : initial.viewMode,
  }
}

/** The search string of a state: only differences from `initial`; other parameters of the address are kept. */
export function formatListState(state: ListState, initial: ListState, search = ''): string {
  const params = new URLSearchParams(search)
  for (const key of ['pageIndex', 'sortColumn', 'sortOrder', 'filters', 'viewMode']) params.delete(key)
  if (state.page !== initial.page) params.set('pageIndex', String(state.page))
  if (state.sortColumn !== initial.sortColumn || state.sortOrder !== initial.sortOrder) {
    params.set('sortColumn', state.sortColumn)
    params.set('sortOrder', state.sortOrder)
  }
  const filters = { ...state.filters, ...(state.search === '' ? {} : { [searchKey]: state.search }) }
  if (Object.keys(filters).length > 0) params.set('filters', formatRison(filters))
  if (state.viewMode !== initial.viewMode) params.set('viewMode', state.viewMode)
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

function readFilters(text: string | null): Record<string, FilterValue> {
  if (text === null) return {}
  try {
    const value = parseRison(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
    return Object.fromEntries(
      Object.entries(value).filter((entry): entry is [string, FilterValue] =>
        ['string', 'number', 'boolean'].includes(typeof entry[1]),
      ),
    )
  } catch {
    // An invalid link shows the whole list.
    return {}
  }
}
