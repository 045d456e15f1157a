import type { Cell, CellType, Column, Frame, NamePart } from '../../src/engine/frame.ts'
import { isMissing } from '../../src/engine/post/columns.ts'
import { runSteps } from '../../src/engine/post/index.ts'
import type { PostProcessingStep } from '../../src/model/query/queryObject.ts'
import { revive, runVectors, sameValue, type VectorHead, type VectorReport } from './compare.ts'

/** A line of one of the vector files `post-single`, `post-chains` and `post-newer`. */
export interface PostVector extends VectorHead {
  ops: PostProcessingStep[]
  columns: [name: string, type: CellType][]
  rows: unknown[][]
  out?: {
    columns: unknown[]
    types: string[]
    rows: unknown[][]
    index?: { names: unknown[]; values: unknown[] }
    unnamed_index?: boolean
  }
  error?: { class: string; message?: string; messagePrefix?: string }
}

export function runPostVectors(vectors: readonly PostVector[]): VectorReport {
  return runVectors(vectors, checkPostVector)
}

/** null if the operations return the result of the vector, else the first difference. */
export function checkPostVector(vector: PostVector): string | null {
  const result = runSteps(frameOf(vector), vector.ops)
  if (vector.error) {
    if (result.ok) return `expected the error ${JSON.stringify(vector.error)}`
    // only the contract's own errors have a fixed text; others come from parsers and engines
    const own = vector.error.class === 'InvalidPostProcessingError'
    return !own || result.error.message === vector.error.message
      ? null
      : `message: expected ${JSON.stringify(vector.error.message)}, got ${JSON.stringify(result.error.message)}`
  }
  if (!result.ok) return `refused: ${result.error.message}`
  return differenceOf(result.value, vector.out as NonNullable<PostVector['out']>)
}

function frameOf({ columns, rows }: PostVector): Frame {
  return {
    columns: columns.map(([name, type], at) => ({ name, type, values: rows.map((row) => revive(row[at]) as Cell) })),
    rowCount: rows.length,
  }
}

function differenceOf(frame: Frame, out: NonNullable<PostVector['out']>): string | null {
  const names = frame.columns.map(({ name }) => plainName(name))
  if (!sameValue(names, out.columns)) return `columns: expected ${show(out.columns)}, got ${show(names)}`
  const types = frame.columns.map(({ type }) => type)
  const wrong = types.findIndex((type, at) => coarse(type) !== coarse(out.types[at]))
  if (wrong >= 0) return `type of ${show(names[wrong])}: expected ${out.types[wrong]}, got ${types[wrong]}`
  const rows = Array.from({ length: frame.rowCount }, (_, row) => frame.columns.map((column) => cellAt(column, row)))
  if (rows.length !== out.rows.length) return `rows: expected ${out.rows.length}, got ${rows.length}`
  const row = rows.findIndex((cells, at) => !sameValue(cells, out.rows[at]))
  if (row >= 0) return `row ${row}: expected ${show(out.rows[row])}, got ${show(rows[row])}`
  return indexDifference(frame, out)
}

function indexDifference(frame: Frame, out: NonNullable<PostVector['out']>): string | null {
  if (!out.index) return frame.index ? `an index ${show(frame.index.names)} too many` : null
  const { index } = frame
  if (!index) return `no index; expected ${show(out.index.names)}`
  if (!sameValue(index.names, out.index.names))
    return `index: expected ${show(out.index.names)}, got ${show(index.names)}`
  const keys = Array.from({ length: frame.rowCount }, (_, row) => {
    const parts = index.values.map((level, at) => indexCell(level[row] ?? null, index.types[at]))
    return parts.length === 1 ? parts[0] : parts
  })
  return sameValue(keys, out.index.values) ? null : `index: expected ${show(out.index.values)}, got ${show(keys)}`
}

const indexCell = (cell: Cell, type: CellType | undefined): unknown =>
  type === 'time' && typeof cell === 'number' ? { t: cell } : cell

const cellAt = (column: Column, row: number): unknown => {
  const cell = column.values[row] ?? null
  return isMissing(cell) ? null : typeof cell === 'bigint' ? Number(cell) : cell
}

function plainName(name: string | NamePart[]): unknown {
  if (typeof name === 'string') return name
  const parts = name.map((part) => (typeof part === 'object' && part !== null && 'f' in part ? part.f : part))
  return parts.length === 1 ? parts[0] : parts
}

/** Text, mixed and interval columns all count as `object`: intervals have no separate type here. */
const coarse = (type: string | undefined): string => (type === 'text' || type === 'delta' ? 'object' : (type ?? ''))

const show = (value: unknown): string => JSON.stringify(value)
