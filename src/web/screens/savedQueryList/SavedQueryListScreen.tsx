import { useQueryClient } from '@tanstack/react-query'
import { Download, Eye, Link, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { can, hasFlag } from '../../api/bootstrap.ts'
import { downloadBundle } from '../../api/bundles.ts'
import { messageOf } from '../../api/failure.ts'
import type { ListAnswer } from '../../api/list.ts'
import { distinct, related } from '../../api/related.ts'
import { deleteSavedQueries, type SavedQuerySummary, savedQueryListQuery } from '../../api/savedQueries.ts'
import { mayTag } from '../../api/tags.ts'
import { ListScreen } from '../../list/ListScreen.tsx'
import type { ListDefinition } from '../../list/listDefinition.ts'
import { modifiedColumn } from '../../list/modifiedColumn.tsx'
import { NameCell } from '../../list/NameCell.tsx'
import { QueryPreview } from '../../list/QueryPreview.tsx'
import { TablesCell } from '../../list/TablesCell.tsx'
import { useTags } from '../../list/useTags.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { elapsedText } from '../../ui/elapsedText.ts'
import { defineTexts, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { useCopy } from '../../ui/useCopy.ts'

type Text = ReturnType<typeof useText>
type Columns = ListDefinition<SavedQuerySummary>['columns']

const texts = defineTexts('savedQueryList', {
  title: 'Saved queries',
  name: 'Name',
  database: 'Database',
  schema: 'Schema',
  tables: 'Tables',
  created: 'Created on',
  modified: 'Modified',
  modifiedBy: 'Modified by',
  preview: 'Query preview',
  edit: 'Edit query',
  copyUrl: 'Copy query URL',
  linkCopied: 'Link Copied!',
  export: 'Export query',
  exportFailed: 'There was an issue exporting: {message}',
  delete: 'Delete query',
  deleteTitle: 'Delete Query?',
  question: 'This action will permanently delete the saved query.',
  bulkQuestion: 'Are you sure you want to delete the selected queries?',
  bulkFailure: 'There was an issue deleting the selected queries: {message}',
  import: 'Import queries',
  add: 'Query',
  empty: 'No saved queries yet',
  emptyText: 'A saved query is SQL with a name. It can be opened again, shared by its link, and exported.',
  untitled: '[Untitled]',
})

const schemas = distinct('saved_query', 'schema')
const databases = related('saved_query', 'database')
const people = related('saved_query', 'changed_by')
const addressOf = (id: number) => `/superset/sqllab/?savedQueryId=${id}`

/** The user's saved queries. */
export function SavedQueryListScreen() {
  const [shown, setShown] = useState<number>()
  const describe = useDefinition(setShown)
  return (
    <>
      <ListScreen definition={describe} />
      {shown === undefined ? null : <Preview shown={shown} onShow={setShown} />}
    </>
  )
}

/** The SQL preview of one query of the page. */
function Preview({ shown, onShow }: { shown: number; onShow: (id: number | undefined) => void }) {
  const t = useText()
  const lists = useQueryClient().getQueriesData<ListAnswer<SavedQuerySummary>>({ queryKey: ['savedQueries', 'list'] })
  const pages = lists.map(([, list]) => list?.result ?? [])
  const page = pages.find((items) => items.some(({ id }) => id === shown)) ?? []
  return (
    <QueryPreview
      kind="saved"
      queries={page.map((item) => ({
        id: item.id,
        name: item.label ?? t(texts.untitled),
        sql: item.sql ?? '',
        href: addressOf(item.id),
      }))}
      shown={shown}
      onShow={onShow}
      onClose={() => onShow(undefined)}
    />
  )
}

/** The list, its filters and its actions. */
function useDefinition(onPreview: (id: number) => void) {
  const t = useText()
  const copy = useCopy()
  const tags = useTags<SavedQuerySummary>('saved_query')
  const canWrite = can('can_write', 'SavedQuery')
  const canExport = can('can_export', 'SavedQuery') && hasFlag('VERSIONED_EXPORT')
  const titleOf = (item: SavedQuerySummary) => item.label ?? t(texts.untitled)
  const exportOne = (id: number) =>
    downloadBundle('saved_query', [id]).catch((error: unknown) =>
      toast.danger(t(texts.exportFailed, { message: messageOf(error) })),
    )

  return (askDelete: (item: SavedQuerySummary) => void): ListDefinition<SavedQuerySummary> => ({
    resource: 'saved_query',
    title: t(texts.title),
    canWrite,
    canExport,
    taggedAs: mayTag('query'),
    query: savedQueryListQuery,
    queryKeyRoot: 'savedQueries',
    searchFilter: (value) => ({ col: 'label', opr: 'all_text', value }),
    filters: [
      {
        key: 'database',
        label: t(texts.database),
        load: databases,
        toFilter: (value) => ({ col: 'database', opr: 'rel_o_m', value }),
      },
      {
        key: 'schema',
        label: t(texts.schema),
        load: schemas,
        toFilter: (value) => ({ col: 'schema', opr: 'eq', value }),
      },
      ...tags.filters,
      {
        key: 'modifiedBy',
        label: t(texts.modifiedBy),
        load: people,
        toFilter: (value) => ({ col: 'changed_by', opr: 'rel_o_m', value }),
      },
    ],
    nameSort: 'label',
    titleOf,
    columns: columnsOf(t, titleOf, tags.columns),
    actionsOf: (item) =>
      [
        { label: t(texts.preview), icon: <Eye size={15} />, onSelect: () => onPreview(item.id) },
        canWrite ? { label: t(texts.edit), icon: <Pencil size={15} />, href: addressOf(item.id) } : undefined,
        {
          label: t(texts.copyUrl),
          icon: <Link size={15} />,
          onSelect: () => void copy(location.origin + addressOf(item.id), t(texts.linkCopied)),
        },
        canExport
          ? { label: t(texts.export), icon: <Download size={15} />, onSelect: () => void exportOne(item.id) }
          : undefined,
        canWrite ? { label: t(texts.delete), icon: <Trash2 size={15} />, onSelect: () => askDelete(item) } : undefined,
      ].filter((action) => action !== undefined),
    remove: deleteSavedQueries,
    deleteTitle: t(texts.deleteTitle),
    deleteQuestion: () => t(texts.question),
    bulkQuestion: t(texts.bulkQuestion),
    bulkFailure: (message) => t(texts.bulkFailure, { message }),
    importButton: t(texts.import),
    primary: <AddQuery size="sm" />,
    empty: (importButton) => (
      <EmptyState
        size="big"
        title={t(texts.empty)}
        text={t(texts.emptyText)}
        actions={
          <>
            <AddQuery size="md" />
            {importButton}
          </>
        }
      />
    ),
  })
}

/** `tagColumns`: the columns that show tags, if the user sees tags. */
const columnsOf = (t: Text, titleOf: (item: SavedQuerySummary) => string, tagColumns: Columns): Columns => [
  {
    key: 'name',
    label: t(texts.name),
    sort: 'label',
    cell: (item) => <NameCell href={addressOf(item.id)} title={titleOf(item)} tip={item.description ?? undefined} />,
  },
  {
    key: 'database',
    label: t(texts.database),
    width: 150,
    sort: 'database.database_name',
    isQuiet: true,
    hiddenBelow: 'medium',
    cell: (item) => item.database?.database_name,
  },
  {
    key: 'schema',
    label: t(texts.schema),
    width: 120,
    sort: 'schema',
    isQuiet: true,
    hiddenBelow: 'medium',
    cell: (item) => item.schema,
  },
  {
    key: 'tables',
    label: t(texts.tables),
    width: 200,
    isQuiet: true,
    hiddenBelow: 'medium',
    cell: (item) => <TablesCell tables={item.sql_tables} />,
  },
  ...tagColumns,
  {
    key: 'created',
    label: t(texts.created),
    width: 110,
    sort: 'created_on',
    isQuiet: true,
    hiddenBelow: 'medium',
    cell: (item) => item.created_on.slice(0, 10),
  },
  modifiedColumn(t(texts.modified), (item: SavedQuerySummary) => elapsedText(item.changed_on_delta_humanized)),
]

function AddQuery({ size }: { size: 'sm' | 'md' }) {
  const t = useText()
  return (
    <ButtonLink variant="primary" size={size} icon={<Plus size={14} />} href="/superset/sqllab/?new=true">
      {t(texts.add)}
    </ButtonLink>
  )
}
