import type { LineSeriesOption } from 'echarts'
import { contrastingText } from '../color/index.ts'
import type { DrawInput } from '../contract.ts'
import { numberFormatter } from '../format/index.ts'
import { textWidth } from '../textWidth.ts'
import { trueMinus } from '../trueMinus.ts'
import { isInside, isShare } from './axes.ts'
import type { TimeseriesForm } from './formData.ts'
import type { LabelPlan } from './labelPlan.ts'
import type { Series } from './model.ts'
import type { Stacked } from './stack.ts'
import { barShare } from './styles.ts'

export interface LabelContext {
  input: DrawInput<TimeseriesForm>
  stacked: Stacked
  isVisible: (series: Series) => boolean
  color: (series: Series) => string
  /** px from one row to the next along the base axis, on average */
  pitch: number
  format: (series: Series) => (value: number | null | undefined) => string
  /** which value labels are drawn, and where */
  plan: LabelPlan
}

/**
 * The value labels of the marks. Without a stack every mark has its own; a stack shows its total on its topmost part,
 * or each part that is large enough.
 */
export function valueLabel(context: LabelContext, series: Series): LineSeriesOption['label'] {
  const { formData: form, theme } = context.input
  const planned = context.plan.get(series.name)
  if (!form.show_value || planned === undefined) return { show: false }
  // the label of an unstacked bar is beyond the end of the bar, also of a negative one; all other labels outside of
  // marks are above them, or to the right in a horizontal chart
  const side = form.orientation === 'horizontal' ? 'right' : 'top'
  const end = form.seriesType === 'bar' && form.stack === null ? 'outside' : side
  const inside = isInside(form)
  const inBar = inside && form.seriesType === 'bar'
  const longest = inBar ? Math.max(0, ...series.values.map((value) => textWidth(context.format(series)(value)))) : 0
  const fits = inBar && (form.orientation === 'horizontal' || longest < context.pitch * barShare)
  return {
    show: true,
    position: inside ? 'inside' : end,
    distance: 4,
    fontSize: 11,
    color: fits ? contrastingText(context.color(series)) : theme.chartText,
    // a value label wider than its bar covers both bar and background
    ...(inBar && !fits && { textBorderColor: theme.surface, textBorderWidth: 3 }),
    formatter: ({ dataIndex }: { dataIndex: number }) =>
      planned.has(dataIndex) ? labelText(context, series, dataIndex) : '',
  } as LineSeriesOption['label']
}

/** Value labels are placed as planned; those that overlap because of wrong estimates are hidden. */
export function labelLayout({ plan }: LabelContext, series: Series): LineSeriesOption['labelLayout'] {
  const planned = plan.get(series.name)
  if (planned === undefined) return {}
  return ({ dataIndex = -1 }) => {
    const shift = planned.get(dataIndex)
    // each label that may be hidden is compared with all others, even if it has no text
    return shift === undefined ? {} : { hideOverlap: true, ...shift }
  }
}

/** The text at a mark; empty for none. */
export function labelText(context: Omit<LabelContext, 'plan' | 'pitch'>, series: Series, row: number): string {
  return trueMinus(valueTextOf(context, series, row))
}

function valueTextOf(context: Omit<LabelContext, 'plan' | 'pitch'>, series: Series, row: number): string {
  const { input, stacked } = context
  const form = input.formData
  const value = series.values[row] ?? null
  if (value === null) return ''
  const write = isShare(form) ? numberFormatter(',.0%') : context.format(series)
  if (form.stack === null) return write(value)
  const total = form.stack === 'Expand' ? (stacked.totals[row] === 0 ? 0 : 1) : (stacked.totals[row] ?? 0)
  if (form.only_total) return topSeries(context, row)?.name === series.name ? write(total) : ''
  const share = total === 0 ? 0 : Math.abs(value / total) * 100
  if (value === 0 || share < form.percentage_threshold) return ''
  return isRaised(context, series, row) ? `+${write(value)}` : write(value)
}

/**
 * Whether a point of a stack is above its own value, because other points are below it. Its value label then has a plus
 * sign: without it, the value would be misread as the height.
 */
function isRaised({ input, stacked, isVisible }: Omit<LabelContext, 'plan' | 'pitch'>, series: Series, row: number) {
  const { seriesType, stack } = input.formData
  const value = series.values[row] ?? 0
  if (seriesType !== 'scatter' || stack !== 'Stack' || value < 0) return false
  const before = stacked.series.slice(0, stacked.series.indexOf(series))
  return before.some((one) => isVisible(one) && (one.values[row] ?? 0) > 0)
}

function topSeries(
  { stacked, isVisible }: Pick<LabelContext, 'stacked' | 'isVisible'>,
  row: number,
): Series | undefined {
  const visible = stacked.series.filter((one) => isVisible(one) && (one.values[row] ?? null) !== null)
  return visible.findLast((one) => (one.values[row] ?? 0) > 0) ?? visible.at(-1)
}
