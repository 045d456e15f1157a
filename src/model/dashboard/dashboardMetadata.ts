import { isRecord } from '../wire/json.ts'
import type { DataMask } from './dataMask.ts'
import { parseScope, type Scope, wholeDashboard } from './scope.ts'

/** Configuration of a native filter as saved; `targets[].datasetId` is set by import. */
export interface NativeFilter {
  id: string
  type: 'NATIVE_FILTER'
  name: string
  filterType: string
  targets: { datasetId?: number; column?: { name: string } }[]
  controlValues: Record<string, unknown>
  defaultDataMask: DataMask
  cascadeParentIds: string[]
  scope: Scope
  adhoc_filters: Record<string, unknown>[]
  time_range?: string
  granularity_sqla?: string
  sortMetric?: string
  description: string
}

export interface FilterDivider {
  id: string
  type: 'DIVIDER'
  title: string
  description: string
}

export type FilterBarEntry = NativeFilter | FilterDivider

/** The parts of a dashboard's `json_metadata` that viewing needs; the rest stays in the stored text. */
export interface DashboardMetadata {
  native_filter_configuration: FilterBarEntry[]
  chart_configuration: Record<string, { crossFilters?: { scope: 'global' | Scope } }>
  global_chart_configuration: { scope: Scope }
  cross_filters_enabled: boolean
  filter_bar_orientation: 'VERTICAL' | 'HORIZONTAL'
  /** Our own: native filters apply as soon as they are changed, without a button. */
  instant_filtering: boolean
  color_scheme: string | undefined
  /** IANA name of the zone of its times. */
  time_zone: string | undefined
  /** label -> color, chosen by a user */
  labelColors: Record<string, string>
  /** label -> color, as assigned to the charts when the dashboard was saved */
  sharedColors: Record<string, string>
  expanded_slices: Record<string, boolean>
  /** seconds; 0 is off */
  refresh_frequency: number
  stagger_refresh: boolean
  stagger_time: number
  timed_refresh_immune_slices: number[]
  /** scopes of filter boxes, by chart and column, as saved */
  filter_scopes: unknown
  /** the values that filter boxes start with, as saved: an object, or its text */
  default_filters: unknown
}

const DEFAULT_STAGGER_MS = 5000

type Json = Record<string, unknown>
const record = (value: unknown): Json => (isRecord(value) ? value : {})
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const optionalText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** Reads `json_metadata` (text or parsed). Invalid parts get their defaults; it never throws. */
export function parseMetadata(value: unknown): DashboardMetadata {
  const raw = record(typeof value === 'string' ? parseJson(value) : value)
  const chartConfiguration = Object.entries(record(raw['chart_configuration'])).map(([id, entry]) => {
    const scope = record(record(entry)['crossFilters'])['scope']
    return [
      id,
      { crossFilters: scope === undefined ? undefined : { scope: scope === 'global' ? scope : parseScope(scope) } },
    ]
  })
  const globalScope = record(raw['global_chart_configuration'])['scope']
  const frequency = Number(raw['refresh_frequency'] ?? 0)
  return {
    native_filter_configuration: list(raw['native_filter_configuration']).flatMap(readFilter),
    chart_configuration: Object.fromEntries(chartConfiguration) as DashboardMetadata['chart_configuration'],
    global_chart_configuration: { scope: globalScope === undefined ? wholeDashboard : parseScope(globalScope) },
    cross_filters_enabled: raw['cross_filters_enabled'] !== false,
    filter_bar_orientation:
      String(raw['filter_bar_orientation'] ?? '').toUpperCase() === 'HORIZONTAL' ? 'HORIZONTAL' : 'VERTICAL',
    instant_filtering: raw['instant_filtering'] === true,
    color_scheme: optionalText(raw['color_scheme']),
    time_zone: optionalText(raw['time_zone']),
    labelColors: readColors(raw, ['label_colors']),
    sharedColors: readColors(raw, sharedColorKeys),
    expanded_slices: Object.fromEntries(
      Object.entries(record(raw['expanded_slices'])).map(([id, on]) => [id, on === true]),
    ),
    refresh_frequency: Number.isFinite(frequency) && frequency > 0 ? frequency : 0,
    stagger_refresh: raw['stagger_refresh'] !== false,
    stagger_time: Number(raw['stagger_time']) || DEFAULT_STAGGER_MS,
    timed_refresh_immune_slices: list(raw['timed_refresh_immune_slices']).map(Number).filter(Number.isInteger),
    filter_scopes: raw['filter_scopes'],
    default_filters: raw['default_filters'],
  }
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return {}
  }
}

/** Where a dashboard stores the colors assigned to its charts; later releases of the contract use the second key. */
export const sharedColorKeys = ['shared_label_colors', 'map_label_colors'] as const

function readColors(raw: Json, keys: readonly string[]): Record<string, string> {
  const colors: Record<string, string> = {}
  for (const key of keys) {
    for (const [label, color] of Object.entries(record(raw[key]))) if (typeof color === 'string') colors[label] = color
  }
  return colors
}

function readFilter(value: unknown): FilterBarEntry[] {
  const raw = record(value)
  const id = optionalText(raw['id'])
  if (!id) return []
  const description = optionalText(raw['description']) ?? ''
  if (raw['type'] === 'DIVIDER') {
    return [{ id, type: 'DIVIDER', title: optionalText(raw['title']) ?? optionalText(raw['name']) ?? '', description }]
  }
  const filterType = optionalText(raw['filterType'])
  if (!filterType) return []
  return [
    {
      id,
      type: 'NATIVE_FILTER',
      name: optionalText(raw['name']) ?? '',
      filterType,
      targets: list(raw['targets']).map(readTarget),
      controlValues: record(raw['controlValues']),
      defaultDataMask: record(raw['defaultDataMask']),
      cascadeParentIds: list(raw['cascadeParentIds']).filter((parent) => typeof parent === 'string'),
      scope: parseScope(raw['scope']),
      adhoc_filters: list(raw['adhoc_filters']).filter(isRecord),
      time_range: optionalText(raw['time_range']),
      granularity_sqla: optionalText(raw['granularity_sqla']),
      sortMetric: optionalText(raw['sortMetric']),
      description,
    },
  ]
}

function readTarget(value: unknown): NativeFilter['targets'][number] {
  const raw = record(value)
  const name = optionalText(record(raw['column'])['name'])
  const datasetId = Number(raw['datasetId'])
  return {
    datasetId: Number.isInteger(datasetId) && datasetId > 0 ? datasetId : undefined,
    column: name ? { name } : undefined,
  }
}
