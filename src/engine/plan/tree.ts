import type { Calendar } from '../../model/time/fiscalCalendar.ts'
import type { EpochUnit, LiteralValue } from '../dialects/dialect.ts'

/** Where a SQL text was written. Determines what the gate allows and how its error messages read. */
export type ExpressionUse = 'metric' | 'column' | 'where' | 'having'

export const AGGREGATES = {
  AVG: 'AVG',
  COUNT: 'COUNT',
  COUNT_DISTINCT: 'COUNT',
  MAX: 'MAX',
  MIN: 'MIN',
  SUM: 'SUM',
} as const
export type Aggregate = keyof typeof AGGREGATES

/**
 * An expression of the SQL tree. `sql` is user-written: it is rendered only after the gate has checked it. `saved`: it
 * belongs to the dataset and did not come with the request.
 */
export type Expression =
  | { kind: 'column'; name: string }
  | { kind: 'sql'; text: string; use: ExpressionUse; saved?: boolean }
  | { kind: 'literal'; value: LiteralValue }
  | { kind: 'aggregate'; aggregate: Aggregate; of: Expression }
  | { kind: 'countAll' }
  /** `calendar`: if the grain depends on it. */
  | { kind: 'bucket'; grain: string; of: Expression; columnType?: string | null; calendar?: Calendar }
  /** A condition that is false for every row. */
  | { kind: 'never' }
  | { kind: 'fromEpoch'; unit: EpochUnit; of: Expression }
  /** A time as clocks in the zone `to` show it. `from`: the zone of a clock time; null: an instant. IANA names. */
  | { kind: 'inZone'; from: string | null; to: string; of: Expression }
  /** The middle of the interval of this length that a number is in; 0 is the lower end of one. */
  | { kind: 'cell'; of: Expression; size: number }
  | { kind: 'compare'; operator: Comparison; left: Expression; right: Expression }
  | { kind: 'like' | 'ilike'; left: Expression; right: Expression }
  | { kind: 'in'; of: Expression; values: LiteralValue[] }
  | { kind: 'isNull'; of: Expression }
  | { kind: 'isBoolean'; of: Expression; value: boolean }
  | { kind: 'and' | 'or'; parts: Expression[] }
  | { kind: 'not'; of: Expression }

export type Comparison = '=' | '<>' | '>' | '<' | '>=' | '<='

export interface Selected {
  label: string
  expression: Expression
}

export interface Ordering {
  /** A selected label, or an expression that is not selected. */
  by: { label: string } | { expression: Expression }
  ascending: boolean
}

/**
 * Limits the result to the groups with the highest or lowest `rank`, computed over the same rows and joined on equality
 * of `dimensions`.
 */
export interface SeriesLimit {
  dimensions: Selected[]
  rank: Expression
  descending: boolean
  limit: number
  where: Expression[]
}

/**
 * `rules` are evaluated before anything else of the query. `isFenced`: the database must not move conditions of the
 * query before them.
 */
export type Source = (
  | { table: { catalog: string | null; schema: string | null; table_name: string } }
  | { sql: string }
) & {
  rules?: readonly Expression[]
  isFenced?: boolean
}

/** One SELECT, the same for all dialects. `groupBy` null: raw rows. */
export interface SelectTree {
  select: Selected[]
  source: Source
  seriesLimit: SeriesLimit | null
  where: Expression[]
  groupBy: Expression[] | null
  having: Expression[]
  orderBy: Ordering[]
  limit: number | null
  offset: number
  /** Label of COUNT(*) over this whole query, if only the count is requested. */
  countAs: string | null
}

function walkExpression(expression: Expression, visit: (expression: Expression) => void): void {
  visit(expression)
  if ('of' in expression) walkExpression(expression.of, visit)
  if ('left' in expression) {
    walkExpression(expression.left, visit)
    walkExpression(expression.right, visit)
  }
  if ('parts' in expression) for (const part of expression.parts) walkExpression(part, visit)
}

/** Calls `visit` with every expression in the tree, parents first. */
export function walkTree(tree: SelectTree, visit: (expression: Expression) => void): void {
  const walk = (expression: Expression) => walkExpression(expression, visit)
  tree.source.rules?.forEach(walk)
  for (const { expression } of tree.select) walk(expression)
  tree.where.forEach(walk)
  tree.groupBy?.forEach(walk)
  tree.having.forEach(walk)
  for (const { by } of tree.orderBy) if ('expression' in by) walk(by.expression)
  if (tree.seriesLimit) {
    for (const { expression } of tree.seriesLimit.dimensions) walk(expression)
    walk(tree.seriesLimit.rank)
    tree.seriesLimit.where.forEach(walk)
  }
}

/**
 * Parts that can fail for some values: user SQL, texts parsed as times, patterns that end in a lone escape character.
 */
const FAILING_KINDS: ReadonlySet<Expression['kind']> = new Set([
  'sql',
  'bucket',
  'fromEpoch',
  'inZone',
  'like',
  'ilike',
])

/**
 * Whether conditions of the query can fail for rows that its rules hide, if they are evaluated first: an error would
 * reveal the contents of such a row. Selecting, grouping and ordering happen after the rules, so they do not count.
 */
export function hasFailingConditions({ where, having, seriesLimit }: Omit<SelectTree, 'source'>): boolean {
  let found = false
  const look = (expression: Expression) => {
    found ||= FAILING_KINDS.has(expression.kind)
  }
  const joined = seriesLimit
    ? [...seriesLimit.where, ...seriesLimit.dimensions.map(({ expression }) => expression)]
    : []
  for (const condition of [...where, ...having, ...joined]) walkExpression(condition, look)
  return found
}
