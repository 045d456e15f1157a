import type { ReactNode } from 'react'
import type { FoldedKind } from '../api/folders.ts'
import type { ListFilter, ListQuery, ListRequest, Resource } from '../api/list.ts'
import type { TaggableKind } from '../api/tags.ts'
import type { UsageQuestion } from '../api/usage.ts'
import type { VersionKind } from '../api/versions.ts'
import type { LoadOptions, SelectOption } from '../ui/select/Select.tsx'
import type { FilterValue, SortOrder } from './listState.ts'

/** A filter of a list. */
export interface FilterDefinition {
  key: string
  label: string
  options?: readonly SelectOption<FilterValue>[]
  load?: LoadOptions<FilterValue>
  /** the selected value in the format of the list call */
  toFilter: (value: FilterValue) => ListFilter
}

export interface ColumnDefinition<T> {
  key: string
  label: string
  /** width in px, or a CSS length; the column without a width takes the rest */
  width?: number | string
  /** the order column of the list call; absent: not sortable */
  sort?: string
  isQuiet?: boolean
  /** hidden below 1360 px, below 1024, or below 768 */
  hiddenBelow?: 'large' | 'medium' | 'narrow'
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

/** The differences between the lists of resources. */
export interface ListDefinition<T extends { id: number }> {
  /** absent if the objects cannot be exported and imported */
  resource?: Resource
  /** "Dashboards" */
  title: string
  /** text below the title, if something concerns the whole list */
  notice?: ReactNode
  /** links to parent pages */
  crumbs?: { label: string; href: string }[]
  query: (request: ListRequest, covers: boolean) => ListQuery<T>
  /** default: the most recently changed objects first */
  defaultSort?: { column: string; order: SortOrder }
  /** cache keys that become invalid when these objects change */
  queryKeyRoot: string
  /** whether deleted objects can be restored */
  trash?: VersionKind
  searchFilter: (text: string) => ListFilter
  filters: FilterDefinition[]
  columns: ColumnDefinition<T>[]
  /** the column of the names, for "Alphabetical" */
  nameSort: string
  titleOf: (item: T) => string
  /** shown next to the name: badge, warning */
  marksOf?: (item: T) => ReactNode
  actionsOf?: (item: T) => ActionDefinition[]
  /** whether the actions of rows are buttons on phones too; in other lists, they are in a menu there */
  hasPhoneActions?: boolean
  /** present if the list also has a card view */
  card?: (item: T) => CardDefinition
  /** the star, for objects that can be starred */
  canStar?: 'dashboard' | 'chart'
  canWrite: boolean
  canExport: boolean
  /** present if items can be in folders */
  foldedAs?: FoldedKind
  /** present if tags can be added to selected items */
  taggedAs?: TaggableKind
  /** present if items can be deleted */
  remove?: (ids: readonly number[]) => Promise<{ message: string }>
  /** the title of the confirmation, if it is not the default */
  deleteTitle?: string
  /** present if the confirmation also lists what uses the objects */
  usedAs?: UsageQuestion['kind']
  /** the confirmation before a single object is deleted */
  deleteQuestion?: (item: T) => ReactNode
  /** instead of "3 Selected" */
  selectedText?: (ids: ReadonlySet<number>) => string | undefined
  /** "Are you sure you want to delete the selected dashboards?" */
  bulkQuestion?: string
  /** "There was an issue deleting the selected dashboards: %s" */
  bulkFailure?: (message: string) => string
  /** present if bundles can be imported */
  importButton?: string
  /** the primary button of the page */
  primary?: ReactNode
  /** the empty list, which explains the next step */
  empty: (importButton: ReactNode) => ReactNode
}
