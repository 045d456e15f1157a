import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import type { OlderRelease } from '../../model/bundle/olderRelease.ts'
import { hasFlag } from '../api/bootstrap.ts'
import { downloadBundle } from '../api/bundles.ts'
import { messageOf } from '../api/failure.ts'
import type { ListRequest, Resource } from '../api/list.ts'
import { PageTitle } from '../shell/PageTitle.tsx'
import { DeleteDialog } from '../ui/ConfirmDialog.tsx'
import { classes } from '../ui/classes.ts'
import { LazyPart } from '../ui/LazyPart.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { DeleteUsage } from '../usage/DeleteUsage.tsx'
import { BulkBar } from './BulkBar.tsx'
import { FoldersBeside } from './FoldersBeside.tsx'
import { ListContent } from './ListContent.tsx'
import { ListFilters } from './ListFilters.tsx'
import { ListHeader } from './ListHeader.tsx'
import css from './ListScreen.module.css'
import type { ListDefinition } from './listDefinition.ts'
import { type ListState, recentColumn, type ViewMode } from './listState.ts'
import { Pager } from './Pager.tsx'
import { useFolderPane } from './useFolderPane.ts'
import { type Deletion, useListDeletion } from './useListDeletion.ts'
import { useListState } from './useListState.ts'
import { type Selection, useSelection } from './useSelection.ts'
import { useStars } from './useStars.ts'

const texts = defineTexts('list', {
  exportFailed: 'There was an issue exporting: {message}',
})

const MoveDialog = lazy(() => import('../folders/MoveDialog.tsx'))
const BulkTagDialog = lazy(() => import('./BulkTagDialog.tsx'))

const pageSize = 25

const initialState: ListState = {
  page: 0,
  sortColumn: recentColumn,
  sortOrder: 'desc',
  search: '',
  filters: {},
  viewMode: hasFlag('LISTVIEWS_DEFAULT_CARD_VIEW') ? 'card' : 'table',
}

/** The page of a resource's list: search, filters, sort, pages, table and cards, stars, bulk actions, import. */
export function ListScreen<T extends { id: number }>({
  definition: describe,
  sortColumn = recentColumn,
}: {
  /** the column of the initial order, descending */
  sortColumn?: string
  /** created with the delete action, because the row actions need it */
  definition: (askDelete: (item: T) => void) => ListDefinition<T>
}) {
  const [addressState, change] = useListState({ ...initialState, sortColumn })
  const selection = useSelection()
  const folders = useFolderPane(addressState, change)
  const { deletion, ask, cancel, confirm } = useListDeletion<T>()
  const definition = describe((item) => ask({ item }))
  const state = sortedByDefault(addressState, definition.defaultSort)
  const viewMode: ViewMode = definition.card ? state.viewMode : 'table'
  const { queryKey, queryFn } = definition.query(listRequest(definition, state), viewMode === 'card')
  const list = useQuery({ queryKey, queryFn, placeholderData: keepPreviousData })
  const items = list.data?.result
  // none if the resource has no stars
  const stars = useStars(definition.canStar ?? 'dashboard', definition.canStar ? (items ?? []).map(({ id }) => id) : [])

  function onDeleted(ids: readonly number[], isBulk: boolean) {
    if (isBulk) selection.clear()
    // no item of this page is left: shows the previous page
    const left = (items ?? []).filter(({ id }) => !ids.includes(id)).length
    if (left === 0 && state.page > 0) change({ page: state.page - 1 }, true)
  }

  return (
    <div className={classes(css.page, viewMode === 'card' && css.canvas)}>
      <PageTitle>{definition.title}</PageTitle>
      <ListHeader definition={definition} count={list.data?.count} selection={selection} />
      {definition.notice}
      <ListFilters
        definition={definition}
        state={state}
        viewMode={viewMode}
        onChange={change}
        folders={definition.foldedAs ? folders : undefined}
      />
      {selection.isOn ? (
        <BulkActions definition={definition} selection={selection} onDelete={(ids) => ask({ ids })} />
      ) : null}
      <FoldersBeside kind={definition.foldedAs} folders={folders} onMoved={selection.clear}>
        <ListContent
          definition={definition}
          list={list}
          state={state}
          viewMode={viewMode}
          selection={selection}
          stars={stars.ids}
          onStar={stars.set}
          onChange={change}
          canDrag={folders.isOpen && !folders.isNarrow}
        />
      </FoldersBeside>
      {list.data && list.data.count > 0 ? (
        <Pager page={state.page} pageSize={pageSize} count={list.data.count} onPage={(page) => change({ page })} />
      ) : null}
      <DeleteDialog
        open={deletion !== undefined}
        title={deletion && 'item' in deletion ? definition.deleteTitle : undefined}
        onClose={cancel}
        onConfirm={() => confirm(definition, onDeleted)}
      >
        {deletion ? <DeleteQuestion definition={definition} deletion={deletion} /> : null}
      </DeleteDialog>
    </div>
  )
}

interface DeleteQuestionProps<T extends { id: number }> {
  definition: ListDefinition<T>
  deletion: Deletion<T>
}

/** The confirmation of a deletion. If other objects can use the deleted ones, it lists those that do. */
function DeleteQuestion<T extends { id: number }>({ definition, deletion }: DeleteQuestionProps<T>) {
  const question = 'item' in deletion ? definition.deleteQuestion?.(deletion.item) : definition.bulkQuestion
  if (definition.usedAs === undefined) return question
  const ids = 'item' in deletion ? [deletion.item.id] : deletion.ids
  return <DeleteUsage question={{ kind: definition.usedAs, ids }}>{question}</DeleteUsage>
}

interface BulkActionsProps<T extends { id: number }> {
  definition: ListDefinition<T>
  selection: Selection
  onDelete: (ids: number[]) => void
}

/** Actions for the selected items. */
function BulkActions<T extends { id: number }>({ definition, selection, onDelete }: BulkActionsProps<T>) {
  const t = useText()
  const [isExporting, setIsExporting] = useState(false)
  const [isTagging, setIsTagging] = useState(false)
  const [isMoving, setIsMoving] = useState(false)
  const { resource, taggedAs, foldedAs } = definition

  async function exportSelected(resource: Resource, release?: OlderRelease) {
    setIsExporting(true)
    try {
      await downloadBundle(resource, [...selection.ids], release)
    } catch (error) {
      toast.danger(t(texts.exportFailed, { message: messageOf(error) }))
    }
    setIsExporting(false)
  }

  return (
    <>
      <BulkBar
        count={selection.ids.size}
        label={definition.selectedText?.(selection.ids)}
        isExporting={isExporting}
        onDeselect={selection.clear}
        onDelete={definition.canWrite ? () => onDelete([...selection.ids]) : undefined}
        onExport={definition.canExport && resource ? (release) => void exportSelected(resource, release) : undefined}
        onMove={foldedAs === undefined ? undefined : () => setIsMoving(true)}
        onTag={taggedAs === undefined ? undefined : () => setIsTagging(true)}
        onStop={selection.stop}
      />
      {isMoving && foldedAs !== undefined ? (
        <LazyPart onClose={() => setIsMoving(false)}>
          <MoveDialog
            kind={foldedAs}
            ids={[...selection.ids]}
            onMoved={selection.clear}
            onClose={() => setIsMoving(false)}
          />
        </LazyPart>
      ) : null}
      {isTagging && taggedAs !== undefined ? (
        <LazyPart onClose={() => setIsTagging(false)}>
          <BulkTagDialog kind={taggedAs} ids={[...selection.ids]} onClose={() => setIsTagging(false)} />
        </LazyPart>
      ) : null}
    </>
  )
}

/** The state, with the default order of the definition if the address contains none. */
function sortedByDefault(state: ListState, sort: ListDefinition<{ id: number }>['defaultSort']): ListState {
  return sort && state.sortColumn === recentColumn
    ? { ...state, sortColumn: sort.column, sortOrder: sort.order }
    : state
}

/** The folder in the address. */
const folderFilter = ({ foldedAs }: Pick<ListDefinition<{ id: number }>, 'foldedAs'>, { filters }: ListState) => {
  const value = filters['folder']
  return foldedAs === undefined || value === undefined ? [] : [{ col: 'id', opr: 'in_folder', value }]
}

function listRequest<T extends { id: number }>(definition: ListDefinition<T>, state: ListState): ListRequest {
  return {
    page: state.page,
    pageSize,
    orderColumn: state.sortColumn,
    orderDirection: state.sortOrder,
    filters: [
      ...folderFilter(definition, state),
      ...(state.search === '' ? [] : [definition.searchFilter(state.search)]),
      ...definition.filters.flatMap((filter) => {
        const value = state.filters[filter.key]
        return value === undefined ? [] : [filter.toFilter(value)]
      }),
    ],
  }
}
