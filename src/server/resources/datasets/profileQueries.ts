import type { Dialect } from '../../../engine/dialects/dialect.ts'
import { type DatasetColumn, GenericType } from '../../../model/dataset/dataset.ts'
import { type Measure, measureLabel, SAMPLE_ROWS } from '../../../model/dataset/profile.ts'
import { typeOf } from '../../entities/datasetObject.ts'

type Profiled = Pick<DatasetColumn, 'column_name' | 'expression' | 'type' | 'is_dttm'>

const metric = (label: string, sqlExpression: string) => ({ expressionType: 'SQL', sqlExpression, label })
const ROW_COUNT = 'rows'
/** Number of rows in which distinct values are counted first. */
const DISTINCT_ROWS = 1_000_000
/** If a value occurs this often on average in these rows, all values of the column are assumed to be found. */
const SETTLED_REPEATS = 10

/** A query for the number of rows and for measures of columns. `measuresAt`: those of the column at a position. */
function query(columns: readonly Profiled[], dialect: Dialect, measuresAt: (at: number) => readonly Measure[]) {
  const metrics = columns.flatMap((column, at) => {
    const value = column.expression ? `(${column.expression})` : dialect.quote(column.column_name)
    return measuresAt(at).map((measure) => metric(measureLabel(measure, at), measureSql(measure, value, dialect)))
  })
  return { metrics: [metric(ROW_COUNT, 'COUNT(*)'), ...metrics], columns: [] }
}

/** All numbers of a profile, in one pass over the rows. */
export const totalsQuery = (columns: readonly Profiled[], dialect: Dialect) =>
  query(columns, dialect, (at) => measuresOf(columns[at]))

/**
 * The numbers that column stores have in their statistics: no row is read. With any other number in the same query they
 * would read every row.
 */
export const statisticsQuery = (columns: readonly Profiled[], dialect: Dialect) =>
  query(columns, dialect, (at) => measuresOf(columns[at]).filter((measure) => isStatistic(columns[at], measure)))

const isStatistic = (column: Profiled | undefined, measure: Measure) =>
  measure === 'count' || (measure !== 'distinct' && column !== undefined && typeOf(column) !== GenericType.string)

/**
 * The numbers of distinct values in a random part of the rows. undefined if the dataset is small enough to count in all
 * rows, or if the database cannot choose a random part.
 */
export function sampledDistinctQuery(columns: readonly Profiled[], rowCount: number, dialect: Dialect) {
  const sample = dialect.profile?.sample
  if (!sample || rowCount <= 2 * DISTINCT_ROWS) return undefined
  const counted = query(columns, dialect, (at) => measuresOf(columns[at]).filter((measure) => measure === 'distinct'))
  return { ...counted, extras: { where: sample(DISTINCT_ROWS / rowCount) } }
}

/**
 * The other numbers, which need every row. They include the number of distinct values of a column, unless each value
 * was found often in the sample: then more rows would rarely add new values. undefined if there is no number left.
 */
export function otherTotalsQuery(columns: readonly Profiled[], sampled: Totals | undefined, dialect: Dialect) {
  const isSettled = (at: number) =>
    sampled !== undefined && cellOf(sampled, measureLabel('distinct', at)) * SETTLED_REPEATS <= rowCountOf(sampled)
  const { metrics, ...rest } = query(columns, dialect, (at) =>
    measuresOf(columns[at]).filter((measure) =>
      measure === 'distinct' ? !isSettled(at) : !isStatistic(columns[at], measure),
    ),
  )
  return metrics.length > 1 ? { ...rest, metrics: metrics.slice(1) } : undefined
}

/** One row of a result, by column. */
export interface Totals {
  colnames: string[]
  columns: unknown[][]
}

const cellOf = ({ colnames, columns }: Totals, label: string) => Number(columns[colnames.indexOf(label)]?.[0] ?? 0)

/** The number of rows of the dataset, from the result of these queries. */
export const rowCountOf = (totals: Totals): number => cellOf(totals, ROW_COUNT)

/** What databases can compute for a type: some have no order of UUIDs or booleans, and do not compare JSON. */
function measuresOf(column: Profiled | undefined): Measure[] {
  if (!column) return []
  const kind = typeOf(column)
  if (kind === null) return ['count']
  const isOrdered =
    kind === GenericType.numeric ||
    kind === GenericType.temporal ||
    (kind === GenericType.string && /char|text|string/i.test(column.type ?? ''))
  return isOrdered ? ['count', 'distinct', 'min', 'max'] : ['count', 'distinct']
}

function measureSql(measure: Measure, value: string, { profile }: Dialect): string {
  if (measure === 'distinct') return profile?.distinct?.(value) ?? `COUNT(DISTINCT ${value})`
  return `${measure.toUpperCase()}(${value})`
}

/**
 * The query of sampled rows: every row of a small dataset, else a random part, else the first rows if the database has
 * no cheap way to choose some.
 */
export function sampleQuery(columns: readonly Profiled[], rowCount: number, { profile }: Dialect) {
  const query = { columns: columns.map(({ column_name }) => column_name), row_limit: SAMPLE_ROWS }
  if (rowCount <= SAMPLE_ROWS) return { sampled: 'all', query } as const
  if (!profile?.sample) return { sampled: 'first', query } as const
  // somewhat more than are returned, because the number of chosen rows varies
  const share = Math.min(1, (SAMPLE_ROWS * 1.2) / rowCount)
  return { sampled: 'random', query: { ...query, extras: { where: profile.sample(share) } } } as const
}
