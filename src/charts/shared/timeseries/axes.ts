import type { XAXisComponentOption, YAXisComponentOption } from 'echarts'
import { evenStep, niceEnds } from '../evenStep.ts'
import type { Bounds } from '../fields.ts'
import { numberFormatter, timeFormatter } from '../format/index.ts'
import type { NumberFormat } from '../metricFormat.ts'
import { cutText, labelWidth, textWidth } from '../textWidth.ts'
import type { ChartTheme } from '../theme.ts'
import { trueMinus } from '../trueMinus.ts'
import type { TimeseriesForm } from './formData.ts'
import type { AxisTitle } from './layout.ts'
import type { LogScale } from './logMarks.ts'
import type { TimeseriesModel } from './model.ts'
import { type Stacked, valueEnds } from './stack.ts'

const day = 86_400_000

/** Minimum step between two labels of a time axis, by the grain of its values (ISO 8601 duration). */
const minStepByGrain: Record<string, number> = {
  PT1H: 3_600_000,
  P1D: day,
  P1W: 7 * day,
  P1M: 28 * day,
  P3M: 90 * day,
  P1Y: 365 * day,
}

/** Short labels, with the larger unit at its first label: 2001, Feb, Mar ... */
export const axisTimeLabels = {
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

/** Over many years, labels are at round steps (10, 20, 25), not at arbitrary steps that fit (17, 36). */
function yearRhythm(
  x: readonly unknown[],
  wanted: number,
): { step: number; count: number; starts: number[] } | undefined {
  const times = x.filter((value): value is number => typeof value === 'number')
  const years = times.length < 2 ? 0 : Math.round(((times.at(-1) ?? 0) - (times[0] ?? 0)) / (365.25 * day))
  if (years <= wanted) return undefined
  const at = yearSteps.findIndex((each) => each >= years / wanted)
  const step = yearSteps[at] ?? years / wanted
  const starts = roundYears(times, step)
  return {
    step: step * year,
    count: Math.max(1, Math.floor(years / step)),
    starts: starts.length < 2 && at > 0 ? roundYears(times, yearSteps[at - 1]!) : starts,
  }
}

/**
 * The starts of the years that a step divides (1900, 1920 for 20): years that start at the first value (1889, 1909)
 * cannot be read between labels. None if most of these years have no values: a survey may take place in odd years only.
 */
function roundYears(times: readonly number[], step: number): number[] {
  const known = new Set(times.map((time) => new Date(time).getUTCFullYear()))
  const [first, last] = [times[0] ?? 0, times.at(-1) ?? 0]
  const starts: number[] = []
  const from = Math.ceil(new Date(first).getUTCFullYear() / step) * step
  for (let each = from; yearStart(each) <= last; each += step)
    if (yearStart(each) >= first) starts.push(yearStart(each))
  return starts.filter((start) => known.has(new Date(start).getUTCFullYear())).length * 2 > starts.length ? starts : []
}

/** Fiscal periods may begin on any day. If all labels fit, each is at the start of its period. */
function fiscalStarts({ time_grain_sqla: grain = '' }: TimeseriesForm, x: readonly unknown[], width: number) {
  return grain.endsWith('/fiscal') && width / x.length >= leastPitch ? { customValues: x, showMinLabel: true } : {}
}

/** Date.UTC would take the years 0 to 99 as those of the 20th century. */
const yearStart = (year: number) => new Date(0).setUTCFullYear(year, 0, 1)

const leastPitch = 44
const mostMonths = 13

/**
 * Over months, labels are at the first of every month, or of every third or so, as many as fit; other days at the start
 * of the data have no label. ECharts derives the step from the length of an interval: the total divided by a whole
 * number of intervals.
 */
function monthRhythm(x: readonly unknown[], width: number, label: number, grain: number) {
  const times = x.filter((value): value is number => typeof value === 'number')
  const [first, last] = [times[0] ?? 0, times.at(-1) ?? 0]
  const months = (last - first) / (30.44 * day)
  const pitch = Math.max(leastPitch, label + 16)
  const step = (months <= mostMonths ? [1, 2, 3, 6] : [1, 3, 6]).find(
    (each) => each * 31 * day >= grain && months / each <= mostMonths && (width * each) / months >= pitch,
  )
  if (months < 2 || step === undefined || grain >= year) return undefined
  const isFirst = new Date(first).getUTCDate() === 1
  const days = (last - first) / day
  // intervals of up to 31 days are one month, from 60 on two, from 90 on three, from 180 on six
  const parts = { 1: Math.ceil(days / 31), 2: Math.round(days / 75), 3: Math.round(days / 125) }[step]
  return { splitNumber: Math.max(1, parts ?? Math.floor(days / 181)), showMinLabel: isFirst }
}

/** Minimum distance in ms at which two labels of a format differ. */
function stepOfFormat(format: string): number {
  if (format === 'smart_date' || /%[HILMSXcfpsQ]/.test(format)) return 0
  if (/%[dejaAuUVWwx]/.test(format)) return day
  return /%[bBmq]/.test(format) ? 28 * day : year
}

/** The base axis: the x axis, or the vertical axis of horizontal bars. `extent` is the size of the plot. */
export function baseAxis(
  form: TimeseriesForm,
  model: TimeseriesModel,
  extent: { width: number; height: number },
  theme: ChartTheme,
  title: AxisTitle | undefined,
): XAXisComponentOption {
  const horizontal = form.orientation === 'horizontal'
  const plotWidth = extent.width
  // beside the plot there is room for every label; rotated labels would take space from the bars
  const rotate = horizontal ? 0 : form.xAxisLabelRotation
  if (model.xType === 'time') {
    const format = form.x_axis_time_format ?? 'smart_date'
    const write = format === 'smart_date' ? undefined : timeFormatter(format)
    const wanted = Math.max(2, Math.min(8, Math.floor(plotWidth / 110)))
    const rhythm = yearRhythm(model.x, horizontal ? wanted : Math.max(2, Math.min(8, Math.floor(plotWidth / 70))))
    const grain = form.time_grain_sqla === undefined ? undefined : minStepByGrain[form.time_grain_sqla]
    const label = write === undefined ? 0 : labelWidth(write(Number(model.x[0])))
    const monthly = horizontal || rhythm ? undefined : monthRhythm(model.x, plotWidth, label, grain ?? 0)
    // zooming in needs shorter steps than the whole axis
    const starts = form.zoomable || (rhythm?.starts.length ?? 0) < 2 ? undefined : rhythm?.starts
    const yearOf = (value: number) => String(new Date(value).getUTCFullYear())
    const least = Math.max(grain ?? 0, stepOfFormat(format), form.zoomable ? 0 : (rhythm?.step ?? 0))
    return {
      type: 'time',
      ...title,
      inverse: horizontal,
      minInterval: least === 0 ? undefined : least,
      axisLabel: {
        rotate,
        hideOverlap: true,
        showMinLabel: monthly?.showMinLabel ?? true,
        ...(starts && { customValues: starts }),
        ...fiscalStarts(form, model.x, horizontal ? extent.height : plotWidth),
        formatter: write ?? (starts ? yearOf : axisTimeLabels),
      },
      ...(starts && { axisTick: { customValues: starts } }),
      ...(rhythm === undefined
        ? !horizontal && { splitNumber: monthly?.splitNumber ?? wanted }
        : { splitNumber: rhythm.count, maxInterval: rhythm.step }),
    } as XAXisComponentOption
  }
  if (model.xType === 'number') {
    const [min, max] = form.xAxisBounds
    const wanted = steps(plotWidth / 90)
    const marks = evenMarks([min, max], wanted)
    return {
      type: 'value',
      ...title,
      scale: form.truncateXAxis,
      min: min ?? undefined,
      max: max ?? undefined,
      axisLine: { show: true, lineStyle: { color: theme.chartAxis } },
      splitLine: { show: false },
      splitNumber: wanted,
      interval: marks.interval,
      axisLabel: { rotate, formatter: positionFormat(model.x, plotWidth / (wanted + 1)), ...marks.label },
    } as XAXisComponentOption
  }
  const { look } = categoryLabels(form, categoryNames(model), extent, theme)
  const shorten = (look['formatter'] ?? String) as (name: string) => string
  return {
    type: 'category',
    ...title,
    data: model.x.map(String),
    ...categoryBounds(form.xAxisBounds, model.x),
    inverse: horizontal,
    axisLabel: {
      rotate,
      hideOverlap: form.xAxisLabelInterval === 'auto',
      ...look,
      ...(model.hasNumbers && { formatter: (name: string) => shorten(trueMinus(placeName(model, name))) }),
    },
  } as XAXisComponentOption
}

/** Bounds of numeric categories: the first and the last category inside the configured bounds. */
function categoryBounds([min, max]: Bounds, x: readonly unknown[]): { min?: number; max?: number } {
  const numbers = x.map((value) => (String(value).trim() === '' ? Number.NaN : Number(value)))
  if ((min === null && max === null) || numbers.some(Number.isNaN)) return {}
  const isInside = (value: number) => (min === null || value >= min) && (max === null || value <= max)
  const first = numbers.findIndex(isInside)
  return first === -1 ? {} : { min: first, max: numbers.findLastIndex(isInside) }
}

/** Four digits may be a year, so they get no separator. */
const writePosition = (value: number, text = String(value)) =>
  Math.abs(value) >= 10_000 && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? numberFormatter(',.6~f')(value) : text

/** A number or category of the base axis as text, not shortened. */
export function placeName({ xType, hasNumbers }: Pick<TimeseriesModel, 'xType' | 'hasNumbers'>, value: unknown) {
  return xType === 'number' || hasNumbers ? writePosition(Number(value), String(value)) : String(value)
}

const categoryNames = (model: TimeseriesModel) => model.x.map((value) => placeName(model, value))

/** Numbers below the plot: short ones (150k) if others would be left out, because a label has less than its width. */
function positionFormat(x: readonly unknown[], pitch: number): (value: number) => string {
  const largest = x.reduce((most: number, value) => Math.max(most, Math.abs(Number(value))), 0)
  const isTight = largest >= 10_000 && labelWidth(writePosition(largest)) + 8 > pitch
  const short = numberFormatter('SMART_NUMBER')
  return (value) => trueMinus(isTight ? short(value) : writePosition(value))
}

const labelSize = 11
/** Font size of names beside horizontal marks, and the height of a mark from which they may have two lines. */
const besideSize = 12
const twoLinesFrom = 32
/** Two lines with at least this many letters are easy to read; narrower labels are rotated. */
const wrapFrom = 52
const turnedFrom = 15
/** Codes up to this width are never rotated: every second or third one gives the order of the others. */
const codeWidth = 32

/** Maximum length in px of a rotated label; longer labels are truncated. */
const turnedWidth = 96
const lineBelow = 20
/** Minimum distance in px at which two labels certainly do not overlap. */
const labelGap = 3

export interface CategoryLabels {
  look: Record<string, unknown>
  /** px that the labels take below vertical marks, or next to horizontal marks */
  extent: number
}

/** Names longer than `longName` px are truncated to `cutName` px; dates and numbers are not. */
const longName = 110
const cutName = 96

/**
 * Labels below vertical marks. Long ones are wrapped to a second line. If there is no room, words are rotated, because
 * none can be inferred from adjacent ones, while numbers, dates and short codes are omitted in even steps.
 */
export function categoryLabels(
  form: Pick<TimeseriesForm, 'orientation' | 'xAxisLabelInterval' | 'xAxisLabelRotation'>,
  names: string[],
  extent: { width: number; height: number },
  theme: Pick<ChartTheme, 'text'>,
): CategoryLabels {
  const showsAll = form.xAxisLabelInterval !== 'auto'
  const everyNth = (size: number, each: number) =>
    showsAll ? { interval: Math.ceil(size / Math.max(1, each)) - 1 } : {}
  // not Math.max of all names: there may be more of them than a call accepts arguments
  const widest = names.reduce((most, name) => Math.max(most, textWidth(name)), 0)
  if (form.orientation === 'horizontal') {
    const width = Math.min(170, Math.floor(extent.width * 0.36))
    const high = extent.height / Math.max(1, names.length)
    if (widest > width && high >= twoLinesFrom) {
      const formatter = (name: string) => twoLines(name, width, besideSize)
      const lines = names.flatMap((name) => formatter(name).split('\n'))
      const longest = Math.min(width, Math.max(...lines.map(textWidth)))
      return {
        look: { formatter, fontSize: besideSize, lineHeight: 14, color: theme.text, interval: 0 },
        extent: longest + 8,
      }
    }
    const look = { width, overflow: 'truncate' as const, fontSize: besideSize, color: theme.text }
    return { look: { ...look, ...everyNth(14, extent.height / names.length) }, extent: Math.min(width, widest) + 8 }
  }
  const each = Math.floor((extent.width / Math.max(1, names.length)) * 0.95)
  const longest = widest * (labelSize / 12)
  const rotation = form.xAxisLabelRotation
  if (rotation !== 0) {
    const upright = Math.sin((Math.abs(rotation) * Math.PI) / 180)
    const formatter = (name: string) => cutText(name, 110, labelSize)
    return { look: { formatter, ...everyNth(14, each) }, extent: lineBelow + Math.min(110, longest) * upright }
  }
  // otherwise ECharts would leave out every second label, although all fit, or some of them, because of small
  // differences in width
  if (longest <= each) {
    return { look: { interval: 0, hideOverlap: !showsAll && longest + labelGap > each }, extent: lineBelow }
  }
  if (each >= wrapFrom) {
    const formatter = (name: string) => twoLines(name, each)
    return { look: { interval: 0, hideOverlap: false, lineHeight: 13, formatter }, extent: lineBelow + 13 }
  }
  const areWords = longest > codeWidth && names.every((name) => !/\d/.test(name))
  if ((!areWords || each < turnedFrom) && !showsAll && longest > longName) {
    // the automatic steps of ECharts leave space for the longest name in full, so that often only the first label is
    // drawn
    const step = each >= 48 ? 1 : Math.ceil(cutName / Math.max(1, each))
    const formatter = (name: string) => cutText(name, each * step - 6, labelSize)
    return { look: { interval: step - 1, formatter }, extent: lineBelow }
  }
  if (!areWords || each < turnedFrom) {
    const cut = each >= 48 ? { width: each, overflow: 'truncate' as const } : {}
    return { look: { ...cut, ...everyNth(longest + 6, each) }, extent: lineBelow }
  }
  return {
    look: {
      rotate: 45,
      interval: 0,
      hideOverlap: false,
      formatter: (name: string) => cutText(name, turnedWidth, labelSize),
    },
    extent: lineBelow + Math.min(turnedWidth, longest) * 0.7,
  }
}

/** The space for the labels of the base axis: height below vertical marks, width next to horizontal ones. */
export function baseLabelExtent(
  form: TimeseriesForm,
  model: TimeseriesModel,
  extent: { width: number; height: number },
  theme: ChartTheme,
): number {
  if (model.xType === 'category') return categoryLabels(form, categoryNames(model), extent, theme).extent
  if (form.orientation === 'horizontal') return 60
  const turn = (Math.abs(form.xAxisLabelRotation) * Math.PI) / 180
  return lineBelow + lastLabelWidth(form, model) * Math.sin(turn) - labelSize * (1 - Math.cos(turn))
}

/** Width of the label at the end of an axis of times or numbers. */
function lastLabelWidth({ x_axis_time_format: format = 'smart_date' }: TimeseriesForm, { x, xType }: TimeseriesModel) {
  const last = Number(x.findLast((value) => value !== null) ?? 0)
  if (xType === 'number') return labelWidth(writePosition(last))
  return labelWidth(format === 'smart_date' ? '2000' : timeFormatter(format)(last))
}

/** A label on up to two lines with a width in px, wrapped between words. */
function twoLines(name: string, width: number, size = labelSize): string {
  const words = name.split(/\s+/)
  let first = words.shift() ?? ''
  // the width estimate is conservative
  const room = width * 1.05
  const fits = (text: string) => textWidth(text) * (size / 12) <= room
  while (words.length > 0 && fits(`${first} ${words[0]}`)) first += ` ${words.shift()}`
  const lines = [first, words.join(' ')].filter((line) => line !== '')
  return lines.map((line) => cutText(line, room, size)).join('\n')
}

/** Horizontal bars with value labels need no value axis: they use the whole width. */
function hasLabelsInstead(form: TimeseriesForm): boolean {
  const plain = form.y_axis_title === '' && form.y_axis_bounds.every((bound) => bound === null) && !form.logAxis
  return form.orientation === 'horizontal' && form.show_value && form.stack === null && !isShare(form) && plain
}

/**
 * The value axis. `labelsWidth` is the width of the longest value label at the ends of horizontal bars; `log`: the scale
 * of a log axis.
 */
export function valueAxis(
  form: TimeseriesForm,
  stacked: Stacked,
  format: NumberFormat,
  plot: { width: number; height: number },
  title: AxisTitle | undefined,
  labelsWidth: number,
  log: LogScale | undefined,
): YAXisComponentOption {
  const [min, max] = log ? [log.min, log.max] : valueBounds(form)
  const horizontal = form.orientation === 'horizontal'
  const decades = log?.decades ?? 0
  // with fewer steps than half the powers of ten, ECharts would double the length of the axis
  const wanted = Math.max(valueSteps(form, plot), Math.ceil(decades * 0.6))
  const marks = evenMarks(log ? [null, null] : [min ?? null, max ?? null], wanted)
  const write = tickFormat(form, format)
  const least = log ? undefined : leastStep(write)
  const decade = (horizontal ? plot.width : plot.height) / Math.max(1, decades)
  const before = horizontal && labelsWidth > 0 ? spaceBefore(form, stacked, plot.width, labelsWidth) : 0
  const ticks = log?.marks && { customValues: log.marks }
  return {
    type: log ? 'log' : 'value',
    ...title,
    min: min ?? undefined,
    // bars of a log axis start at 1 by default: bars of smaller values would hang from the top, the smallest value
    // having the longest bar
    ...(log?.min !== undefined && log.min < 1 && form.seriesType === 'bar' && { startValue: log.min }),
    max: max ?? undefined,
    scale: form.truncateYAxis,
    ...(before > 0 && { boundaryGap: [`${Math.round((before / (1 - before)) * 100)}%`, 0] }),
    minorSplitLine: { show: form.minorSplitLine, ...(log && { lineStyle: { opacity: 0.5 } }) },
    minorTick: { splitNumber: !log ? 2 : decade >= 60 ? 9 : 3 },
    axisLabel: { formatter: write, hideOverlap: true, ...marks.label, ...ticks },
    // grid lines are at the ticks, even if ticks are hidden
    ...(ticks && { axisTick: ticks }),
    splitLine: marks.line,
    splitNumber: wanted,
    interval: marks.interval,
    ...(least !== undefined && { minInterval: least }),
    ...(hasLabelsInstead(form) && { axisLabel: { show: false }, splitLine: { show: false }, max: 'dataMax' }),
    // a stream has no zero line
    ...(form.stack === 'Stream' && { axisLabel: { show: false }, splitLine: { show: false } }),
  } as YAXisComponentOption
}

/** The format of the ticks of the value axis. */
export function tickFormat(form: TimeseriesForm, format: NumberFormat): (value: number) => string {
  const write = isShare(form) ? numberFormatter(',.0%') : format
  // small powers of ten would all be formatted as zero
  const isLost = (value: number) => form.logAxis && value !== 0 && write(value) === write(0)
  const small = numberFormatter(write(1).startsWith('+') ? '+~g' : '~g')
  return (value) => {
    const text = trueMinus(isLost(value) ? small(value) : write(value))
    // zero is neither a rise nor a fall
    return value === 0 ? text.replace(/^[+−]/, '') : text
  }
}

/**
 * The smallest power of ten that a format can distinguish: closer ticks would have equal labels (`,d`: 1, `.1f`: 0.1).
 * Undefined if it formats small values as precisely as large ones.
 */
export function leastStep(write: (value: number) => string): number | undefined {
  const isTold = (step: number) => write(0) !== write(step) && write(step) !== write(2 * step)
  const least = [1e-6, 1e-5, 1e-4, 0.001, 0.01, 0.1, 1].find(isTold)
  return least === 1e-6 ? undefined : least
}

/** Wanted number of steps of the value axis, before its ends are rounded. */
export const valueSteps = (form: TimeseriesForm, plot: { width: number; height: number }) =>
  steps(form.orientation === 'horizontal' ? plot.width / 110 : plot.height / 70)

/**
 * The fraction of the axis that stays free for value labels of negative bars; 0 if rounding the end of the axis leaves
 * enough.
 */
function spaceBefore(form: TimeseriesForm, stacked: Stacked, width: number, labelsWidth: number): number {
  const [min, max] = valueEnds(stacked)
  const [low, high] = niceEnds(min, max, valueSteps(form, { width, height: 0 }))
  const room = ((min - low) / (high - low)) * width
  return min === 0 || room >= labelsWidth + 4 ? 0 : Math.min(0.5, (labelsWidth + 8) / Math.max(1, width))
}

/**
 * The configured ends become ticks, even if they are not at a regular step (0, 20, 40, 45). If possible, the step
 * includes both; otherwise an irregular upper end has no label. The lower one always has one, because the base line is
 * there: labels too close to it are hidden.
 */
function evenMarks([min, max]: Bounds, wanted: number) {
  const interval = min === null || max === null ? undefined : evenStep(min, max, wanted)
  const isOdd = (end: number | null) => interval === undefined && end !== null && end !== 0
  return {
    interval,
    label: { ...(isOdd(min) && { showMinLabel: true }), ...(isOdd(max) && { showMaxLabel: false }) },
    line: { showMinLine: !isOdd(min), showMaxLine: !isOdd(max) },
  }
}

const steps = (wanted: number) => Math.max(2, Math.min(5, Math.round(wanted)))

/** Whether value labels are inside the marks: those of stacked bars and areas, unless only the total is shown. */
export const isInside = (form: TimeseriesForm) =>
  form.stack !== null && !form.only_total && form.seriesType !== 'scatter'

/** Whether values are fractions of a whole, and therefore shown as percentages. */
export const isShare = (form: TimeseriesForm) => form.contributionMode !== null || form.stack === 'Expand'

/** Whether the series of a row add up to 1. */
export const isWhole = (form: TimeseriesForm) =>
  form.stack === 'Expand' || (form.contributionMode === 'row' && form.stack !== null)

function valueBounds(form: TimeseriesForm): Bounds {
  const [min, max] = form.y_axis_bounds
  return isWhole(form) ? [min ?? 0, max ?? 1] : [min, max]
}

/** Approximate width of the longest tick label of a vertical value axis. */
export function tickWidth(stacked: Stacked, write: (value: number) => string): number {
  const [min, max] = valueEnds(stacked)
  return Math.max(...[min, max, (min + max) / 2].map((value) => labelWidth(write(value))))
}
