import type { BarSeriesOption, LineSeriesOption, ScatterSeriesOption } from 'echarts'
import type { ChartData } from '../../../model/query/chartData.ts'
import type { DrawInput } from '../contract.ts'
import type { TimeseriesForm } from './formData.ts'
import { numeric, type Series } from './model.ts'
import { isPale, palePart } from './series.ts'
import type { Stacked } from './stack.ts'

/** The forecast of one series; its rows align with those of the series. */
export interface SeriesForecast {
  value: (number | null)[]
  lower: (number | null)[]
  upper: (number | null)[]
}

/** Forecasts by series name; a series with gaps has none. */
export type Forecasts = Map<string, SeriesForecast>

type SeriesOption = LineSeriesOption | BarSeriesOption | ScatterSeriesOption
type Columns = Record<string, (number | string | null)[]>
type Write = (value: number | null) => string

/** The forecasts of a result. A log axis cannot show zero and negative values: they are gaps. */
export function readForecasts(form: TimeseriesForm, data: ChartData | undefined, series: readonly Series[]): Forecasts {
  const result: Forecasts = new Map()
  const columnOf = (name: string) => {
    const index = data?.colnames.indexOf(name) ?? -1
    const cells = index === -1 ? undefined : data?.columns[index]
    return cells?.map(numeric).map((value) => (form.logAxis && value !== null && value <= 0 ? null : value))
  }
  for (const { name } of series) {
    const [value, lower, upper] = ['', '_lower', '_upper'].map((part) => columnOf(`${name}__yhat${part}`))
    if (value && lower && upper) result.set(name, { value, lower, upper })
  }
  return result
}

/** The values that the value axis must include besides those of the series. */
export function withForecasts(form: TimeseriesForm, stacked: Stacked, forecasts: Forecasts): Stacked {
  const more = stacked.series.flatMap((series) => {
    const forecast = forecasts.get(series.name)
    if (!forecast) return []
    const columns = hasBand(form) ? [forecast.value, forecast.lower, forecast.upper] : [forecast.value]
    return columns.map((values): Series => ({ ...series, values }))
  })
  return { ...stacked, series: [...stacked.series, ...more] }
}

/** Whether intervals are drawn: those of stacked parts cannot be stacked. */
const hasBand = (form: TimeseriesForm) => form.stack === null

const fitOf = (index: number) => `f${index}`
const futureOf = (index: number) => `g${index}`
const lowerOf = (index: number) => `l${index}`
const spreadOf = (index: number) => `u${index}`

/** Dataset columns of the forecasts: the fitted past, the future from the last observation on, and the interval. */
export function forecastColumns(form: TimeseriesForm, series: readonly Series[], forecasts: Forecasts): Columns {
  const columns: Columns = {}
  for (const [index, one] of series.entries()) {
    const forecast = forecasts.get(one.name)
    if (!forecast) continue
    const { value, lower, upper } = forecast
    const last = lastObserved(one)
    columns[fitOf(index)] = value.map((cell, row) => (row <= last ? cell : null))
    columns[futureOf(index)] = value.map((cell, row) => (row < last ? null : cell))
    if (!hasBand(form)) continue
    columns[lowerOf(index)] = lower
    columns[spreadOf(index)] = upper.map((cell, row) => {
      const from = lower[row] ?? null
      return cell === null || from === null ? null : cell - from
    })
  }
  return columns
}

const lastObserved = ({ values }: Series) => values.findLastIndex((value) => value !== null)

/**
 * The series of a chart with their forecasts: observed values as points or bars, the fitted past as a thin line, the
 * future as a dashed one, and the interval as a band. If an earlier time has the same color as the current one, all its
 * parts are paler, and its points are rings.
 */
export function addForecasts(
  { formData: form, size, theme }: Pick<DrawInput<TimeseriesForm>, 'formData' | 'size' | 'theme'>,
  options: readonly SeriesOption[],
  series: readonly Series[],
  forecasts: Forecasts,
): SeriesOption[] {
  const indexOf = new Map(series.map(({ name }, index) => [name, index]))
  return options.flatMap((option) => {
    const index = indexOf.get(String(option.id))
    if (index === undefined || !forecasts.has(String(option.id))) return [option]
    const one = series[index]!
    const pale = isPale(form, one)
    return [
      ...parts(form, option, index, pale ? palePart : 1),
      observed(option, size.width / one.values.length, pale ? theme.surface : undefined),
    ]
  })
}

/** `strength`: opacity of all parts, from 0 to 1. */
function parts(form: TimeseriesForm, option: SeriesOption, index: number, strength: number): LineSeriesOption[] {
  const color = option.color as string
  const line = (part: string, dimension: string, more: LineSeriesOption): LineSeriesOption => ({
    type: 'line',
    id: `${String(option.id)} ${part}`,
    // one entry of the legend switches all parts of a series
    name: option.name,
    encode: replaced(option.encode as Record<string, string>, dimension),
    color,
    showSymbol: false,
    symbolSize: 6,
    emphasis: { focus: 'series' },
    blur: { lineStyle: { opacity: 0.2 } },
    itemStyle: { color },
    ...more,
  })
  const band = (part: string, dimension: string, opacity: number) =>
    line(part, dimension, {
      stack: `band ${index}`,
      stackStrategy: 'all',
      silent: true,
      lineStyle: { opacity: 0 },
      areaStyle: { color, opacity },
      emphasis: { disabled: true },
      blur: { lineStyle: { opacity: 0 }, areaStyle: { opacity: opacity / 3 } },
      z: 1,
    })
  const stack = (name: string) => (form.stack === null ? {} : { stack: name, stackStrategy: 'all' as const })
  const { endLabel, labelLayout } = option as LineSeriesOption
  return [
    ...(hasBand(form) ? [band('lower', lowerOf(index), 0), band('interval', spreadOf(index), 0.16 * strength)] : []),
    line('fit', fitOf(index), { ...stack('fit'), lineStyle: { width: 1.25, opacity: 0.7 * strength }, z: 2 }),
    line('future', futureOf(index), {
      ...stack('future'),
      lineStyle: { width: 1.75, type: [5, 4], opacity: strength },
      ...(endLabel && { endLabel, labelLayout }),
      z: 3,
    }),
  ]
}

/** The same axes, with another column for the values. */
function replaced(encode: Record<string, string>, dimension: string): Record<string, string> {
  return Object.fromEntries(Object.entries(encode).map(([axis, column]) => [axis, column === 'x' ? 'x' : dimension]))
}

/**
 * Points instead of a line: the fitted line connects them. `pitch`: distance of two points in px. `ground`: color
 * inside the rings of a pale series.
 */
function observed(option: SeriesOption, pitch: number, ground: string | undefined): SeriesOption {
  if (option.type !== 'line') return option
  const configured = option.showSymbol === true && typeof option.symbolSize === 'number' ? option.symbolSize : undefined
  return {
    ...option,
    showSymbol: true,
    showAllSymbol: true,
    symbol: 'circle',
    symbolSize: configured ?? Math.min(5, Math.max(2, pitch / 2)),
    lineStyle: { ...option.lineStyle, opacity: 0, width: 0 },
    itemStyle: {
      ...option.itemStyle,
      opacity: pitch < 6 ? 0.65 : 0.85,
      ...(ground !== undefined && { color: ground, borderColor: option.color as string, borderWidth: 1 }),
    },
    endLabel: { show: false },
  }
}

/** `ŷ = 12 (10, 14)`; empty if the series has no forecast for the row. */
export function forecastText(forecast: SeriesForecast | undefined, row: number, write: Write): string {
  const value = forecast?.value[row] ?? null
  if (forecast === undefined || value === null) return ''
  const [lower, upper] = [forecast.lower[row] ?? null, forecast.upper[row] ?? null]
  return `ŷ = ${write(value)}${lower === null || upper === null ? '' : ` (${write(lower)}, ${write(upper)})`}`
}
