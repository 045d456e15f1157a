import { skipToken, useQueries, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { comparableColumns, contributionOf, explainContext, rankedColumns, totalOf } from '../../charts/explain.ts'
import type { DrillContext } from '../../charts/shared/contract.ts'
import { metricsOf } from '../../charts/shared/markResult.ts'
import { metricFormat } from '../../charts/shared/metricFormat.ts'
import { metricLabel } from '../../model/query/labels.ts'
import { runChart } from '../api/explore.ts'
import { messageOf } from '../api/failure.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { DrillFrame } from './DrillFrame.tsx'
import type { DrillProps } from './drillSource.ts'
import { filterValue } from './drillText.ts'
import css from './Explain.module.css'
import { ExplainFigures } from './ExplainFigures.tsx'
import { type Compared, ExplainParts } from './ExplainParts.tsx'
import { useDimensions } from './useDimensions.ts'

const texts = defineTexts('drill.explain', {
  title: 'Explain the change: {title}',
  cut: 'The first {shown} of {count} columns are compared.',
  notAdding:
    'The values of this metric do not add up: the changes of the parts are shown, but do not sum to the whole change.',
  none: 'The dataset has no other columns to compare by',
  failed: 'There was an error loading the chart data',
})

/** Maximum number of columns; each takes two queries. */
const mostColumns = 12

type Input = Omit<DrillProps, 'by' | 'against'> & { against: DrillContext }

/** Compares two marks: which values of which columns cause the difference. */
export default function Explain({ drill, against, ...props }: Input) {
  const t = useText()
  const { title, formData, datasource, data, onClose } = props
  const id = useId()
  const { columns, isFailed } = useDimensions(formData)
  const metrics = metricsOf(formData, drill.query)
  const [chosen, setChosen] = useState(0)
  const metric = metrics[chosen] ?? ''
  const context = useQuery({
    queryKey: ['explain', id],
    gcTime: 0,
    retry: false,
    queryFn: async () => (await props.contextOf()) ?? null,
  })
  const sides = { drill, against, metric, datasource, data }
  const label = metricLabel(metric)
  const totals = useQuery({
    queryKey: ['explain', id, label],
    gcTime: 0,
    retry: false,
    queryFn: context.data
      ? ({ signal }) => runChart(explainContext({ ...sides, context: context.data! }), signal)
      : skipToken,
  })
  const offered = comparableColumns(columns ?? [], drill, metric)
  const compared = offered.slice(0, mostColumns)
  const whole = { before: totalOf(totals.data?.[0], metric), after: totalOf(totals.data?.[1], metric) }
  const parts = useQueries({
    queries: compared.map(({ name }) => ({
      queryKey: ['explain', id, label, name],
      gcTime: 0,
      retry: false,
      queryFn: context.data
        ? ({ signal }: { signal: AbortSignal }) =>
            runChart(explainContext({ ...sides, context: context.data! }, name), signal)
        : skipToken,
    })),
  })
  const isPending = context.isPending || totals.isPending || !columns || parts.some((each) => each.isPending)
  const error = context.error ?? totals.error ?? parts.find((each) => each.error)?.error
  const found = rankedColumns(
    compared.flatMap((column, at): Compared[] => {
      const answer = parts[at]?.data
      const contribution = answer && contributionOf(column.name, metric, answer, whole)
      return contribution ? [{ column, contribution }] : []
    }),
  )
  const write = metricFormat({ format: ',~f' }, datasource, label)
  const pointText = ({ filters, query }: DrillContext) =>
    filters.map((filter) => filterValue(filter, data[query ?? 0])).join(', ')

  return (
    <DrillFrame title={t(texts.title, { title })} width={960} datasetId={context.data?.datasource.id} onClose={onClose}>
      {error || isFailed ? (
        <ErrorPanel title={t(texts.failed)} message={error ? messageOf(error) : t(texts.failed)} />
      ) : isPending ? (
        <Spinner />
      ) : (
        <>
          <ExplainFigures
            before={{ label: pointText(against), value: whole.before }}
            after={{ label: pointText(drill), value: whole.after }}
            write={write}
            metrics={metrics.map((each) => datasource.verboseMap[metricLabel(each)] ?? metricLabel(each))}
            chosen={chosen}
            onChoose={setChosen}
          />
          {offered.length > mostColumns ? (
            <p className={css.note}>{t(texts.cut, { shown: mostColumns, count: offered.length })}</p>
          ) : null}
          {found.some(({ contribution }) => !contribution.addsUp) ? (
            <p className={css.note}>{t(texts.notAdding)}</p>
          ) : null}
          {found.length === 0 ? (
            <EmptyState size="small" picture={false} title={t(texts.none)} />
          ) : (
            <ExplainParts found={found} write={write} before={pointText(against)} after={pointText(drill)} />
          )}
        </>
      )}
    </DrillFrame>
  )
}
