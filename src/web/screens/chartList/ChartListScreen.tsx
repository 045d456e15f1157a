import { Download, Trash2 } from 'lucide-react'
import { charts, findChart } from '../../../charts/index.ts'
import { can, hasFlag } from '../../api/bootstrap.ts'
import { downloadBundle } from '../../api/bundles.ts'
import { type ChartSummary, chartListQuery, deleteCharts } from '../../api/charts.ts'
import { dashboardListQuery } from '../../api/dashboards.ts'
import { datasetListQuery } from '../../api/datasets.ts'
import { messageOf } from '../../api/failure.ts'
import { personName } from '../../api/list.ts'
import { queryClient } from '../../api/queryClient.ts'
import { ChartCover } from '../../cover/Cover.tsx'
import { Certified } from '../../list/Certified.tsx'
import { useCommonFilters } from '../../list/commonFilters.ts'
import { ListScreen, recentColumn } from '../../list/ListScreen.tsx'
import type { ListDefinition } from '../../list/listDefinition.ts'
import type { FilterValue } from '../../list/listState.ts'
import { Modified } from '../../list/Modified.tsx'
import { NameCell } from '../../list/NameCell.tsx'
import { FacePile } from '../../ui/Avatar.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import type { LoadOptions } from '../../ui/select/Select.tsx'
import { defineTexts, useRichText, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import css from './ChartListScreen.module.css'

const texts = defineTexts('chartList', {
  title: 'Charts',
  name: 'Name',
  type: 'Type',
  dataset: 'Dataset',
  dashboard: 'Dashboard',
  onDashboards: 'Dashboards added to',
  more: '+{count, number}',
  owners: 'Owners',
  modified: 'Last modified',
  untitled: '[Untitled]',
  delete: 'Delete',
  export: 'Export',
  importButton: 'Import charts',
  importTitle: 'Import chart',
  imported: 'Chart imported',
  question: 'Are you sure you want to delete <b>{title}</b>?',
  bulkQuestion: 'Are you sure you want to delete the selected charts?',
  bulkFailure: 'There was an issue deleting the selected charts: {message}',
  exportFailed: 'There was an issue exporting: {message}',
  empty: 'No charts yet',
  emptyText: 'A chart is one question asked of one dataset. Start from a dataset, or import a bundle with charts.',
  datasets: 'See all datasets',
})

/** Types by their shown name. */
const typeOptions = charts
  .map((chart) => ({ value: chart.type, label: chart.name }))
  .toSorted((a, b) => a.label.localeCompare(b.label))

const loadDatasets: LoadOptions<FilterValue> = async (search, page) => {
  const filters = search === '' ? [] : [{ col: 'table_name', opr: 'ct', value: search }]
  const { result, count } = await queryClient.fetchQuery(
    datasetListQuery({ page, pageSize: 100, filters, orderColumn: 'table_name', orderDirection: 'asc' }),
  )
  return { count, options: result.map((item) => ({ value: item.id, label: item.table_name })) }
}

const loadDashboards: LoadOptions<FilterValue> = async (search, page) => {
  const filters = search === '' ? [] : [{ col: 'dashboard_title', opr: 'title_or_slug', value: search }]
  const { result, count } = await queryClient.fetchQuery(
    dashboardListQuery({ page, pageSize: 100, filters, orderColumn: 'dashboard_title', orderDirection: 'asc' }),
  )
  return { count, options: result.map((item) => ({ value: item.id, label: item.dashboard_title ?? '' })) }
}

export function ChartListScreen() {
  const t = useText()
  const rich = useRichText()
  const filters = useCommonFilters('chart')
  const canWrite = can('can_write', 'Chart')
  const canExport = can('can_export', 'Chart') && hasFlag('VERSIONED_EXPORT')
  const titleOf = (item: ChartSummary) => item.slice_name || t(texts.untitled)

  const definition = (askDelete: (item: ChartSummary) => void): ListDefinition<ChartSummary> => ({
    resource: 'chart',
    title: t(texts.title),
    query: chartListQuery,
    queryKeyRoot: 'charts',
    searchFilter: (value) => ({ col: 'slice_name', opr: 'chart_all_text', value }),
    filters: [
      {
        key: 'type',
        label: t(texts.type),
        options: typeOptions,
        toFilter: (value) => ({ col: 'viz_type', opr: 'eq', value }),
      },
      {
        key: 'dataset',
        label: t(texts.dataset),
        load: loadDatasets,
        toFilter: (value) => ({ col: 'datasource_id', opr: 'eq', value }),
      },
      filters.owner,
      filters.createdBy,
      {
        key: 'dashboard',
        label: t(texts.dashboard),
        load: loadDashboards,
        toFilter: (value) => ({ col: 'dashboards', opr: 'rel_m_m', value }),
      },
      filters.favorite,
      filters.certified,
    ],
    nameSort: 'slice_name',
    titleOf,
    marksOf: (item) => <Certified by={item.certified_by} details={item.certification_details} />,
    columns: [
      {
        key: 'name',
        label: t(texts.name),
        sort: 'slice_name',
        cell: (item) => (
          <NameCell
            href={item.url}
            title={titleOf(item)}
            tip={item.description ?? undefined}
            marks={<Certified by={item.certified_by} details={item.certification_details} />}
          />
        ),
      },
      {
        key: 'type',
        label: t(texts.type),
        width: 170,
        sort: 'viz_type',
        isQuiet: true,
        hiddenBelow: 'narrow',
        cell: (item) => chartTypeName(item.viz_type),
      },
      {
        key: 'dataset',
        label: t(texts.dataset),
        width: 170,
        sort: 'datasource_name',
        hiddenBelow: 'medium',
        cell: (item) =>
          item.datasource_url === null ? (
            item.datasource_name_text
          ) : (
            <a className={css.link} href={item.datasource_url}>
              {item.datasource_name_text}
            </a>
          ),
      },
      {
        key: 'dashboards',
        label: t(texts.onDashboards),
        width: 200,
        hiddenBelow: 'medium',
        cell: (item) => <Dashboards dashboards={item.dashboards} />,
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
    actionsOf: (item) => [
      ...(canExport
        ? [
            {
              label: t(texts.export),
              icon: <Download size={15} />,
              onSelect: () => {
                downloadBundle('chart', [item.id]).catch((error) =>
                  toast.danger(t(texts.exportFailed, { message: messageOf(error) })),
                )
              },
            },
          ]
        : []),
      ...(canWrite ? [{ label: t(texts.delete), icon: <Trash2 size={15} />, onSelect: () => askDelete(item) }] : []),
    ],
    card: (item) => ({
      href: item.url,
      cover: <ChartCover id={item.id} vizType={item.viz_type} />,
      meta: (
        <>
          <FacePile names={item.owners.map(personName)} />
          <RelativeTime time={item.changed_on_utc} />
          <span className={css.dataset}>{item.datasource_name_text}</span>
        </>
      ),
    }),
    canStar: 'chart',
    canWrite,
    canExport,
    remove: deleteCharts,
    deleteQuestion: (item) => rich(texts.question, { title: titleOf(item), b: (parts) => <b>{parts}</b> }),
    bulkQuestion: t(texts.bulkQuestion),
    bulkFailure: (message) => t(texts.bulkFailure, { message }),
    importTitle: t(texts.importTitle),
    importButton: t(texts.importButton),
    importDone: t(texts.imported),
    empty: (importButton) => (
      <EmptyState
        size="big"
        title={t(texts.empty)}
        text={t(texts.emptyText)}
        actions={
          <>
            <ButtonLink href="/tablemodelview/list/" variant="primary" size="md">
              {t(texts.datasets)}
            </ButtonLink>
            {importButton}
          </>
        }
      />
    ),
  })

  return <ListScreen definition={definition} />
}

/** The name of a type; one that cannot be drawn yet shows its key in words. */
function chartTypeName(vizType: string): string {
  const words = vizType.replace(/_v\d+$/, '').replaceAll('_', ' ')
  return findChart(vizType)?.name ?? words.replace(/^./, (first) => first.toUpperCase())
}

function Dashboards({ dashboards }: { dashboards: ChartSummary['dashboards'] }) {
  const t = useText()
  const [first, ...others] = dashboards
  if (!first) return null
  return (
    <span className={css.dashboards}>
      <a className={css.link} href={`/superset/dashboard/${first.id}/`}>
        {first.dashboard_title || t(texts.untitled)}
      </a>
      {others.length > 0 ? (
        <span className={css.more} title={others.map((each) => each.dashboard_title).join('\n')}>
          {t(texts.more, { count: others.length })}
        </span>
      ) : null}
    </span>
  )
}
