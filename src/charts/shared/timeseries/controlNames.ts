/**
 * The names of controls that the time-series types share, as the contract spells them. Used by their `controlNames.ts`.
 */

export const timeseriesQuery = `x_axis time_grain_sqla x_axis_sort x_axis_sort_asc x_axis_sort_series
  x_axis_sort_series_ascending metrics groupby contributionMode adhoc_filters limit timeseries_limit_metric order_desc
  row_limit truncate_metric show_empty_columns
  rolling_type rolling_periods min_periods time_compare comparison_type resample_rule resample_method
  annotation_layers
  forecastEnabled forecastPeriods forecastInterval forecastSeasonalityYearly forecastSeasonalityWeekly
  forecastSeasonalityDaily`
export const titles = 'x_axis_title x_axis_title_margin y_axis_title y_axis_title_margin y_axis_title_position'
export const seriesOrder = 'sort_series_type sort_series_ascending color_scheme'
export const values = 'show_value stack only_total percentage_threshold'
export const legend = 'show_legend legendType legendOrientation legendMargin'
export const axes = `zoomable ${legend} x_axis_time_format xAxisLabelRotation rich_tooltip tooltipSortByMetric
  tooltipTimeFormat y_axis_format currency_format logAxis minorSplitLine truncateYAxis y_axis_bounds`
export const markers = 'markerEnabled markerSize'

/** Names for the two types in which any series style can be selected. */
export const anyStyleNames = `${timeseriesQuery} ${titles} ${seriesOrder} seriesType ${values} area opacity ${markers}
  ${axes}`
