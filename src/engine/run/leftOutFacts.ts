import type { LeftOut } from '../../model/query/leftOut.ts'
import type { EngineJob } from '../contracts.ts'
import type { Cell, Frame } from '../frame.ts'
import { isMissing } from '../post/columns.ts'

export type LeftOutFacts = LeftOut
type Job = Pick<EngineJob, 'leftOut' | 'postProcessing'>

/** The facts about a result without post-processing: its row count, if the row limit was reached. */
export function cutFacts({ leftOut }: Job, rows: number): LeftOutFacts | undefined {
  if (!leftOut || rows === 0 || rows < leftOut.limit) return undefined
  return { rows, sums: Object.fromEntries(leftOut.sums.map((name) => [name, null])) }
}

/**
 * The facts about rows before post-processing. They contain the sums of these rows, because the result may no longer
 * contain the values, and the index column of a pivot if some rows have no value in it.
 */
export function frameFacts({ leftOut, postProcessing }: Job, rows: Frame): LeftOutFacts | undefined {
  if (!leftOut || rows.rowCount === 0) return undefined
  const series = leftOut.series && countSeries(rows, leftOut.series.columns)
  const isCut = rows.rowCount >= leftOut.limit
  const isNarrowed = series !== undefined && series >= (leftOut.series?.limit ?? 0)
  const without = indexWithGaps(postProcessing[0], rows)
  if (!isCut && !isNarrowed && without === undefined) return undefined
  return {
    ...(isCut && { rows: rows.rowCount }),
    ...(isNarrowed && { series }),
    ...((isCut || isNarrowed) && { sums: Object.fromEntries(leftOut.sums.map((name) => [name, sumOf(rows, name)])) }),
    ...(without !== undefined && { without }),
  }
}

function countSeries(rows: Frame, names: readonly string[]): number {
  const columns = names.map((name) => valuesOf(rows, name))
  const found = new Set<string>()
  for (let row = 0; row < rows.rowCount; row++) {
    found.add(columns.map((values) => `${typeof values[row]} ${String(values[row])}`).join('\n'))
  }
  return found.size
}

function sumOf(rows: Frame, name: string): number {
  let sum = 0
  for (const cell of valuesOf(rows, name))
    sum += typeof cell === 'number' || typeof cell === 'bigint' ? Number(cell) : 0
  return sum
}

function indexWithGaps(step: Job['postProcessing'][number] | undefined, rows: Frame): string | undefined {
  const index: unknown = step?.operation === 'pivot' ? step.options?.['index'] : undefined
  const [name] = Array.isArray(index) ? (index as unknown[]) : []
  return typeof name === 'string' && valuesOf(rows, name).some(isMissing) ? name : undefined
}

const valuesOf = (rows: Frame, name: string): Cell[] =>
  rows.columns.find((column) => column.name === name)?.values ?? []
