import type { Dialect } from '../../src/engine/dialects/dialect.ts'
import { runVectors, type VectorHead, type VectorReport } from './compare.ts'

/** One line of the vector file `time-grains.json`. */
interface GrainVector extends VectorHead {
  engine: string
  grain: string
  type: string
  /** Inputs (numbers for epochs) and their buckets. */
  values?: [string | number, string | null][]
}

const NO_VALUES: [string | number, string | null][] = []
/** A recorded bucket: a date, or a time with or without the time zone of the session, which is UTC. */
function iso(text: string): number {
  const [date = '', time = '00:00:00'] = text.replace(/(:\d\d(?:\.\d+)?)[+-]\d\d$/, '$1').split(' ')
  return Date.parse(`${date}T${time}Z`)
}

/**
 * The recorded SQLite rounded the last half millisecond of a day up to the weekday of the next day, and returned a week
 * that starts on a Saturday. Later versions, including ours, do not.
 */
const isRoundedWeek = (engine: string, grain: string, input: string | number) =>
  engine === 'sqlite' && grain === 'P1W' && /23:59:59\.999[5-9]/.test(String(input))

/** The name of each column type in each engine of the vectors; text stays text if the engine has no time type. */
const TYPES: Record<string, Record<string, string | null>> = {
  duckdb: { timestamp: 'TIMESTAMP', date: 'DATE' },
  postgresql: { timestamp: 'TIMESTAMP', date: 'DATE' },
  mysql: { timestamp: 'DATETIME(6)', date: 'DATE' },
  sqlite: { timestamp: null, date: null },
}

/** A column of the vector's type, as the planner passes it to a grain. */
function columnOf(dialect: Dialect, type: string): { cell: (value: string | number) => string; column: string } {
  const unit = { epoch_s: 's' as const, epoch_ms: 'ms' as const }[type]
  if (unit)
    return { cell: (value) => dialect.literal({ integer: String(value) }), column: dialect.fromEpoch[unit]('value') }
  const name = TYPES[dialect.name]?.[type]
  const cell = (value: string | number) => {
    const text = dialect.literal({ text: String(value) })
    return name ? `CAST(${text} AS ${name})` : text
  }
  return { cell, column: 'value' }
}

/**
 * Runs the vectors of one engine. `select` returns the rows of one SELECT, whose only column is a time. Vectors of
 * other engines are not in the report.
 */
export async function runTimeGrains(
  vectors: readonly unknown[],
  dialect: Dialect,
  select: (sql: string) => Promise<Record<string, unknown>[]>,
): Promise<VectorReport> {
  const ours = (vectors as GrainVector[]).filter(({ engine }) => engine === dialect.name)
  const answers = new Map<string, unknown[]>()
  for (const { id, defect, grain, type, values = NO_VALUES } of ours) {
    const bucket = dialect.timeGrains[grain]
    if (defect || !bucket) continue
    const { cell, column } = columnOf(dialect, type)
    const rows = values.map(([input], at) => `SELECT ${at} AS place, ${cell(input)} AS value`)
    const sql = `SELECT ${bucket(column, null)} AS bucket FROM (${rows.join(' UNION ALL ')}) AS given ORDER BY place`
    answers.set(
      id,
      (await select(sql)).map((row) => row['bucket']),
    )
  }
  return runVectors(ours, ({ id, engine, grain, values = NO_VALUES }) => {
    const got = answers.get(id)
    if (!got) return `no grain ${grain}`
    const wrong = values.findIndex(
      ([input, expected], row) =>
        (expected === null ? null : iso(expected)) !== got[row] && !isRoundedWeek(engine, grain, input),
    )
    return wrong < 0 ? null : `${values[wrong]?.join(' recorded as ')}, here ${got[wrong]}`
  })
}

/** The number of vectors for each engine. */
export const grainEngines = (vectors: readonly unknown[]): Map<string, number> =>
  new Map(
    [...Map.groupBy(vectors as GrainVector[], ({ engine }) => engine)].map(([name, { length }]) => [name, length]),
  )
