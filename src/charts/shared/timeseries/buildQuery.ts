import { ownValue } from '../../../model/basics/ownValue.ts'
import { GenericType } from '../../../model/dataset/dataset.ts'
import { columnLabel, metricLabel } from '../../../model/query/labels.ts'
import type { PostProcessingStep, QueryMetric, QueryObject } from '../../../model/query/queryObject.ts'
import type { BuildQueryInput, ChartDatasource } from '../contract.ts'
import { buildQueryObject, list } from '../query/buildQueryObject.ts'
import { outerOrder } from '../query/outerOrder.ts'
import { dropMetricName, flatten, pivot, resample, rollingWindow } from '../query/postProcessing.ts'
import { replacesOriginals, shiftedMetrics, timeOffsets } from '../query/timeComparison.ts'
import { xAxisLabel } from '../query/xAxis.ts'
import type { TimeseriesForm } from './formData.ts'
import { othersQuery } from './others.ts'

/**
 * The query of a chart with a base axis: rows per x value and series, pivoted to one column per series. Without an x
 * axis it is a time series on the legacy time column. A second query, if requested, returns the totals per x value.
 */
export function buildTimeseriesQuery({ formData: form, datasource }: BuildQueryInput<TimeseriesForm>): QueryObject[] {
  const base = buildQueryObject(form)
  const metrics = [...list<QueryMetric>(base.metrics), ...hiddenSortMetric(form)]
  const offsets = timeOffsets(form)
  const main: QueryObject = {
    ...base,
    metrics,
    columns: form.x_axis === undefined ? form.groupby : [form.x_axis, ...form.groupby],
    series_columns: form.groupby,
    ...(form.x_axis === undefined && { is_timeseries: true }),
    orderby: outerOrder(base),
    time_offsets: offsets,
    post_processing: [
      ...postProcessing(form, metrics, offsets),
      ...forecast(form, datasource, base.extras?.time_grain_sqla),
    ],
  }
  return [main, ...othersQuery(form, main, list<QueryMetric>(base.metrics))]
}

/** A sort metric that is not shown must be queried as well. */
function hiddenSortMetric(form: TimeseriesForm): QueryMetric[] {
  const metric = form.timeseries_limit_metric
  if (form.groupby.length > 0 || metric === undefined) return []
  const label = metricLabel(metric)
  return label === form.x_axis_sort && !form.metrics.some((shown) => metricLabel(shown) === label) ? [metric] : []
}

/** Only values over time can be forecast: on another axis, a saved forecast is ignored. */
function forecast(
  form: TimeseriesForm,
  { columnTypes }: ChartDatasource,
  timeGrain: string | undefined,
): PostProcessingStep[] {
  const index = xAxisLabel(form)
  if (!form.forecastEnabled || index === undefined) return []
  const type = typeof form.x_axis === 'string' ? ownValue(columnTypes, form.x_axis) : undefined
  if (type !== undefined && type !== GenericType.temporal) return []
  return [
    {
      operation: 'prophet',
      options: {
        time_grain: timeGrain ?? '',
        periods: Math.trunc(form.forecastPeriods),
        confidence_interval: form.forecastInterval,
        yearly_seasonality: form.forecastSeasonalityYearly,
        weekly_seasonality: form.forecastSeasonalityWeekly,
        daily_seasonality: form.forecastSeasonalityDaily,
        index,
      },
    },
  ]
}

/** Rows -> one column per series. */
function postProcessing(form: TimeseriesForm, metrics: QueryMetric[], offsets: string[]): PostProcessingStep[] {
  const index = xAxisLabel(form)
  if (index === undefined || metrics.length === 0) return [flatten]
  const shifted = shiftedMetrics(form.metrics, offsets)
  const columns = [...metrics.map(metricLabel), ...shifted.keys()]
  const lone = form.metrics.length === 1 && metrics.length === 1 ? form.metrics[0] : undefined
  return [
    pivot({
      index,
      columns: form.groupby.map(columnLabel),
      metrics: columns,
      keepEmptyColumns: form.show_empty_columns,
      // set by drill by and drill down: the parts of a mark must add up to its value
      keepsMissing: form['keep_missing_x'] === true,
    }),
    rollingWindow(form, columns),
    replacesOriginals(form) ? compare(form, shifted) : undefined,
    resample(form),
    lone !== undefined && form.groupby.length > 0 && form.truncate_metric && !replacesOriginals(form)
      ? dropMetricName(lone, shifted)
      : undefined,
    form.contributionMode === null
      ? undefined
      : { operation: 'contribution', options: { orientation: form.contributionMode } },
    sort(form, index, metrics),
    flatten,
  ].filter((step) => step !== undefined)
}

function compare(form: TimeseriesForm, shifted: Map<string, string>): PostProcessingStep {
  return {
    operation: 'compare',
    options: {
      source_columns: [...shifted.values()],
      compare_columns: [...shifted.keys()],
      compare_type: form.comparison_type,
      drop_original_columns: true,
    },
  }
}

/**
 * Sorts the categories on the server. With dimensions the browser sorts them, because a category has several values.
 */
function sort(form: TimeseriesForm, index: string, metrics: QueryMetric[]): PostProcessingStep | undefined {
  const by = form.x_axis_sort
  if (by === undefined || form.groupby.length > 0) return undefined
  if (by === index) return { operation: 'sort', options: { is_sort_index: true, ascending: form.x_axis_sort_asc } }
  if (!metrics.some((metric) => metricLabel(metric) === by)) return undefined
  return { operation: 'sort', options: { by, ascending: form.x_axis_sort_asc } }
}
