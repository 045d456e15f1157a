import type { JoinPlan, JoinStep } from '../../model/dataset/joinPlan.ts'
import type { Dialect } from '../dialects/dialect.ts'

/** The columns of a table, in order. */
export type ColumnsOf = (place: { schema: string | null; table: string }) => readonly string[]

/** An output column of the joined query, and where it comes from. */
export interface JoinedColumn {
  name: string
  /** 0: the first table */
  table: number
  /** Its own name there; undefined for the number of aggregated rows. */
  column: string | undefined
  isAggregate: boolean
}

/** The name of the number of rows of an aggregated table. */
export const countName = (table: string) => `${table}_rows`

/** The output columns of a plan. A name that an earlier table has is prefixed with the name of its table. */
export function joinedColumns(plan: JoinPlan, columnsOf: ColumnsOf): JoinedColumn[] {
  const taken = new Set<string>()
  const unique = (name: string, table: string) => {
    const wanted = taken.has(name.toLowerCase()) ? `${table}_${name}` : name
    let free = wanted
    for (let n = 2; taken.has(free.toLowerCase()); n += 1) free = `${wanted}_${n}`
    taken.add(free.toLowerCase())
    return free
  }
  const first = (plan.columns ?? columnsOf(plan)).map((column) => ({
    name: unique(column, plan.table),
    table: 0,
    column,
    isAggregate: false,
  }))
  const others = plan.joins.flatMap((join, at): JoinedColumn[] => {
    const part = { table: at + 1, isAggregate: join.aggregates !== undefined }
    if (join.aggregates) {
      const names = join.aggregates.map((aggregate) => aggregateName(aggregate))
      return [
        ...names.map((column) => ({ ...part, column, name: unique(column, join.table) })),
        { ...part, column: undefined, name: unique(countName(join.table), join.table) },
      ]
    }
    const keys = new Set(join.keys.map(({ right }) => right))
    const shown = join.columns ?? columnsOf(join).filter((column) => !keys.has(column))
    return shown.map((column) => ({ ...part, column, name: unique(column, join.table) }))
  })
  return [...first, ...others]
}

const aggregateName = ({ column, function: name }: NonNullable<JoinStep['aggregates']>[number]) =>
  `${name.toLowerCase()}_${column}`

const alias = (table: number) => `t${table}`

/** The query of a plan. Every row of the first table appears once if each joined table has one row for its keys. */
export function joinSql(plan: JoinPlan, columnsOf: ColumnsOf, dialect: Dialect): string {
  const { quote, tableAlias } = dialect
  const ref = (table: number, column: string) => `${alias(table)}.${quote(column)}`
  const output = joinedColumns(plan, columnsOf).map(({ name, table, column }) => {
    const own = column ?? countName(plan.joins[table - 1]?.table ?? '')
    return own === name ? ref(table, own) : `${ref(table, own)} AS ${quote(name)}`
  })
  const tables = plan.joins.map((join, at) => {
    const source = join.aggregates ? aggregated(join, dialect) : place(join, dialect)
    const on = join.keys.map(({ left, right }) => `${ref(join.to, left)} = ${ref(at + 1, right)}`)
    return `LEFT JOIN ${source}${tableAlias}${alias(at + 1)}\n  ON ${on.join('\n  AND ')}`
  })
  return [`SELECT\n  ${output.join(',\n  ')}`, `FROM ${place(plan, dialect)}${tableAlias}${alias(0)}`, ...tables].join(
    '\n',
  )
}

const place = ({ schema, table }: { schema: string | null; table: string }, dialect: Dialect) =>
  dialect.table({ catalog: null, schema, table_name: table })

/** A table with one row for each value of its keys. */
function aggregated(join: JoinStep, dialect: Dialect): string {
  const { quote } = dialect
  const keys = join.keys.map(({ right }) => quote(right))
  const values = (join.aggregates ?? []).map(
    (aggregate) => `${aggregate.function}(${quote(aggregate.column)}) AS ${quote(aggregateName(aggregate))}`,
  )
  const lines = [...keys, ...values, `COUNT(*) AS ${quote(countName(join.table))}`]
  return `(\n  SELECT\n    ${lines.join(',\n    ')}\n  FROM ${place(join, dialect)}\n  GROUP BY ${keys.join(', ')}\n)`
}

/** A query that returns a row if some values of these columns appear in several rows of a table; NULLs join nothing. */
export function repeatedKeysSql(
  table: { schema: string | null; table: string },
  columns: readonly string[],
  dialect: Dialect,
): string {
  const names = columns.map(dialect.quote)
  const { head = '', tail } = dialect.rowWindow({ limit: 1, offset: 0, isOrdered: false })
  return [
    `SELECT ${head && `${head} `}COUNT(*) AS ${dialect.quote('n')}`,
    `FROM ${place(table, dialect)}`,
    `WHERE ${names.map((name) => `${name} IS NOT NULL`).join(' AND ')}`,
    `GROUP BY ${names.join(', ')}`,
    'HAVING COUNT(*) > 1',
    ...tail,
  ].join('\n')
}
