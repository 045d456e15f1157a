import { type Judged, judgeCondition, judgeQuery, type Parse } from './judge.ts'
import type { GateProfile } from './profile.ts'
import { type Conditions, NOT_APPLICABLE, type Rewritten } from './protocol.ts'
import { isNode, kindOf, type Node, type TableUse } from './walk.ts'

const refuse = (message = NOT_APPLICABLE): Rewritten => ({ ok: false, message })

export interface Rules {
  conditions: Conditions
  /**
   * Last line of each subquery, which prevents the database from evaluating other conditions before these. May be
   * empty.
   */
  fence: string
}

/**
 * Replaces every table that has conditions with `(SELECT * FROM t WHERE …)`. The result is parsed again and must be the
 * same query except for these places; otherwise it is rejected.
 */
export function rewrite(sql: string, rules: Rules, profile: GateProfile, parse: Parse): Rewritten {
  const { conditions } = rules
  const before = judgeQuery(sql, profile, parse)
  if (before.complaint) return refuse(before.complaint)
  if (before.tables.length !== conditions.length) return refuse()
  for (const condition of new Set(conditions.flat())) {
    if (judgeCondition(condition, profile, parse).complaint) return refuse()
  }
  const ruled = before.tables.filter((_, index) => conditions[index]?.length)
  if (ruled.some(({ isPlain, start, end }) => !isPlain || start < 0 || end <= start)) return refuse()
  const rewritten = splice(sql, before, rules, profile)
  const after = judgeQuery(rewritten, profile, parse)
  if (after.complaint) return refuse()
  const places = new Map(ruled.map((table) => [table.node, table]))
  return isSame(before.tree, after.tree, places) ? { ok: true, sql: rewritten } : refuse()
}

function splice(sql: string, { tables, tokens }: Judged, { conditions, fence }: Rules, profile: GateProfile): string {
  const at = positions(sql)
  const changes = tables.flatMap((table, index) => {
    const rules = conditions[index] ?? []
    if (rules.length === 0) return []
    const [start, end] = [at(table.start), at(table.end)]
    const name = tokens.findLast((token) => token.start >= start && token.end <= end)
    const alias = table.hasAlias || !name ? '' : ` ${profile.aliasKeyword}${sql.slice(name.start, name.end)}`
    return [{ start, end, text: `${wrapped(sql.slice(start, end), rules, fence)}${alias}` }]
  })
  return replaceAt(sql, changes)
}

/** The rows of a table that meet all conditions. */
export const wrapped = (table: string, rules: readonly string[], fence: string) =>
  `(SELECT * FROM ${table} WHERE ${rules.map((rule) => `(${rule}\n)`).join(' AND ')}${fence && ` ${fence}`})`

export function replaceAt(sql: string, changes: readonly { start: number; end: number; text: string }[]): string {
  let text = ''
  let from = 0
  for (const change of changes.toSorted((a, b) => a.start - b.start)) {
    text += sql.slice(from, change.start) + change.text
    from = change.end
  }
  return text + sql.slice(from)
}

/** Converts code point positions to UTF-16 positions. */
function positions(sql: string): (codePoint: number) => number {
  const units: number[] = []
  let unit = 0
  for (const character of sql) {
    units.push(unit)
    unit += character.length
  }
  return (codePoint) => units[codePoint] ?? sql.length
}

const IGNORED = /comments$|^span$|^inferred_type$/

/** Whether two trees are equal except for the replaced tables. */
function isSame(before: unknown, after: unknown, places: ReadonlyMap<Node, TableUse>): boolean {
  if (Array.isArray(before)) {
    return (
      Array.isArray(after) &&
      before.length === after.length &&
      before.every((item, index) => isSame(item, after[index], places))
    )
  }
  if (!isNode(before)) return before === after
  if (!isNode(after)) return false
  const tagged = kindOf(before)
  const place = tagged?.[0] === 'table' && isNode(tagged[1]) ? places.get(tagged[1]) : undefined
  if (place) return standsFor(after, place)
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((field) => !IGNORED.test(field))
  return fields.every((field) => isSame(before[field], after[field], places))
}

/** `(SELECT * FROM t WHERE …) AS t` */
function standsFor(after: Node, { node: table }: TableUse): boolean {
  const subquery = after.subquery
  const select = isNode(subquery) && isNode(subquery.this) ? subquery.this.select : undefined
  if (!isNode(subquery) || !isNode(select) || !isNode(select.where_clause)) return false
  const from = isNode(select.from) && Array.isArray(select.from.expressions) ? select.from.expressions : []
  const inner = from.length === 1 && isNode(from[0]) ? from[0].table : undefined
  if (!isNode(inner)) return false
  const isItself = ['name', 'schema', 'catalog'].every((part) => isSame(table[part], inner[part], new Map()))
  const alias = isNode(table.alias) ? table.alias : table.name
  return isItself && !isNode(inner.alias) && isSame(alias, subquery.alias, new Map())
}
