import type { DuckDBConnection } from '@duckdb/node-api'
import type { FilePreview, Reading } from '../../model/upload/upload.ts'
import { literal } from '../run/describeQuery.ts'
import { type ColumnFacts, decimalOf, groupedType } from './columnFacts.ts'
import { correctionsOf, factsOf, firstOfEach, misfitsOf, thousandsOf } from './corrections.ts'
import { decimalReadings, likelierDelimiter, losesNothing, valuesIn } from './guesses.ts'
import { firstLines } from './inspect.ts'
import type { PreparedUpload } from './preparedUpload.ts'
import { previewUpload, sniffUpload, textOptions, uploadQueries } from './readUpload.ts'
import { textColumnsOf } from './textColumns.ts'
import { limits, tooFewLines } from './upload.ts'

/** The detected columns and rows, and how the values are written. */
interface Seen extends FilePreview {
  facts: readonly ColumnFacts[]
}

/**
 * Runs the attempts in order until one succeeds. If all fail, throws the error that names a line, or else the last
 * error.
 */
export async function firstThatWorks<T>(
  attempts: string[],
  attempt: (query: string, index: number) => Promise<T>,
): Promise<T> {
  const failures: unknown[] = []
  for (const [index, query] of attempts.entries()) {
    try {
      return await attempt(query, index)
    } catch (error) {
      failures.push(error)
    }
  }
  throw failures.find((error) => error instanceof Error && /Error on Line/.test(error.message)) ?? failures.at(-1)
}

/**
 * Columns and first rows of a file as the engine detects them, with corrections: a malformed table is not read as a
 * single column, and numbers may have a decimal comma. Throws the engine's error; for text, the error that names the
 * line.
 */
export async function lookAtUpload(connection: DuckDBConnection, upload: PreparedUpload): Promise<FilePreview> {
  if (upload.format !== 'csv')
    return firstThatWorks(uploadQueries(upload, undefined), (query) => previewUpload(connection, upload, query))
  const look = async (as: Reading): Promise<Seen> => {
    const asked = { ...upload, reading: as }
    return firstThatWorks(uploadQueries(asked, undefined), async (_, index) => {
      const sniffed = await sniffUpload(connection, asked, index > 0)
      const facts = await factsOf(asked, sniffed)
      const misfits = index === 0 ? await misfitsOf(connection, asked, sniffed, facts, undefined) : []
      const corrections = firstOfEach([...correctionsOf(asked, sniffed, facts, undefined), ...misfits])
      const query = uploadQueries({ ...asked, corrections }, undefined)[index] ?? ''
      const preview = await previewUpload(connection, asked, query, sniffed)
      const reading = { ...preview.reading, thousands: thousandsOf(asked, facts) }
      const types = preview.columns.map(({ type }) => type)
      return { ...preview, reading, texts: await textColumnsOf(asked, sniffed, types), facts }
    })
  }
  const { skipRows = 0, delimiter } = upload.reading
  if (skipRows > 0 && skipRows >= upload.lines) throw tooFewLines(upload.lines, 'line')
  const lines = firstLines(upload.path, upload.encoding).slice(skipRows)

  // whether the engine skips more lines than it reads, although the table seems to begin in the first line
  const isTorn = (seen: FilePreview) =>
    (seen.leftOut ?? 0) > seen.rows.length && likelierDelimiter(lines) === seen.reading.delimiter

  async function lookBy(chosen: string): Promise<Seen> {
    const seen = await look({ ...upload.reading, delimiter: chosen }).catch((error: unknown) => ({ error }))
    if ('error' in seen || isTorn(seen)) await findBadLine(connection, upload, chosen, lines)
    if ('error' in seen) throw seen.error
    return seen
  }

  async function lookFreely(): Promise<Seen> {
    const seen = await look(upload.reading).catch((error: unknown) => ({ error }))
    if (!('error' in seen) && seen.columns.length > 1 && !isTorn(seen)) return seen
    const isOneColumn = !('error' in seen) && seen.columns.length === 1
    const other = likelierDelimiter(lines, isOneColumn ? seen.reading.delimiter : undefined)
    if (other !== undefined) return lookBy(other)
    if ('error' in seen) throw seen.error
    return seen
  }

  const first = await (delimiter === undefined ? lookFreely() : lookBy(delimiter))
  const { facts: _, ...seen } = (await withDecimalCommas(first, look)) ?? first
  return seen
}

/** Reads the whole file with one delimiter, every value as text, to get the error that names the first invalid line. */
async function findBadLine(
  connection: DuckDBConnection,
  upload: PreparedUpload,
  delimiter: string,
  lines: readonly string[],
): Promise<void> {
  const width = valuesIn(lines.find((line) => line.trim() !== '') ?? '', delimiter)
  if (width > limits.columns) return
  const columns = Array.from({ length: width }, (_, i) => `c${i}: 'VARCHAR'`)
  const { hasHeader = true, skipRows = 0 } = upload.reading
  await connection.run(
    `SELECT count(COLUMNS(*)) FROM read_csv(${literal(upload.path)}, ${textOptions(upload).join(', ')}, auto_detect = false,
      delim = ${literal(delimiter)}, quote = '"', escape = '"', header = ${hasHeader}, skip = ${skipRows},
      columns = {${columns.join(', ')}})`,
  )
}

/** Reads the file with decimal commas; undefined if it has none, or if other values would change. */
async function withDecimalCommas(seen: Seen, look: (reading: Reading) => Promise<Seen>): Promise<Seen | undefined> {
  const { decimal, delimiter, nullValues } = seen.reading
  if (decimal === '.' || delimiter === ',' || nullValues) return undefined
  const isSure = decimal === undefined && decimalOf(seen.facts) === ','
  // with a decimal comma, a point is the thousands separator
  const isRegrouped = (i: number) => isSure && groupedType(seen.facts[i], ',') !== undefined
  for (const reading of decimalReadings(seen, isSure)) {
    // if decimal commas were requested, they have been read already
    if (decimal && !reading.nullValues) continue
    const other = await look({ ...seen.reading, thousands: undefined, ...reading }).catch(() => undefined)
    if (other && losesNothing(seen, other, isRegrouped)) {
      const missing = (reading.nullValues ?? []).map((word) => `${word} is read as a missing value.`)
      return { ...other, warnings: [...other.warnings, ...missing] }
    }
  }
  return undefined
}
