/** What dashboard filters add to a chart's query. Append keys are concatenated, override keys replace. */
export interface ExtraFormData {
  adhoc_filters?: AdhocFilter[]
  filters?: QueryFilter[]
  interactive_groupby?: unknown[]
  interactive_highlight?: unknown[]
  interactive_drilldown?: unknown[]
  custom_form_data?: Record<string, unknown>
  granularity?: string
  granularity_sqla?: string
  time_column?: string
  time_grain?: string
  time_grain_sqla?: string
  time_range?: string
  relative_start?: 'today' | 'now'
  relative_end?: 'today' | 'now'
}

/** The output of one filter, native or cross-filter. `filterState.value` is the value that the filter itself shows. */
export interface DataMask {
  id?: string
  extraFormData?: ExtraFormData
  filterState?: { value?: unknown; label?: string; selectedValues?: unknown[] | null; [key: string]: unknown }
  ownState?: Record<string, unknown>
}

export type { AdhocFilter, QueryFilter }

import type { AdhocFilter, QueryFilter } from '../query/queryObject.ts'
