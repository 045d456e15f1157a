import { FUNCTIONS, TABLE_FUNCTIONS } from './functions.ts'
import { isNode, type Node } from './nodes.ts'
import { sizeComplaint } from './size.ts'

/**
 * Checks the embedded engine's syntax tree of SQL text (`json_serialize_sql`). The whole tree is visited; everything
 * unknown is rejected.
 */

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const SCALAR_CLASSES = new Set([
  'BETWEEN',
  'CASE',
  'CAST',
  'COLLATE',
  'COLUMN_REF',
  'COMPARISON',
  'CONJUNCTION',
  'CONSTANT',
  'FUNCTION',
  'LAMBDA',
  'OPERATOR',
  'WINDOW',
])
/** Nodes that are not expressions but belong to one. */
const SCALAR_PARTS = /^(ORDER_MODIFIER|ORDER_DEFAULT|ASCENDING|DESCENDING|[A-Z_]+_TYPE_INFO)$/

const QUERY_CLASSES = new Set([...SCALAR_CLASSES, 'STAR', 'SUBQUERY', 'POSITIONAL_REFERENCE'])
const QUERY_PARTS = new Set([
  'SELECT_NODE',
  'SET_OPERATION_NODE',
  'RECURSIVE_CTE_NODE',
  'CTE_NODE',
  'LIMIT_MODIFIER',
  'LIMIT_PERCENT_MODIFIER',
  'DISTINCT_MODIFIER',
  'BASE_TABLE',
  'TABLE_FUNCTION',
  'SUBQUERY',
  'JOIN',
  'EMPTY',
  'EXPRESSION_LIST',
  'PIVOT',
])

interface Rules {
  allows(node: Node): string | null
  /** The parts of a node, with the rules for each part; absent if they are the same for all. */
  parts?(node: Node): [part: unknown, rules: Rules][] | undefined
}

/**
 * Maximum number of levels in the tree; an operator takes three, and the engine itself stops at a thousand operators.
 */
const MAX_LEVELS = 2500

/** Visits everything below `value`; the first error wins. */
function complaintAbout(value: unknown, rules: Rules, depth = 0): string | null {
  if (depth > MAX_LEVELS) return 'The SQL is nested too deeply'
  if (Array.isArray(value)) {
    for (const item of value) {
      const complaint = complaintAbout(item, rules, depth + 1)
      if (complaint) return complaint
    }
    return null
  }
  if (!isNode(value)) return null
  const complaint = rules.allows(value)
  if (complaint) return complaint
  // the value of a constant is data, whatever it looks like
  if (value.class === 'CONSTANT') return null
  for (const [part, own] of rules.parts?.(value) ?? [[Object.values(value), rules]]) {
    const found = complaintAbout(part, own, depth + 1)
    if (found) return found
  }
  return null
}

/** Where the parser itself looks up its operators and literals; in a child, users cannot define others there. */
const BUILTIN_SCHEMAS = new Set(['', 'main', 'pg_catalog'])

function functionComplaint(node: Node, known: ReadonlySet<string>): string | null {
  const name = String(node.function_name).toLowerCase()
  const isBuiltin = BUILTIN_SCHEMAS.has(String(node.schema ?? '')) && isEmpty(node.catalog)
  return isBuiltin && known.has(name) ? null : `Function not allowed: ${name}`
}

const scalarRules: Rules = {
  allows(node) {
    if (node.class === 'SUBQUERY') return 'Custom SQL fields cannot contain sub-queries.'
    if (node.class === 'FUNCTION' || node.class === 'WINDOW') return functionComplaint(node, FUNCTIONS)
    if (typeof node.class === 'string') return SCALAR_CLASSES.has(node.class) ? null : NOT_SCALAR
    if (typeof node.type === 'string') return SCALAR_PARTS.test(node.type) ? null : NOT_SCALAR
    return null
  },
}

const NOT_SCALAR = 'Custom SQL fields must be one scalar expression'

/** The fields of a SELECT node, with the values that they have if it contains only its one expression. */
const BARE_SELECT: Record<string, (value: unknown) => boolean> = {
  type: (value) => value === 'SELECT_NODE',
  select_list: () => true,
  modifiers: isEmpty,
  cte_map: (value) => isNode(value) && isEmpty(value.map),
  from_table: (value) => isNode(value) && value.type === 'EMPTY',
  where_clause: isEmpty,
  group_expressions: isEmpty,
  group_sets: isEmpty,
  aggregate_handling: (value) => value === 'STANDARD_HANDLING',
  having: isEmpty,
  sample: isEmpty,
  qualify: isEmpty,
}

/** The only statement of a parse, or the error if there are none or several. */
function statementOf(tree: unknown): { node: Node } | { complaint: string } {
  const statements = isNode(tree) && Array.isArray(tree.statements) ? tree.statements : []
  if (statements.length > 1) return { complaint: 'Clause contains multiple statements' }
  const node: unknown = isNode(statements[0]) ? statements[0].node : undefined
  return isNode(node) ? { node } : { complaint: NOT_SCALAR }
}

/** Error in the tree of `SELECT <expression>`; null if it is one scalar expression of allowed parts. */
export function expressionComplaint(tree: unknown): string | null {
  const statement = statementOf(tree)
  if ('complaint' in statement) return statement.complaint
  const { node } = statement
  if (!Object.entries(node).every(([key, value]) => BARE_SELECT[key]?.(value) ?? isEmpty(value))) {
    return isNode(node.from_table) && node.from_table.type !== 'EMPTY'
      ? 'Custom SQL fields cannot contain sub-queries.'
      : NOT_SCALAR
  }
  const list = node.select_list
  const [expression] = Array.isArray(list) && list.length === 1 ? list : []
  if (!isNode(expression) || !isEmpty(expression.alias)) return NOT_SCALAR
  return complaintAbout(expression, scalarRules) ?? sizeComplaint(expression)
}

/**
 * Error in the tree of `SELECT 1 WHERE (<condition>)`: a condition may contain subqueries, and nothing may follow it.
 */
export function conditionComplaint(tree: unknown): string | null {
  const statement = statementOf(tree)
  if ('complaint' in statement) return statement.complaint
  const { where_clause: condition, ...rest } = statement.node
  const isBare = Object.entries(rest).every(([key, value]) => BARE_SELECT[key]?.(value) ?? isEmpty(value))
  return isBare && !isEmpty(condition) ? judgeTree(tree).complaint : NOT_SCALAR
}

/** A table as a query names it. */
export interface TableNode {
  catalog: string | null
  schema: string | null
  name: string
  /** Byte offset of the name in the text. */
  location: number
  hasAlias: boolean
  /** Without TABLESAMPLE, and without a version or time (AT). */
  isPlain: boolean
  node: Node
}

export interface QueryFindings {
  complaint: string | null
  /** Every table that is read, in tree order; names defined by WITH are not tables. */
  tables: TableNode[]
}

/** Checks the tree of a query for FROM: it may only read. The caller decides which tables it may read. */
export function judgeTree(tree: unknown): QueryFindings {
  const tables: TableNode[] = []
  const statement = statementOf(tree)
  if ('complaint' in statement) return { complaint: statement.complaint, tables }
  const complaint = complaintAbout(statement.node, queryRules(new Set(), tables)) ?? sizeComplaint(statement.node)
  return { complaint, tables }
}

/** `names` are those defined by WITH that are in scope, in lower case. */
function queryRules(names: ReadonlySet<string>, tables: TableNode[]): Rules {
  return {
    allows(node) {
      if (node.class === 'FUNCTION' || node.class === 'WINDOW') {
        return functionComplaint(node, node.function_name === 'unnest' ? TABLE_FUNCTIONS : FUNCTIONS)
      }
      if (typeof node.class === 'string') return QUERY_CLASSES.has(node.class) ? null : notAllowed(node.class)
      if (node.type === 'BASE_TABLE') {
        const table = tableOf(node)
        if (table.catalog || table.schema || !names.has(table.name.toLowerCase())) tables.push(table)
        return null
      }
      if (node.type === 'TABLE_FUNCTION') {
        return isNode(node.function) ? functionComplaint(node.function, TABLE_FUNCTIONS) : notAllowed(node.type)
      }
      if (typeof node.type !== 'string') return null
      return QUERY_PARTS.has(node.type) || SCALAR_PARTS.test(node.type) ? null : notAllowed(node.type)
    },
    parts: (node) => scopes(node, names, tables),
  }
}

const notAllowed = (what: string) => `Not allowed in a virtual dataset: ${what}`

const textOr = (value: unknown) => (typeof value === 'string' && value ? value : null)

const tableOf = (node: Node): TableNode => ({
  catalog: textOr(node.catalog_name),
  schema: textOr(node.schema_name),
  name: String(node.table_name),
  location: Number(node.query_location),
  hasAlias: !isEmpty(node.alias),
  isPlain: isEmpty(node.sample) && isEmpty(node.at_clause),
  node,
})

/** The field of a node that defines a name in which that name cannot be used. */
const BEFORE_NAME: Record<string, string> = { RECURSIVE_CTE_NODE: 'left', CTE_NODE: 'query' }

/**
 * The parts of a node that defines names, each with the names that can be used in it: a query in WITH can use those
 * before it, not its own. So `WITH x AS (SELECT * FROM x)` reads an `x` that is not defined by WITH.
 */
function scopes(
  node: Node,
  known: ReadonlySet<string>,
  tables: TableNode[],
): [part: unknown, rules: Rules][] | undefined {
  const entries = isNode(node.cte_map) && Array.isArray(node.cte_map.map) ? node.cte_map.map : []
  const isNamed = typeof node.cte_name === 'string'
  if (entries.length === 0 && !isNamed) return undefined
  const { cte_map: _entries, ...rest } = node
  const parts: [unknown, Rules][] = []
  let names = known
  for (const entry of entries) {
    parts.push([entry, queryRules(names, tables)])
    if (isNode(entry) && typeof entry.key === 'string') names = new Set([...names, entry.key.toLowerCase()])
  }
  if (isNamed) {
    const before = BEFORE_NAME[String(node.type)]
    if (before !== undefined) {
      parts.push([rest[before], queryRules(names, tables)])
      delete rest[before]
    }
    names = new Set([...names, String(node.cte_name).toLowerCase()])
  }
  return [...parts, [Object.values(rest), queryRules(names, tables)]]
}
