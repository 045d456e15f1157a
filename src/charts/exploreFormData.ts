import type { AdhocFilter } from '../model/query/queryObject.ts'
import { readFormData } from './openFormData.ts'
import type { ChartDatasource, ChartQuery, ChartType } from './shared/contract.ts'
import type { Control, ControlSection } from './shared/controls.ts'

/** Keys that belong to a chart and not to its type. */
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
  'keep_missing_x',
  'group_others_when_limit_reached',
  // what a dashboard added, which is removed before the chart is saved
  'inherited_filters',
  'inherited_time_range',
])

/** A type with the parts that explore needs. */
export interface ChartParts {
  chart: ChartType
  query: ChartQuery
  controls: ControlSection[]
}

/**
 * Form data as explore opens it: only the controls of the chart's own panel are kept, and the legacy time column and
 * range become an x axis (if the type has one) and a TEMPORAL_RANGE filter.
 */
export function toExploreFormData(
  { chart, query, controls: sections }: ChartParts,
  saved: Record<string, unknown>,
  datasource: ChartDatasource,
  defaultTimeRange = 'No filter',
): Record<string, unknown> {
  const opened = readFormData(chart, query, saved)
  const controls = new Set(sections.flatMap((section) => section.controls.map((control) => control.name)))
  const formData = Object.fromEntries(
    Object.entries(opened).filter(([key]) => controls.has(key) || commonKeys.has(key)),
  )
  for (const control of sections.flatMap((section) => section.controls)) resetInvalidChoice(formData, control)
  const timeColumn = opened.granularity_sqla
  // a type with the legacy time controls keeps its time range there
  if (controls.has('time_range')) return formData
  if (controls.has('x_axis') && formData.x_axis == null && timeColumn) formData.x_axis = timeColumn
  const subject = typeof timeColumn === 'string' && timeColumn !== '' ? timeColumn : datasource.mainDttmCol
  if (subject === null) return formData
  const comparator = (timeColumn ? opened.time_range : undefined) || defaultTimeRange
  const filter: AdhocFilter = {
    clause: 'WHERE',
    subject,
    operator: 'TEMPORAL_RANGE',
    comparator,
    expressionType: 'SIMPLE',
  }
  // a type with several queries has a list of filters for each
  const kinds = sections.flatMap((section) => section.controls.filter(({ kind }) => kind === 'adhocFilters'))
  for (const { name } of kinds.length === 0 ? [{ name: 'adhoc_filters' }] : kinds) {
    const own = (opened[name] ?? []) as AdhocFilter[]
    const hasTimeFilter = own.some(({ operator }) => operator === 'TEMPORAL_RANGE')
    if (!hasTimeFilter) formData[name] = [...own, filter]
  }
  return formData
}

/** Removes values that a select does not offer: a single value becomes null, and a list keeps its other values. */
function resetInvalidChoice(
  formData: Record<string, unknown>,
  { name, kind, choices, freeForm, offersColumns }: Control,
): void {
  const value = formData[name]
  if (kind !== 'select' || choices === undefined || freeForm || offersColumns || value === undefined || value === null)
    return
  // other programs save the numbers of charts as text
  const known = new Set(choices.map(([choice]) => String(choice)))
  if (Array.isArray(value)) formData[name] = value.filter((each) => known.has(String(each)))
  else if (!known.has(String(value))) formData[name] = null
}
