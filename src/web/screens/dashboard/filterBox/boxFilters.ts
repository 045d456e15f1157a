import { type BoxField, defaultValues, fieldsOf } from '../../../../charts/filterBox/fields.ts'
import { findFilterType } from '../../../../filters/index.ts'
import type { DashboardMetadata, NativeFilter } from '../../../../model/dashboard/dashboardMetadata.ts'
import { chartsIn, type Layout } from '../../../../model/dashboard/layout.ts'
import { isRecord, parseObject } from '../../../../model/wire/json.ts'
import type { DashboardChart } from '../../../api/dashboardView.ts'
import { type DashboardState, datasetIdOf, reachOf } from '../state/dashboardStore.ts'

/**
 * Filter boxes as native filters: one filter per control of a box. A dashboard applies these filters like its native
 * filters, and the conversion of a box adds them to the filter bar.
 */

/** The id of the filter for a control: the id of its chart and the key of the control, as in the contract. */
export const boxFilterId = (chartId: number, key: string): string => `${chartId}_${key}`

export const isFilterBox = (chart: DashboardChart | undefined): boolean => chart?.type?.filtersDashboard === true

const filterTypes = {
  time: 'filter_time',
  column: 'filter_timecolumn',
  grain: 'filter_timegrain',
  select: 'filter_select',
} as const

const names = { time: 'Time Range', column: 'Time Column', grain: 'Time Grain' } as const

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** Values by chart id and control key; the contract stores them as a JSON string. */
export type BoxValues = Record<string, unknown>
export const readBoxValues = (saved: unknown): BoxValues => (isRecord(saved) ? saved : parseObject(text(saved) ?? ''))

const valueAt = (values: BoxValues, chartId: number, key: string): unknown => {
  const own = values[String(chartId)]
  return isRecord(own) && Object.hasOwn(own, key) ? own[key] : undefined
}

/** The value that a control starts with: the dashboard's, or the chart's own. */
function startOf(field: BoxField, chart: DashboardChart, saved: readonly BoxValues[]): unknown {
  for (const values of saved) {
    const value = valueAt(values, chart.id, field.key)
    if (value !== undefined) return value
  }
  if (field.config) return defaultValues(field.config)
  return field.kind === 'time' ? text(chart.form_data['time_range']) : undefined
}

/** The scope of a control, stored as `{scope: [component ids], immune: [chart ids]}`; else the whole dashboard. */
function scopeOf(saved: unknown, chartId: number, key: string): NativeFilter['scope'] {
  const own = valueAt(readBoxValues(saved), chartId, key)
  const { scope, immune } = isRecord(own) ? own : {}
  return {
    rootPath: Array.isArray(scope) ? scope.filter((id) => typeof id === 'string') : ['ROOT_ID'],
    // a box does not filter its own values
    excluded: [...(Array.isArray(immune) ? immune.filter((id) => typeof id === 'number') : []), chartId],
  }
}

function boxFilter(
  field: BoxField,
  chart: DashboardChart,
  { filter_scopes, default_filters }: Pick<DashboardMetadata, 'filter_scopes' | 'default_filters'>,
  preselected: BoxValues,
): NativeFilter {
  const { form_data: form, id } = chart
  const { config, kind, key } = field
  const adhoc = form['adhoc_filters']
  const filter: NativeFilter = {
    id: boxFilterId(id, key),
    type: 'NATIVE_FILTER',
    name: config ? config.label || config.column : names[kind as keyof typeof names],
    filterType: filterTypes[kind],
    targets: kind === 'time' ? [{}] : [{ datasetId: datasetIdOf(form), column: config && { name: config.column } }],
    controlValues: config
      ? {
          enableEmptyFilter: !config.clearable,
          defaultToFirstItem: false,
          multiSelect: config.multiple,
          searchAllOptions: config.searchAllOptions,
          inverseSelection: false,
          sortAscending: config.asc,
        }
      : {},
    defaultDataMask: {},
    cascadeParentIds: [],
    scope: scopeOf(filter_scopes, id, key),
    adhoc_filters: kind === 'select' && Array.isArray(adhoc) ? adhoc.filter(isRecord) : [],
    description: '',
    ...(kind === 'select' && { time_range: rangeOf(form), granularity_sqla: text(form['granularity_sqla']) }),
    ...(typeof config?.metric === 'string' && { sortMetric: config.metric }),
  }
  const start = startOf(field, chart, [preselected, readBoxValues(default_filters)])
  return { ...filter, defaultDataMask: findFilterType(filter.filterType)?.dataMask(filter, start) ?? {} }
}

function rangeOf(form: Record<string, unknown>): string | undefined {
  const range = text(form['time_range'])
  return range === 'No filter' ? undefined : range
}

/** The filters of all boxes of a dashboard in reading order. `params`: the parameters of the address. */
export function boxFilters(
  layout: Layout,
  charts: ReadonlyMap<number, DashboardChart>,
  metadata: Pick<DashboardMetadata, 'filter_scopes' | 'default_filters'>,
  params: readonly [string, string][] = [],
): NativeFilter[] {
  const preselected = readBoxValues(params.find(([name]) => name === 'preselect_filters')?.[1])
  return chartsIn(layout.root).flatMap((id) => {
    const chart = charts.get(id)
    if (!chart || !isFilterBox(chart)) return []
    return fieldsOf(chart.form_data).map((field) => boxFilter(field, chart, metadata, preselected))
  })
}

/**
 * The part of a dashboard's state that its filter boxes determine. New controls start with their default; the others
 * keep their current value.
 */
export function withBoxFilters(state: DashboardState): Partial<DashboardState> {
  const { layout, charts, metadata, applied, drafts } = state
  const boxes = boxFilters(layout, charts, metadata)
  const fresh = boxes.filter(({ id }) => !(id in applied)).map(({ id, defaultDataMask }) => [id, defaultDataMask])
  const started = Object.fromEntries(fresh) as DashboardState['applied']
  return {
    boxFilters: boxes,
    reach: reachOf({ layout, metadata, boxFilters: boxes, charts }),
    ...(fresh.length > 0 && { applied: { ...applied, ...started }, drafts: { ...drafts, ...started } }),
  }
}

/**
 * The current values of the filter boxes, in the format in which the contract stores them with the dashboard: a JSON
 * object as a string.
 */
export function savedBoxValues({ boxFilters: boxes, applied }: Pick<DashboardState, 'boxFilters' | 'applied'>): string {
  const values: Record<string, Record<string, unknown>> = {}
  for (const { id } of boxes) {
    const at = id.indexOf('_')
    const value = applied[id]?.filterState?.value
    if (value === undefined || value === null) continue
    const chart = id.slice(0, at)
    values[chart] = { ...values[chart], [id.slice(at + 1)]: value }
  }
  return JSON.stringify(values)
}
