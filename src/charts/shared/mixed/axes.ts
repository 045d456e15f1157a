import type { YAXisComponentOption } from 'echarts'
import { niceEnds } from '../evenStep.ts'
import type { Bounds } from '../fields.ts'
import { textWidth } from '../textWidth.ts'
import { tickFormat, tickWidth, valueAxis, valueSteps } from '../timeseries/axes.ts'
import type { TimeseriesForm } from '../timeseries/formData.ts'
import type { AxisTitle, Layout } from '../timeseries/layout.ts'
import type { Series } from '../timeseries/model.ts'
import type { Stacked } from '../timeseries/stack.ts'
import type { MixedForm } from './formData.ts'
import type { Half } from './halfData.ts'

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
  const form: TimeseriesForm = { ...first.input.formData, stack: isStacked ? 'Stack' : null }
  const series = own.flatMap(({ stacked }) => stacked.series).filter((one) => !form.logAxis || isVisible(one))
  const stacked = { series, totals: [] }
  const write = tickFormat(form, first.ticks)
  return { form, stacked, halves: own, labelWidth: own.length === 0 ? 0 : tickWidth(stacked, write) }
}

const leastTitled = 320

/** Both value axes. The second has no grid lines if the first has them, and its ticks align with those of the first. */
export function valueAxes(
  mixed: MixedForm,
  [left, right]: [Side, Side],
  { plot, valueTitle }: Pick<Layout, 'plot' | 'valueTitle'>,
  width: number,
): YAXisComponentOption[] {
  const isLog = left.form.logAxis || right.form.logAxis
  const hasBoth = left.halves.length > 0 && right.halves.length > 0
  const title = width < leastTitled ? undefined : secondTitle(mixed, plot, valueTitle)
  const axis = (side: Side, position: 'left' | 'right', name: AxisTitle | undefined) => ({
    ...valueAxis(side.form, side.stacked, side.halves[0]?.ticks ?? String, plot, name, 0),
    position,
    show: side.halves.length > 0,
  })
  const second = axis(right, 'right', title)
  return [
    axis(left, 'left', hasBoth && valueTitle?.nameLocation === 'end' ? halfWide(valueTitle) : valueTitle),
    {
      ...second,
      ...(hasBoth && { splitLine: { show: false }, minorSplitLine: { show: false } }),
      ...(hasBoth && !isLog && { alignTicks: true }),
    },
  ] as YAXisComponentOption[]
}

const halfWide = (title: AxisTitle): AxisTitle => ({
  ...title,
  nameTruncate: { ...title.nameTruncate, maxWidth: title.nameTruncate.maxWidth / 2 - 8 },
})

/** The title of the second axis is beside it, or at its top if the first has its title there. */
function secondTitle(form: MixedForm, plot: Layout['plot'], first: AxisTitle | undefined): AxisTitle | undefined {
  const name = form.yAxisTitleSecondary
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
    nameGap: form.y_axis_title_margin,
    nameTruncate: { maxWidth: plot.height, ellipsis: '…' },
  }
}

/** The ends that the axis will have, so that value labels of both queries are placed on the same scale. */
export function endsOf({ form, halves }: Side, plot: Layout['plot']): Bounds {
  if (form.logAxis) return form.y_axis_bounds
  let [min, max] = form.truncateYAxis ? [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] : [0, 0]
  for (const { input, stacked } of halves) {
    const rows = Math.max(0, ...stacked.series.map(({ values }) => values.length))
    for (let row = 0; row < rows; row += 1) {
      const values = stacked.series.map((one) => one.values[row] ?? null).filter((value) => value !== null)
      if (values.length === 0) continue
      const isStacked = input.formData.stack !== null
      const sum = (sign: 1 | -1) => values.reduce((total, value) => total + (value * sign > 0 ? value : 0), 0)
      min = Math.min(min, isStacked ? sum(-1) : Math.min(...values))
      max = Math.max(max, isStacked ? sum(1) : Math.max(...values))
    }
  }
  if (min > max) return form.y_axis_bounds
  const [low, high] = niceEnds(min, max, valueSteps(form, plot))
  return [form.y_axis_bounds[0] ?? low, form.y_axis_bounds[1] ?? high]
}
