import type { AdhocFilter } from '../model/query/queryObject.ts'
import { openFormData } from './index.ts'
import type { ChartDatasource } from './shared/defineChart.ts'

/** Keys that belong to a chart whatever its type. */
const commonKeys = new Set([
  'datasource',
  'viz_type',
  'slice_id',
  'cache_timeout',
  'url_params',
  'custom_params',
  'annotation_layers',
  'dashboards',
  'extra_form_data',
  'label_colors',
  'time_range_fixed',
  'temporal_columns_lookup',
])

/**
 * Form data as explore opens them: only the controls of the chart's own panel stay, and the legacy time column and
 * range become an x axis (where the type has one) and a TEMPORAL_RANGE filter. undefined where the type is unknown.
 */
export function toExploreFormData(
  saved: Record<string, unknown>,
  datasource: ChartDatasource,
  defaultTimeRange = 'No filter',
): Record<string, unknown> | undefined {
  const opened = openFormData(saved)
  if (opened === undefined) return undefined
  const controls = new Set(opened.chart.controls.flatMap((section) => section.controls.map((control) => control.name)))
  const formData = Object.fromEntries(
    Object.entries(opened.formData).filter(([key]) => controls.has(key) || commonKeys.has(key)),
  )
  const timeColumn = opened.formData.granularity_sqla
  if (controls.has('x_axis') && formData.x_axis == null && timeColumn) formData.x_axis = timeColumn
  const adhocFilters = (opened.formData.adhoc_filters ?? []) as AdhocFilter[]
  const hasTimeFilter = adhocFilters.some((filter) => filter.operator === 'TEMPORAL_RANGE')
  const subject = typeof timeColumn === 'string' && timeColumn !== '' ? timeColumn : datasource.mainDttmCol
  if (hasTimeFilter || subject === null) return formData
  const comparator = (timeColumn ? opened.formData.time_range : undefined) || defaultTimeRange
  const filter: AdhocFilter = {
    clause: 'WHERE',
    subject,
    operator: 'TEMPORAL_RANGE',
    comparator,
    expressionType: 'SIMPLE',
  }
  return { ...formData, adhoc_filters: [...adhocFilters, filter] }
}
