import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { type LevelMove, levelStep } from '../../charts/drillLevels.ts'
import type { Step } from '../../charts/drillSteps.ts'
import { shownType } from '../../charts/index.ts'
import type { MarkMenu } from '../../charts/shared/contract.ts'
import type { ExtraFormData } from '../../model/dashboard/dataMask.ts'
import type { ChartData } from '../../model/query/chartData.ts'
import { runChart } from '../api/explore.ts'
import { messageOf } from '../api/failure.ts'
import { ChartView } from '../chart/ChartView.tsx'
import type { ChartViewProps } from '../chart/chartViewProps.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { LazyPart } from '../ui/LazyPart.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { Crumbs } from './Crumbs.tsx'
import { DrillDialog } from './DrillDialog.tsx'
import css from './DrillLevels.module.css'
import type { DrillSource, OpenDrill } from './drillSource.ts'
import { levelTitle } from './levelEntries.tsx'
import { useDimensions, withColumns } from './useDimensions.ts'

const texts = defineTexts('drill.inPlace', {
  value: '{level} ({value})',
  failed: 'There was an error loading the chart data',
  lost: 'The chart does not have this level any more',
  lostText: 'It was changed after it was drilled into.',
  back: 'Show the whole chart',
})

/** Properties that the menu of a mark on the drilled chart needs. */
interface LevelMenu {
  mark: MarkMenu
  formData: Record<string, unknown>
  extra: ExtraFormData
  data: ChartData[]
  onDrill: (open: OpenDrill) => void
  onClose: () => void
}

interface DrillLevelsProps extends Omit<DrillSource, 'data' | 'contextOf'> {
  path: readonly LevelMove[]
  /** an empty path is the chart itself */
  onPath: (path: readonly LevelMove[]) => void
  /** changes when the data must be loaded again */
  version?: unknown
  /** bypasses the cache */
  force?: boolean
  /** additional props for the drawing */
  view?: Partial<ChartViewProps>
  menu: (menu: LevelMenu) => ReactNode
}

/** A chart at a lower level of a hierarchy, in place of the chart itself, with a link back above it. */
export default function DrillLevels({ path, onPath, version, force, view, menu, ...source }: DrillLevelsProps) {
  const t = useText()
  const { title, formData, extra } = source
  const dimensions = useDimensions(formData)
  const datasource = withColumns(source.datasource, dimensions)
  const id = useId()
  const step = useQuery({
    queryKey: ['levels', id, formData, path, extra],
    enabled: dimensions.columns !== undefined || dimensions.isFailed,
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: async () => (await levelStep(formData, path, extra, datasource)) ?? null,
  })
  const last = path.at(-1)
  const frame = useRef<HTMLDivElement>(null)
  // the menu that led here cannot return the focus, because its chart is no longer mounted
  useEffect(() => {
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) frame.current?.querySelector('button')?.focus()
    })
    return () => clearTimeout(timer)
  }, [path])
  return (
    <div ref={frame} className={css.levels}>
      <Crumbs
        steps={path.map(({ from, label }, at) =>
          t(texts.value, { level: levelTitle(t, from, path[at - 1]?.from, datasource), value: label }),
        )}
        current={last ? levelTitle(t, last.to, last.from, datasource) : title}
        onOpen={(at) => onPath(path.slice(0, at))}
      />
      <div className={css.chart}>
        {step.error ? (
          <ErrorPanel compact title={t(texts.failed)} message={messageOf(step.error)} />
        ) : step.data === null ? (
          <EmptyState
            size="small"
            picture={false}
            title={t(texts.lost)}
            text={t(texts.lostText)}
            actions={<Button onClick={() => onPath([])}>{t(texts.back)}</Button>}
          />
        ) : step.data ? (
          <LevelChart
            source={{ ...source, datasource }}
            step={step.data}
            version={version}
            force={force}
            view={view}
            menu={menu}
          />
        ) : (
          <Spinner />
        )}
      </div>
    </div>
  )
}

interface LevelChartProps extends Pick<DrillLevelsProps, 'version' | 'force' | 'view' | 'menu'> {
  source: Omit<DrillSource, 'data' | 'contextOf'>
  step: Step
}

/** The chart of a level; the previous one stays visible, dimmed, while the next is loading. */
function LevelChart({ source, step, version, force = false, view, menu }: LevelChartProps) {
  const t = useText()
  const [mark, setMark] = useState<MarkMenu>()
  const [opened, setOpened] = useState<OpenDrill>()
  const run = useQuery({
    queryKey: ['levels', 'data', step.context, version],
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => ({ step, data: await runChart({ ...step.context, force }, signal) }),
  })
  if (run.error) {
    return (
      <ErrorPanel compact title={t(texts.failed)} message={messageOf(run.error)} onRetry={() => void run.refetch()} />
    )
  }
  if (!run.data) return <Spinner />
  const { chart, context, extra } = run.data.step
  const { data } = run.data
  return (
    <>
      <ChartView
        {...source.colors}
        {...view}
        type={shownType(chart.chart)}
        formData={chart.formData}
        data={data}
        datasource={source.datasource}
        title={source.title}
        busy={run.isPlaceholderData}
        waiting={<Spinner />}
        onMarkContextMenu={setMark}
      />
      {mark
        ? menu({
            mark,
            formData: chart.formData,
            extra,
            data,
            onDrill: setOpened,
            onClose: () => setMark(undefined),
          })
        : null}
      {opened ? (
        <LazyPart onClose={() => setOpened(undefined)}>
          <DrillDialog
            {...source}
            {...opened}
            formData={chart.formData}
            extra={extra}
            data={data}
            contextOf={() => Promise.resolve(context)}
            onClose={() => setOpened(undefined)}
          />
        </LazyPart>
      ) : null}
    </>
  )
}
