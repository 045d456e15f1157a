import type { Cell } from '../../frame.ts'
import type { ByteSink } from './byteSink.ts'

/** Some rows of a result, stored by column. */
export interface Batch {
  rowCount: number
  cells(column: number): Cell[]
  /**
   * Writes the cells of a column as JSON: each followed by a comma, or, if `ends` is given, without commas and with the
   * length of the sink after cell `i` in `ends[i]`. True if any value is present.
   */
  writeJson(column: number, sink: ByteSink, ends: Uint32Array | undefined): boolean
}

const NULL = Buffer.from('null')

export function writeEach(
  count: number,
  sink: ByteSink,
  ends: Uint32Array | undefined,
  isMissing: ((index: number) => boolean) | undefined,
  write: (index: number, sink: ByteSink) => void,
): boolean {
  let sawValue = false
  for (let i = 0; i < count; i++) {
    if (isMissing?.(i)) sink.raw(NULL)
    else {
      sawValue = true
      write(i, sink)
    }
    if (ends) ends[i] = sink.length
    else sink.comma()
  }
  return sawValue
}

export const writeCells = (cells: readonly Cell[], sink: ByteSink, ends: Uint32Array | undefined): boolean =>
  writeEach(
    cells.length,
    sink,
    ends,
    (i) => cells[i] === null,
    (i, to) => to.cell(cells[i] as Cell),
  )

/** A batch of existing cells. */
export function cellBatch(columns: readonly Cell[][], rowCount: number): Batch {
  const cells = (column: number) => columns[column] ?? []
  return { rowCount, cells, writeJson: (column, sink, ends) => writeCells(cells(column), sink, ends) }
}
