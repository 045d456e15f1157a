import type { ReactNode, RefObject } from 'react'
import { useIntl } from 'react-intl'
import type { DrawnPicture } from '../../../../charts/shared/contract.ts'
import { noDatasource } from '../../../../charts/shared/noDatasource.ts'
import { visibleParts } from '../../../../model/dashboard/dashboardUrl.ts'
import { can, hasFlag } from '../../../api/bootstrap.ts'
import type { DashboardChart } from '../../../api/dashboardView.ts'
import { messageOf } from '../../../api/failure.ts'
import { canDrill, detailRefusal } from '../../../drill/canDrill.ts'
import { drillTexts } from '../../../drill/drillTexts.ts'
import type { MenuEntry } from '../../../ui/Menu.tsx'
import { parseUtc, relativeUnit } from '../../../ui/RelativeTime.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import { useNow } from '../../../ui/useNow.ts'
import { mayEdit } from '../header/mayEdit.ts'
import { setFullSize, toggleDescription } from '../state/actions.ts'
import { datasetIdOf } from '../state/dashboardStore.ts'
import { useDashboard, useSession } from '../state/session.ts'
import { useShare } from '../useShare.ts'
import type { OpenChartDialog } from './ChartDialogs.tsx'
import { exploreHref } from './exploreHref.ts'

const texts = defineTexts('dashboard.chartMenu', {
  refresh: 'Force refresh',
  cached: 'Cached {time}',
  fetched: 'Fetched {time}',
  refreshed: 'Data refreshed',
  enter: 'Enter fullscreen',
  exit: 'Exit fullscreen',
  showDescription: 'Show chart description',
  hideDescription: 'Hide chart description',
  edit: 'Edit chart',
  scoping: 'Cross-filtering scoping',
  query: 'View query',
  table: 'View as table',
  share: 'Share',
  copyLink: 'Copy permalink to clipboard',
  email: 'Share chart by email',
  emailSubject: 'Chart: {title}',
  emailBody: 'Check out this chart: ',
  download: 'Download',
  csv: 'Export to .CSV',
  excel: 'Export to Excel',
  fullCsv: 'Export to full .CSV',
  fullExcel: 'Export to full Excel',
  image: 'Download as image',
  imageFailed: 'Image download failed, please refresh and try again.',
  noPicture: 'Tables can be downloaded as CSV or Excel',
  loading: 'The chart is loading.',
  unsupported: 'This visualization type is not supported.',
})

const files = [
  { text: texts.csv, format: 'csv', isFull: false },
  { text: texts.excel, format: 'xlsx', isFull: false },
  { text: texts.fullCsv, format: 'csv', isFull: true },
  { text: texts.fullExcel, format: 'xlsx', isFull: true },
] as const

interface ChartMenuProps {
  chart: DashboardChart
  title: string
  picture: RefObject<DrawnPicture | null>
  openDialog: (dialog: OpenChartDialog) => void
}

/** The menu of a chart: for its button, right click and the menu key. Loaded when it is opened. */
export default function ChartMenuItems({
  show,
  ...props
}: ChartMenuProps & { show: (items: MenuEntry[]) => ReactNode }) {
  return show(useChartMenu(props))
}

/** The menu entries of a chart, in the contract's order. */
function useChartMenu({ chart, title, picture, openDialog }: ChartMenuProps): MenuEntry[] {
  const t = useText()
  const { store, loader, openedWith, item } = useSession()
  const age = useDataAge(chart.id)
  const share = useShare()
  const isFull = useDashboard((state) => state.fullSizeChartId === chart.id)
  const isCrossed = useDashboard((state) => state.metadata.cross_filters_enabled)
  const isDescribed = useDashboard((state) => state.described[chart.id] === true)
  const isLoading = useDashboard((state) => state.runs[chart.id]?.phase === 'loading')
  const hasData = useDashboard((state) => state.runs[chart.id]?.result !== undefined)
  const nodeId = useDashboard((state) => nodeIdOf(state.layout.byId, chart.id))
  const isRows = chart.type?.shows === 'rows'
  const datasource = useDashboard((state) => state.datasources?.get(datasetIdOf(chart.form_data) ?? -1))
  const hidden = detailRefusal(chart.form_data, datasource ?? noDatasource)
  if (!visibleParts(openedWith).chartControls) return []
  const unsupported = chart.type ? undefined : t(texts.unsupported)
  return [
    {
      label: t(texts.refresh),
      hint: age,
      disabledReason: isLoading ? t(texts.loading) : unsupported,
      onSelect: () => {
        loader.refresh([chart.id])
        toast.success(t(texts.refreshed))
      },
    },
    {
      label: t(isFull ? texts.exit : texts.enter),
      shortcut: 'F',
      onSelect: () => setFullSize(store, isFull ? undefined : chart.id),
    },
    'divider',
    chart.description
      ? {
          label: t(isDescribed ? texts.hideDescription : texts.showDescription),
          onSelect: () => toggleDescription(store, chart.id),
        }
      : false,
    can('can_explore', 'Superset') && { label: t(texts.edit), href: exploreHref(chart.id, store.getState().id) },
    mayEdit(item) &&
      isCrossed &&
      chart.type?.behaviors.includes('INTERACTIVE_CHART') && {
        label: t(texts.scoping),
        onSelect: () => openDialog('scoping'),
      },
    'divider',
    { label: t(texts.query), disabledReason: unsupported, onSelect: () => openDialog('query') },
    {
      label: t(texts.table),
      disabledReason: unsupported ?? (hasData ? undefined : t(texts.loading)),
      onSelect: () => openDialog('table'),
    },
    canDrill(chart.form_data) && {
      label: t(drillTexts.detail),
      disabledReason: unsupported ?? (hidden && t(hidden)),
      onSelect: () => openDialog({ drill: { filters: [] } }),
    },
    'divider',
    {
      label: t(texts.share),
      items: [
        { label: t(texts.copyLink), onSelect: () => void share.copy(nodeId) },
        {
          label: t(texts.email),
          onSelect: () => void share.email(t(texts.emailSubject, { title }), t(texts.emailBody), nodeId),
        },
      ],
    },
    {
      label: t(texts.download),
      items: [
        ...(can('can_csv', 'Superset') && !chart.type?.filtersDashboard
          ? files.filter(({ isFull }) => !isFull || (isRows && hasFlag('ALLOW_FULL_CSV_EXPORT')))
          : []
        ).map(({ text, ...kind }) => ({
          label: t(text),
          disabledReason: unsupported,
          onSelect: () =>
            void import('./download.ts')
              .then(({ downloadData }) => downloadData(store, chart.id, title, kind))
              .catch((error: unknown) => toast.danger(messageOf(error))),
        })),
        {
          label: t(texts.image),
          disabledReason: isRows ? t(texts.noPicture) : (unsupported ?? (hasData ? undefined : t(texts.loading))),
          onSelect: () =>
            void import('./download.ts')
              .then(({ downloadImage }) => downloadImage(picture.current, title))
              .catch(() => toast.warning(t(texts.imageFailed))),
        },
      ],
    },
  ]
}

/** "Cached 3 minutes ago", or "Fetched ..." for data directly from the database. */
function useDataAge(chartId: number): string | undefined {
  const t = useText()
  const intl = useIntl()
  const now = useNow()
  const run = useDashboard((state) => state.runs[chartId])
  const [first] = run?.result ?? []
  if (!first || run?.receivedAt === undefined) return undefined
  const isCached = first.is_cached === true && first.cached_dttm !== null
  const at = isCached && first.cached_dttm ? parseUtc(first.cached_dttm).getTime() : run.receivedAt
  const { value, unit } = relativeUnit((at - now) / 1000)
  const time = intl.formatRelativeTime(value, unit, { numeric: 'auto' })
  return t(isCached ? texts.cached : texts.fetched, { time })
}

function nodeIdOf(
  byId: ReadonlyMap<string, { id: string; type: string; meta: { chartId?: number } }>,
  chartId: number,
) {
  for (const node of byId.values()) if (node.type === 'CHART' && node.meta.chartId === chartId) return node.id
  return undefined
}
