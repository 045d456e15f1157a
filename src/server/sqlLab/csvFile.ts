import type { PiecedColumn } from '../../engine/contracts.ts'
import type { Cell, CellType } from '../../engine/frame.ts'
import { CsvText } from '../../engine/run/encode/csv.ts'
import { GenericType } from '../../model/dataset/dataset.ts'
import { genericTypeOf } from '../../model/query/columnType.ts'
import type { Db, Row } from '../storage/schema.ts'
import { parsedRows, resultPieces } from './results.ts'

/** How a column is written, by its type in the result. */
function cellTypeOf({ type }: PiecedColumn): CellType {
  if (/^(INTEGER|LONGINTEGER)$/.test(type)) return 'int'
  if (/^DATE(TIME(TZ)?)?$/.test(type)) return 'time'
  return genericTypeOf(type) === GenericType.numeric ? 'float' : 'text'
}

function cellOf(value: unknown, type: CellType): Cell {
  if (value === null || value === undefined) return null
  if (type !== 'time') return value as Cell
  const ms = Date.parse(String(value).length === 10 ? `${value}T00:00:00Z` : `${value}Z`)
  return Number.isNaN(ms) ? null : ms
}

/** A result as CSV, in chunks. Only one piece of it is parsed at a time, so that other requests are served in between. */
export async function* csvOf(
  db: Db,
  result: Pick<Row<'query_results'>, 'id' | 'rows'>,
  columns: readonly PiecedColumn[],
): AsyncGenerator<Buffer> {
  const types = columns.map(cellTypeOf)
  const text = new CsvText(columns.map(({ name }, at) => ({ name, type: types[at] as CellType })))
  const chunks: Buffer[] = []
  for await (const piece of resultPieces(db, result)) {
    const rows = parsedRows(piece)
    const cells = columns.map(({ name }, at) => rows.map((row) => cellOf(row[name], types[at] as CellType)))
    text.write(cells, rows.length)
    chunks.push(text.take())
  }
  if (chunks.length === 0) chunks.push(text.take())
  const settle = text.settler()
  for (const chunk of chunks) yield settle ? settle(chunk) : chunk
}
