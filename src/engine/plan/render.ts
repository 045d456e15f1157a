import { AppError } from '../../model/errors/errors.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { countedBucket } from './bucket.ts'
import { asTerm } from './constant.ts'
import { planFault } from './failure.ts'
import { splitWith } from './splitWith.ts'
import { AGGREGATES, type Expression, type Ordering, type SelectTree, type SeriesLimit, type Source } from './tree.ts'

const SERIES_LIMIT_ALIAS = 'series_limit'
const RANK_ALIAS = 'mme_inner__'
/** Name of a virtual dataset whose WITH is placed before the query. */
const HOISTED = '__cte'
/** Fraction of a cell by which borders are moved: more than the rounding error of a quotient, too little to be seen. */
const BORDER = '0.0000001'

/**
 * User SQL in parentheses, so that it cannot affect the text after it. The gate has checked that it is one expression.
 */
const enclosed = (text: string) => (text.includes('--') ? `(${text}\n)` : `(${text})`)

const noZones = (title: string, { from, to }: { from: string | null; to: string }) =>
  `Times cannot be shown in the time zone ${to}: ${title} does not convert times between zones${from === null ? '' : `, and the data has times of ${from}`}.`

/**
 * The SQL of an expression in a dialect, safe as an operand. @throws AppError for a grain that the database does not
 * support
 */
export function renderExpression(expression: Expression, dialect: Dialect): string {
  const text = (inner: Expression) => renderExpression(inner, dialect)
  switch (expression.kind) {
    case 'column':
      return dialect.quote(expression.name)
    case 'sql':
      return enclosed(expression.text.trim())
    case 'literal':
      return dialect.literal(expression.value)
    case 'aggregate': {
      const distinct = expression.aggregate === 'COUNT_DISTINCT' ? 'DISTINCT ' : ''
      return `${AGGREGATES[expression.aggregate]}(${distinct}${text(expression.of)})`
    }
    case 'countAll':
      return 'COUNT(*)'
    case 'bucket': {
      const { calendar, columnType = null } = expression
      if (calendar) {
        const of = text(expression.of)
        return countedBucket({ of, grain: expression.grain, columnType, calendar }, dialect)
      }
      const grain = dialect.timeGrains[expression.grain]
      if (!grain) {
        const message = `Error: No grain spec for ${expression.grain} for database ${dialect.name}`
        throw new AppError('GENERIC_COMMAND_ERROR', 400, message)
      }
      return grain(text(expression.of), columnType)
    }
    case 'fromEpoch':
      return dialect.fromEpoch[expression.unit](text(expression.of))
    case 'inZone': {
      if (!dialect.zones) throw planFault(noZones(dialect.title, expression))
      return dialect.zones.convert(text(expression.of), expression.from, expression.to)
    }
    case 'cell': {
      // decimals: a division of integers would drop the remainder
      const [size, half] = [expression.size, expression.size / 2].map((value) => value.toFixed(6))
      // a point on a border is in the cell after it, also where floating-point division gives a little less: 0.3 / 0.1
      return `(FLOOR(${text(expression.of)} / ${size} + ${BORDER}) * ${size} + ${half})`
    }
    case 'compare':
      return `${text(expression.left)} ${expression.operator} ${text(expression.right)}`
    case 'never':
      return '1 = 0'
    case 'like':
      return `${text(expression.left)} LIKE ${text(expression.right)}`
    case 'ilike':
      return dialect.ilike(text(expression.left), text(expression.right))
    case 'in':
      return `${text(expression.of)} IN (${expression.values.map((value) => dialect.literal(value)).join(', ')})`
    case 'isNull':
      return `${text(expression.of)} IS NULL`
    case 'isBoolean':
      return dialect.isBoolean(text(expression.of), expression.value)
    case 'and':
    case 'or':
      return `(${expression.parts.map(text).join(expression.kind === 'and' ? ' AND ' : ' OR ')})`
    case 'not':
      return `NOT (${text(expression.of)})`
  }
}

/** Like `renderExpression`, without parentheses that are not needed in a select list. */
const renderSelected = (expression: Expression, dialect: Dialect) =>
  expression.kind === 'sql' && !expression.text.includes('--')
    ? expression.text.trim()
    : renderExpression(expression, dialect)

function renderSource(source: Source, dialect: Dialect): string {
  const alias = (name: string) => `${dialect.tableAlias}${dialect.quote(name)}`
  const isTable = 'table' in source
  const plain = isTable ? dialect.table(source.table) : `(\n${source.sql}\n)${alias('virtual_table')}`
  if (!source.rules?.length) return plain
  const fence = source.isFenced && dialect.fence ? [dialect.fence] : []
  const ruled = [`SELECT * FROM ${plain}`, ...conditions('WHERE', [...source.rules], dialect), ...fence].join('\n')
  return `(\n${ruled}\n)${alias(isTable ? source.table.table_name : 'virtual_table')}`
}

const selectKeyword = (head?: string) => (head ? `SELECT ${head}` : 'SELECT')

function conditions(keyword: string, parts: Expression[], dialect: Dialect): string[] {
  return parts.length ? [`${keyword} ${parts.map((part) => renderExpression(part, dialect)).join('\n  AND ')}`] : []
}

function groupBy(expressions: Expression[], dialect: Dialect): string[] {
  return expressions.length
    ? [`GROUP BY ${expressions.map((expression) => asTerm(renderExpression(expression, dialect))).join(', ')}`]
    : []
}

function seriesJoin(limit: SeriesLimit, source: Source, dialect: Dialect): string {
  const alias = (label: string) => dialect.quote(dialect.alias(`${label}__`))
  const window = dialect.rowWindow({ limit: limit.limit, offset: 0, isOrdered: true })
  const inner = [
    `${selectKeyword(window.head)} ${[
      ...limit.dimensions.map(({ label, expression }) => `${renderExpression(expression, dialect)} AS ${alias(label)}`),
      `${renderExpression(limit.rank, dialect)} AS ${dialect.quote(RANK_ALIAS)}`,
    ].join(', ')}`,
    `FROM ${renderSource(source, dialect)}`,
    ...conditions('WHERE', limit.where, dialect),
    ...groupBy(
      limit.dimensions.map(({ expression }) => expression),
      dialect,
    ),
    `ORDER BY ${dialect.quote(RANK_ALIAS)} ${limit.descending ? 'DESC' : 'ASC'}`,
    ...window.tail,
  ]
  const joined = dialect.quote(SERIES_LIMIT_ALIAS)
  const on = limit.dimensions.map(
    ({ label, expression }) => `${renderExpression(expression, dialect)} = ${joined}.${alias(label)}`,
  )
  return `JOIN (\n  ${inner.join('\n  ')}\n)${dialect.tableAlias}${joined} ON ${on.join(' AND ')}`
}

function orderTerm({ by, ascending }: Ordering, tree: SelectTree, dialect: Dialect): string {
  const direction = ascending ? 'ASC' : 'DESC'
  if ('expression' in by) return `${asTerm(renderExpression(by.expression, dialect))} ${direction}`
  // engines compare names case-insensitively: if a name is ambiguous, its position is used
  const same = tree.select.filter(({ label }) => label.toLowerCase() === by.label.toLowerCase())
  const position = tree.select.findIndex(({ label }) => label === by.label) + 1
  return `${same.length > 1 ? position : dialect.quote(dialect.alias(by.label))} ${direction}`
}

/** The SQL of a tree, formatted for "View query". @throws AppError for a grain that the database does not support */
export function renderSelect(tree: SelectTree, dialect: Dialect): string {
  const split = dialect.withFirst && 'sql' in tree.source ? splitWith(tree.source.sql) : null
  if (!split) return renderTree(tree, dialect)
  const source = { ...tree.source, sql: `SELECT * FROM ${HOISTED}` }
  return `${split.names}, ${HOISTED} AS (\n${split.query}\n)\n${renderTree({ ...tree, source }, dialect)}`
}

function renderTree(tree: SelectTree, dialect: Dialect): string {
  const selected = tree.select.map(
    ({ label, expression }) => `${renderSelected(expression, dialect)} AS ${dialect.quote(dialect.alias(label))}`,
  )
  const { limit, offset, orderBy } = tree
  const window = dialect.rowWindow({ limit, offset, isOrdered: orderBy.length > 0 })
  // an order under COUNT(*) has no effect unless rows are limited, and some databases reject it there
  const isOrdered = orderBy.length > 0 && (tree.countAs === null || limit !== null || offset > 0)
  const lines = [
    `${selectKeyword(window.head)} ${selected.join(',\n       ')}`,
    `FROM ${renderSource(tree.source, dialect)}`,
    ...(tree.seriesLimit ? [seriesJoin(tree.seriesLimit, tree.source, dialect)] : []),
    ...conditions('WHERE', tree.where, dialect),
    ...(tree.groupBy ? groupBy(tree.groupBy, dialect) : []),
    ...conditions('HAVING', tree.having, dialect),
    ...(isOrdered ? [`ORDER BY ${orderBy.map((term) => orderTerm(term, tree, dialect)).join(', ')}`] : []),
    ...window.tail,
  ]
  const sql = lines.join('\n')
  if (tree.countAs === null) return sql
  return `SELECT COUNT(*) AS ${dialect.quote(tree.countAs)}\nFROM (\n${sql}\n)${dialect.tableAlias}${dialect.quote('rowcount_qry')}`
}
