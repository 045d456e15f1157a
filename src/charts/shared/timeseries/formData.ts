import { z } from 'zod'
import * as field from '../fields.ts'
import { type SeriesType, type StackStyle, stackStyles } from './styles.ts'

export const legendFields = {
  show_legend: field.flag(true),
  legendType: field.oneOf(['scroll', 'plain'], 'scroll'),
  legendOrientation: field.oneOf(['top', 'bottom', 'left', 'right'], 'top'),
  legendMargin: field.number(null),
}

/** A checkbox in older versions: true meant "Stack". */
const stack = z
  .unknown()
  .transform((saved): StackStyle | null => {
    if (saved === true) return 'Stack'
    return stackStyles.find((style) => style.toLowerCase() === String(saved).toLowerCase()) ?? null
  })
  .default(null)

/** Older versions saved the text `None`. */
const rollingType = field.oneOf([null, 'mean', 'sum', 'std', 'cumsum'], null)
const optionalText = () =>
  z
    .unknown()
    .transform((saved) => (typeof saved === 'string' && saved !== '' && saved !== 'None' ? saved : null))
    .default(null)

export const rollingFields = {
  rolling_type: rollingType,
  rolling_periods: field.number(null),
  min_periods: field.number(null),
  resample_rule: optionalText(),
  resample_method: optionalText(),
}

const sortMeasures = ['name', 'sum', 'min', 'max', 'avg'] as const
export type SortMeasure = (typeof sortMeasures)[number]

/** By default, the tooltip is sorted by value, except for stacks, which have their own order. */
const tooltipSort = z
  .unknown()
  .transform((saved) => (typeof saved === 'boolean' ? saved : undefined))
  .optional()

/**
 * By default, only a stack shows a total in the tooltip: the sum of other values, such as averages or shares, may have
 * no meaning.
 */
const tooltipTotal = z
  .unknown()
  .transform((saved) => (typeof saved === 'boolean' ? saved : undefined))
  .optional()

/** null: the server decides; a number is the Fourier order, which users may type. */
const seasonality = z
  .unknown()
  .transform((saved): boolean | number | null => {
    if (typeof saved === 'boolean') return saved
    if (saved === 'true' || saved === 'false') return saved === 'true'
    const order = typeof saved === 'number' || (typeof saved === 'string' && saved.trim() !== '') ? Number(saved) : null
    return order !== null && Number.isInteger(order) && order >= 0 ? order : null
  })
  .default(null)

export const timeseriesFields = {
  x_axis: field.column(),
  time_grain_sqla: field.format(undefined),
  metrics: field.metrics(),
  groupby: field.columns(),
  adhoc_filters: field.adhocFilters(),
  timeseries_limit_metric: field.metric(),
  order_desc: field.flag(true),
  row_limit: field.rowLimit(10_000),
  truncate_metric: field.flag(true),
  show_empty_columns: field.flag(true),
  contributionMode: field.oneOf([null, 'row', 'column'], null),
  x_axis_sort: field.format(undefined),
  x_axis_sort_asc: field.flag(true),
  x_axis_sort_series: field.oneOf(sortMeasures, 'name'),
  x_axis_sort_series_ascending: field.flag(true),
  ...rollingFields,
  time_compare: field.texts(),
  comparison_type: field.oneOf([null, 'values', 'difference', 'percentage', 'ratio'], 'values'),
  time_shift_color: field.flag(true),
  annotation_layers: field.annotationLayers(),
  forecastEnabled: field.flag(false),
  forecastPeriods: field.number(10),
  forecastInterval: field.number(0.8),
  forecastSeasonalityYearly: seasonality,
  forecastSeasonalityWeekly: seasonality,
  forecastSeasonalityDaily: seasonality,
  x_axis_title: field.text(''),
  x_axis_title_margin: field.number(15),
  y_axis_title: field.text(''),
  y_axis_title_margin: field.number(15),
  y_axis_title_position: field.oneOf(['Left', 'Top'], 'Left'),
  sort_series_type: field.oneOf(sortMeasures, 'sum'),
  sort_series_ascending: field.flag(false),
  color_scheme: field.format(undefined),
  show_value: field.flag(false),
  stack,
  only_total: field.flag(true),
  percentage_threshold: field.number(0),
  opacity: field.number(0.2),
  markerEnabled: field.flag(false),
  markerSize: field.number(6),
  zoomable: field.flag(false),
  ...legendFields,
  x_axis_time_format: field.format('smart_date'),
  xAxisLabelRotation: field.number(0),
  xAxisLabelInterval: field.oneOf(['auto', 0, '0'], 'auto'),
  rich_tooltip: field.flag(true),
  tooltipSortByMetric: tooltipSort,
  tooltipTimeFormat: field.format('smart_date'),
  showTooltipTotal: tooltipTotal,
  showTooltipPercentage: field.flag(false),
  y_axis_format: field.format('SMART_NUMBER'),
  currency_format: field.currency(),
  logAxis: field.flag(false),
  minorSplitLine: field.flag(false),
  minorTicks: field.flag(false),
  truncateYAxis: field.flag(false),
  y_axis_bounds: field.bounds(),
  truncateXAxis: field.flag(true),
  xAxisBounds: field.bounds(),
  xAxisForceCategorical: field.flag(false),
  orientation: field.oneOf(['vertical', 'horizontal'], 'vertical'),
  show_extra_controls: field.flag(false),
}

const always = <const T>(value: T) =>
  z
    .unknown()
    .transform((): T => value)
    .default(value as never)

/**
 * The form data of the time-series family. Properties that the type of a chart fixes (series type, area) are not saved.
 */
export const timeseriesFormData = (
  type: { fixed: SeriesType; isUnstacked?: true } | { choices: readonly SeriesType[]; area?: true },
) =>
  field.formDataSchema({
    ...timeseriesFields,
    ...('isUnstacked' in type && { stack: always<StackStyle | null>(null) }),
    area: 'area' in type ? always<boolean>(true) : field.flag(false),
    seriesType:
      'fixed' in type
        ? always<SeriesType>(type.fixed)
        : field.oneOf<SeriesType, SeriesType>(type.choices, type.choices[0] ?? 'line'),
  })

export type TimeseriesForm = z.output<ReturnType<typeof timeseriesFormData>>
