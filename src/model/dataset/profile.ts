import { z } from 'zod'
import { ChartData, type JsonCell } from '../query/chartData.ts'
import { GenericType } from './dataset.ts'
import { genericType } from './genericType.ts'

/** Number of columns on one page of a profile. */
export const PROFILE_COLUMNS = 40
/** Number of rows in the sample from which histograms are drawn. */
export const SAMPLE_ROWS = 2000

/** `GET /api/v1/dataset/{id}/profile`: numbers about the columns of a dataset, and a sample of its rows. */
export const ProfileAnswer = z.strictObject({
  result: z.strictObject({
    columns: z.array(
      z.strictObject({ name: z.string(), type: z.string().nullable(), type_generic: genericType.nullable() }),
    ),
    /** Number of all columns of the dataset; a page has some of them. */
    column_count: z.int(),
    row_count: z.int(),
    is_distinct_approximate: z.boolean(),
    /** The sample is a random part of the rows (`random`), all of them, or the first ones. */
    sampled: z.enum(['all', 'random', 'first']),
    /** Size of the random sample in which the distinct values of most columns were counted; null: all rows. */
    distinct_rows: z.int().nullable(),
    /**
     * Each result has one row, with the columns `count 0`, `distinct 0`, `min 0`, `max 0` for the first dataset column,
     * and so on. If a measure occurs more than once, the last number is used.
     */
    totals: z.array(ChartData),
    sample: ChartData,
  }),
})
export type ProfileAnswer = z.infer<typeof ProfileAnswer>['result']

/** A bar of a histogram: the number of sampled rows between two values, or with one value. */
export interface ProfileBar {
  label: string
  count: number
}

export interface ColumnProfile {
  name: string
  type: string | null
  kind: GenericType | null
  nulls: number
  distinct: number | null
  min: JsonCell
  max: JsonCell
  histogram: { kind: 'ranges'; low: number; high: number; counts: number[] } | { kind: 'values'; bars: ProfileBar[] }
}

/** The measures of a column that a profile can contain. */
export type Measure = 'count' | 'distinct' | 'min' | 'max'
export const measureLabel = (measure: Measure, column: number) => `${measure} ${column}`

/** The profile of each column, from the response. */
export function columnProfiles({ columns, row_count, sampled, totals, sample }: ProfileAnswer): ColumnProfile[] {
  const cells = new Map(
    totals.flatMap((part) => part.colnames.map((label, at) => [label, part.columns[at]?.[0] ?? null] as const)),
  )
  return columns.map(({ name, type, type_generic: kind }, at) => {
    const valueOf = (measure: Measure) => cells.get(measureLabel(measure, at)) ?? null
    const numberOf = (measure: Measure) => (valueOf(measure) === null ? null : Number(valueOf(measure)))
    const values = sample.columns[sample.colnames.indexOf(name)] ?? []
    const count = numberOf('count') ?? row_count
    const counted = numberOf('distinct')
    return {
      name,
      type,
      kind,
      nulls: row_count - count,
      // an approximate number may exceed the number of values, and the sample may contain all rows
      distinct: counted === null ? null : sampled === 'all' ? distinctOf(values) : Math.min(counted, count),
      min: valueOf('min'),
      max: valueOf('max'),
      histogram: histogramOf(values, kind),
    }
  })
}

const distinctOf = (values: readonly JsonCell[]) =>
  new Set(values.filter((value) => value !== null).map((value) => JSON.stringify(value))).size

/** Whether the distinct values of a profile are approximate. */
export const isDistinctAbout = ({ is_distinct_approximate, sampled }: ProfileAnswer) =>
  is_distinct_approximate && sampled !== 'all'

const RANGES = 20
const MOST_VALUES = 5

/** Ranges of equal width for numbers and times; the most frequent values for everything else. Nulls are left out. */
export function histogramOf(values: readonly JsonCell[], kind: GenericType | null): ColumnProfile['histogram'] {
  const present = values.filter((value) => value !== null)
  if (kind === GenericType.numeric || kind === GenericType.temporal) {
    const numbers = present.map(Number).filter(Number.isFinite)
    if (numbers.length > 0) return { kind: 'ranges', ...ranges(numbers) }
  }
  const counts = new Map<string, number>()
  for (const value of present) {
    const label = Array.isArray(value) ? JSON.stringify(value) : String(value)
    counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  const bars = [...counts].map(([label, count]) => ({ label, count }))
  return { kind: 'values', bars: bars.toSorted((one, other) => other.count - one.count).slice(0, MOST_VALUES) }
}

function ranges(numbers: readonly number[]) {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const number of numbers) {
    low = Math.min(low, number)
    high = Math.max(high, number)
  }
  // few whole numbers get a range each: wider ranges would have gaps between them
  const isWhole = high - low < RANGES && numbers.every(Number.isInteger)
  const length = low === high ? 1 : isWhole ? high - low + 1 : RANGES
  const counts = Array.from({ length }, () => 0)
  for (const number of numbers) {
    // divided before it is subtracted, so that the largest numbers do not overflow
    const share = low === high ? 0 : (number / 2 - low / 2) / (high / 2 - low / 2)
    const at = Math.min(counts.length - 1, Math.floor(share * counts.length))
    counts[at] = (counts[at] ?? 0) + 1
  }
  return { low, high, counts }
}
