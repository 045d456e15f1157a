import type { UseQueryResult } from '@tanstack/react-query'
import { SearchX, Upload } from 'lucide-react'
import type { ListAnswer } from '../api/list.ts'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { ScrollRegion } from '../ui/ScrollRegion.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { openImport } from '../upload/uploadState.ts'
import { EmptyFolder } from './EmptyFolder.tsx'
import { ListCards } from './ListCards.tsx'
import css from './ListScreen.module.css'
import { ListTable } from './ListTable.tsx'
import type { ListDefinition } from './listDefinition.ts'
import { type ListState, recentColumn, type ViewMode } from './listState.ts'
import type { Selection } from './useSelection.ts'

const texts = defineTexts('listContent', {
  noMatch: 'No results match your filter criteria',
  noMatchText: 'Try different criteria to display results.',
  clearFilters: 'Clear all filters',
  loadFailed: 'An error occurred while fetching {title}: {message}',
})

export interface ListContentProps<T extends { id: number }> {
  definition: ListDefinition<T>
  list: UseQueryResult<ListAnswer<T>>
  state: ListState
  viewMode: ViewMode
  selection: Selection
  stars: ReadonlySet<number> | undefined
  onStar: (id: number, isStarred: boolean) => void
  onChange: (change: Partial<ListState>) => void
  /** whether rows can be dragged to a folder */
  canDrag: boolean
}

/** The items of a list, or the reason why it is empty. */
export function ListContent<T extends { id: number }>(props: ListContentProps<T>) {
  const { definition, list, viewMode } = props
  return (
    <ScrollRegion
      className={classes(css.content, list.isPlaceholderData && css.stale)}
      aria-busy={list.isFetching}
      label={definition.title}
    >
      {list.isError || list.data?.result.length === 0 ? (
        <div className={css.middle}>{list.isError ? <LoadFailure {...props} /> : <NoItems {...props} />}</div>
      ) : viewMode === 'card' ? (
        <ListCards {...props} items={list.data?.result} />
      ) : (
        <ListTable
          {...props}
          items={list.data?.result}
          onSort={(column) => props.onChange({ sortColumn: column, sortOrder: nextOrder(props.state, column) })}
        />
      )}
    </ScrollRegion>
  )
}

function LoadFailure<T extends { id: number }>({ definition, list }: ListContentProps<T>) {
  const t = useText()
  const values = { title: definition.title.toLowerCase(), message: list.error?.message }
  return <ErrorPanel message={t(texts.loadFailed, values)} onRetry={() => void list.refetch()} />
}

/** Empty states: no matches, or no items yet. */
function NoItems<T extends { id: number }>({ definition, state, onChange }: ListContentProps<T>) {
  const t = useText()
  // clearing the criteria keeps the folder
  const { folder, ...criteria } = state.filters
  const isFiltered = state.search !== '' || Object.keys(criteria).length > 0
  if (definition.foldedAs !== undefined && folder !== undefined && !isFiltered && state.page === 0) {
    return (
      <EmptyFolder
        kind={definition.foldedAs}
        folder={folder}
        title={definition.title}
        onShowAll={() => onChange({ filters: {} })}
      />
    )
  }
  if (isFiltered || state.page > 0) {
    return (
      <EmptyState
        picture={<SearchX size={32} className={css.noMatch} />}
        title={t(texts.noMatch)}
        text={t(texts.noMatchText)}
        actions={
          <Button
            size="md"
            onClick={() => onChange({ search: '', filters: folder === undefined ? {} : { folder }, page: 0 })}
          >
            {t(texts.clearFilters)}
          </Button>
        }
      />
    )
  }
  return definition.empty(
    definition.canWrite && definition.importButton !== undefined ? (
      <Button size="md" icon={<Upload size={14} />} onClick={() => openImport('choose', definition.resource)}>
        {definition.importButton}
      </Button>
    ) : null,
  )
}

/** The first click on a column sorts names ascending and times descending, the next one reverses the order. */
function nextOrder(state: ListState, column: string): 'asc' | 'desc' {
  if (state.sortColumn === column) return state.sortOrder === 'asc' ? 'desc' : 'asc'
  return column === recentColumn ? 'desc' : 'asc'
}
