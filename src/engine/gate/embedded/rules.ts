import type { Lexis } from '../sql/lexis.ts'
import { firstTokens } from '../sql/lexis.ts'
import { STANDARD_LEXIS } from '../sql/profile.ts'
import type { Conditions } from '../sql/protocol.ts'
import { type Rules, replaceAt, wrapped } from '../sql/rewrite.ts'
import { isNode, type Node } from './nodes.ts'
import type { QueryFindings, TableNode } from './tree.ts'

/** Used only to find names, first words and the ends of statements. */
export const EMBEDDED_LEXIS: Lexis = { ...STANDARD_LEXIS, symbols: '{}:$@#?' }

/** The position of a table name, such as `main.sales`, quoted or not. null if the text there is not the name. */
function placeOf(sql: string, bytes: Buffer, table: TableNode): { start: number; end: number; last: string } | null {
  const start = bytes.toString('utf8', 0, table.location).length
  const parts = [table.catalog, table.schema, table.name].filter((part) => part !== null)
  const tokens = firstTokens(sql.slice(start), EMBEDDED_LEXIS, parts.length * 2 - 1)
  const isName = parts.every((part, index) => {
    const [point, token] = [tokens[index * 2 - 1], tokens[index * 2]]
    const follows = index === 0 || (point?.kind === 'symbol' && point.text === '.')
    return follows && (token?.kind === 'word' || token?.kind === 'name') && token.text === part
  })
  const last = tokens.at(-1)
  if (!isName || !last || tokens.length !== parts.length * 2 - 1) return null
  return { start, end: start + last.end, last: sql.slice(start + last.start, start + last.end) }
}

/** The text with `(SELECT * FROM t WHERE …)` for every table that has conditions; null if that is not possible. */
export function spliceConditions(
  sql: string,
  tables: readonly TableNode[],
  { conditions, fence }: Rules,
): string | null {
  const bytes = Buffer.from(sql)
  const changes: Parameters<typeof replaceAt>[1][number][] = []
  for (const [index, table] of tables.entries()) {
    const rules = conditions[index] ?? []
    if (rules.length === 0) continue
    const place = table.isPlain ? placeOf(sql, bytes, table) : null
    if (!place) return null
    const alias = table.hasAlias ? '' : ` AS ${place.last}`
    changes.push({ ...place, text: `${wrapped(sql.slice(place.start, place.end), rules, fence)}${alias}` })
  }
  return replaceAt(sql, changes)
}

/** Whether the second tree equals the first, except for the tables with conditions, which are subqueries now. */
export function isSameButFor(
  before: { tree: unknown; found: QueryFindings },
  after: { tree: unknown; found: QueryFindings },
  conditions: Conditions,
): boolean {
  if (after.found.complaint) return false
  const ruled = before.found.tables.filter((_, index) => conditions[index]?.length)
  return isSame(before.tree, after.tree, new Set(ruled.map(({ node }) => node)))
}

function isSame(before: unknown, after: unknown, ruled: ReadonlySet<Node>): boolean {
  if (Array.isArray(before)) {
    return (
      Array.isArray(after) &&
      before.length === after.length &&
      before.every((item, index) => isSame(item, after[index], ruled))
    )
  }
  if (!isNode(before)) return before === after
  if (!isNode(after)) return false
  if (ruled.has(before)) return standsFor(after, before)
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return fields.every((field) => field === 'query_location' || isSame(before[field], after[field], ruled))
}

/** `(SELECT * FROM t WHERE …) AS t` */
function standsFor(after: Node, table: Node): boolean {
  const select = isNode(after.subquery) ? after.subquery.node : undefined
  if (after.type !== 'SUBQUERY' || !isNode(select) || !isNode(select.where_clause)) return false
  const inner = select.from_table
  if (!isNode(inner) || inner.type !== 'BASE_TABLE' || inner.alias !== '') return false
  const names = ['table_name', 'schema_name', 'catalog_name']
  return (
    names.every((name) => inner[name] === table[name]) &&
    after.alias === (table.alias || table.table_name) &&
    isSame(table.column_name_alias, after.column_name_alias, new Set())
  )
}
