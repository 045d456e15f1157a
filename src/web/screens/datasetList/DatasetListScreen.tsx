import { useQuery } from '@tanstack/react-query'
import { Download, Table2, TableProperties, Trash2, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { can, currentUser, hasFlag, isAdmin } from '../../api/bootstrap.ts'
import { downloadBundle } from '../../api/bundles.ts'
import {
  type DatasetSummary,
  datasetListQuery,
  datasetMarks,
  datasetUseQuery,
  deleteDatasets,
} from '../../api/datasets.ts'
import { messageOf } from '../../api/failure.ts'
import { personName } from '../../api/list.ts'
import { distinct, related } from '../../api/related.ts'
import { Certified } from '../../list/Certified.tsx'
import { useCommonFilters } from '../../list/commonFilters.ts'
import { ListScreen, recentColumn } from '../../list/ListScreen.tsx'
import type { ListDefinition } from '../../list/listDefinition.ts'
import { Modified } from '../../list/Modified.tsx'
import { NameCell } from '../../list/NameCell.tsx'
import { FacePile } from '../../ui/Avatar.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { defineTexts, useRichText, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import css from './DatasetListScreen.module.css'

const texts = defineTexts('datasetList', {
  title: 'Datasets',
  name: 'Name',
  type: 'Type',
  physical: 'Physical',
  virtual: 'Virtual',
  physicalDataset: 'Physical dataset',
  virtualDataset: 'Virtual dataset',
  database: 'Database',
  schema: 'Schema',
  owners: 'Owners',
  modified: 'Last modified',
  delete: 'Delete',
  export: 'Export',
  notOwner:
    'You must be a dataset owner in order to edit. Please reach out to a dataset owner to request modifications or edit access.',
  importButton: 'Import datasets',
  importTitle: 'Import dataset',
  imported: 'Dataset imported',
  question:
    'The dataset <b>{title}</b> is linked to {charts, plural, one {# chart} other {# charts}} that appear on {dashboards, plural, one {# dashboard} other {# dashboards}}. Are you sure you want to continue? Deleting the dataset will break those objects.',
  questionFailed: 'Are you sure you want to delete <b>{title}</b>?',
  bulkQuestion: 'Are you sure you want to delete the selected datasets?',
  bulkFailure: 'There was an issue deleting the selected datasets: {message}',
  exportFailed: 'There was an issue exporting: {message}',
  empty: 'No datasets yet',
  emptyText:
    'A dataset is a table or query that charts draw from, with its columns and metrics described. Import a bundle, or load files with npm run tables.',
})

const schemas = distinct('dataset', 'schema')
const databases = related('dataset', 'database')

export function DatasetListScreen() {
  const t = useText()
  const filters = useCommonFilters('dataset')
  const canWrite = can('can_write', 'Dataset')
  const canExport = can('can_export', 'Dataset') && hasFlag('VERSIONED_EXPORT')

  const definition = (askDelete: (item: DatasetSummary) => void): ListDefinition<DatasetSummary> => ({
    resource: 'dataset',
    title: t(texts.title),
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
    ],
    nameSort: 'table_name',
    titleOf: (item) => item.table_name,
    columns: [
      {
        key: 'name',
        label: t(texts.name),
        sort: 'table_name',
        cell: (item) => <DatasetName dataset={item} />,
      },
      {
        key: 'type',
        label: t(texts.type),
        width: 110,
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
      {
        key: 'owners',
        label: t(texts.owners),
        width: 110,
        hiddenBelow: 'medium',
        cell: (item) => <FacePile names={item.owners.map(personName)} />,
      },
      {
        key: 'modified',
        label: t(texts.modified),
        width: 140,
        sort: recentColumn,
        isQuiet: true,
        hiddenBelow: 'narrow',
        cell: (item) => <Modified time={item.changed_on_utc} by={item.changed_by_name} />,
      },
    ],
    actionsOf: (item) => {
      const mayEdit = isAdmin() || item.owners.some((owner) => owner.id === currentUser.userId)
      return [
        ...(canExport
          ? [
              {
                label: t(texts.export),
                icon: <Download size={15} />,
                onSelect: () => {
                  downloadBundle('dataset', [item.id]).catch((error) =>
                    toast.danger(t(texts.exportFailed, { message: messageOf(error) })),
                  )
                },
              },
            ]
          : []),
        ...(canWrite
          ? [
              {
                label: t(texts.delete),
                icon: <Trash2 size={15} />,
                disabledReason: mayEdit ? undefined : t(texts.notOwner),
                onSelect: () => askDelete(item),
              },
            ]
          : []),
      ]
    },
    canWrite,
    canExport,
    remove: deleteDatasets,
    deleteQuestion: (item) => <DeleteQuestion dataset={item} />,
    bulkQuestion: t(texts.bulkQuestion),
    bulkFailure: (message) => t(texts.bulkFailure, { message }),
    importTitle: t(texts.importTitle),
    importButton: t(texts.importButton),
    importDone: t(texts.imported),
    empty: (importButton) => (
      <EmptyState size="big" title={t(texts.empty)} text={t(texts.emptyText)} actions={importButton} />
    ),
  })

  return <ListScreen definition={definition} />
}

function DatasetName({ dataset }: { dataset: DatasetSummary }) {
  const t = useText()
  const { certifiedBy, certificationDetails, warning } = datasetMarks(dataset.extra)
  const isVirtual = dataset.kind === 'virtual'
  const kind = t(isVirtual ? texts.virtualDataset : texts.physicalDataset)
  const Icon = isVirtual ? TableProperties : Table2
  return (
    <span className={css.line}>
      <Tooltip text={kind}>
        <span className={css.kind} role="img" aria-label={kind}>
          <Icon size={15} />
        </span>
      </Tooltip>
      <NameCell
        href={dataset.explore_url}
        title={dataset.table_name}
        tip={dataset.description ?? undefined}
        marks={
          <>
            <Certified by={certifiedBy} details={certificationDetails} />
            {warning ? (
              <Tooltip text={warning}>
                <span className={css.warning} role="img" aria-label={warning}>
                  <TriangleAlert size={15} />
                </span>
              </Tooltip>
            ) : null}
          </>
        }
      />
    </span>
  )
}

/** Says what hangs on the dataset before it goes. */
function DeleteQuestion({ dataset }: { dataset: DatasetSummary }) {
  const rich = useRichText()
  const use = useQuery(datasetUseQuery(dataset.id))
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
