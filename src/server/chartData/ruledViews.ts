import { LRUCache } from 'lru-cache'
import type { CatalogAnswers, CatalogPlace, ConnectionSpec, EnginePool } from '../../engine/contracts.ts'
import type { Gate, TableName } from '../../engine/gate/gate.ts'
import { withoutEnd } from '../../engine/gate/statements.ts'

export type FindView = (
  connection: ConnectionSpec,
  place: CatalogPlace & { table: string },
) => Promise<CatalogAnswers['view']>

/** Number of names that are cached, and for how long: a changed view is read again after that time. */
const REMEMBERED_NAMES = 5000
const REMEMBERED_MS = 60_000
/** Maximum depth of views on views. */
const MOST_VIEWS = 50

/** The catalog entry of a name, cached for a minute. */
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
 * Whether a name is a view that reads rows hidden by rules, directly or through other views. Rules are applied to
 * tables in the text of a query, but the tables of a view are not in the text. Also true if the database does not
 * reveal the text of the view, or if it cannot be parsed.
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
    const read = await gate.query(connection, withoutEnd(connection, view.sql), null)
    if (!read.ok || read.tables.some(isRuled)) return true
    // a name without a schema refers to the schema of the view
    left.push(
      ...read.tables.map((named) => ({ ...named, schema: named.schema ?? schema, catalog: named.catalog ?? catalog })),
    )
  }
  return false
}
