import type { YAXisComponentOption } from 'echarts'
import { niceEnds } from '../evenStep.ts'
import type { Bounds } from '../fields.ts'
import { textWidth } from '../textWidth.ts'
import { tickFormat, tickWidth, valueAxis, valueSteps } from '../timeseries/axes.ts'
import type { TimeseriesForm } from '../timeseries/formData.ts'
import { type AxisTitle, type Layout, mostMargin } from '../timeseries/layout.ts'
import { logScaleOf } from '../timeseries/logMarks.ts'
import type { Series } from '../timeseries/model.ts'
import type { Stacked } from '../timeseries/stack.ts'
import type { MixedForm } from './formData.ts'
import type { Half } from './halfData.ts'
import { sharedSteps } from './sharedSteps.ts'

type Range = [min: number, max: number]

/** A value axis and the queries that use it. */
export interface Side {
  form: TimeseriesForm
  stacked: Stacked
  halves: Half[]
  /** estimated, in px; 0 if no query uses the axis */
  labelWidth: number
}

export function sideOf(halves: Half[], axis: 0 | 1, isVisible: (series: Series) => boolean): Side {
  const own = halves.filter((half) => half.axis === axis && half.stacked.series.length > 0)
  const [first = halves[0]!] = own
  const isStacked = own.some(({ input }) => input.formData.stack !== null)
  const form: TimeseriesForm = {
    ...first.input.formData,
    stack: isStacked ? 'Stack' : null,
    // the axis is one of bars if any query has bars
    ...(own.some(({ input }) => input.formData.seriesType === 'bar') && { seriesType: 'bar' as const }),
  }
  const series = own.flatMap(({ stacked }) => stacked.series).filter((one) => !form.logAxis || isVisible(one))
  const totals = own.flatMap(({ input, stacked }) => (input.formData.stack === null ? [] : stacked.totals))
  const stacked = { series, totals }
  const write = tickFormat(form, first.ticks)
  return { form, stacked, halves: own, labelWidth: own.length === 0 ? 0 : tickWidth(stacked, write) }
}

/** In narrower charts, in px, there are no titles next to the axes. */
export const leastTitled = 320

/** Both value axes. The second has no grid lines if the first has them, and its ticks align with those of the first. */
export function valueAxes(
  mixed: MixedForm,
  [left, right]: [Side, Side],
  { plot, valueTitle }: Pick<Layout, 'plot' | 'valueTitle'>,
  { width, colorOf }: { width: number; colorOf: (series: Series) => string },
): YAXisComponentOption[] {
  const isLog = left.form.logAxis || right.form.logAxis
  const hasBoth = left.halves.length > 0 && right.halves.length > 0
  const title =
    width < leastTitled ? undefined : secondTitle(mixed, secondTitleOf(mixed, left), { plot, width }, valueTitle)
  const isFree = [left, right].every(({ form }) => form.y_axis_bounds.every((bound) => bound === null))
  const steps =
    hasBoth && !isLog && isFree ? sharedSteps([rangeOf(left), rangeOf(right)], valueSteps(left.form, plot)) : undefined
  const axis = (side: Side, position: 'left' | 'right', name: AxisTitle | undefined) => {
    const log = side.form.logAxis ? logScaleOf(side.form, side.stacked, plot) : undefined
    const drawn = valueAxis(side.form, side.stacked, side.halves[0]?.ticks ?? String, plot, name, 0, log)
    const [lone, ...others] = side.halves.flatMap(({ stacked }) => stacked.series)
    const ink = hasBoth && lone !== undefined && others.length === 0 ? { color: colorOf(lone) } : undefined
    return {
      ...drawn,
      ...(ink && { axisLabel: { ...drawn.axisLabel, ...ink }, nameTextStyle: { ...drawn.nameTextStyle, ...ink } }),
      position,
      show: side.halves.length > 0,
    }
  }
  const second = axis(right, 'right', title)
  return [
    {
      ...axis(left, 'left', hasBoth && valueTitle?.nameLocation === 'end' ? halfWide(valueTitle) : valueTitle),
      ...steps?.[0],
    },
    {
      ...second,
      ...steps?.[1],
      ...(hasBoth && { splitLine: { show: false }, minorSplitLine: { show: false } }),
      ...(hasBoth && !isLog && !steps && { alignTicks: true }),
    },
  ] as YAXisComponentOption[]
}

const halfWide = (title: AxisTitle): AxisTitle => ({
  ...title,
  nameTruncate: { ...title.nameTruncate, maxWidth: title.nameTruncate.maxWidth / 2 - 8 },
})

/** The distance of the title from the second axis; a large one would take too much of a narrow chart. */
export const titleGap = (form: MixedForm, width: number): number =>
  Math.min(form.y_axis_title_margin, width * mostMargin)

/** If no query uses the first axis, its title is on the other one. */
export const secondTitleOf = (form: MixedForm, first: Side): string =>
  form.yAxisTitleSecondary === '' && first.halves.length === 0 ? form.y_axis_title : form.yAxisTitleSecondary

/** The title of the second axis is next to it, or at its top if the title of the first axis is at the top. */
function secondTitle(
  form: MixedForm,
  name: string,
  { plot, width }: { plot: Layout['plot']; width: number },
  first: AxisTitle | undefined,
): AxisTitle | undefined {
  if (name === '' || plot.height < Math.min(48, textWidth(name))) return undefined
  if (first?.nameLocation === 'end') {
    return {
      ...halfWide({ ...first, nameTruncate: { maxWidth: plot.width, ellipsis: '…' } }),
      name,
      nameTextStyle: { align: 'right' },
    }
  }
  return {
    name,
    nameLocation: 'middle',
    nameGap: titleGap(form, width),
    nameTruncate: { maxWidth: plot.height, ellipsis: '…' },
  }
}

/** The ends that the axis will have, so that value labels of both queries are placed on the same scale. */
export function endsOf(side: Side, other: Side, plot: Layout['plot']): Bounds {
  const { form, halves } = side
  const [least, most] = form.y_axis_bounds
  const range = rangeOf(side)
  if (form.logAxis) {
    const { min, max } = logScaleOf(form, side.stacked, plot)
    return [min ?? null, max ?? null]
  }
  if (range === undefined) return [least, most]
  const isFree = least === null && most === null
  const shared = isFree && other.halves.length > 0 && other !== side && halves.length > 0
  const [low, high] =
    (shared && evenEnds(range, rangeOf(other), plot, form)) || niceEnds(...range, valueSteps(form, plot))
  return [least ?? low, most ?? high]
}

function evenEnds(
  range: Range,
  other: Range | undefined,
  plot: Layout['plot'],
  form: TimeseriesForm,
): Range | undefined {
  const [own] = sharedSteps([range, other], valueSteps(form, plot)) ?? []
  return own && [own.min, own.max]
}

/** The lowest and the highest value, and zero unless the axis may start elsewhere; undefined if there are no values. */
function rangeOf({ form, halves }: Side): Range | undefined {
  let [min, max] = form.truncateYAxis ? [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] : [0, 0]
  for (const { input, stacked } of halves) {
    const isStacked = input.formData.stack !== null
    const rows = stacked.series.reduce((most, { values }) => Math.max(most, values.length), 0)
    for (let row = 0; row < rows; row += 1) {
      let [below, above] = isStacked ? [0, 0] : [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
      for (const { values } of stacked.series) {
        const value = values[row] ?? null
        if (value === null) continue
        if (isStacked && value < 0) below += value
        else if (isStacked) above += value
        else [below, above] = [Math.min(below, value), Math.max(above, value)]
      }
      ;[min, max] = [Math.min(min, below), Math.max(max, above)]
    }
  }
  // bars start at zero
  if (halves.some(({ input }) => input.formData.seriesType === 'bar')) [min, max] = [Math.min(0, min), Math.max(0, max)]
  return min > max ? undefined : [min, max]
}
