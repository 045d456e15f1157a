import { isRecord, parseJson } from '../../../model/wire/json.ts'
import type { NewRow } from '../../storage/schema.ts'

const maxEvents = 100
const maxJsonLength = 16_384
const maxNameLength = 255

/**
 * Events that pages report, with the names of the contract's front end. The log also records changes, which no client
 * may report.
 */
const pageEvents = new Set([
  'mount_dashboard',
  'mount_explorer',
  'select_dashboard_cell',
  'select_dashboard_tab',
  'explore_dashboard_chart',
  'edit_dashboard',
  'toggle_edit_dashboard',
  'force_refresh_dashboard',
  'force_refresh_chart',
  'periodic_render_dashboard',
  'refresh_chart',
  'change_dashboard_filter',
  'change_explore_controls',
  'dashboard_browser_tab_hidden',
  'hide_browser_tab',
  'load_chart',
  'load_events',
  'render_chart',
  'render_chart_container',
  'export_csv_dashboard_chart',
  'export_xlsx_dashboard_chart',
  'export_excel_dashboard_chart',
  'download_as_image',
  'download_as_pdf',
  'dashboard_download_as_image',
  'chart_download_as_image',
  'omnibar_triggered',
  'spa_navigation',
  'further_drill_by',
  'drill_by_modal_opened',
  'drill_by_edit_chart',
  'drill_by_breadcrumb_clicked',
  'confirm_overwrite_dashboard_metadata',
  'dataset_creation_empty_cancellation',
  'dataset_creation_database_cancellation',
  'dataset_creation_schema_cancellation',
  'dataset_creation_table_cancellation',
  'dataset_creation_success',
  'sqllab_copy_link',
  'sqllab_run_query',
  'sqllab_stop_query',
  'sqllab_load_tab_state',
])

interface Sender {
  userId: number
  now: number
  address: string
  referrer: string | undefined
}

/**
 * Rows for the events that a page reports: those in the field that `explode` names, else the whole payload as one
 * event. Events that cannot be read are skipped. `source` and `source_id` of an event identify the opened object.
 */
export function eventRows(payload: unknown, explode: string | undefined, sender: Sender): NewRow<'logs'>[] {
  const fields = isRecord(payload) ? payload : {}
  const events = explode === undefined ? [fields] : listIn(fields[explode])
  return events.slice(0, maxEvents).flatMap((event) => {
    if (!isRecord(event)) return []
    const name = event['event_name']
    const json = JSON.stringify(event)
    return [
      {
        action: typeof name === 'string' && pageEvents.has(name) ? name : 'log',
        user_id: sender.userId,
        dashboard_id: idOf(event, 'dashboard'),
        slice_id: idOf(event, 'slice'),
        address: sender.address,
        referrer: sender.referrer?.slice(0, maxNameLength),
        json: json.length > maxJsonLength ? null : json,
        duration_ms: milliseconds(event['duration']),
        dttm: sender.now,
      },
    ]
  })
}

const sourceNames = { dashboard: ['dashboard'], slice: ['slice', 'explore', 'chart'] }

function idOf(event: Record<string, unknown>, kind: 'dashboard' | 'slice'): number | null {
  const named = sourceNames[kind].includes(String(event['source'])) ? event['source_id'] : undefined
  return positive(event[`${kind}_id`]) ?? positive(named) ?? null
}

function positive(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number < 2 ** 31 ? number : undefined
}

const milliseconds = (value: unknown) =>
  typeof value === 'number' && value >= 0 && value < 2 ** 31 ? Math.round(value) : null

function listIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value !== 'string') return []
  try {
    const list = parseJson(value)
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}
