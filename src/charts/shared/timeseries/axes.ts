import type { XAXisComponentOption, YAXisComponentOption } from 'echarts'
import { evenStep } from '../evenStep.ts'
import type { Bounds } from '../fields.ts'
import { numberFormatter, timeFormatter } from '../format/index.ts'
import type { NumberFormat } from '../metricFormat.ts'
import { cutText, textWidth } from '../textWidth.ts'
import type { ChartTheme } from '../theme.ts'
import { trueMinus } from '../trueMinus.ts'
import type { TimeseriesForm } from './formData.ts'
import type { TimeseriesModel } from './model.ts'
import type { Stacked } from './stack.ts'

const day = 86_400_000

/** Smallest step between two labels of a time axis, by the grain of its values (ISO 8601 duration). */
const minStepByGrain: Record<string, number> = {
  PT1H: 3_600_000,
  P1D: day,
  P1W: 7 * day,
  P1M: 28 * day,
  P3M: 90 * day,
  P1Y: 365 * day,
}

/** Short names, the coarser unit at its first label: 2001, Feb, Mar ... */
const axisTimeLabels = {
  year: '{yyyy}',
  quarter: '{MMM}',
  month: '{MMM}',
  day: '{MMM} {d}',
  hour: '{HH}:{mm}',
  minute: '{HH}:{mm}',
  second: '{HH}:{mm}:{ss}',
  millisecond: '{mm}:{ss}.{SSS}',
}

const year = 365 * day
const yearSteps = [2, 5, 10, 20, 25, 50, 100, 200, 500, 1000]

/** Over many years labels stand at round steps (10, 20, 25), not where the room happens to end (17, 36). */
function yearRhythm(x: readonly unknown[], wanted: number): { step: number; count: number } | undefined {
  const times = x.filter((value): value is number => typeof value === 'number')
  const years = times.length < 2 ? 0 : Math.round(((times.at(-1) ?? 0) - (times[0] ?? 0)) / (365.25 * day))
  if (years <= wanted) return undefined
  const step = yearSteps.find((each) => each >= years / wanted) ?? years / wanted
  return { step: step * year, count: Math.max(2, Math.round(years / step)) }
}

/** The x axis, whichever way it lies. */
export function baseAxis(
  form: TimeseriesForm,
  model: TimeseriesModel,
  plotWidth: number,
  theme: ChartTheme,
): XAXisComponentOption {
  const horizontal = form.orientation === 'horizontal'
  const title = titleOf(form.x_axis_title, form.x_axis_title_margin, 'middle', horizontal)
  const rotate = form.xAxisLabelRotation
  if (model.xType === 'time') {
    const format = form.x_axis_time_format ?? 'smart_date'
    const write = format === 'smart_date' ? undefined : timeFormatter(format)
    const wanted = Math.max(2, Math.min(8, Math.floor(plotWidth / 110)))
    const rhythm = yearRhythm(model.x, horizontal ? wanted : Math.max(2, Math.min(8, Math.floor(plotWidth / 70))))
    const grain = form.time_grain_sqla === undefined ? undefined : minStepByGrain[form.time_grain_sqla]
    return {
      type: 'time',
      ...title,
      inverse: horizontal,
      // a reader who zooms in wants shorter steps than the whole has
      minInterval: rhythm === undefined || form.zoomable ? grain : rhythm.step,
      axisLabel: {
        rotate,
        hideOverlap: true,
        showMinLabel: true,
        formatter: write === undefined ? axisTimeLabels : (value: number) => write(value),
      },
      ...(rhythm === undefined ? !horizontal && { splitNumber: wanted } : { splitNumber: rhythm.count }),
    } as XAXisComponentOption
  }
  if (model.xType === 'number') {
    const [min, max] = form.xAxisBounds
    const marks = evenMarks([min, max], steps(plotWidth / 90))
    return {
      type: 'value',
      ...title,
      scale: form.truncateXAxis,
      min: min ?? undefined,
      max: max ?? undefined,
      axisLine: { show: true, lineStyle: { color: theme.chartAxis } },
      splitLine: { show: false },
      splitNumber: steps(plotWidth / 90),
      interval: marks.interval,
      axisLabel: { rotate, formatter: (value: number) => trueMinus(writePosition(value)), ...marks.label },
    } as XAXisComponentOption
  }
  return {
    type: 'category',
    ...title,
    data: model.x.map(String),
    ...categoryBounds(form.xAxisBounds, model.x),
    inverse: horizontal,
    axisLabel: {
      rotate,
      interval: form.xAxisLabelInterval === 'auto' ? undefined : 0,
      hideOverlap: form.xAxisLabelInterval === 'auto',
      ...categoryLabelLook(form, model, plotWidth, theme),
    },
  } as XAXisComponentOption
}

/** Bounds of numbers that stand as categories: the first and the last of them that lie inside. */
function categoryBounds([min, max]: Bounds, x: readonly unknown[]): { min?: number; max?: number } {
  const numbers = x.map((value) => (String(value).trim() === '' ? Number.NaN : Number(value)))
  if ((min === null && max === null) || numbers.some(Number.isNaN)) return {}
  const isInside = (value: number) => (min === null || value >= min) && (max === null || value <= max)
  const first = numbers.findIndex(isInside)
  return first === -1 ? {} : { min: first, max: numbers.findLastIndex(isInside) }
}

/** Four digits may be a year and take no separator. */
const writePosition = (value: number) => (Math.abs(value) < 10_000 ? String(value) : numberFormatter(',~g')(value))

const labelSize = 11
/** Two lines of this many letters or more are read at a glance; narrower ones are turned. */
const wrapFrom = 52
const turnedFrom = 15

/**
 * Names below upright marks. Long ones go on in a second line; where even that lacks room, names that are words are
 * turned, since none can be guessed from its neighbours, while numbers and dates are left out.
 */
function categoryLabelLook(form: TimeseriesForm, model: TimeseriesModel, plotWidth: number, theme: ChartTheme) {
  if (form.orientation === 'horizontal') {
    return { width: Math.min(160, Math.floor(plotWidth * 0.3)), overflow: 'truncate', fontSize: 12, color: theme.text }
  }
  const names = model.x.map(String)
  const each = Math.floor((plotWidth / Math.max(1, names.length)) * 0.95)
  const longest = Math.max(0, ...names.map(textWidth)) * (labelSize / 12)
  if (form.xAxisLabelRotation !== 0 || longest <= each) return {}
  if (each >= wrapFrom)
    return { interval: 0, hideOverlap: false, lineHeight: 13, formatter: (name: string) => twoLines(name, each) }
  const areWords = names.every((name) => !/\d/.test(name))
  if (!areWords || each < turnedFrom) return each >= 48 ? { width: each, overflow: 'truncate' } : {}
  return {
    rotate: 45,
    interval: 0,
    hideOverlap: false,
    formatter: (name: string) => cutText(name, 96, labelSize),
  }
}

/** A name on up to two lines of a width in px, broken between words. */
function twoLines(name: string, width: number): string {
  const words = name.split(/\s+/)
  let first = words.shift() ?? ''
  const fits = (text: string) => textWidth(text) * (labelSize / 12) <= width
  while (words.length > 0 && fits(`${first} ${words[0]}`)) first += ` ${words.shift()}`
  const lines = [first, words.join(' ')].filter((line) => line !== '')
  return lines.map((line) => cutText(line, width, labelSize)).join('\n')
}

/** Lying bars that carry their figures need no scale beside them: they take the whole width. */
function hasFiguresInstead(form: TimeseriesForm): boolean {
  const plain = form.y_axis_title === '' && form.y_axis_bounds.every((bound) => bound === null) && !form.logAxis
  return form.orientation === 'horizontal' && form.show_value && form.stack === null && !isShare(form) && plain
}

/** The axis of the values. */
export function valueAxis(
  form: TimeseriesForm,
  stacked: Stacked,
  format: NumberFormat,
  plotSize: { width: number; height: number },
): YAXisComponentOption {
  const [min, max] = valueBounds(form, stacked)
  const horizontal = form.orientation === 'horizontal'
  const wanted = steps(horizontal ? plotSize.width / 110 : plotSize.height / 70)
  const marks = evenMarks(form.logAxis ? [null, null] : [min, max], wanted)
  const write = isShare(form) ? numberFormatter(',.0%') : format
  return {
    type: form.logAxis ? 'log' : 'value',
    ...titleOf(
      form.y_axis_title,
      form.y_axis_title_margin,
      form.y_axis_title_position === 'Top' ? 'end' : 'middle',
      !horizontal,
    ),
    min: min ?? undefined,
    max: max ?? undefined,
    scale: form.truncateYAxis,
    minorSplitLine: { show: form.minorSplitLine },
    minorTick: { splitNumber: 2 },
    axisLabel: { formatter: (value: number) => trueMinus(write(value)), hideOverlap: true, ...marks.label },
    splitLine: marks.line,
    splitNumber: wanted,
    interval: marks.interval,
    ...(hasFiguresInstead(form) && { axisLabel: { show: false }, splitLine: { show: false }, max: 'dataMax' }),
    // a stream has no zero to read from
    ...(form.stack === 'Stream' && { axisLabel: { show: false }, splitLine: { show: false } }),
  } as YAXisComponentOption
}

/**
 * Given ends become marks of an axis even where they break its rhythm (0, 20, 40, 45). A step is chosen on which both
 * lie; where there is none, the odd ends carry no mark.
 */
function evenMarks([min, max]: Bounds, wanted: number) {
  const interval = min === null || max === null ? undefined : evenStep(min, max, wanted)
  const isOdd = (end: number | null) => interval === undefined && end !== null && end !== 0
  return {
    interval,
    label: { ...(isOdd(min) && { showMinLabel: false }), ...(isOdd(max) && { showMaxLabel: false }) },
    line: { showMinLine: !isOdd(min), showMaxLine: !isOdd(max) },
  }
}

const steps = (wanted: number) => Math.max(2, Math.min(5, Math.round(wanted)))

/** Whether values are shares of a whole and so written as percentages. */
export const isShare = (form: TimeseriesForm) => form.contributionMode !== null || form.stack === 'Expand'

/** Whether the series of a row add up to 1. */
const isWhole = (form: TimeseriesForm) =>
  form.stack === 'Expand' || (form.contributionMode === 'row' && form.stack !== null)

function valueBounds(form: TimeseriesForm, stacked: Stacked): Bounds {
  const [min, max] = form.y_axis_bounds
  if (isWhole(form)) return [min ?? 0, max ?? 1]
  if (form.logAxis && min === null) return [powerBelow(stacked), max]
  return [min, max]
}

/** A log axis starts at the power of ten below the smallest positive value. */
function powerBelow(stacked: Stacked): number | null {
  let smallest = Number.POSITIVE_INFINITY
  for (const one of stacked.series) {
    for (const value of one.values) if (value !== null && value > 0 && value < smallest) smallest = value
  }
  return smallest === Number.POSITIVE_INFINITY ? null : 10 ** Math.floor(Math.log10(smallest))
}

function titleOf(name: string, margin: number, location: 'middle' | 'end', upright: boolean) {
  if (name === '') return {}
  if (location === 'end') {
    return { name, nameLocation: 'end', nameGap: margin, nameTextStyle: { align: upright ? 'left' : 'right' } }
  }
  return { name, nameLocation: 'middle', nameGap: margin }
}
