import type { DrawInput, MoreOfChart } from '../contract.ts'
import type { TimeseriesForm } from './formData.ts'

/** The number of series to draw, which the reader selected; never saved. */
export interface DrawnForm {
  drawn_series?: number
}

/**
 * Maximum number of lines, by default and on request: more lines cannot be told apart, and thousands take seconds to
 * draw and more memory than a page may use.
 */
const few = 100
const many = 1000

/** Up to this many values are drawn without a noticeable delay, regardless of the number of series. */
export const fewValues = 2000

export const drawnSeries = ({ drawn_series: wanted }: DrawnForm): number => Math.min(many, wanted ?? few)

/** The button that draws more series, or fewer again; null if the chart draws all. */
export function moreSeries({
  formData: form,
  data,
}: Pick<DrawInput<TimeseriesForm>, 'formData' | 'data'>): MoreOfChart | null {
  const all = (data[0]?.colnames.length ?? 1) - 1
  if (form.groupby.length === 0 || all <= few || all * (data[0]?.rowcount ?? 0) <= fewValues) return null
  const drawn = drawnSeries(form as DrawnForm)
  const isFew = drawn < Math.min(many, all)
  return { field: 'drawn_series', value: isFew ? many : few, label: `Show ${isFew ? Math.min(many, all) : few} series` }
}
