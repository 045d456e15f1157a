import { CircleAlert } from 'lucide-react'
import { lazy, Suspense, useMemo, useSyncExternalStore } from 'react'
import type { MarkMenu, PictureRef } from '../../../../charts/shared/contract.ts'
import { noDatasource } from '../../../../charts/shared/noDatasource.ts'
import { chartExtraFormData, isUnset } from '../../../../model/dashboard/dashboardState.ts'
import type { DashboardChart } from '../../../api/dashboardView.ts'
import { ChartView } from '../../../chart/ChartView.tsx'
import { FirstFrame } from '../../../chart/FirstFrame.tsx'
import { plainMessage } from '../../../chart/plainMessage.ts'
import { WaitPill } from '../../../chart/WaitPill.tsx'
import { RegionBoundary } from '../../../ui/RegionBoundary.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { crossFilter } from '../state/actions.ts'
import { datasetIdOf, showsOf } from '../state/dashboardStore.ts'
import { useDashboard, useSession } from '../state/session.ts'
import css from './ChartBody.module.css'
import { Description } from './Description.tsx'

const texts = defineTexts('dashboard.chartBody', {
  stopped: 'Updating chart was stopped',
  failedStrip: '{what}. Showing data from {time, time, short}.',
  retry: 'Try again',
})

// loaded only if something fails
const ChartFailurePanel = lazy(() => import('./ChartFailurePanel.tsx'))
const FilterBoxBody = lazy(() => import('../filterBox/FilterBoxBody.tsx'))
const EmptyResult = lazy(() => import('./EmptyResult.tsx'))

interface ChartBodyProps {
  chart: DashboardChart
  title: string
  /** receives the drawn element, to save it as an image */
  picture?: PictureRef
  onMarkContextMenu: (menu: MarkMenu) => void
}

/**
 * The chart, or a placeholder or error. The last rendering stays visible, dimmed, while a new result is loaded. If
 * loading fails, the rendering remains readable below a strip that shows its age.
 */
export function ChartBody({ chart, title, picture, onMarkContextMenu }: ChartBodyProps) {
  const { loader } = useSession()
  const { id } = chart
  const run = useDashboard((state) => state.runs[id])
  const isDescribed = useDashboard((state) => state.described[id] === true)
  const shows = showsOf(chart)
  const isLoading = run?.phase === 'loading'
  // a chart that draws other charts requests their results itself, as soon as no filter is pending
  const loadsItself = isLoading && chart.type?.drawsCharts
  const retry = () => loader.refresh([id], false)

  return (
    <div className={css.body} data-tight={shows === 'rows' ? '' : undefined}>
      {isDescribed ? <Description chart={chart} /> : null}
      {run?.result && (run.phase === 'failed' || run.phase === 'stopped') ? (
        <FailedStrip failure={run.failure?.message} receivedAt={run.receivedAt ?? 0} onRetry={retry} />
      ) : null}
      <div className={css.picture}>
        {!chart.type || run?.result || loadsItself ? (
          <RegionBoundary compact resetKey={run?.result}>
            <Picture
              chart={chart}
              title={title}
              picture={picture}
              isDim={isLoading}
              onMarkContextMenu={onMarkContextMenu}
            />
          </RegionBoundary>
        ) : (run?.phase === 'failed' && run.failure) || run?.phase === 'stopped' ? (
          <Suspense fallback={<FirstFrame shows={shows} />}>
            <ChartFailurePanel failure={run.phase === 'failed' ? run.failure : undefined} onRetry={retry} />
          </Suspense>
        ) : (
          <FirstFrame shows={shows} />
        )}
        {isLoading ? <WaitPill key={run.startedAt} startedAt={run.startedAt} onStop={() => loader.stop(id)} /> : null}
      </div>
    </div>
  )
}

function FailedStrip({
  failure,
  receivedAt,
  onRetry,
}: {
  failure: string | undefined
  receivedAt: number
  onRetry: () => void
}) {
  const t = useText()
  const what = plainMessage(failure ?? t(texts.stopped)).replace(/[.\s]+$/, '')
  return (
    <div className={css.strip} data-tone={failure === undefined ? 'info' : 'danger'} role="alert">
      <CircleAlert size={14} />
      <span>{t(texts.failedStrip, { what, time: new Date(receivedAt) })}</span>
      <button type="button" className={css.retry} onClick={onRetry}>
        {t(texts.retry)}
      </button>
    </div>
  )
}

interface PictureProps extends ChartBodyProps {
  isDim: boolean
}

function Picture({ chart, title, picture, isDim, onMarkContextMenu }: PictureProps) {
  const { store, colors } = useSession()
  const { id } = chart
  const scaleOf = useSyncExternalStore(colors.subscribe, () => colors.scaleOf(id))
  const data = useDashboard((state) => state.runs[id]?.result)
  const metadata = useDashboard((state) => state.metadata)
  const filterState = useDashboard((state) => state.applied[String(id)]?.filterState)
  const ownState = useDashboard((state) => state.ownStates[id])
  const datasources = useDashboard((state) => state.datasources)
  const datasetId = datasetIdOf(chart.form_data)
  const applied = useDashboard((state) => (chart.type?.drawsCharts ? state.applied : undefined))
  const reach = useDashboard((state) => state.reach)
  // a filter of the dashboard may replace the time grain: ticks and formats then use the new buckets
  const grain = useDashboard((state) => chartExtraFormData(id, state.applied, state.reach).time_grain_sqla)
  const formData = useMemo(
    () => (grain ? { ...chart.form_data, time_grain_sqla: grain } : chart.form_data),
    [chart.form_data, grain],
  )
  const extraFormData = useMemo(() => applied && { ...chartExtraFormData(id, applied, reach) }, [id, applied, reach])
  const empty = useMemo(
    () => (
      <Suspense>
        <EmptyResult chartId={id} />
      </Suspense>
    ),
    [id],
  )
  const leftOut = useDashboard((state) => state.leftOut?.[id])
  const frame = <FirstFrame shows={showsOf(chart)} />
  // the datasets of the dashboard arrive shortly after its charts were requested
  if (!datasources) return frame
  if (chart.type?.filtersDashboard) {
    return (
      <Suspense fallback={frame}>
        <FilterBoxBody chart={chart} isLoading={isDim} />
      </Suspense>
    )
  }
  const emits = metadata.cross_filters_enabled
  return (
    <ChartView
      type={chart.type}
      formData={formData}
      data={data ?? []}
      datasource={datasources.get(datasetId ?? -1) ?? noDatasource}
      title={title}
      labelColors={metadata.labelColors}
      colorScheme={metadata.color_scheme}
      scaleOf={scaleOf}
      filterState={isUnset({ filterState }) ? undefined : filterState}
      ownState={ownState}
      extraFormData={extraFormData}
      busy={isDim}
      waiting={frame}
      emptyMessage={empty}
      picture={picture}
      leftOut={leftOut?.of === data ? leftOut?.line : null}
      onDataMask={emits ? (mask) => crossFilter(store, id, mask) : undefined}
      onOwnState={(next) => store.setState(({ ownStates }) => ({ ownStates: { ...ownStates, [id]: next } }))}
      onMarkContextMenu={onMarkContextMenu}
    />
  )
}
