import type { Generated } from 'kysely'

/** Settings, the audit log, and values that are stored under a key. */
export interface GeneralTables {
  settings: SettingTable
  logs: LogTable
  key_values: KeyValueTable
  stored_texts: StoredTextTable
}

interface SettingTable {
  name: string
  value: string
}

/**
 * State by key: filter state, form data, permalinks. `context` identifies the session, tab and object that reuse a key;
 * `object_id` is the dashboard or the chart.
 */
interface KeyValueTable {
  id: Generated<number>
  resource: 'filter_state' | 'form_data' | 'dashboard_permalink' | 'explore_permalink'
  key: string
  context: string | null
  object_id: number | null
  owner_id: number | null
  value: string
  created_on: number
  changed_on: number
  expires_on: number | null
}

/** Texts that clients store under a number, such as shared queries. */
interface StoredTextTable {
  id: Generated<number>
  value: string
  created_on: number
  created_by: number | null
}

/** Audit and recent activity. `json` is an object; `slice_id` and `dashboard_id` are the contract's columns. */
interface LogTable {
  id: Generated<number>
  action: string
  user_id: number | null
  dashboard_id: number | null
  slice_id: number | null
  /** The object of an audit row, such as `Chart:7`. */
  object: string | null
  outcome: Generated<string>
  address: string | null
  json: string | null
  dttm: number
  duration_ms: number | null
  referrer: string | null
}
