import type { Dialect } from '../../../engine/dialects/dialect.ts'
import { type DatasetColumn, GenericType } from '../../../model/dataset/dataset.ts'
import { type Measure, measureLabel, SAMPLE_ROWS } from '../../../model/dataset/profile.ts'
import { typeOf } from '../../entities/datasetObject.ts'

type Profiled = Pick<DatasetColumn, 'column_name' | 'expression' | 'type' | 'is_dttm'>

const metric = (label: string, sqlExpression: string) => ({ expressionType: 'SQL', sqlExpression, label })
const ROW_COUNT = 'rows'

/** The query of all numbers of a profile, in one pass over the rows. */
export function totalsQuery(columns: readonly Profiled[], dialect: Dialect) {
  const metrics = columns.flatMap((column, at) => {
    const value = column.expression ? `(${column.expression})` : dialect.quote(column.column_name)
    return measuresOf(column).map((measure) => metric(measureLabel(measure, at), measureSql(measure, value, dialect)))
  })
  return { metrics: [metric(ROW_COUNT, 'COUNT(*)'), ...metrics], columns: [] }
}

/** The number of rows in the result of `totalsQuery`. */
export function rowCountOf({ colnames, columns }: { colnames: string[]; columns: unknown[][] }): number {
  return Number(columns[colnames.indexOf(ROW_COUNT)]?.[0] ?? 0)
}

/** What databases can compute for a type: some have no order of UUIDs or booleans, and do not compare JSON. */
function measuresOf(column: Profiled): Measure[] {
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
