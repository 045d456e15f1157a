import type { ComponentType } from 'react'
import type { NativeFilter } from '../../model/dashboard/dashboardMetadata.ts'
import type { DataMask, ExtraFormData } from '../../model/dashboard/dataMask.ts'
import type { GenericType } from '../../model/dataset/dataset.ts'
import type { QueryContext } from '../../model/query/queryObject.ts'
import type { FilterSettings } from './filterSettings.ts'

/** Result of a filter's option query. */
export interface FilterOptions {
  status: 'loading' | 'ready' | 'failed'
  rows: Record<string, unknown>[]
  colnames: string[]
  coltypes: GenericType[]
  error?: string
}

export interface OptionsInput {
  filter: NativeFilter
  /** form data of the filters that it depends on */
  parents: ExtraFormData
  /** text typed into a filter that searches all values */
  search?: string
  /** column types by name, to search numbers as numbers */
  columnTypes?: Record<string, GenericType>
}

/** The time range picker; passed as a prop, because controls are in a layer above filters. */
export type TimeRangeControl = ComponentType<{
  value: string | undefined
  onChange: (value: string | undefined) => void
  label: string
  id?: string
}>

export interface FilterProps {
  filter: NativeFilter
  /** its settings, with the defaults of its type */
  controls: Record<string, unknown>
  mask: DataMask | undefined
  /** a selected value, in the format of `dataMask` */
  onValue: (value: unknown) => void
  options: FilterOptions
  /** loads rows for a search text, for filters that search all values */
  search: (text: string, signal: AbortSignal) => Promise<FilterOptions>
  /** id of the control, for its visible label */
  id: string
  TimeRangeControl: TimeRangeControl
  /** one line high, for the horizontal bar */
  compact: boolean
}

export interface FilterDefinition {
  /** the saved `filterType` */
  type: string
  name: string
  /** Default control values. */
  controlDefaults: Record<string, unknown>
  /** The query of its options; null if it has none. */
  optionsQuery(input: OptionsInput): QueryContext | null
  /**
   * Combines the options of several datasets for one filter. Absent if filters of the type have at most one dataset.
   */
  mergeOptions?(answers: FilterOptions[], filter: NativeFilter): FilterOptions
  /**
   * The data mask of a value. `options` are needed by types that compare with the bounds of the data or label their
   * values.
   */
  dataMask(filter: NativeFilter, value: unknown, options?: FilterOptions): DataMask
  /** The value of "select first filter value by default"; undefined while unknown or for types without it. */
  firstValue?(options: FilterOptions): unknown
  component: () => Promise<{ default: ComponentType<FilterProps> }>
  /** Its form; viewing a dashboard does not load it. */
  settings: () => Promise<{ default: FilterSettings }>
}
