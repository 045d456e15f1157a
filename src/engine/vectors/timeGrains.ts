import type { Dialect } from '../dialects/dialect.ts'
import { runVectors, type VectorHead, type VectorReport } from './compare.ts'

/** One line of the vector file `time-grains.json`. */
interface GrainVector extends VectorHead {
  engine: string
  grain: string
  type: string
  values?: [string, string][]
}

const NO_VALUES: [string, string][] = []
const iso = (text: string) => Date.parse(`${text.replace(' ', 'T')}${text.includes(':') ? 'Z' : 'T00:00:00Z'}`)

/**
 * Runs the vectors of one engine: `select` answers the rows of one SELECT. Vectors of other engines count as skipped.
 */
export async function runTimeGrains(
  vectors: readonly unknown[],
  dialect: Dialect,
  select: (sql: string) => Promise<Record<string, unknown>[]>,
): Promise<VectorReport> {
  const all = vectors as GrainVector[]
  const ours = all.filter(({ engine }) => engine === dialect.name)
  const answers = new Map<string, unknown[]>()
  for (const { id, defect, grain, type, values = NO_VALUES } of ours) {
    const bucket = dialect.timeGrains[grain]
    if (defect || !bucket) continue
    const literals = values.map(([input], row) => `(${row}, CAST(${dialect.literal({ text: input })} AS ${type}))`)
    const rows = await select(
      `SELECT ${bucket('value')} AS bucket FROM (VALUES ${literals.join(', ')}) AS given(row, value) ORDER BY row`,
    )
    answers.set(
      id,
      rows.map((row) => row.bucket),
    )
  }
  const report = runVectors(ours, ({ id, grain, values = NO_VALUES }) => {
    const got = answers.get(id)
    if (!got) return `no grain ${grain}`
    const wrong = values.findIndex(([, expected], row) => iso(expected) !== got[row])
    return wrong < 0 ? null : `${values[wrong]?.join(' recorded as ')}, here ${got[wrong]}`
  })
  return { ...report, total: all.length, skipped: report.skipped + all.length - ours.length }
}
