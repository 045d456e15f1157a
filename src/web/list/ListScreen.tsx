import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, LayoutGrid, List, ListChecks, SearchX, Upload } from 'lucide-react'
import { useState } from 'react'
import { downloadBundle } from '../api/bundles.ts'
import { messageOf } from '../api/failure.ts'
import { favouriteStatusQuery, useFavourite } from '../api/favourites.ts'
import type { ListRequest } from '../api/list.ts'
import { PageHeader } from '../shell/PageHeader.tsx'
import { PageTitle } from '../shell/PageTitle.tsx'
import { Button } from '../ui/Button.tsx'
import { DeleteDialog } from '../ui/ConfirmDialog.tsx'
import { classes } from '../ui/classes.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { Menu } from '../ui/Menu.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { openImport } from '../upload/uploadState.ts'
import { BulkBar } from './BulkBar.tsx'
import { FilterPill } from './FilterPill.tsx'
import { ListCards } from './ListCards.tsx'
import css from './ListScreen.module.css'
import { ListTable } from './ListTable.tsx'
import type { ListDefinition } from './listDefinition.ts'
import { type ListState, recentColumn, type ViewMode } from './listState.ts'
import { Pager } from './Pager.tsx'
import { SearchBox } from './SearchBox.tsx'
import { useListState } from './useListState.ts'
import { useSelection } from './useSelection.ts'

const texts = defineTexts('list', {
  bulkSelect: 'Bulk select',
  table: 'Table view',
  card: 'Card view',
  viewMode: 'View',
  sort: 'Sort',
  alphabetical: 'Alphabetical',
  recent: 'Recently modified',
  oldest: 'Least recently modified',
  noMatch: 'No results match your filter criteria',
  noMatchText: 'Try different criteria to display results.',
  clearFilters: 'Clear all filters',
  loadFailed: 'An error occurred while fetching {title}: {message}',
  starFailed: 'There was an error saving the favorite status: {message}',
  deleted: 'Deleted: {title}',
  deleteFailed: 'There was an issue deleting {title}: {message}',
  exportFailed: 'There was an issue exporting: {message}',
})

const pageSize = 25

const initialState: ListState = {
  page: 0,
  sortColumn: recentColumn,
  sortOrder: 'desc',
  search: '',
  filters: {},
  viewMode: 'table',
}

/** What a list page asks to be deleted: one thing or the ticked ones. */
type Deletion<T> = { item: T } | { ids: number[] }

/** The page of a resource's list: search, filters, sort, pages, table and cards, stars, bulk actions, import. */
export function ListScreen<T extends { id: number }>({
  definition: describe,
}: {
  /** made with the way to ask for a deletion, since its row actions need that */
  definition: (askDelete: (item: T) => void) => ListDefinition<T>
}) {
  const t = useText()
  const queryClient = useQueryClient()
  const [state, change] = useListState(initialState)
  const selection = useSelection()
  const [deletion, setDeletion] = useState<Deletion<T>>()
  const [isExporting, setIsExporting] = useState(false)
  const definition = describe((item) => setDeletion({ item }))
  const viewMode: ViewMode = definition.card ? state.viewMode : 'table'

  const request = listRequest(definition, state)
  const { queryKey, queryFn } = definition.query(request, viewMode === 'card')
  const list = useQuery({ queryKey, queryFn, placeholderData: keepPreviousData })
  const items = list.data?.result
  const stars = useQuery(favouriteStatusQuery(definition.canStar ?? 'dashboard', starIds(definition, items)))
  const favourite = useFavourite(definition.canStar ?? 'dashboard')
  const isFiltered = state.search !== '' || Object.keys(state.filters).length > 0

  function setStar(id: number, isStarred: boolean) {
    favourite.mutate(
      { id, isStarred },
      { onError: (error) => toast.danger(t(texts.starFailed, { message: messageOf(error) })) },
    )
  }

  async function confirmDelete() {
    if (!deletion) return
    const isBulk = 'ids' in deletion
    const ids = isBulk ? deletion.ids : [deletion.item.id]
    const title = isBulk ? '' : definition.titleOf(deletion.item)
    try {
      const { message } = await definition.remove(ids)
      toast.success(isBulk ? message : t(texts.deleted, { title }))
      if (isBulk) selection.clear()
      // a page that lost its last rows is none any more
      const left = (items ?? []).filter(({ id }) => !ids.includes(id)).length
      if (left === 0 && state.page > 0) change({ page: state.page - 1 }, true)
      await queryClient.invalidateQueries({ queryKey: [definition.queryKeyRoot] })
    } catch (error) {
      const message = messageOf(error)
      toast.danger(isBulk ? definition.bulkFailure(message) : t(texts.deleteFailed, { title, message }))
    }
    setDeletion(undefined)
  }

  async function exportSelected() {
    setIsExporting(true)
    try {
      await downloadBundle(definition.resource, [...selection.ids])
    } catch (error) {
      toast.danger(t(texts.exportFailed, { message: messageOf(error) }))
    }
    setIsExporting(false)
  }

  const shared = { definition, items, selection, stars: stars.data, onStar: setStar }
  const sorts = [
    { label: t(texts.alphabetical), sortColumn: definition.nameSort, sortOrder: 'asc' as const },
    { label: t(texts.recent), sortColumn: recentColumn, sortOrder: 'desc' as const },
    { label: t(texts.oldest), sortColumn: recentColumn, sortOrder: 'asc' as const },
  ]
  const sort = sorts.find((each) => each.sortColumn === state.sortColumn && each.sortOrder === state.sortOrder)

  return (
    <div className={classes(css.page, viewMode === 'card' && css.canvas)}>
      <PageTitle>{definition.title}</PageTitle>
      <PageHeader
        title={definition.title}
        marks={list.data ? <span className={css.count}>{list.data.count.toLocaleString()}</span> : null}
        actions={
          <>
            {definition.canWrite ? (
              <span className={css.wideOnly}>
                <Button
                  variant="quiet"
                  icon={<Upload size={14} />}
                  onClick={() => openImport('choose', definition.resource)}
                >
                  {definition.importButton}
                </Button>
              </span>
            ) : null}
            {definition.canWrite || definition.canExport ? (
              <span className={css.wideOnly}>
                <Button
                  icon={<ListChecks size={14} />}
                  aria-pressed={selection.isOn}
                  active={selection.isOn}
                  onClick={selection.isOn ? selection.stop : selection.start}
                >
                  {t(texts.bulkSelect)}
                </Button>
              </span>
            ) : null}
            {definition.primary}
          </>
        }
      />
      <div className={css.filters}>
        <SearchBox
          title={definition.title}
          value={state.search}
          onChange={(search) => change({ search }, state.search !== '')}
        />
        <div className={css.pills}>
          {definition.filters.map((filter) => (
            <FilterPill
              key={filter.key}
              label={filter.label}
              options={filter.options}
              load={filter.load}
              value={state.filters[filter.key]}
              onChange={(value) => {
                const { [filter.key]: _removed, ...others } = state.filters
                change({ filters: value === undefined ? others : { ...others, [filter.key]: value } })
              }}
            />
          ))}
        </div>
        <div className={css.views}>
          {viewMode === 'card' ? (
            <>
              <span className={css.sortLabel}>{t(texts.sort)}</span>
              <Menu
                align="end"
                trigger={<Button iconAfter={<ChevronDown size={14} />}>{sort?.label ?? t(texts.recent)}</Button>}
                items={sorts.map(({ label, sortColumn, sortOrder }) => ({
                  label,
                  checked: label === sort?.label,
                  onSelect: () => change({ sortColumn, sortOrder }),
                }))}
              />
            </>
          ) : null}
          {definition.card ? (
            <SegmentedControl
              label={t(texts.viewMode)}
              value={viewMode}
              onChange={(next) => change({ viewMode: next })}
              options={[
                { value: 'table', label: t(texts.table), icon: <List size={15} /> },
                { value: 'card', label: t(texts.card), icon: <LayoutGrid size={15} /> },
              ]}
            />
          ) : null}
        </div>
      </div>
      {selection.isOn ? (
        <BulkBar
          count={selection.ids.size}
          isExporting={isExporting}
          onDeselect={selection.clear}
          onDelete={definition.canWrite ? () => setDeletion({ ids: [...selection.ids] }) : undefined}
          onExport={definition.canExport ? () => void exportSelected() : undefined}
          onStop={selection.stop}
        />
      ) : null}
      <div
        className={classes(css.content, list.isPlaceholderData && css.stale)}
        aria-busy={list.isFetching}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        role="region"
        aria-label={definition.title}
      >
        {list.isError ? (
          <div className={css.middle}>
            <ErrorPanel
              message={t(texts.loadFailed, { title: definition.title.toLowerCase(), message: list.error.message })}
              onRetry={() => void list.refetch()}
            />
          </div>
        ) : items?.length === 0 ? (
          <div className={css.middle}>
            {isFiltered || state.page > 0 ? (
              <EmptyState
                picture={<SearchX size={32} className={css.noMatch} />}
                title={t(texts.noMatch)}
                text={t(texts.noMatchText)}
                actions={
                  <Button size="md" onClick={() => change({ search: '', filters: {}, page: 0 })}>
                    {t(texts.clearFilters)}
                  </Button>
                }
              />
            ) : (
              definition.empty(
                definition.canWrite ? (
                  <Button
                    size="md"
                    icon={<Upload size={14} />}
                    onClick={() => openImport('choose', definition.resource)}
                  >
                    {definition.importButton}
                  </Button>
                ) : null,
              )
            )}
          </div>
        ) : viewMode === 'card' ? (
          <ListCards {...shared} />
        ) : (
          <ListTable
            {...shared}
            state={state}
            onSort={(column) =>
              change({
                sortColumn: column,
                sortOrder: nextOrder(state, column),
              })
            }
          />
        )}
      </div>
      {list.data && list.data.count > 0 ? (
        <Pager page={state.page} pageSize={pageSize} count={list.data.count} onPage={(page) => change({ page })} />
      ) : null}
      <DeleteDialog open={deletion !== undefined} onClose={() => setDeletion(undefined)} onConfirm={confirmDelete}>
        {deletion && ('item' in deletion ? definition.deleteQuestion(deletion.item) : definition.bulkQuestion)}
      </DeleteDialog>
    </div>
  )
}

function listRequest<T extends { id: number }>(definition: ListDefinition<T>, state: ListState): ListRequest {
  return {
    page: state.page,
    pageSize,
    orderColumn: state.sortColumn,
    orderDirection: state.sortOrder,
    filters: [
      ...(state.search === '' ? [] : [definition.searchFilter(state.search)]),
      ...definition.filters.flatMap((filter) => {
        const value = state.filters[filter.key]
        return value === undefined ? [] : [filter.toFilter(value)]
      }),
    ],
  }
}

/** The first click on a column sorts names upwards and times downwards, the next one turns it round. */
function nextOrder(state: ListState, column: string): 'asc' | 'desc' {
  if (state.sortColumn === column) return state.sortOrder === 'asc' ? 'desc' : 'asc'
  return column === recentColumn ? 'desc' : 'asc'
}

function starIds<T extends { id: number }>(definition: ListDefinition<T>, items: readonly T[] | undefined): number[] {
  return definition.canStar ? (items ?? []).map((item) => item.id) : []
}
