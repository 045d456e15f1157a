import type { ComponentType } from 'react'
import type { NativeFilter } from '../../model/dashboard/dashboardMetadata.ts'
import type { DataMask, ExtraFormData } from '../../model/dashboard/dataMask.ts'
import type { GenericType } from '../../model/dataset/dataset.ts'
import type { QueryContext } from '../../model/query/queryObject.ts'
import type { FilterSettings } from './filterSettings.ts'

/** Answer of a filter's option query. */
export interface FilterOptions {
  status: 'loading' | 'ready' | 'failed'
  rows: Record<string, unknown>[]
  colnames: string[]
  coltypes: GenericType[]
  error?: string
}

export interface OptionsInput {
  filter: NativeFilter
  /** what the filters it depends on add */
  parents: ExtraFormData
  /** text typed into a filter that searches all values */
  search?: string
  /** column types by name, to search numbers as numbers */
  columnTypes?: Record<string, GenericType>
}

/** The picker for time ranges; handed in, because controls stand above filters. */
export type TimeRangeControl = ComponentType<{
  value: string | undefined
  onChange: (value: string | undefined) => void
  label: string
  id?: string
}>

export interface FilterProps {
  filter: NativeFilter
  /** its control values, with the type's own where the filter has none */
  controls: Record<string, unknown>
  mask: DataMask | undefined
  /** a chosen value, as `dataMask` takes it */
  onValue: (value: unknown) => void
  options: FilterOptions
  /** rows for a typed text, for filters that search all values */
  search: (text: string, signal: AbortSignal) => Promise<FilterOptions>
  /** id for the control that the visible label names */
  id: string
  TimeRangeControl: TimeRangeControl
  /** one line high, for the horizontal bar */
  compact: boolean
}

export interface FilterDefinition {
  /** the saved `filterType` */
  type: string
  name: string
  /** Control values where the saved filter has none. */
  controlDefaults: Record<string, unknown>
  /** The query of its options; null where it has none to ask for. */
  optionsQuery(input: OptionsInput): QueryContext | null
  /** What a value means. `options` matter to kinds that compare with the data's own bounds or name their values. */
  dataMask(filter: NativeFilter, value: unknown, options?: FilterOptions): DataMask
  /** The value of "select first filter value by default"; undefined while unknown or for kinds without it. */
  firstValue?(options: FilterOptions): unknown
  component: () => Promise<{ default: ComponentType<FilterProps> }>
  /** What its form needs; viewing a dashboard does not load it. */
  settings: () => Promise<{ default: FilterSettings }>
}
