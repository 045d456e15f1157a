import { coverageComplaint } from './coverage.ts'
import { foldedName } from './foldedName.ts'
import { lex, type Token } from './lexis.ts'
import { CHANGES } from './nodes.ts'
import type { GateProfile } from './profile.ts'
import type { TableName } from './protocol.ts'
import { isNode, type Judging, kindOf, NOT_SCALAR, SUB_QUERY, type TableUse, type Walked, walk } from './walk.ts'

/** The parser: returns the trees of the statements, or the error. */
export type Parse = (sql: string, grammar: string) => { trees: unknown[] } | { error: string }

export interface Judged {
  complaint: string | null
  tables: TableUse[]
  tokens: Token[]
  tree: unknown
}

const refused = (complaint: string): Judged => ({ complaint, tables: [], tokens: [], tree: null })

export const SEVERAL = 'Clause contains multiple statements'
/** Maximum number of characters that are parsed. */
const MAX_LENGTH = 200_000

/** The part of a tree to visit, or an error in the tree as a whole. */
type Shape = (tree: unknown) => { part: unknown; judging: Judging } | { complaint: string }

/** Tokens, tables and verdict of one statement; `shape` checks the tree before it is visited. */
function judge(sql: string, profile: GateProfile, parse: Parse, shape: Shape): Judged {
  if (sql.length > MAX_LENGTH) return refused(`The SQL cannot be longer than ${MAX_LENGTH} characters`)
  const lexed = lex(sql, profile.lexis)
  if (!lexed.ok) return refused(lexed.message)
  if (lexed.tokens.some(({ kind, text }) => kind === 'symbol' && text === ';')) return refused(SEVERAL)
  if (!isBalanced(lexed.tokens)) return refused('The parentheses do not match')
  const parsed = parse(sql, profile.grammar)
  if ('error' in parsed) return refused(`syntax error: ${parsed.error}`)
  if (parsed.trees.length > 1) return refused(SEVERAL)
  const [tree] = parsed.trees
  const shaped = shape(tree)
  if ('complaint' in shaped) return refused(shaped.complaint)
  const walked: Walked = walk(shaped.part, shaped.judging, profile)
  // the SELECT around the expression is not visited, but counts
  if (shaped.judging === 'expression') walked.selects += 1
  const final = walked.complaint ?? coverageComplaint(lexed.tokens, tree, walked, profile, shaped.judging)
  return { complaint: final, tables: walked.tables, tokens: lexed.tokens, tree }
}

/** Whether all parentheses are balanced: an additional closing one would end the surrounding text. */
function isBalanced(tokens: readonly Token[]): boolean {
  let depth = 0
  for (const { kind, text } of tokens) {
    if (kind !== 'symbol') continue
    if (text === '(') depth += 1
    if (text === ')') depth -= 1
    if (depth < 0) return false
  }
  return depth === 0
}

/** Error in SQL that must be one scalar expression; null if there is none. */
export function judgeExpression(text: string, profile: GateProfile, parse: Parse): string | null {
  // as written, and in the parentheses that are added later: these may not change the meaning
  for (const sql of [`SELECT ${text}\n`, `SELECT (${text}\n)`]) {
    const { complaint } = judge(sql, profile, parse, bareSelect)
    if (complaint) return complaint
  }
  return null
}

/** The SELECT around an expression must contain nothing else. */
const bareSelect: Shape = (tree) => {
  const tagged = isNode(tree) ? kindOf(tree) : undefined
  if (tagged?.[0] !== 'select' || !isNode(tagged[1])) return { complaint: NOT_SCALAR }
  const { expressions, ...rest } = tagged[1]
  if (!isNothing(rest.from)) return { complaint: SUB_QUERY }
  const isBare = Object.entries(rest).every(([field, value]) => isNothing(value) || field.endsWith('comments'))
  const isOne = Array.isArray(expressions) && expressions.length === 1
  return isBare && isOne ? { part: expressions[0], judging: 'expression' } : { complaint: NOT_SCALAR }
}

/** The query that is parsed to check a condition. */
export const conditionProbe = (condition: string) => `SELECT 1 WHERE (${condition}\n)`

/** Verdict on SQL that must be a condition; unlike an expression, it may contain subqueries. */
export const judgeCondition = (condition: string, profile: GateProfile, parse: Parse): Judged =>
  refuseSystem(
    judge(conditionProbe(condition), profile, parse, (tree) => {
      const tagged = isNode(tree) ? kindOf(tree) : undefined
      if (tagged?.[0] !== 'select' || !isNode(tagged[1])) return { complaint: NOT_SCALAR }
      const { expressions, where_clause: where, ...rest } = tagged[1]
      const isBare = Object.entries(rest).every(([field, value]) => isNothing(value) || field.endsWith('comments'))
      const isOne = Array.isArray(expressions) && expressions.length === 1 && !isNothing(where)
      return isBare && isOne ? { part: tree, judging: 'query' } : { complaint: NOT_SCALAR }
    }),
    profile,
  )

const isNothing = (value: unknown) =>
  value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0)

/** Verdict on a query that only reads, with the tables that it names. */
export const judgeQuery = (sql: string, profile: GateProfile, parse: Parse): Judged =>
  refuseSystem(
    judge(sql, profile, parse, (tree) => {
      const kind = kindOfStatement(tree)
      const reads = kind !== undefined && READING_STATEMENTS.has(kind)
      return reads ? { part: tree, judging: 'query' } : { complaint: 'Virtual dataset query must be read-only' }
    }),
    profile,
  )

/** Verdict on a statement that changes rows of one table. `kind`: insert, update or delete. */
export function judgeChange(sql: string, profile: GateProfile, parse: Parse): Judged & { kind: string } {
  let kind = ''
  const judged = judge(sql, profile, parse, (tree) => {
    kind = kindOfStatement(tree) ?? ''
    return CHANGES.has(kind)
      ? { part: tree, judging: 'change' }
      : { complaint: 'This kind of statement is not allowed' }
  })
  return { ...refuseSystem(judged, profile), kind }
}

const kindOfStatement = (tree: unknown) => (isNode(tree) ? kindOf(tree)?.[0] : undefined)

function refuseSystem(judged: Judged, profile: GateProfile): Judged {
  const system = judged.tables.find((table) => isSystemTable(table, profile))
  return system && !judged.complaint ? { ...judged, complaint: unreadable(system.name) } : judged
}

const READING_STATEMENTS = new Set(['select', 'union', 'intersect', 'except', 'subquery', 'values'])

const unreadable = (name: string) => `Table "${name}" does not exist or may not be read`

/** Whether a table is a system table. */
export function isSystemTable({ catalog, schema, name }: TableName, profile: GateProfile): boolean {
  const isSystem = (part: string | null) => part !== null && profile.systemSchemas.has(foldedName(part))
  return isSystem(catalog) || isSystem(schema) || (profile.systemTables?.test(foldedName(name)) ?? false)
}
