import { setImmediate as othersFirst } from 'node:timers/promises'
import type { FileFormat, PiecedColumn } from '../../engine/contracts.ts'
import type { Cell, CellType } from '../../engine/frame.ts'
import { type FileRows, writeFile } from '../../engine/run/encode/file.ts'
import { EngineFailure } from '../../engine/run/engine.ts'
import { fileFailure } from '../../engine/run/failures.ts'
import { GenericType } from '../../model/dataset/dataset.ts'
import { genericTypeOf } from '../../model/query/columnType.ts'
import type { Db } from '../storage/schema.ts'
import { type KeptResult, parsedRows, resultPieces } from './results.ts'

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

/** The rows of a result by column. Only one piece is parsed at a time, and other requests are served in between. */
async function* rowsOf(
  db: Db,
  result: KeptResult,
  headers: readonly { name: string; type: CellType }[],
  now: number,
): FileRows {
  for await (const piece of resultPieces(db, result, now)) {
    const rows = parsedRows(piece)
    yield { cells: headers.map(({ name, type }) => rows.map((row) => cellOf(row[name], type))), rowCount: rows.length }
    await othersFirst()
  }
}

/** Writes a result to a new file. @throws AppError if the result is too large or the disk is full; no file is left */
export async function writeResult(
  db: Db,
  result: KeptResult,
  columns: readonly PiecedColumn[],
  { path, format, maxBytes, now }: { path: string; format: FileFormat; maxBytes: number; now: number },
): Promise<void> {
  const headers = columns.map((column) => ({ name: column.name, type: cellTypeOf(column) }))
  await writeFile(path, format, headers, rowsOf(db, result, headers, now), { maxBytes }).catch((error: unknown) => {
    throw error instanceof EngineFailure ? fileFailure(error) : error
  })
}

/** A result as a JSON list of objects, piece by piece, in the stored form. */
export async function* jsonOf(db: Db, result: KeptResult, now: number): AsyncGenerator<string> {
  yield '['
  let isFirst = true
  for await (const piece of resultPieces(db, result, now)) {
    yield isFirst ? piece : `,${piece}`
    isFirst = false
  }
  yield ']'
}
