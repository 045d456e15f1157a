import type { LoadedQuery, LoadOrder } from '../contracts.ts'
import type { Dialect, LiteralValue } from '../dialects/dialect.ts'
import type { LoadedKind, TableLoading } from '../dialects/tableLoading.ts'

/**
 * The SQL that loads a file or a query into a table: rows go to a staging table, which then replaces the target. Pure.
 */

export interface FileColumn {
  name: string
  /** type of the embedded engine */
  type: string
}

const KINDS: readonly (readonly [RegExp, LoadedKind])[] = [
  [/^(TINYINT|SMALLINT|INTEGER|BIGINT|UTINYINT|USMALLINT|UINTEGER)$/, 'integer'],
  [/^(FLOAT|DOUBLE)$/, 'float'],
  [/^BOOLEAN$/, 'boolean'],
  [/^DATE$/, 'date'],
  [/^TIMESTAMP/, 'timestamp'],
]
/** Decimal digits of integers that a 64-bit column cannot contain. */
const WIDE: Readonly<Record<string, number>> = { UBIGINT: 20, HUGEINT: 38, UHUGEINT: 38 }

interface Kind {
  kind: LoadedKind | 'decimal'
  type: string
}

function kindOf(type: string, loading: TableLoading): Kind {
  const [, precision, scale] = /^DECIMAL\((\d+),\s*(\d+)\)$/.exec(type) ?? []
  if (precision !== undefined) return { kind: 'decimal', type: loading.decimal(Number(precision), Number(scale)) }
  if (type in WIDE) return { kind: 'decimal', type: loading.decimal(WIDE[type] ?? 0, 0) }
  const kind = KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? 'text'
  return { kind, type: loading.types[kind] }
}

const SPECIAL: Readonly<Record<string, number>> = {
  inf: Number.POSITIVE_INFINITY,
  '-inf': Number.NEGATIVE_INFINITY,
  nan: Number.NaN,
}

/** The names of the tables that take part, as SQL. */
function namesOf(dialect: Dialect, { schema, table, staged }: LoadOrder) {
  const name = (table_name: string) => dialect.table({ catalog: null, schema, table_name })
  return { target: name(table), staged: name(staged), old: name(`${staged}_old`) }
}

/** Loads the rows of a query of the same database. The rows are counted between `stage` and `publish`. */
export function queryStatements(dialect: Dialect, loading: TableLoading, order: LoadOrder, query: LoadedQuery) {
  const { staged } = namesOf(dialect, order)
  const marked = {
    table: staged,
    name: dialect.quote(order.staged),
    index: dialect.table({ catalog: null, schema: order.schema, table_name: query.mark }),
    comment: dialect.literal({ text: query.mark }),
  }
  return {
    stage: [`CREATE TABLE ${staged}${loading.tail ?? ''} AS ${query.sql}`],
    count: `SELECT COUNT(*) AS n FROM ${staged}`,
    publish: [...(loading.mark?.(marked) ?? []), ...publishStatements(dialect, loading, order, '')],
  }
}

export function loadStatements(dialect: Dialect, loading: TableLoading, order: LoadOrder, columns: FileColumn[]) {
  const names = namesOf(dialect, order)
  const kinds = columns.map(({ type }) => kindOf(type, loading))
  const quoted = columns.map(({ name }) => dialect.quote(name))
  const list = quoted.join(', ')

  /** A value of the file as SQL; all arrive as text. */
  function value(text: string | null, { kind, type }: Kind): string {
    const sql = (literal: LiteralValue) => dialect.literal(literal)
    if (text === null) return sql(null)
    switch (kind) {
      case 'integer':
      case 'decimal':
        return text.includes('.') ? text : sql({ integer: text })
      case 'float':
        return sql({ float: SPECIAL[text] ?? Number(text) })
      case 'boolean':
        return sql(text === 'true')
      case 'date':
      case 'timestamp':
        return loading.castsTimes ? `CAST(${sql({ text })} AS ${type})` : sql({ text })
      case 'text':
        return sql({ text })
    }
  }

  return {
    create: `CREATE TABLE ${names.staged} (${quoted.map((name, i) => `${name} ${kinds[i]?.type}`).join(', ')})${loading.tail ?? ''}`,
    row: (cells: readonly (string | null)[]) =>
      `(${cells.map((cell, i) => value(cell, kinds[i] ?? { kind: 'text', type: '' })).join(', ')})`,
    insert: (rows: readonly string[]) => `INSERT INTO ${names.staged} (${list}) VALUES ${rows.join(', ')}`,
    publish: publishStatements(dialect, loading, order, list),
  }
}

/** Moves the staged rows to the target. `list`: the columns, for `append`. */
function publishStatements(dialect: Dialect, loading: TableLoading, order: LoadOrder, list: string): string[] {
  const names = namesOf(dialect, order)
  const swap = loading.swap
    ? [loading.swap(names.staged, names.target, names.old), `DROP TABLE ${names.old}`]
    : [
        loading.rename(names.target, names.old, dialect.quote(`${order.staged}_old`)),
        loading.rename(names.staged, names.target, dialect.quote(order.table)),
        `DROP TABLE ${names.old}`,
      ]
  const publish = {
    create: [loading.rename(names.staged, names.target, dialect.quote(order.table))],
    replace: swap,
    append: [`INSERT INTO ${names.target} (${list}) SELECT ${list} FROM ${names.staged}`, `DROP TABLE ${names.staged}`],
  }
  return publish[order.mode]
}

/**
 * Removes what a failed load left behind. If the table was already renamed and not replaced yet, it gets its name back.
 */
export function discardStatements(dialect: Dialect, loading: TableLoading, order: LoadOrder): string[] {
  const names = namesOf(dialect, order)
  const isApart = order.mode === 'replace' && loading.swap === undefined
  // a swap has already replaced the old table
  const isObsolete = order.mode === 'replace' && loading.swap !== undefined
  return [
    ...(isObsolete ? [`DROP TABLE IF EXISTS ${names.old}`] : []),
    ...(isApart ? [loading.rename(names.old, names.target, dialect.quote(order.table))] : []),
    `DROP TABLE IF EXISTS ${names.staged}`,
  ]
}
