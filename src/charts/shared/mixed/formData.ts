import { z } from 'zod'
import * as field from '../fields.ts'
import { rollingFields, timeseriesFields } from '../timeseries/formData.ts'
import { seriesTypes } from '../timeseries/styles.ts'

const {
  // controls that the type does not have
  contributionMode: _contribution,
  x_axis_sort: _sort,
  x_axis_sort_asc: _ascending,
  x_axis_sort_series: _sortSeries,
  x_axis_sort_series_ascending: _seriesAscending,
  show_empty_columns: _empty,
  forecastEnabled: _forecast,
  forecastPeriods: _periods,
  forecastInterval: _interval,
  forecastSeasonalityYearly: _yearly,
  forecastSeasonalityWeekly: _weekly,
  forecastSeasonalityDaily: _daily,
  percentage_threshold: _threshold,
  minorTicks: _ticks,
  time_shift_color: _shiftColor,
  showTooltipTotal: _total,
  showTooltipPercentage: _percentage,
  orientation: _orientation,
  show_extra_controls: _switch,
  ...shared
} = timeseriesFields

/** A checkbox in older versions; newer versions save the name of a style. */
const stacked = z
  .unknown()
  .transform((saved) => saved === true || saved === 'Stack')
  .default(false)

const axisIndex = () =>
  z
    .unknown()
    .transform((saved): 0 | 1 => (Number(saved) === 1 ? 1 : 0))
    .default(0)

const style = {
  seriesType: field.oneOf(seriesTypes, 'line'),
  stack: stacked,
  area: field.flag(false),
  show_value: field.flag(false),
  only_total: field.flag(true),
  opacity: field.number(0.2),
  markerEnabled: field.flag(false),
  markerSize: field.number(6),
  yAxisIndex: axisIndex(),
  sort_series_type: shared.sort_series_type,
  sort_series_ascending: field.flag(false),
}

/** Form data of charts with two queries on one x axis. Fields of query B end in `_b`, those of its style in `B`. */
export const mixedFormData = field.formDataSchema({
  ...shared,
  ...style,
  tooltipSortByMetric: field.flag(false),
  metrics_b: field.metrics(),
  groupby_b: field.columns(),
  adhoc_filters_b: field.adhocFilters(),
  timeseries_limit_metric_b: field.metric(),
  order_desc_b: field.flag(true),
  row_limit_b: field.rowLimit(10_000),
  truncate_metric_b: field.flag(true),
  rolling_type_b: rollingFields.rolling_type,
  rolling_periods_b: field.number(null),
  min_periods_b: field.number(null),
  resample_rule_b: rollingFields.resample_rule,
  resample_method_b: rollingFields.resample_method,
  time_compare_b: field.texts(),
  comparison_type_b: timeseriesFields.comparison_type,
  seriesTypeB: style.seriesType,
  stackB: stacked,
  areaB: field.flag(false),
  show_valueB: field.flag(false),
  only_totalB: field.flag(true),
  opacityB: field.number(0.2),
  markerEnabledB: field.flag(false),
  markerSizeB: field.number(6),
  yAxisIndexB: axisIndex(),
  sort_series_typeB: shared.sort_series_type,
  sort_series_ascendingB: field.flag(false),
  y_axis_bounds_secondary: field.bounds(),
  y_axis_format_secondary: field.format('SMART_NUMBER'),
  currency_format_secondary: field.currency(),
  yAxisTitleSecondary: field.text(''),
  logAxisSecondary: field.flag(false),
})

export type MixedForm = z.output<typeof mixedFormData>
