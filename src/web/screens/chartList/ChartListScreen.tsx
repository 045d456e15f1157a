import { Plus } from 'lucide-react'
import { charts, nameOf } from '../../../charts/index.ts'
import { type ChartSummary, chartListQuery, datasetLabel, deleteCharts } from '../../api/charts.ts'
import { dashboardListQuery } from '../../api/dashboards.ts'
import { personName } from '../../api/list.ts'
import { queryClient } from '../../api/queryClient.ts'
import { ChartCover } from '../../cover/Cover.tsx'
import { Certified } from '../../list/Certified.tsx'
import { useCommonFilters } from '../../list/commonFilters.ts'
import { datasetOptions } from '../../list/datasetOptions.ts'
import { ListScreen } from '../../list/ListScreen.tsx'
import type { ColumnDefinition, ListDefinition } from '../../list/listDefinition.ts'
import type { FilterValue } from '../../list/listState.ts'
import { NameCell } from '../../list/NameCell.tsx'
import { useResourceList } from '../../list/useResourceList.tsx'
import { useTags } from '../../list/useTags.tsx'
import { FacePile } from '../../ui/Avatar.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { compareNames } from '../../ui/compareNames.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import type { LoadOptions } from '../../ui/select/Select.tsx'
import { defineTexts, usePlainText, useText } from '../../ui/text.ts'
import css from './ChartListScreen.module.css'

type Text = ReturnType<typeof useText>

const texts = defineTexts('chartList', {
  name: 'Name',
  type: 'Type',
  dataset: 'Dataset',
  dashboard: 'Dashboard',
  onDashboards: 'Dashboards added to',
  more: '+{count, number}',
  untitled: '[Untitled]',
  chart: 'Chart',
  empty: 'No charts yet',
  emptyText: 'A chart shows data of one dataset. Choose a dataset to create a chart, or import a bundle.',
})

/** Types by their display name. */
const typeOptions = (plain: (text: string) => string) =>
  charts
    .map((chart) => ({ value: chart.type, label: plain(chart.name) }))
    .toSorted((a, b) => compareNames(a.label, b.label))

const loadDashboards: LoadOptions<FilterValue> = async (search, page) => {
  const filters = search === '' ? [] : [{ col: 'dashboard_title', opr: 'title_or_slug', value: search }]
  const { result, count } = await queryClient.fetchQuery(
    dashboardListQuery({ page, pageSize: 100, filters, orderColumn: 'dashboard_title', orderDirection: 'asc' }),
  )
  return { count, options: result.map((item) => ({ value: item.id, label: item.dashboard_title ?? '' })) }
}

export function ChartListScreen() {
  const t = useText()
  const plain = usePlainText()
  const filters = useCommonFilters('chart')
  const tags = useTags<ChartSummary>('chart')
  const titleOf = (item: ChartSummary) => item.slice_name || t(texts.untitled)
  const { shared, lastColumns, actionsOf, dialogs } = useResourceList('chart', titleOf)

  const definition = (askDelete: (item: ChartSummary) => void): ListDefinition<ChartSummary> => ({
    ...shared,
    query: chartListQuery,
    queryKeyRoot: 'charts',
    searchFilter: (value) => ({ col: 'slice_name', opr: 'chart_all_text', value }),
    filters: [
      {
        key: 'type',
        label: t(texts.type),
        options: typeOptions(plain),
        toFilter: (value) => ({ col: 'viz_type', opr: 'eq', value }),
      },
      {
        key: 'dataset',
        label: t(texts.dataset),
        load: datasetOptions,
        toFilter: (value) => ({ col: 'datasource_id', opr: 'eq', value }),
      },
      ...tags.filters,
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
    columns: [...columnsOf(t, plain, titleOf), ...tags.columns, ...lastColumns],
    actionsOf: (item) => actionsOf(item, askDelete, item.url),
    card: (item) => ({
      href: item.url,
      cover: <ChartCover id={item.id} name={titleOf(item)} vizType={item.viz_type} />,
      meta: (
        <>
          <FacePile names={item.owners.map(personName)} />
          <RelativeTime time={item.changed_on_utc} />
          <span className={css.dataset}>{datasetLabel(item)}</span>
        </>
      ),
    }),
    canStar: 'chart',
    remove: deleteCharts,
    usedAs: 'chart',
    primary: shared.canWrite ? <NewChart size="sm" /> : undefined,
    empty: (importButton) => (
      <EmptyState
        size="big"
        title={t(texts.empty)}
        text={t(texts.emptyText)}
        actions={
          <>
            {shared.canWrite ? <NewChart size="md" /> : null}
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
    </>
  )
}

const columnsOf = (
  t: Text,
  plain: (text: string) => string,
  titleOf: (item: ChartSummary) => string,
): ColumnDefinition<ChartSummary>[] => [
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
    width: 160,
    sort: 'viz_type',
    isQuiet: true,
    hiddenBelow: 'narrow',
    cell: (item) => plain(nameOf(item.viz_type)),
  },
  {
    key: 'dataset',
    label: t(texts.dataset),
    width: 150,
    sort: 'datasource_name',
    hiddenBelow: 'medium',
    cell: (item) =>
      item.datasource_url === null ? (
        datasetLabel(item)
      ) : (
        <a className={css.link} dir="auto" href={item.datasource_url}>
          {datasetLabel(item)}
        </a>
      ),
  },
  {
    key: 'dashboards',
    label: t(texts.onDashboards),
    width: 165,
    hiddenBelow: 'large',
    cell: (item) => <Dashboards dashboards={item.dashboards} />,
  },
]

function NewChart({ size }: { size: 'sm' | 'md' }) {
  const t = useText()
  return (
    <ButtonLink href="/chart/add" variant="primary" size={size} icon={<Plus size={14} />}>
      {t(texts.chart)}
    </ButtonLink>
  )
}

function Dashboards({ dashboards }: { dashboards: ChartSummary['dashboards'] }) {
  const t = useText()
  const [first, ...others] = dashboards
  if (!first) return null
  return (
    <span className={css.dashboards}>
      <a className={css.link} dir="auto" href={`/superset/dashboard/${first.id}/`}>
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
