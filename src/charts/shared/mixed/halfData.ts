import { metricLabel } from '../../../model/query/labels.ts'
import type { DrawInput } from '../contract.ts'
import { axisFormat, metricFormat, type NumberFormat } from '../metricFormat.ts'
import { drawnRows } from '../timeseries/drawing.ts'
import type { TimeseriesForm } from '../timeseries/formData.ts'
import type { Series, TimeseriesModel } from '../timeseries/model.ts'
import { logSafe } from '../timeseries/source.ts'
import { type Stacked, stackSeries } from '../timeseries/stack.ts'
import type { MixedForm } from './formData.ts'
import { halvesOf } from './halves.ts'

/** One query of a chart with two: its form data, its rows, and the axis that it uses. */
export interface Half {
  input: DrawInput<TimeseriesForm>
  model: TimeseriesModel
  stacked: Stacked
  axis: 0 | 1
  format: (series: Series) => NumberFormat
  /** a message about what is left out of a large result; empty if nothing is */
  note: string
  /** the format of the axis, which may show several metrics */
  ticks: NumberFormat
}

export function readHalves(input: DrawInput<MixedForm>): [Half, Half] {
  const [formA, formB] = halvesOf(input.formData)
  const a = readHalf(input, formA, 0, [])
  return [a, readHalf(input, formB, 1, a.model.series)]
}

function readHalf(input: DrawInput<MixedForm>, form: TimeseriesForm, at: 0 | 1, before: Series[]): Half {
  const own: DrawInput<TimeseriesForm> = { ...input, formData: form, data: input.data.slice(at, at + 1) }
  const { model: read, note } = drawnRows(own)
  const model = { ...read, series: read.series.map((series) => distinct(series, before)) }
  const isVisible = (series: Series) => input.legendSelected?.[series.label] !== false
  const formatForm = { format: form.y_axis_format, currency: form.currency_format }
  return {
    input: own,
    model,
    note,
    stacked: stackSeries(logSafe(form, model.series), form.stack, isVisible),
    axis: at === 0 ? input.formData.yAxisIndex : input.formData.yAxisIndexB,
    format: (series) => metricFormat(formatForm, input.datasource, series.metric),
    ticks: axisFormat(formatForm, input.datasource, form.metrics.map(metricLabel)),
  }
}

/** The suffix of a series of B, if A has a series with the same name. */
export const suffix = ' (1)'

/** A series of B gets a numbered name if A has the same name: otherwise the legend would switch both. */
function distinct(series: Series, before: Series[]): Series {
  if (!before.some(({ label }) => label === series.label)) return series
  return { ...series, label: `${series.label}${suffix}`, original: `${series.original}${suffix}` }
}

/** The x values of both queries, in the order of the axis. */
export function sharedX([a, b]: [Half, Half]): TimeseriesModel {
  const first = a.model.x.length > 0 ? a.model : b.model
  const x = [...new Set([...a.model.x, ...b.model.x])]
  return {
    ...first,
    series: [],
    x: first.xType === 'category' ? x : x.toSorted((one, other) => Number(one) - Number(other)),
  }
}
