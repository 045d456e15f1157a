import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { DISK_IS_FULL } from '../../../model/errors/errors.ts'
import type { FileFormat } from '../../contracts.ts'
import { EngineFailure } from '../engine.ts'
import { type CsvHeader, CsvText } from './csv.ts'
import { draftOf } from './leftovers.ts'
import { SHEET_COLUMNS, SHEET_ROWS, type SheetRows, workbook } from './xlsx.ts'
import { zip } from './zip.ts'

export type FileRows = AsyncGenerator<SheetRows>

/** Chunks of about this size are written to disk. */
const PIECE_BYTES = 262_144

const FULL = new Set(['ENOSPC', 'EDQUOT'])
const writeFailure = (error: unknown) => {
  const isFull = FULL.has((error as NodeJS.ErrnoException).code ?? '')
  throw isFull ? new EngineFailure('diskFull', DISK_IS_FULL, { cause: error }) : error
}
const tooLarge = (what: string) => new EngineFailure('tooLarge', `The query result is too large: ${what}.`)

export interface FileOptions {
  maxBytes: number
  /** For an XLSX file that `joinedWorkbook` turns into a sheet: the position of that sheet. */
  sheetAt?: number
}

/**
 * Writes rows to a file as they arrive; only the current batch is in memory. Returns the number of rows. If writing
 * fails, no file remains.
 * @throws EngineFailure above `maxBytes`, or above the limits of a sheet
 */
export async function writeFile(
  path: string,
  format: FileFormat,
  headers: readonly CsvHeader[],
  rows: FileRows,
  { maxBytes, sheetAt = 0 }: FileOptions,
): Promise<number> {
  const counted = countedRows(rows)
  try {
    if (format === 'csv') await writeCsv(path, headers, counted.rows, maxBytes)
    else await writeWorkbook(path, headers, counted.rows, { maxBytes, sheetAt })
    return counted.count()
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

function countedRows(rows: FileRows): { rows: FileRows; count: () => number } {
  let count = 0
  async function* counting(): FileRows {
    for await (const some of rows) {
      count += some.rowCount
      yield some
    }
  }
  return { rows: counting(), count: () => count }
}

/** Writes to a new file that only this user can read, up to the limit. */
async function withFile<T>(
  path: string,
  maxBytes: number,
  write: (append: (piece: Uint8Array) => Promise<void>) => Promise<T>,
): Promise<T> {
  const file: FileHandle = await open(path, 'wx', 0o600)
  let bytes = 0
  try {
    return await write(async (piece) => {
      bytes += piece.length
      if (bytes > maxBytes) throw tooLarge(`the file would have more than ${maxBytes} bytes`)
      await file.writeFile(piece).catch(writeFailure)
    })
  } finally {
    await file.close()
  }
}

async function writeCsv(path: string, headers: readonly CsvHeader[], rows: FileRows, maxBytes: number): Promise<void> {
  const draft = draftOf(path)
  const text = new CsvText(headers)
  try {
    await withFile(draft, maxBytes, async (append) => {
      for await (const { cells, rowCount } of rows) {
        text.write(cells, rowCount)
        if (text.bytes > PIECE_BYTES) await append(text.take())
      }
      await append(text.take())
    })
    const settle = text.settler()
    if (!settle) {
      await rename(draft, path)
      return
    }
    const source = await open(draft)
    try {
      await withFile(path, maxBytes, async (append) => {
        for await (const piece of source.createReadStream({ highWaterMark: PIECE_BYTES, autoClose: false })) {
          await append(settle(piece as Buffer))
        }
      })
    } finally {
      await source.close()
    }
  } finally {
    await rm(draft, { force: true })
  }
}

async function writeWorkbook(
  path: string,
  headers: readonly CsvHeader[],
  rows: FileRows,
  { maxBytes, sheetAt }: Required<FileOptions>,
): Promise<void> {
  if (headers.length > SHEET_COLUMNS)
    throw tooLarge(`a sheet holds ${SHEET_COLUMNS} columns. Please export CSV instead`)
  await withFile(path, maxBytes, async (append) => {
    for await (const piece of zip(workbook(headers, withinSheet(rows), sheetAt))) await append(piece)
  }).catch((error: unknown) => {
    throw error instanceof RangeError ? tooLarge(error.message) : error
  })
}

async function* withinSheet(rows: FileRows): FileRows {
  let count = 1
  for await (const some of rows) {
    count += some.rowCount
    if (count > SHEET_ROWS) throw tooLarge(`a sheet holds ${SHEET_ROWS - 1} rows. Please export CSV instead`)
    yield some
  }
}
