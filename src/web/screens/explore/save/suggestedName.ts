import type { ChartDatasource } from '../../../../charts/shared/contract.ts'
import { GenericType } from '../../../../model/dataset/dataset.ts'
import type { ControlRule, ExploreForm } from '../../../../model/explore/exploreState.ts'
import { columnLabel, isAdhocMetric, metricLabel } from '../../../../model/query/labels.ts'
import type { QueryColumn, QueryMetric } from '../../../../model/query/queryObject.ts'
import { defineTexts, type useText } from '../../../ui/text.ts'

const texts = defineTexts('explore.suggestedName', {
  SUM: 'sum of {column}',
  AVG: 'average {column}',
  MIN: 'lowest {column}',
  MAX: 'highest {column}',
  COUNT: 'number of {column}',
  COUNT_DISTINCT: 'number of different {column}',
  rows: 'number of rows',
  more: '{names} and {count, plural, one {# more} other {# more}}',
  two: '{first} and {second}',
  time: '{grain, select, PT1M {per minute} PT1H {per hour} P1D {per day} P1W {per week} P1M {per month} P3M {per quarter} P1Y {per year} other {over time}}',
  metricsTime: '{metrics} {time}',
  metricsBy: '{metrics} by {dimensions}',
  metricsTimeBy: '{metrics} {time} by {dimensions}',
  typeOf: '{type} of {subject}',
})

/** The maximum length of a chart's name. */
const longest = 250
/** Controls that sort or limit, and are irrelevant for the name. */
const aside = /limit_metric|secondary_metric|percent_metrics|sort|lookup|tooltip|order/

export interface NamedChart {
  form: ExploreForm
  /** controls of the current type */
  rules: readonly ControlRule[]
  datasource: Pick<ChartDatasource, 'verboseMap' | 'columnTypes'>
  /** display names */
  typeName: string
  datasetName: string
}

/**
 * A name for a new chart in plain words: "Sum of sales per month by region". Without a metric it begins with the type:
 * "Histogram of delay", "Table of flights".
 */
export function suggestedName(chart: NamedChart, t: ReturnType<typeof useText>): string {
  const { form, rules, datasource } = chart
  const shown = rules.filter(({ name, visible }) => !aside.test(name) && (visible?.(form) ?? true))
  const valuesOf = (...kinds: string[]) =>
    shown
      .filter(({ kind }) => kinds.includes(kind))
      .flatMap(({ name }) => listOf(form[name]).map((value) => ({ name, value })))

  const columns = valuesOf('column', 'columns') as { name: string; value: QueryColumn }[]
  const isTime = ({ name, value }: { name: string; value: QueryColumn }) =>
    name === 'x_axis' && typeof value === 'string' && datasource.columnTypes[value] === GenericType.temporal
  const metrics = namesIn(
    (valuesOf('metric', 'metrics') as { value: QueryMetric }[]).map(({ value }) => metricWords(value, datasource, t)),
    t,
  )
  const dimensions = namesIn(
    columns.filter((each) => !isTime(each)).map(({ value }) => columnWords(value, datasource)),
    t,
  )
  const grain = String(form['time_grain_sqla'] ?? '').replace(/^1969-12-2\dT00:00:00Z\/|\/1970-01-0\dT00:00:00Z$/, '')
  const time = columns.some(isTime) ? t(texts.time, { grain: grain || 'other' }) : ''
  return fit(sentence({ metrics, dimensions, time }, chart, t))
}

interface Parts {
  metrics: string
  dimensions: string
  time: string
}

function sentence({ metrics, dimensions, time }: Parts, chart: NamedChart, t: ReturnType<typeof useText>): string {
  if (metrics === '') {
    // the rows of a table have too many columns to list
    const isRows = chart.form['query_mode'] === 'raw' || dimensions === ''
    return t(texts.typeOf, { type: chart.typeName, subject: isRows ? words(chart.datasetName) : dimensions })
  }
  if (time !== '' && dimensions !== '') return t(texts.metricsTimeBy, { metrics, time, dimensions })
  if (time !== '') return t(texts.metricsTime, { metrics, time })
  return dimensions === '' ? metrics : t(texts.metricsBy, { metrics, dimensions })
}

const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : value === undefined || value === null || value === '' ? [] : [value]

const words = (name: string) => name.replaceAll('_', ' ').trim()

const columnWords = (column: QueryColumn, { verboseMap }: NamedChart['datasource']): string => {
  const label = columnLabel(column)
  const verbose = verboseMap[label]
  return verbose && verbose !== label ? verbose : words(label)
}

function metricWords(metric: QueryMetric, datasource: NamedChart['datasource'], t: ReturnType<typeof useText>): string {
  if (isAdhocMetric(metric) && metric.expressionType === 'SIMPLE' && !metric.hasCustomLabel) {
    const text = Object.hasOwn(texts, metric.aggregate ?? '') ? texts[metric.aggregate as 'SUM'] : undefined
    const column = metric.column?.column_name
    if (text && column) return t(text, { column: columnWords(column, datasource) })
  }
  const label = metricLabel(metric)
  const shown = datasource.verboseMap[label] || label
  return /^count(\(\*\))?$/i.test(shown) ? t(texts.rows) : words(shown)
}

/** Up to two names, and the number of further names. */
function namesIn(all: string[], t: ReturnType<typeof useText>): string {
  const [first = '', second, ...rest] = [...new Set(all)].filter((name) => name !== '')
  if (second === undefined) return first
  if (rest.length === 0) return t(texts.two, { first, second })
  return t(texts.more, { names: `${first}, ${second}`, count: rest.length })
}

function fit(name: string): string {
  const [first = '', ...rest] = name
  return `${first.toUpperCase()}${rest.join('')}`.slice(0, longest)
}
