import { ownValue } from '../../../model/basics/ownValue.ts'
import { GenericType } from '../../../model/dataset/dataset.ts'
import { worded } from '../../../model/language/written.ts'
import type { ChartData, JsonCell } from '../../../model/query/chartData.ts'
import { metricLabel, TIMESTAMP_LABEL } from '../../../model/query/labels.ts'
import { EMPTY_TEXT, markedText, unmarkedText } from '../../../model/query/markedText.ts'
import type { DrawInput } from '../contract.ts'
import { replacesOriginals, timeOffsets } from '../query/timeComparison.ts'
import { xAxisLabel } from '../query/xAxis.ts'
import { readInSteps } from '../readInSteps.ts'
import type { Steps } from '../steps.ts'
import type { SortMeasure, TimeseriesForm } from './formData.ts'

export interface Series {
  /** result column */
  name: string
  /** text in legend, tooltip and labels */
  label: string
  /** the metric whose format and currency the values have */
  metric: string | undefined
  /** one value per dimension of the chart, as text */
  groupValues: (string | null)[]
  /** the time shift of a comparison series */
  offset: string | undefined
  /** label for which users save a color: a comparison's says its time only, whatever it compares */
  colorLabel: string
  /** name of the series that a comparison series repeats or replaces: they share a color */
  original: string
  values: (number | null)[]
}

export interface TimeseriesModel {
  /** lines and points use numbers as positions; bars and stacks use them as categories */
  xType: 'time' | 'number' | 'category'
  /** whether categories are numbers of the database, not texts */
  hasNumbers?: boolean
  /** result column and title of the x axis */
  xName: string
  x: (number | string | null)[]
  series: Series[]
}

const forecastPart = /__yhat(_lower|_upper)?$/

type ReadInput = Pick<DrawInput<TimeseriesForm>, 'formData' | 'data' | 'datasource'>

/** The result of a chart with a base axis, in drawing order. Reading it pauses between series. */
export const readTimeseries = readInSteps(function* (input: ReadInput): Steps<TimeseriesModel> {
  const { formData: form } = input
  const data = input.data[0]
  const xName = xAxisLabel(form) ?? data?.colnames[0] ?? ''
  if (!data || data.colnames.length === 0) return { xType: 'category', xName, x: [], series: [] }

  const found = data.colnames.indexOf(xName)
  const xIndex = found === -1 ? 0 : found
  const xType = axisType(form, data.coltypes[xIndex], xName)
  const hidden = hiddenColumns(form)
  const series: Series[] = []
  for (const [index, name] of data.colnames.entries()) {
    if (index === xIndex || hidden.has(name) || forecastPart.test(name)) continue
    series.push(readSeries(input, data, name, data.columns[index] ?? []))
    yield
  }
  const model: TimeseriesModel = {
    xType,
    hasNumbers: xType === 'category' && data.coltypes[xIndex] === GenericType.numeric,
    xName,
    x: (data.columns[xIndex] ?? []).map((value) =>
      xType === 'time' ? timeValue(value) : xType === 'number' ? numeric(value) : markedText(value),
    ),
    series: sortSeries(series, form.sort_series_type, form.sort_series_ascending),
  }
  yield
  return sortCategories(model, form)
})

function axisType(form: TimeseriesForm, type: GenericType | undefined, xName: string): TimeseriesModel['xType'] {
  if (type === GenericType.temporal || xName === TIMESTAMP_LABEL) return 'time'
  const isPosition = form.seriesType !== 'bar' && form.stack === null && !form.xAxisForceCategorical
  return type === GenericType.numeric && isPosition ? 'number' : 'category'
}

/** A metric that is queried only for sorting is not drawn. */
function hiddenColumns(form: TimeseriesForm): Set<string> {
  const metric = form.timeseries_limit_metric
  if (metric === undefined || form.groupby.length > 0 || metricLabel(metric) !== form.x_axis_sort) return new Set()
  const shown = form.metrics.map(metricLabel)
  return new Set(shown.includes(metricLabel(metric)) ? [] : [metricLabel(metric)])
}

function readSeries(input: ReadInput, data: ChartData, name: string, values: JsonCell[]): Series {
  const { formData: form, datasource } = input
  const parts = ownValue(data.label_map, name) ?? [name]
  const dimensions = form.groupby.length
  const groups = dimensions > 0 && parts.length >= dimensions ? parts.slice(-dimensions) : []
  const shown = [...parts.slice(0, parts.length - groups.length), ...groups.map((part) => part || EMPTY_TEXT)]
  const offset = timeOffsets(form).find((shift) => name.includes(`__${shift}`) || name.startsWith(shift))
  const metrics = form.metrics.map(metricLabel)
  const metric =
    metrics.length === 1 ? metrics[0] : metrics.find((candidate) => (parts[0] ?? name).startsWith(candidate))
  return {
    name,
    label: seriesLabel(shown, datasource.verboseMap, offset, form.comparison_type),
    colorLabel: seriesLabel(shown, datasource.verboseMap, offset, null),
    metric,
    groupValues: groups.map(unmarkedText),
    offset,
    original: offset === undefined ? name : originalName(form, name, offset, groups),
    values: values.map(numeric),
  }
}

/**
 * The series whose color a comparison series uses. A difference or ratio of one metric replaces its original: it has
 * the color of its dimension values, as in other charts with the same values.
 */
function originalName(form: TimeseriesForm, name: string, offset: string, groupValues: string[]): string {
  if (replacesOriginals(form) && form.metrics.length === 1 && groupValues.length > 0) return groupValues.join(', ')
  return name.replace(`__${offset}`, '').replace(`${offset}, `, '')
}

/** What a comparison series shows. */
function comparisonText(type: TimeseriesForm['comparison_type'], offset: string): string {
  switch (type) {
    case 'difference':
      return worded('change from {time}', offset)
    case 'percentage':
      return worded('percentage change from {time}', offset)
    case 'ratio':
      return worded('ratio to {time}', offset)
    case 'values':
    case null:
      return offset
  }
}

/**
 * Saved metrics show their verbose name; comparisons (`m__1 year ago`, `ratio__m__m__1 year ago`) show their shift, and
 * what they are if not values of that time.
 */
function seriesLabel(
  parts: string[],
  verboseMap: Record<string, string>,
  offset: string | undefined,
  type: TimeseriesForm['comparison_type'],
): string {
  const [first = '', ...rest] = parts
  const compared = offset !== undefined && first.endsWith(`__${offset}`)
  const names = compared ? first.slice(0, -offset.length - 2).split('__') : [first]
  const metric = names.at(-1) ?? first
  const shown = compared ? [comparisonText(type, offset)] : []
  return [verboseMap[metric] ?? metric, ...shown, ...rest].join(', ')
}

function measure(values: (number | null)[], kind: Exclude<SortMeasure, 'name'>): number {
  let sum = 0
  let count = 0
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (value === null) continue
    sum += value
    count += 1
    if (value < min) min = value
    if (value > max) max = value
  }
  return { sum, min, max, avg: count === 0 ? 0 : sum / count }[kind]
}

function sortSeries(series: Series[], by: SortMeasure, ascending: boolean): Series[] {
  const direction = ascending ? 1 : -1
  if (by === 'name') return series.toSorted((one, other) => direction * compareText(one.label, other.label))
  const keys = new Map(series.map((one) => [one, measure(one.values, by)]))
  return series.toSorted((one, other) => direction * compareNumbers(keys.get(one)!, keys.get(other)!))
}

/**
 * Sorts the rows of a numeric axis. If there are several series, also sorts categories, by name or by an aggregate of
 * the row.
 */
function sortCategories(model: TimeseriesModel, form: TimeseriesForm): TimeseriesModel {
  if (model.xType === 'number')
    return reordered(
      model,
      rowsBy(model.x, (one, other) => Number(one) - Number(other)),
    )
  if (model.xType === 'time' || (form.groupby.length === 0 && form.metrics.length < 2)) return model
  const by = form.x_axis_sort_series
  const direction = form.x_axis_sort_series_ascending ? 1 : -1
  if (by === 'name') {
    return reordered(
      model,
      rowsBy(model.x, (one, other) => direction * compareText(String(one), String(other))),
    )
  }
  const keys = model.x.map((_x, row) =>
    measure(
      model.series.map((one) => one.values[row] ?? null),
      by,
    ),
  )
  return reordered(
    model,
    rowsBy(keys, (one, other) => direction * compareNumbers(one, other)),
  )
}

/** Row numbers sorted by their keys. */
function rowsBy<T>(keys: T[], compare: (one: T, other: T) => number): number[] {
  return [...keys.keys()].sort((one, other) => compare(keys[one]!, keys[other]!) || one - other)
}

function reordered(model: TimeseriesModel, rows: number[]): TimeseriesModel {
  return {
    ...model,
    x: rows.map((row) => model.x[row] ?? null),
    series: model.series.map((one) => ({ ...one, values: rows.map((row) => one.values[row] ?? null) })),
  }
}

const collator = new Intl.Collator('en', { numeric: true })
/** Numeric names are sorted by value, including the sign. */
const compareText = (one: string, other: string) => Number(one) - Number(other) || collator.compare(one, other)
/** Without subtraction, because infinities, which occur if a series is empty, have no difference. */
const compareNumbers = (one: number, other: number) => (one === other ? 0 : one < other ? -1 : 1)

/** The largest time that a date can have, in ms. */
export const lastTime = 8.64e15

function timeValue(value: JsonCell): number | null {
  if (typeof value === 'number') return Math.abs(value) <= lastTime ? value : null
  const parsed = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(parsed) ? null : parsed
}

/** Databases return decimals of high precision as text. Infinite values have no position on an axis. */
export function numeric(value: JsonCell): number | null {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : null
}
