import type { ChartDatasource } from '../contract.ts'
import type { Bounds } from '../fields.ts'
import type { TimeseriesForm } from '../timeseries/formData.ts'
import { plainForm } from '../timeseries/plainForm.ts'
import type { SeriesType } from '../timeseries/styles.ts'
import type { LineShape } from './formData.ts'

interface TimeForm {
  [key: string]: unknown
  granularity_sqla?: string
}

interface AxesForm {
  x_axis_label: string
  bottom_margin: number | 'auto'
  y_axis_label: string
  left_margin: number | 'auto'
  y_log_scale: boolean
  y_axis_format?: string
  y_axis_bounds: Bounds
}

/** The time column of a chart; by default that of its dataset. */
export const timeOf = (form: TimeForm, datasource?: Pick<ChartDatasource, 'mainDttmCol'>) => ({
  x_axis: undefined,
  granularity_sqla: form.granularity_sqla ?? datasource?.mainDttmCol ?? undefined,
})

/** The axes of an older chart over time. The y axis need not start at zero. */
export function axesOf(form: AxesForm): Partial<TimeseriesForm> {
  return {
    x_axis_title: form.x_axis_label,
    x_axis_title_margin: marginOf(form.bottom_margin),
    y_axis_title: form.y_axis_label,
    y_axis_title_margin: marginOf(form.left_margin),
    logAxis: form.y_log_scale,
    y_axis_format: form.y_axis_format,
    y_axis_bounds: form.y_axis_bounds,
    truncateYAxis: true,
  }
}

/**
 * The distance in px of a title from its axis. Older charts save its distance from the edge of the chart, so it is
 * limited.
 */
const marginOf = (margin: number | 'auto') => (margin === 'auto' ? 30 : Math.min(margin, 100))

const shapes: Record<LineShape, SeriesType> = {
  linear: 'line',
  basis: 'smooth',
  cardinal: 'smooth',
  monotone: 'smooth',
  'step-before': 'start',
  'step-after': 'end',
}

export const seriesTypeOf = (shape: LineShape): SeriesType => shapes[shape]

/** Fields with the same name and meaning in older charts and in line charts. */
const sharedNames = [
  'time_grain_sqla',
  'metrics',
  'groupby',
  'adhoc_filters',
  'timeseries_limit_metric',
  'order_desc',
  'row_limit',
  'rolling_type',
  'rolling_periods',
  'min_periods',
  'resample_rule',
  'resample_method',
  'color_scheme',
] as const

type SharedFields = Pick<TimeseriesForm, (typeof sharedNames)[number]>

interface SeriesForm extends SharedFields, TimeForm, AxesForm {
  contribution: boolean
  time_compare: string[]
  comparison_type: 'values' | 'absolute' | 'percentage' | 'ratio' | null
  x_ticks_layout: string
  x_axis_format?: string
}

/** An older chart over time as form data of a line chart. */
export function seriesFormOf(form: SeriesForm, datasource?: Pick<ChartDatasource, 'mainDttmCol'>): TimeseriesForm {
  return {
    ...form,
    // values that other types have saved under the same names are ignored
    ...plainForm,
    ...sharedFields(form),
    ...timeOf(form, datasource),
    contributionMode: form.contribution ? 'row' : null,
    time_compare: form.time_compare.map((shift) => (/ (ago|later)$/.test(shift) ? shift : `${shift} ago`)),
    comparison_type: form.comparison_type === 'absolute' ? 'difference' : form.comparison_type,
    x_axis_time_format: form.x_axis_format,
    xAxisLabelRotation: form.x_ticks_layout === '45°' ? 45 : 0,
    ...axesOf(form),
  }
}

const sharedFields = (form: SharedFields) =>
  Object.fromEntries(sharedNames.map((name) => [name, form[name]])) as unknown as SharedFields
