import { useQuery } from '@tanstack/react-query'
import { Copy, Plus, SquareTerminal, Table2, TableProperties, Upload } from 'lucide-react'
import { lazy, type ReactNode, useEffect, useState } from 'react'
import { can } from '../../api/bootstrap.ts'
import { type DatasetSummary, datasetListQuery, datasetUseQuery, deleteDatasets } from '../../api/datasets.ts'
import { queryClient } from '../../api/queryClient.ts'
import { distinct, related } from '../../api/related.ts'
import { useCommonFilters } from '../../list/commonFilters.ts'
import { DatasetMarks } from '../../list/DatasetMarks.tsx'
import { ListScreen } from '../../list/ListScreen.tsx'
import type { ColumnDefinition, ListDefinition } from '../../list/listDefinition.ts'
import { NameCell } from '../../list/NameCell.tsx'
import { useResourceList } from '../../list/useResourceList.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LabelledIcon } from '../../ui/LabelledIcon.tsx'
import { LazyPart } from '../../ui/LazyPart.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { defineTexts, useRichText, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { canUpload, openUpload } from '../../upload/uploadState.ts'
import css from './DatasetListScreen.module.css'

type Text = ReturnType<typeof useText>

const texts = defineTexts('datasetList', {
  name: 'Name',
  type: 'Type',
  physical: 'Physical',
  virtual: 'Virtual',
  physicalDataset: 'Physical dataset',
  virtualDataset: 'Virtual dataset',
  database: 'Database',
  schema: 'Schema',
  question:
    'The dataset <b>{title}</b> is linked to {charts, plural, one {# chart} other {# charts}} that appear on {dashboards, plural, one {# dashboard} other {# dashboards}}. Are you sure you want to continue? Deleting the dataset will break those objects.',
  useFailed: 'An error occurred while fetching dataset related data',
  questionFailed: 'Are you sure you want to delete <b>{title}</b>?',
  empty: 'No datasets yet',
  emptyText:
    'A dataset is a table or a query with described columns and metrics. Charts show data of datasets. Upload a file, or import a bundle.',
  emptyForReaders:
    'A dataset is a table or a query with described columns and metrics. Datasets that are shared with you appear here.',
  upload: 'Upload data',
  add: 'Dataset',
  sqlLab: 'View in SQL Lab',
  duplicate: 'Duplicate',
  selected: '{count, number} Selected ({physical, number} Physical, {virtual, number} Virtual)',
})

const DuplicateDialog = lazy(() => import('./DuplicateDialog.tsx'))
const DatasetEditor = lazy(() => import('../../datasetEditor/DatasetEditor.tsx'))

const schemas = distinct('dataset', 'schema')
const databases = related('dataset', 'database')

export function DatasetListScreen() {
  const t = useText()
  const filters = useCommonFilters('dataset')
  const [edited, setEdited] = useState<number>()
  const [copied, setCopied] = useState<DatasetSummary>()
  const canDuplicate = can('can_duplicate', 'Dataset')
  const { shared, lastColumns, actionsOf, dialogs } = useResourceList(
    'dataset',
    (item: DatasetSummary) => item.table_name,
  )

  const definition = (askDelete: (item: DatasetSummary) => void): ListDefinition<DatasetSummary> => ({
    ...shared,
    query: datasetListQuery,
    queryKeyRoot: 'datasets',
    searchFilter: (value) => ({ col: 'table_name', opr: 'ct', value }),
    filters: [
      {
        key: 'type',
        label: t(texts.type),
        options: [
          { value: true, label: t(texts.physical) },
          { value: false, label: t(texts.virtual) },
        ],
        toFilter: (value) => ({ col: 'sql', opr: 'dataset_is_null_or_empty', value }),
      },
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
      filters.owner,
      filters.certified,
      filters.modifiedBy,
    ],
    nameSort: 'table_name',
    titleOf: (item) => item.table_name,
    columns: [...columnsOf(t), ...lastColumns],
    actionsOf: (item) => [
      ...(canDuplicate && item.kind === 'virtual'
        ? [{ label: t(texts.duplicate), icon: <Copy size={15} />, onSelect: () => setCopied(item) }]
        : []),
      ...(can('can_sqllab', 'Superset')
        ? [
            {
              label: t(texts.sqlLab),
              icon: <SquareTerminal size={15} />,
              href: `/superset/sqllab/?datasourceKey=${item.id}__table`,
            },
          ]
        : []),
      ...actionsOf(item, askDelete, () => setEdited(item.id)),
    ],
    remove: deleteDatasets,
    usedAs: 'dataset',
    selectedText: (ids) => selectedText(t, ids),
    deleteQuestion: (item) => <DeleteQuestion dataset={item} />,
    primary: (
      <>
        {canUpload() ? <UploadData variant={shared.canWrite ? 'default' : 'primary'} size="sm" /> : null}
        {shared.canWrite ? <AddDataset size="sm" /> : null}
      </>
    ),
    empty: (importButton) => (
      <EmptyState
        size="big"
        title={t(texts.empty)}
        text={t(shared.canWrite ? texts.emptyText : texts.emptyForReaders)}
        actions={
          <>
            {canUpload() ? <UploadData variant="primary" size="md" /> : null}
            {importButton}
          </>
        }
      />
    ),
  })

  return (
    <>
      <ListScreen definition={definition} />
      {dialogs}
      {copied === undefined ? null : (
        <LazyPart onClose={() => setCopied(undefined)}>
          <DuplicateDialog dataset={copied} onClose={() => setCopied(undefined)} />
        </LazyPart>
      )}
      {edited === undefined ? null : (
        <LazyPart onClose={() => setEdited(undefined)}>
          <DatasetEditor id={edited} onClose={() => setEdited(undefined)} />
        </LazyPart>
      )}
    </>
  )
}

const columnsOf = (t: Text): ColumnDefinition<DatasetSummary>[] => [
  {
    key: 'name',
    label: t(texts.name),
    sort: 'table_name',
    cell: (item) => <DatasetName dataset={item} />,
  },
  {
    key: 'type',
    label: t(texts.type),
    width: 120,
    isQuiet: true,
    hiddenBelow: 'narrow',
    cell: (item) => t(item.kind === 'virtual' ? texts.virtual : texts.physical),
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
    width: 130,
    sort: 'schema',
    isQuiet: true,
    hiddenBelow: 'medium',
    cell: (item) => item.schema,
  },
]

/** The number of selected datasets of each kind, among the pages that the list has loaded. */
function selectedText(t: Text, ids: ReadonlySet<number>): string | undefined {
  const pages = queryClient.getQueriesData<{ result?: readonly DatasetSummary[] }>({ queryKey: ['datasets', 'list'] })
  const known = new Map(pages.flatMap(([, page]) => (page?.result ?? []).map((item) => [item.id, item.kind] as const)))
  const kinds = [...ids].map((id) => known.get(id))
  const virtual = kinds.filter((kind) => kind === 'virtual').length
  const physical = kinds.filter((kind) => kind === 'physical').length
  return ids.size > 0 ? t(texts.selected, { count: ids.size, physical, virtual }) : undefined
}

function UploadData({ size, variant }: { size: 'sm' | 'md'; variant: 'default' | 'primary' }) {
  const t = useText()
  return (
    <Button
      variant={variant}
      size={size}
      icon={<Upload size={14} />}
      aria-label={t(texts.upload)}
      onClick={() => openUpload()}
    >
      {/* on phones, the header has no room for the text of the button */}
      <span className={classes(size === 'sm' && css.wideOnly)}>{t(texts.upload)}</span>
    </Button>
  )
}

function AddDataset({ size }: { size: 'sm' | 'md' }) {
  const t = useText()
  return (
    <ButtonLink variant="primary" size={size} icon={<Plus size={14} />} href="/dataset/add/">
      {t(texts.add)}
    </ButtonLink>
  )
}

function DatasetName({ dataset }: { dataset: DatasetSummary }) {
  const t = useText()
  const isVirtual = dataset.kind === 'virtual'
  const kind = t(isVirtual ? texts.virtualDataset : texts.physicalDataset)
  const Icon = isVirtual ? TableProperties : Table2
  return (
    <span className={css.line}>
      <LabelledIcon label={kind} tooltip={kind} className={css.kind}>
        <Icon size={15} />
      </LabelledIcon>
      <NameCell
        href={dataset.explore_url}
        title={dataset.table_name}
        tip={dataset.description ?? undefined}
        marks={<DatasetMarks extra={dataset.extra} />}
      />
    </span>
  )
}

/** The confirmation with the number of charts and dashboards that use the dataset. */
function DeleteQuestion({ dataset }: { dataset: DatasetSummary }) {
  const rich = useRichText()
  const t = useText()
  const use = useQuery(datasetUseQuery(dataset.id))
  useEffect(() => {
    if (use.error) toast.danger(t(texts.useFailed))
  }, [use.error, t])
  const b = (parts: ReactNode) => <b>{parts}</b>
  if (use.isPending) return <Spinner />
  if (!use.data) return rich(texts.questionFailed, { title: dataset.table_name, b })
  return rich(texts.question, {
    title: dataset.table_name,
    charts: use.data.charts.count,
    dashboards: use.data.dashboards.count,
    b,
  })
}
