import { z } from 'zod'
import type { FeatureFlag } from '../model/people/featureFlags.ts'
import { rightsChanged } from './access/subjects.ts'
import type { Db, Trx } from './storage/schema.ts'

interface Feature {
  /** The default, without any setting. */
  isOn: boolean
  /**
   * Description of what the flag shows or hides. Only flags with a description can be changed; all others have a fixed
   * state.
   */
  about?: string
}

const on: Feature = { isOn: true }
const off: Feature = { isOn: false }
const switched = (isOn: boolean, about: string): Feature => ({ isOn, about })

/** The contract's feature flags. A flag is on only if its feature exists; those that would hide something are off. */
const features: Readonly<Record<string, Feature>> = {
  ALERT_REPORTS: switched(true, 'Alerts and reports: charts and dashboards by email, on a schedule.'),
  ALERTS_ATTACH_REPORTS: off,
  ALLOW_ADHOC_SUBQUERY: off,
  ALLOW_DASHBOARD_DOMAIN_SHARDING: off,
  ALLOW_FULL_CSV_EXPORT: switched(true, 'Downloads of all rows of a table on a dashboard.'),
  AVOID_COLORS_COLLISION: on,
  CLIENT_CACHE: switched(false, 'Data of the chart builder is requested with GET, so that browsers cache it.'),
  CONFIRM_DASHBOARD_DIFF: on,
  DASHBOARD_CACHE: off,
  DASHBOARD_CROSS_FILTERS: on,
  DASHBOARD_EDIT_CHART_IN_NEW_TAB: off,
  DASHBOARD_FILTERS_EXPERIMENTAL: switched(true, 'Filters of type "Group by", which add dimensions to charts.'),
  DASHBOARD_NATIVE_FILTERS: on,
  DASHBOARD_NATIVE_FILTERS_SET: switched(
    false,
    'Filter sets: named values of the filters of a dashboard, in its filter bar.',
  ),
  DASHBOARD_RBAC: on,
  DASHBOARD_VIRTUALIZATION: on,
  DISABLE_DATASET_SOURCE_EDIT: off,
  // there is one editor: the address of the older one leads to the dataset's page
  DISABLE_LEGACY_DATASOURCE_EDITOR: on,
  DISPLAY_MARKDOWN_HTML: on,
  DRILL_BY: switched(true, 'The rows behind a data point, grouped by another column.'),
  DRILL_TO_DETAIL: switched(true, 'The rows behind a chart, or behind one of its data points.'),
  DYNAMIC_PLUGINS: switched(false, 'Chart types that administrators add: scripts in the plugins folder of this site.'),
  EMBEDDABLE_CHARTS: switched(true, 'Embed code of charts, and charts in frames of the sites in SEXTANT_FRAME_SITES.'),
  EMBEDDED_SUPERSET: switched(true, 'Dashboards in pages of other sites, and guest tokens.'),
  ENABLE_ADVANCED_DATA_TYPES: switched(true, 'Types such as IP addresses and ports in filters of the chart builder.'),
  ENABLE_DND_WITH_CLICK_UX: on,
  ENABLE_EXPLORE_DRAG_AND_DROP: on,
  ENABLE_EXPLORE_JSON_CSRF_PROTECTION: off,
  ENABLE_JAVASCRIPT_CONTROLS: off,
  ENABLE_TEMPLATE_PROCESSING: on,
  ESCAPE_MARKDOWN_HTML: off,
  ESTIMATE_QUERY_COST: switched(true, 'Cost estimates of queries in SQL Lab.'),
  GENERIC_CHART_AXES: on,
  GLOBAL_ASYNC_QUERIES: switched(
    false,
    'Long queries of charts run in the background: API clients get status 202 and fetch the result later.',
  ),
  HORIZONTAL_FILTER_BAR: on,
  KV_STORE: switched(true, 'The key-value store, in which older clients share texts by id.'),
  LISTVIEWS_DEFAULT_CARD_VIEW: switched(false, 'Lists of charts and dashboards open as cards.'),
  RLS_IN_SQLLAB: on,
  SQLLAB_BACKEND_PERSISTENCE: switched(true, 'Tabs of SQL Lab are stored on the server.'),
  SSH_TUNNELING: switched(true, 'Database connections through SSH tunnels.'),
  TAGGING_SYSTEM: switched(true, 'Tags of charts, dashboards and saved queries, with their pages.'),
  THUMBNAILS: switched(true, 'Images of charts and dashboards, drawn by the server for lists and other programs.'),
  UX_BETA: off,
  VERSIONED_EXPORT: switched(true, 'Import and export of charts, dashboards, datasets, databases and saved queries.'),
}

/** Flags by name: `{"TAGGING_SYSTEM": false}`. */
export type FlagValues = Readonly<Record<string, boolean>>

/** Whether a flag can be switched on and off. */
export const isSwitched = (name: string): boolean => features[name]?.about !== undefined

/** The flags of this server: SEXTANT_FLAGS, then the page of flags, then the defaults. */
export interface Flags {
  isOn(name: string): boolean
  all(): FlagValues
  shown(): FeatureFlag[]
  /** Reads the stored flags; called with each new version of the permissions. */
  load(db: Db): Promise<void>
  /** Stores flags; null removes the setting. Takes effect on every node with its next request. */
  store(trx: Trx, changes: Readonly<Record<string, boolean | null>>): Promise<void>
}

const setting = 'feature_flags'
const StoredFlags = z.record(z.string(), z.boolean())

async function readStored(db: Db | Trx): Promise<FlagValues> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', setting).executeTakeFirst()
  return row ? StoredFlags.parse(JSON.parse(row.value)) : {}
}

export function createFlags(fixed: FlagValues): Flags {
  let stored: FlagValues = {}
  const valueOf = (name: string) => {
    const feature = features[name]
    if (feature?.about === undefined) return feature?.isOn ?? false
    return fixed[name] ?? stored[name] ?? feature.isOn
  }
  return {
    isOn: valueOf,
    all: () => Object.fromEntries(Object.keys(features).map((name) => [name, valueOf(name)])),
    shown: () =>
      Object.entries(features).map(([name, { isOn, about = '' }]) => ({
        name,
        is_on: valueOf(name),
        default: isOn,
        about,
        is_fixed: fixed[name] !== undefined,
      })),
    async load(db) {
      stored = await readStored(db)
    },
    async store(trx, changes) {
      const next = Object.entries({ ...(await readStored(trx)), ...changes }).filter(([, value]) => value !== null)
      const value = JSON.stringify(Object.fromEntries(next))
      await trx
        .insertInto('settings')
        .values({ name: setting, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute()
      await rightsChanged(trx)
    },
  }
}

/**
 * `TAGGING_SYSTEM=false,CLIENT_CACHE`: a name alone enables the flag. Undefined if a flag is unknown or cannot be
 * switched.
 */
export function parseFlags(text: string): FlagValues | undefined {
  const values: Record<string, boolean> = {}
  for (const part of text.split(',').map((word) => word.trim())) {
    if (part === '') continue
    const [, name = '', value = 'true'] = /^([A-Z_]+)(?:\s*=\s*(true|false))?$/.exec(part) ?? []
    if (!isSwitched(name)) return undefined
    values[name] = value === 'true'
  }
  return values
}
