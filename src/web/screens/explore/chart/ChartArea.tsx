import { CircleStop, X } from 'lucide-react'
import { lazy, memo, useMemo, useState } from 'react'
import type { LevelMove } from '../../../../charts/drillLevels.ts'
import { findChart, shownBy, shownType } from '../../../../charts/index.ts'
import { readFormData } from '../../../../charts/openFormData.ts'
import type { MarkMenu } from '../../../../charts/shared/contract.ts'
import { ControlWriter } from '../../../../charts/shared/pageParts.ts'
import { culpritsOf } from '../../../../model/errors/culprit.ts'
import { OPEN_COMPARED_RANGE } from '../../../../model/explore/comparedRange.ts'
import { hasLost } from '../../../../model/explore/exploreStateErrors.ts'
import type { ChartData } from '../../../../model/query/chartData.ts'
import { can } from '../../../api/bootstrap.ts'
import type { ApiError } from '../../../api/failure.ts'
import { ChartView } from '../../../chart/ChartView.tsx'
import { FirstFrame } from '../../../chart/FirstFrame.tsx'
import { useLayerFaults } from '../../../chart/useLayerFaults.ts'
import { WaitPill } from '../../../chart/WaitPill.tsx'
import type { OpenDrill } from '../../../drill/drillSource.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { LazyPart } from '../../../ui/LazyPart.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { DataPanel } from '../data/DataPanel.tsx'
import { partsOf } from '../state/chartParts.ts'
import { useExplore, useExploreRun } from '../state/exploreContext.ts'
import { faultsOf } from '../state/faults.ts'
import { useDrawnForm } from '../state/useBuilder.ts'
import css from './ChartArea.module.css'
import { RangeWay } from './RangeWay.tsx'
import { RunPills } from './RunPills.tsx'
import { runFailure } from './runFailure.ts'
import { useExploreLeftOut } from './useExploreLeftOut.ts'

const texts = defineTexts('explore.chart', {
  area: 'Chart',
  untitled: 'Chart',
  stale: 'Your chart is not up to date',
  staleText:
    'You updated the values in the control panel, but the chart was not updated automatically. Run the query by clicking on the "Update chart" button.',
  update: 'Update chart',
  removed: 'Required control values have been removed',
  addValues: 'Add required control values to preview chart',
  addValuesText:
    'Select values in highlighted field(s) in the control panel. Then run the query by clicking on the "Create chart" button.',
  ready: 'Your chart is ready to go!',
  readyText: 'Click on "Create chart" button in the control panel on the left to preview a visualization.',
  stopped: 'Updating chart was stopped',
  empty: 'No results were returned for this query',
  emptyText:
    'Make sure that the controls are configured properly and the datasource contains data for the selected time range.',
  unsupported: 'This visualization type is not supported.',
  unsupportedText: 'The settings of the chart are not changed. Choose another chart type to draw the data.',
  missing: 'Missing dataset',
  missingText: 'The dataset linked to this chart may have been deleted.',
  swap: 'Swap dataset',
  takeOut: '{count, plural, one {Remove it from the chart} other {Remove them from the chart}}',
  leftOut:
    '{count, plural, one {The filter on {names} is} other {The filters on {names} are}} ignored: the dataset has no such column.',
  failedLayers: 'One ore more annotation layers failed loading.',
  layerFault: '{name}: {message}',
  removeFilter: '{count, plural, one {Remove filter} other {Remove filters}}',
})

const ExploreLevels = lazy(() => import('./ExploreLevels.tsx'))
const ExploreMarkMenu = lazy(() => import('./ExploreMarkMenu.tsx'))
const RowsDialog = lazy(() => import('./RowsDialog.tsx'))
const SwapDialog = lazy(() => import('../source/SwapDialog.tsx'))

/** The chart with information about its data, and the data itself below. */
export const ChartArea = memo(function ChartArea({ bare = false }: { bare?: boolean }) {
  const t = useText()
  const { dataset } = useExplore()
  const { run } = useExploreRun()
  if (dataset.id === null || dataset.id === undefined) {
    return <MissingDataset />
  }
  return (
    <>
      <section className={css.area} aria-label={t(texts.area)} aria-busy={run.phase === 'loading'}>
        {bare ? null : (
          <>
            <div className={css.head}>
              <RunPills />
              <Notice />
            </div>
            <Faults />
          </>
        )}
        <div className={css.plot} data-explore-picture>
          <Picture bare={bare} />
          <Waiting />
        </div>
      </section>
      {bare ? null : <DataPanel />}
    </>
  )
})

/** Shown if the dataset is missing: the chart is not lost, because another dataset can replace it. */
function MissingDataset() {
  const t = useText()
  const [isSwapping, setIsSwapping] = useState(false)
  return (
    <div className={css.middle}>
      <ErrorPanel
        kind="warning"
        title={t(texts.missing)}
        message={t(texts.missingText)}
        actions={
          can('can_write', 'Chart') ? <Button onClick={() => setIsSwapping(true)}>{t(texts.swap)}</Button> : null
        }
      />
      {isSwapping ? (
        <LazyPart onClose={() => setIsSwapping(false)}>
          <SwapDialog onClose={() => setIsSwapping(false)} />
        </LazyPart>
      ) : null}
    </div>
  )
}

/** Why the chart is not up to date: next to the pills or over the picture, which does not move. */
function Notice() {
  const t = useText()
  const { update } = useExplore()
  const { run } = useExploreRun()
  if (run.answer === undefined) return null
  if (run.phase === 'failed' && run.error) {
    return (
      <div className={css.failure}>
        <RunFailure compact error={run.error} />
      </div>
    )
  }
  if (run.phase !== 'stopped') return <Staleness />
  return (
    <div className={css.notice}>
      <Banner
        tone="warning"
        action={
          <Button size="xs" onClick={() => update()}>
            {t(texts.update)}
          </Button>
        }
      >
        {t(texts.stopped)}
      </Banner>
    </div>
  )
}

/** The filters and annotation layers that are missing in the drawn results. */
function Faults() {
  const { run } = useExploreRun()
  return run.answer ? (
    <>
      <LeftOut data={run.answer.data} />
      <FailedLayers data={run.answer.data} />
    </>
  ) : null
}

/** The name of the part that failed, with a button to remove it, or to set the missing time range. */
function RunFailure({ error, compact = false }: { error: ApiError; compact?: boolean }) {
  const t = useText()
  const { form, rules, update, takeOut } = useExplore()
  const faults = faultsOf(form, rules, culpritsOf(error.extra))
  return (
    <ErrorPanel
      compact={compact}
      {...runFailure(error, t)}
      onRetry={() => update()}
      actions={
        faults.length > 0 ? (
          <Button size={compact ? 'xs' : 'sm'} icon={<X size={13} />} onClick={() => takeOut(faults)}>
            {t(texts.takeOut, { count: faults.length })}
          </Button>
        ) : error.message.endsWith(OPEN_COMPARED_RANGE) ? (
          <RangeWay size={compact ? 'xs' : 'sm'} />
        ) : null
      }
    />
  )
}

/** Filters that the query ignored: the chart shows more rows than the controls suggest. */
function LeftOut({ data }: { data: readonly ChartData[] }) {
  const t = useText()
  const { form, rules, takeOut } = useExplore()
  const columns = [...new Set(data.flatMap(({ rejected_filters }) => rejected_filters.map(({ column }) => column)))]
  const faults = faultsOf(
    form,
    rules,
    columns.map((name) => ({ kind: 'filter', name })),
  )
  if (faults.length === 0) return null
  const names = [...new Set(faults.map(({ name }) => `“${name}”`))]
  return (
    <div className={css.banner}>
      <Banner
        tone="warning"
        action={
          <Button size="xs" onClick={() => takeOut(faults)}>
            {t(texts.removeFilter, { count: faults.length })}
          </Button>
        }
      >
        {t(texts.leftOut, { count: names.length, names: names.join(', ') })}
      </Banner>
    </div>
  )
}

/** Annotation layers that the chart does not show, with the reason. */
function FailedLayers({ data }: { data: readonly ChartData[] }) {
  const t = useText()
  const faults = useLayerFaults(useDrawnForm(), data)
  if (faults.length === 0) return null
  return (
    <div className={css.banner}>
      <Banner tone="warning">
        {[t(texts.failedLayers), ...faults.map((fault) => t(texts.layerFault, { ...fault }))].join(' ')}
      </Banner>
    </div>
  )
}

function Staleness() {
  const t = useText()
  const { isStale, errors, update, state } = useExplore()
  const { run } = useExploreRun()
  if (run.phase === 'idle' || run.phase === 'loading' || !isStale) return null
  if (Object.keys(errors).length > 0) {
    return (
      <div className={css.notice}>
        <Banner tone="warning">{t(hasLost(state.ran, errors) ? texts.removed : texts.addValues)}</Banner>
      </div>
    )
  }
  return (
    <div className={css.notice}>
      <Banner
        tone="info"
        action={
          <Button size="xs" onClick={() => update()}>
            {t(texts.update)}
          </Button>
        }
      >
        <span title={t(texts.staleText)}>{t(texts.stale)}</span>
      </Banner>
    </div>
  )
}

function Picture({ bare }: { bare: boolean }) {
  const t = useText()
  const { errors, datasource, state, dispatch, vizType, dashboardColors, onPicture } = useExplore()
  const { run, start } = useExploreRun()
  const drawn = useDrawnForm()
  const leftOut = useExploreLeftOut()
  const [mark, setMark] = useState<MarkMenu>()
  const [drill, setDrill] = useState<OpenDrill>()
  const [levels, setLevels] = useState<{ form: unknown; path: readonly LevelMove[] }>()
  const parts = partsOf(drawn?.['viz_type'])
  const formData = useMemo(() => drawn && parts && readFormData(parts.chart, parts.query, drawn), [drawn, parts])
  if (run.phase === 'failed' && run.error && run.answer === undefined) {
    return (
      <div className={css.middle}>
        <RunFailure error={run.error} />
      </div>
    )
  }
  if (run.phase === 'stopped' && run.answer === undefined) {
    return <EmptyState picture={<CircleStop size={20} />} title={t(texts.stopped)} />
  }
  if (findChart(vizType) === undefined)
    return <EmptyState title={t(texts.unsupported)} text={t(texts.unsupportedText)} />
  if (run.answer === undefined || formData === undefined || parts === undefined) {
    if (run.phase === 'loading') return <First vizType={vizType} />
    return Object.keys(errors).length > 0 ? (
      <EmptyState title={t(texts.addValues)} text={t(texts.addValuesText)} />
    ) : (
      <EmptyState title={t(texts.ready)} text={t(texts.readyText)} />
    )
  }
  // after a change of the form data, the chart starts at its own level again
  const path = levels?.form === formData ? levels.path : []
  const onPath = (next: readonly LevelMove[]) => setLevels({ form: formData, path: next })
  if (path.length > 0) {
    return (
      <LazyPart onClose={() => onPath([])}>
        <ExploreLevels type={shownType(parts.chart)} form={formData} path={path} onPath={onPath} picture={onPicture} />
      </LazyPart>
    )
  }
  // the rendering of the previous type stays until the new type is drawn
  const isCurrent = drawn?.['viz_type'] === vizType
  return (
    <>
      <ControlWriter value={isCurrent && !bare ? (controls) => dispatch({ type: 'moved', controls }) : null}>
        <ChartView
          type={shownType(parts.chart)}
          formData={formData}
          data={run.answer.data}
          ownState={run.answer.ownState}
          onOwnState={(ownState) => run.answer && start(run.answer.form, { ownState })}
          datasource={datasource}
          title={state.name || t(texts.untitled)}
          colorScheme={dashboardColors?.scheme}
          labelColors={dashboardColors?.labelColors}
          // an older rendering stays, dimmed, while a newer result is loading or has failed
          busy={run.phase !== 'done'}
          waiting={<First vizType={vizType} />}
          emptyMessage={<EmptyState title={t(texts.empty)} text={t(texts.emptyText)} />}
          picture={onPicture}
          leftOut={leftOut ? leftOut.line : null}
          onMarkContextMenu={setMark}
        />
      </ControlWriter>
      {mark ? (
        <LazyPart onClose={() => setMark(undefined)}>
          <ExploreMarkMenu
            type={shownType(parts.chart)}
            formData={formData}
            mark={mark}
            onPath={onPath}
            onDrill={setDrill}
            onClose={() => setMark(undefined)}
          />
        </LazyPart>
      ) : null}
      {drill ? (
        <LazyPart onClose={() => setDrill(undefined)}>
          <RowsDialog form={formData} opened={drill} onClose={() => setDrill(undefined)} />
        </LazyPart>
      ) : null}
    </>
  )
}

/** Placeholder of the chart. */
function First({ vizType }: { vizType: string }) {
  return (
    <div className={css.first}>
      <FirstFrame shows={shownBy(vizType)} />
    </div>
  )
}

/** The elapsed time of the run, over the chart, with a stop button. */
function Waiting() {
  const { run, stop } = useExploreRun()
  if (run.phase !== 'loading') return null
  return <WaitPill key={run.startedAt} startedAt={run.startedAt} onStop={stop} />
}
