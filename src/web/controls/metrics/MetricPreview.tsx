import { useQuery } from '@tanstack/react-query'
import { queryContextOf } from '../../../charts/buildQueryContext.ts'
import type { ChartQuery } from '../../../charts/shared/contract.ts'
import { metricFormat } from '../../../charts/shared/metricFormat.ts'
import { buildQueryObject } from '../../../charts/shared/query/buildQueryObject.ts'
import type { JsonCell } from '../../../model/query/chartData.ts'
import { metricLabel } from '../../../model/query/labels.ts'
import type { QueryMetric } from '../../../model/query/queryObject.ts'
import { runChart, sourceKeyOf } from '../../api/explore.ts'
import { messageOf } from '../../api/failure.ts'
import { datasourceOf } from '../../chart/datasourceOf.ts'
import { plainExpressionMessage } from '../../chart/plainMessage.ts'
import { classes } from '../../ui/classes.ts'
import { SpinnerRing } from '../../ui/Spinner.tsx'
import { StatusDot } from '../../ui/Tag.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { useDebounced } from '../../ui/useDebounced.ts'
import { useControlForm, useControlSource } from '../source.ts'
import css from './MetricPreview.module.css'

const texts = defineTexts('control.metric.preview', { preview: 'Preview', none: 'N/A' })

const quietMs = 400

export interface MetricAnswer {
  /** the database has evaluated the current metric */
  isCurrent: boolean
  value: JsonCell
  /** the error message of the database */
  fault?: string
  write: (value: number) => string
}

/** One row: the metric over all rows. */
const onlyMetric: Pick<ChartQuery, 'buildQuery'> = { buildQuery: ({ formData }) => [buildQueryObject(formData)] }

/** The value of a metric over all rows that pass the chart's filters. */
export function useMetricAnswer(metric: QueryMetric | undefined): MetricAnswer {
  const { dataset } = useControlSource()
  const form = useControlForm()
  // compared as text: after every keystroke, the same metric is a new object
  const wished = JSON.stringify(metric ?? null)
  const settled = useDebounced(wished, quietMs)
  const asked = JSON.parse(settled) as QueryMetric | null
  const datasource = datasourceOf(dataset)
  const context =
    asked === null || dataset.id === null
      ? null
      : queryContextOf(onlyMetric, {
          formData: {
            datasource: sourceKeyOf(dataset),
            metric: asked,
            adhoc_filters: form['adhoc_filters'] ?? [],
          },
          datasource,
        })
  const answer = useQuery({
    queryKey: ['metricPreview', context?.queries],
    enabled: context !== null,
    retry: false,
    queryFn: async ({ signal }) => {
      if (context === null) return null
      const [data] = await runChart(context, signal)
      if (data?.error) throw new Error(data.error)
      return data?.columns[0]?.[0] ?? null
    },
  })
  const isCurrent = settled === wished && !answer.isPending
  const message = answer.error ? plainExpressionMessage(messageOf(answer.error)) : undefined
  return {
    isCurrent,
    value: answer.data ?? null,
    fault: isCurrent ? message : undefined,
    write: (value) =>
      asked === null
        ? String(value)
        : metricFormat({ format: 'SMART_NUMBER', currency: undefined }, datasource, metricLabel(asked))(value),
  }
}

/** The value of the metric, next to the buttons of the editor. */
export function MetricPreview({ answer: { isCurrent, value, fault, write } }: { answer: MetricAnswer }) {
  const t = useText()
  const text = value === null ? t(texts.none) : typeof value === 'number' ? write(value) : String(value)
  return (
    <output className={classes(css.preview, fault !== undefined && css.faulty)}>
      {isCurrent ? <StatusDot tone={fault === undefined ? 'success' : 'danger'} /> : <SpinnerRing />}
      <span className={css.label}>{t(texts.preview)}</span>
      {!isCurrent ? null : fault === undefined ? (
        <b className={css.value}>{text}</b>
      ) : (
        <span className={css.problem}>{fault}</span>
      )}
    </output>
  )
}
