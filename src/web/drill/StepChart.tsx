import { useQuery } from '@tanstack/react-query'
import { lazy, useId, useState } from 'react'
import type { Move, Step } from '../../charts/drillSteps.ts'
import { shownType } from '../../charts/index.ts'
import type { MarkMenu } from '../../charts/shared/contract.ts'
import { runChart } from '../api/explore.ts'
import { messageOf } from '../api/failure.ts'
import { ChartView } from '../chart/ChartView.tsx'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { LazyPart } from '../ui/LazyPart.tsx'
import { PointMenu } from '../ui/Menu.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { useCopy } from '../ui/useCopy.ts'
import { compareEntries } from './compareEntries.tsx'
import { drillEntries } from './drillEntries.tsx'
import type { DrillProps, OpenDrill } from './drillSource.ts'
import type { Dimensions } from './useDimensions.ts'

const DrillToDetail = lazy(() => import('./DrillToDetail.tsx'))
const Explain = lazy(() => import('./Explain.tsx'))

const texts = defineTexts('drill.step', { failed: 'There was an error loading the chart data' })

interface StepChartProps {
  source: Omit<DrillProps, 'by'>
  step: Step
  asTable: boolean
  dimensions: Dimensions
  onMove: (move: Move) => void
}

/** The chart of a step; users can drill further from its marks. */
export function StepChart({ source, step, asTable, dimensions, onMove }: StepChartProps) {
  const t = useText()
  const copy = useCopy()
  const id = useId()
  const [mark, setMark] = useState<MarkMenu>()
  const [opened, setOpened] = useState<OpenDrill>()
  const { data, error, refetch } = useQuery({
    queryKey: ['drillBy', 'data', id],
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => runChart(step.context, signal),
  })
  const { datasource, colors } = source
  const { chart, formData } = step.chart
  if (error) return <ErrorPanel title={t(texts.failed)} message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Spinner />
  const open = (next: OpenDrill) =>
    next.by === undefined ? setOpened(next) : onMove({ drill: next.drill, data, column: next.by })
  const further = {
    ...source,
    formData,
    data,
    extra: step.extra,
    contextOf: () => Promise.resolve(step.context),
    onClose: () => setOpened(undefined),
  }
  return (
    <>
      <ChartView
        {...colors}
        type={shownType(chart)}
        formData={formData}
        data={data}
        datasource={datasource}
        title={source.title}
        asTable={asTable}
        waiting={<Spinner />}
        onMarkContextMenu={setMark}
      />
      <PointMenu
        at={mark}
        onClose={() => setMark(undefined)}
        items={[
          mark !== undefined && mark.label !== '' && { heading: mark.label },
          ...drillEntries({
            t,
            type: chart,
            formData,
            datasource,
            data,
            drill: mark?.drill ?? null,
            dimensions,
            onDrill: open,
          }),
          'divider',
          ...(mark
            ? compareEntries({ t, formData, datasource, data, mark, copy: (text) => void copy(text), onDrill: open })
            : []),
        ]}
      />
      {opened ? (
        <LazyPart onClose={further.onClose}>
          {opened.against === undefined ? (
            <DrillToDetail {...further} drill={opened.drill} />
          ) : (
            <Explain {...further} drill={opened.drill} against={opened.against} />
          )}
        </LazyPart>
      ) : null}
    </>
  )
}
