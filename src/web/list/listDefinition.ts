import type { ReactNode } from 'react'
import type { ListFilter, ListQuery, ListRequest, Resource } from '../api/list.ts'
import type { LoadOptions, SelectOption } from '../ui/select/Select.tsx'
import type { FilterValue } from './listState.ts'

/** One way to narrow a list. */
export interface FilterDefinition {
  key: string
  label: string
  options?: readonly SelectOption<FilterValue>[]
  load?: LoadOptions<FilterValue>
  /** the chosen value as the list call wants it */
  toFilter: (value: FilterValue) => ListFilter
}

export interface ColumnDefinition<T> {
  key: string
  label: string
  /** px; the one without takes the rest */
  width?: number
  /** the order column of the list call; absent: not sortable */
  sort?: string
  isQuiet?: boolean
  /** gives way below 1024 px, or below 768 */
  hiddenBelow?: 'medium' | 'narrow'
  cell: (item: T) => ReactNode
}

/** A row action. */
export interface ActionDefinition {
  label: string
  icon: ReactNode
  disabledReason?: string
  href?: string
  onSelect?: () => void
}

export interface CardDefinition {
  href: string
  cover: ReactNode
  meta: ReactNode
}

/** What the lists of the resources differ in. */
export interface ListDefinition<T extends { id: number }> {
  resource: Resource
  /** "Dashboards" */
  title: string
  query: (request: ListRequest, covers: boolean) => ListQuery<T>
  /** cache keys that a change of these things makes stale */
  queryKeyRoot: string
  searchFilter: (text: string) => ListFilter
  filters: FilterDefinition[]
  columns: ColumnDefinition<T>[]
  /** the column of the names, for "Alphabetical" */
  nameSort: string
  titleOf: (item: T) => string
  /** beside the name: badge, warning */
  marksOf?: (item: T) => ReactNode
  actionsOf?: (item: T) => ActionDefinition[]
  /** present where the list also shows cards */
  card?: (item: T) => CardDefinition
  /** the star, where things carry one */
  canStar?: 'dashboard' | 'chart'
  canWrite: boolean
  canExport: boolean
  remove: (ids: readonly number[]) => Promise<{ message: string }>
  /** the question before one is deleted */
  deleteQuestion: (item: T) => ReactNode
  /** "Are you sure you want to delete the selected dashboards?" */
  bulkQuestion: string
  /** "There was an issue deleting the selected dashboards: %s" */
  bulkFailure: (message: string) => string
  importButton: string
  /** the primary button of the page */
  primary?: ReactNode
  /** the empty list, which teaches the next step */
  empty: (importButton: ReactNode) => ReactNode
}
