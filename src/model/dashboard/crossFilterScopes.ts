/** Edits the scopes of cross-filters in the dashboard's metadata. Pure. */

import { isRecord } from '../wire/json.ts'
import { chartsIn, type Layout } from './layout.ts'
import { chartsInScope, parseScope, type Scope, wholeDashboard } from './scope.ts'

type Json = Readonly<Record<string, unknown>>

const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

export interface CrossFilterScopes {
  global: Scope
  /** Charts whose cross-filters have a custom scope. */
  custom: ReadonlyMap<number, Scope>
}

const storedScope = (entry: unknown) => record(record(entry)['crossFilters'])['scope']

export function readCrossFilterScopes(metadata: Json): CrossFilterScopes {
  const global = record(metadata['global_chart_configuration'])['scope']
  const custom = Object.entries(record(metadata['chart_configuration'])).flatMap(([id, entry]) => {
    const scope = storedScope(entry)
    return isRecord(scope) ? [[Number(id), parseScope(scope)] as const] : []
  })
  return { global: global === undefined ? wholeDashboard : parseScope(global), custom: new Map(custom) }
}

/**
 * The metadata with these scopes. `chartsInScope` is written for other programs and never read here. Other fields of
 * chart entries are not changed.
 */
export function withCrossFilterScopes(metadata: Json, scopes: CrossFilterScopes, layout: Layout): Json {
  const before = record(metadata['chart_configuration'])
  const all = chartsIn(layout.root)
  const ids = [...new Set([...all.map(String), ...Object.keys(before)])]
  const globalCharts = chartsInScope(layout, scopes.global)
  const charts = ids.flatMap((key) => {
    const id = Number(key)
    const custom = scopes.custom.get(id)
    const stored = record(before[key])
    // a chart without settings needs no entry
    if (!custom && !(key in before)) return []
    const reached = custom ? chartsInScope(layout, custom) : globalCharts
    const crossFilters = {
      ...record(stored['crossFilters']),
      scope: custom ?? 'global',
      chartsInScope: reached.filter((chart) => chart !== id),
    }
    return [[key, { ...stored, id, crossFilters }] as const]
  })
  return {
    ...metadata,
    chart_configuration: Object.fromEntries(charts),
    global_chart_configuration: {
      ...record(metadata['global_chart_configuration']),
      scope: scopes.global,
      chartsInScope: globalCharts,
    },
  }
}
