import { LRUCache } from 'lru-cache'
import type { CatalogAnswers, CatalogPlace, ConnectionSpec, EnginePool } from '../../engine/contracts.ts'
import type { Gate, TableName } from '../../engine/gate/gate.ts'
import { trimmedEnd } from '../../model/basics/trim.ts'

export type FindView = (
  connection: ConnectionSpec,
  place: CatalogPlace & { table: string },
) => Promise<CatalogAnswers['view']>

/** How many names are remembered, and for how long: a view that is changed is read anew after that. */
const REMEMBERED_NAMES = 5000
const REMEMBERED_MS = 60_000
/** Views over views over views: deeper than that nobody looks. */
const MOST_VIEWS = 50

/** What the catalogue says of a name, remembered for a minute. */
export function rememberedViews(engine: Pick<EnginePool, 'catalog'>): FindView {
  const known = new LRUCache<string, Promise<CatalogAnswers['view']>>({ max: REMEMBERED_NAMES, ttl: REMEMBERED_MS })
  return (connection, place) => {
    const key = JSON.stringify([
      connection.databaseId,
      connection.dataVersion,
      place.catalog,
      place.schema,
      place.table,
    ])
    const before = known.get(key)
    if (before) return before
    const found = engine.catalog(connection, { ask: 'view', ...place })
    known.set(key, found)
    found.catch(() => known.delete(key))
    return found
  }
}

/**
 * Whether a name is that of a view which reads rows that rules hide, directly or through other views: rules stand
 * around tables where a query names them, and a view names its tables out of sight. Also true where the database does
 * not tell what the view reads, or it cannot be understood.
 */
export async function isViewOverRuled(
  { gate, findView }: { gate: Gate; findView: FindView },
  connection: ConnectionSpec,
  name: TableName,
  isRuled: (table: TableName) => boolean,
): Promise<boolean> {
  const seen = new Set<string>()
  const left = [name]
  for (let place = left.pop(); place; place = left.pop()) {
    const { catalog, schema, name: table } = place
    const key = JSON.stringify(place)
    if (seen.has(key)) continue
    seen.add(key)
    const view = await findView(connection, { catalog, schema, table })
    if (!view) continue
    if (view.sql === null || seen.size > MOST_VIEWS) return true
    const read = await gate.query(connection, trimmedEnd(view.sql, /[;\s]/), null)
    if (!read.ok || read.tables.some(isRuled)) return true
    // what a view names without a schema is found where the view is
    left.push(
      ...read.tables.map((named) => ({ ...named, schema: named.schema ?? schema, catalog: named.catalog ?? catalog })),
    )
  }
  return false
}
