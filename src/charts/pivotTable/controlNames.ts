/** The controls that the contract lists for the type, in display order. */
export const controlNames = `groupbyColumns groupbyRows time_grain_sqla temporal_columns_lookup metrics metricsLayout
  adhoc_filters series_limit row_limit series_limit_metric order_desc
  aggregateFunction rowTotals rowSubTotals colTotals colSubTotals transposePivot combineMetric
  valueFormat currency_format date_format rowOrder colOrder rowSubtotalPosition colSubtotalPosition
  conditional_formatting allow_render_html`

/** Controls of the contract that are not implemented here. Saved values are kept. */
export const left: Record<string, string> = {
  temporal_columns_lookup: 'has no control: it is saved with the form data',
}
