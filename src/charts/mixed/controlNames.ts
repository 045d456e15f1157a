import { titles } from '../shared/timeseries/controlNames.ts'

const query = 'metrics groupby adhoc_filters limit timeseries_limit_metric order_desc row_limit truncate_metric'
const analytics = 'rolling_type rolling_periods min_periods time_compare comparison_type resample_rule resample_method'
const style = 'seriesType stack area show_value opacity markerEnabled markerSize yAxisIndex'
const ofB = (names: string, suffix: string) => names.replaceAll(/\w+/g, (name) => `${name}${suffix}`)

/** The controls that the contract lists for the type, in display order. */
export const controlNames = `x_axis time_grain_sqla ${query} ${analytics} ${ofB(query, '_b')} ${ofB(analytics, '_b')}
  annotation_layers ${titles} color_scheme ${style} ${ofB(style, 'B')}
  zoomable show_legend legendType legendOrientation legendMargin x_axis_time_format xAxisLabelRotation
  rich_tooltip tooltipSortByMetric tooltipTimeFormat minorSplitLine truncateYAxis y_axis_bounds y_axis_format
  currency_format logAxis y_axis_bounds_secondary y_axis_format_secondary currency_format_secondary
  yAxisTitleSecondary logAxisSecondary`

export const left: Record<string, string> = {
  legendMargin: 'has no effect on this type',
}
