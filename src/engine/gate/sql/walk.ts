import {
  CHANGE_FIELDS,
  CHANGES,
  FUNCTION_NODES,
  NAMED_CALLS,
  PLAIN_TABLE_FIELDS,
  QUERY_NODES,
  RESERVED,
  SCALAR_NODES,
  SELECT_FIELDS,
  SOURCES,
  TABLE_FIELDS,
  TYPES,
} from './nodes.ts'
import type { GateProfile } from './profile.ts'

/**
 * Checks the parser's tree of SQL. The whole tree is visited; everything unknown is rejected. A node is an object with
 * one key, its kind: `{ column: { name: … } }`. Other objects are parts of nodes.
 */

export type Node = Record<string, unknown>

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || value === false || (Array.isArray(value) && !value.length)

/** A table as written in FROM. Positions count code points. */
export interface TableUse {
  catalog: string | null
  schema: string | null
  name: string
  start: number
  end: number
  hasAlias: boolean
  /** Whether the table is only a name: no sample, no older version. */
  isPlain: boolean
  /** The corresponding part of the tree. */
  node: Node
}

export interface Walked {
  complaint: string | null
  tables: TableUse[]
  /** Names that may be followed by a list of column names in parentheses. */
  namesWithColumns: Set<string>
  /** Number of SELECTs. */
  selects: number
}

export const SUB_QUERY = 'Custom SQL fields cannot contain sub-queries.'
export const NOT_SCALAR = 'Custom SQL fields must be one scalar expression'
/** Nodes that have rows of their own. */
export const READING = new Set(['select', 'union', 'intersect', 'except', 'subquery', 'values', 'exists', 'table'])
const NOT_UNDERSTOOD = 'The SQL is not understood'

/** Parts that look like nodes, because they have only one field. */
const ONE_FIELD_PARTS = new Set(['this', 'expressions', 'query', 'spec', 'literal_type'])
const IGNORED_FIELDS = /comments$|^span$|^inferred_type$/
const MAX_LEVELS = 2500

class Complaint extends Error {}
const complain = (message: string): never => {
  throw new Complaint(message)
}

/** The kind and the content of a node; undefined for parts of nodes. */
export function kindOf(value: Node): [kind: string, body: unknown] | undefined {
  const keys = Object.keys(value)
  const [key] = keys
  return keys.length === 1 && key !== undefined && !ONE_FIELD_PARTS.has(key) ? [key, value[key]] : undefined
}

/** What the tree must be: one scalar expression, a query, or a query or a change of rows. */
export type Judging = 'expression' | 'query' | 'change'

export function walk(tree: unknown, judging: Judging, profile: GateProfile): Walked {
  const walker = new Walker(judging, profile)
  try {
    walker.visit(tree, new Set(), 0)
  } catch (error) {
    if (!(error instanceof Complaint)) throw error
    return { ...walker.found, complaint: error.message }
  }
  return walker.found
}

/** A name defined by WITH, exactly as written: engines differ in whether case and quotes matter. */
type Scope = ReadonlySet<string>
const scopeKey = ({ name, quoted }: { name: string; quoted: boolean }) => `${quoted} ${name}`

const identifier = (value: unknown): { name: string; quoted: boolean } | null =>
  isNode(value) && typeof value.name === 'string' ? { name: value.name, quoted: value.quoted === true } : null

class Walker {
  readonly found: Walked = { complaint: null, tables: [], namesWithColumns: new Set(), selects: 0 }
  private readonly isQuery: boolean
  private readonly mayChange: boolean
  private readonly profile: GateProfile
  /** The calls in FROM, which are checked against a separate list of functions. */
  private readonly sourceCalls = new WeakSet<object>()

  constructor(judging: Judging, profile: GateProfile) {
    this.isQuery = judging !== 'expression'
    this.mayChange = judging === 'change'
    this.profile = profile
  }

  visit(value: unknown, scope: Scope, depth: number): void {
    if (depth > MAX_LEVELS) complain('The SQL is nested too deeply')
    if (Array.isArray(value)) {
      for (const item of value) this.visit(item, scope, depth + 1)
      return
    }
    if (!isNode(value)) return
    const tagged = kindOf(value)
    if (tagged) this.node(tagged[0], tagged[1], scope, depth)
    else this.part(value, scope, depth)
  }

  private node(kind: string, body: unknown, scope: Scope, depth: number): void {
    const isChange = this.mayChange && CHANGES.has(kind)
    const isKnown = isChange || SCALAR_NODES.has(kind) || FUNCTION_NODES.has(kind)
    if (NAMED_CALLS.has(kind)) {
      if (!isNode(body) || !this.sourceCalls.has(body)) this.call(body, this.profile.functions)
    } else if (!isKnown && !(this.isQuery && QUERY_NODES.has(kind))) {
      complain(this.isQuery ? `Not allowed in a query: ${kind}` : READING.has(kind) ? SUB_QUERY : NOT_SCALAR)
    }
    if (!isNode(body)) return this.visit(body, scope, depth + 1)
    if (kind === 'select') {
      this.found.selects += 1
      this.only(body, SELECT_FIELDS, 'query')
    }
    if (kind === 'table') this.table(body, scope)
    if (isChange) this.change(body)
    if (kind === 'in' && this.profile.inReadsTables) this.refuseTableAfterIn(body)
    this.part(body, scope, depth)
  }

  /** The fields of a node or of a part of one. */
  private part(body: Node, scope: Scope, depth: number): void {
    const named = typeof body.quoted === 'boolean' && !('args' in body) ? identifier(body) : null
    // if a reserved word is read as a name, the parser has misread the text
    if (named && !named.quoted && RESERVED.has(named.name.toLowerCase())) complain(`${NOT_UNDERSTOOD}: ${named.name}`)
    if (body.data_type === 'custom') this.type(body)
    this.noteColumns(body)
    this.sources(body)
    const inner = isNode(body.with) ? this.names(body.with, scope, depth) : scope
    for (const [field, value] of Object.entries(body)) {
      if (field !== 'with' && !IGNORED_FIELDS.test(field)) this.visit(value, inner, depth + 1)
    }
  }

  /** Checks the queries of WITH, each with the names before it; returns the names that are in scope after it. */
  private names(clause: Node, scope: Scope, depth: number): Scope {
    this.only(clause, new Set(['ctes', 'recursive']), 'WITH')
    let names = scope
    for (const cte of Array.isArray(clause.ctes) ? clause.ctes : []) {
      if (!isNode(cte)) continue
      const name = identifier(cte.alias)
      // WITH can also name values, and such a name is not a table
      const isTable = cte.alias_first === true && isQuery(cte.this)
      const own = name && isTable ? new Set([...names, scopeKey(name)]) : names
      if (name && !isEmpty(cte.columns)) this.found.namesWithColumns.add(name.name.toLowerCase())
      this.visit(cte.alias, names, depth + 1)
      this.visit(cte.columns, names, depth + 1)
      this.cteQuery(cte.this, names, clause.recursive === true ? own : names, depth + 1)
      names = own
    }
    return names
  }

  /** The second half of a recursive query reads its own name; the first half reads a table with that name. */
  private cteQuery(query: unknown, before: Scope, own: Scope, depth: number): void {
    const tagged = isNode(query) ? kindOf(query) : undefined
    if (tagged?.[0] !== 'union' || !isNode(tagged[1])) return this.visit(query, before, depth)
    const { left, right, with: inner, ...rest } = tagged[1]
    if (!isEmpty(inner)) return this.visit(query, before, depth)
    this.cteQuery(left, before, own, depth + 1)
    this.visit(right, own, depth + 1)
    this.part(rest, before, depth + 1)
  }

  private table(body: Node, scope: Scope): void {
    this.only(body, TABLE_FIELDS, 'table')
    const name = identifier(body.name) ?? complain(NOT_UNDERSTOOD)
    const [catalog, schema] = [identifier(body.catalog), identifier(body.schema)]
    if (!schema && !catalog && scope.has(scopeKey(name))) return
    const parts = [body.catalog, body.schema, body.name].filter(isNode)
    const [first, last] = [spanOf(parts[0]), spanOf(parts.at(-1))]
    this.found.tables.push({
      catalog: catalog?.name ?? null,
      schema: schema?.name ?? null,
      name: name.name,
      start: first?.start ?? -1,
      end: last?.end ?? -1,
      hasAlias: !isEmpty(body.alias),
      node: body,
      isPlain: Object.entries(body).every(
        ([field, value]) => PLAIN_TABLE_FIELDS.has(field) || IGNORED_FIELDS.test(field) || isEmpty(value),
      ),
    })
  }

  /** Checks a change of rows. The changed table is named directly, and must be a table. */
  private change(body: Node): void {
    this.only(body, CHANGE_FIELDS, 'statement')
    if (!isNode(body.table)) return complain(NOT_UNDERSTOOD)
    this.table(body.table, new Set())
    const name = identifier(body.table.name)
    if (name && !isEmpty(body.columns)) this.found.namesWithColumns.add(name.name.toLowerCase())
  }

  private call(body: unknown, allowed: ReadonlySet<string>): void {
    const name = isNode(body) ? callName(body) : null
    if (name === null || (isNode(body) && body.quoted === true)) return complain(`Function not allowed: ${name}`)
    if (!allowed.has(name.toLowerCase())) complain(`Function not allowed: ${name.toLowerCase()}`)
  }

  /** Checks FROM: only tables, queries and table functions are allowed. */
  private sources(body: Node): void {
    const list = isNode(body.from) && Array.isArray(body.from.expressions) ? body.from.expressions : []
    const joined = Array.isArray(body.joins) ? body.joins.map((join) => (isNode(join) ? join.this : join)) : []
    for (const source of [...list, ...joined]) this.source(source, Array.isArray(body.joins))
  }

  private source(source: unknown, mayBeArray: boolean): void {
    const tagged = isNode(source) ? kindOf(source) : undefined
    if (!tagged) return complain(NOT_UNDERSTOOD)
    const [kind, body] = tagged
    // ARRAY JOIN names a column
    if (kind === 'column' && this.profile.inReadsTables && mayBeArray) return
    if (!SOURCES.has(kind)) complain(`Not allowed in FROM: ${kind}`)
    if (kind === 'alias' && isNode(body)) this.source(body.this, mayBeArray)
    if (kind === 'function' && isNode(body)) {
      this.call(body, this.profile.tableFunctions)
      this.sourceCalls.add(body)
    }
  }

  private refuseTableAfterIn(body: Node): void {
    for (const item of Array.isArray(body.expressions) ? body.expressions : []) {
      const kind = isNode(item) ? kindOf(item)?.[0] : undefined
      if (kind === 'column' || kind === 'identifier' || kind === 'dot' || kind === 'table') {
        complain(this.isQuery ? 'A table name is not allowed after IN. Write a subquery' : SUB_QUERY)
      }
    }
  }

  private type(body: Node): void {
    const name = String(body.name).toLowerCase().replace(/\(.*$/s, '')
    if (!TYPES.has(name)) complain(`Type not allowed: ${name}`)
  }

  private noteColumns(body: Node): void {
    if (isEmpty(body.column_aliases) && isEmpty(body.columns)) return
    const alias = identifier(body.alias)?.name ?? (typeof body.alias === 'string' ? body.alias : null)
    if (alias !== null) this.found.namesWithColumns.add(alias.toLowerCase())
  }

  private only(body: Node, fields: ReadonlySet<string>, what: string): void {
    for (const [field, value] of Object.entries(body)) {
      if (!fields.has(field) && !IGNORED_FIELDS.test(field) && !isEmpty(value)) {
        complain(`Not allowed in a ${what}: ${field.replaceAll('_', ' ').trim()}`)
      }
    }
  }
}

const QUERIES = new Set(['select', 'union', 'intersect', 'except', 'values'])

function isQuery(value: unknown): boolean {
  const tagged = isNode(value) ? kindOf(value) : undefined
  return tagged !== undefined && QUERIES.has(tagged[0])
}

function callName(body: Node): string | null {
  if (typeof body.name === 'string') return body.name
  const inner = isNode(body.this) ? (kindOf(body.this)?.[1] ?? body.this) : null
  if (!isNode(inner)) return null
  return inner.quoted !== true && typeof inner.name === 'string' ? inner.name : null
}

function spanOf(value: Node | undefined): { start: number; end: number } | undefined {
  const span = value?.span
  return isNode(span) && typeof span.start === 'number' && typeof span.end === 'number'
    ? { start: span.start, end: span.end }
    : undefined
}
