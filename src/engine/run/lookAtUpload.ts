import type { DuckDBConnection } from '@duckdb/node-api'
import type { FilePreview, Reading } from '../../model/upload.ts'
import { literal } from './describeQuery.ts'
import { decimalReadings, likelierDelimiter, losesNothing, valuesIn } from './guesses.ts'
import { firstLines } from './inspect.ts'
import { type PreparedUpload, previewUpload, textOptions, uploadQueries } from './readUpload.ts'
import { limits } from './upload.ts'

/** Runs one after the other until one works. The failure that is told is the one that names a line. */
export async function firstThatWorks<T>(attempts: string[], attempt: (query: string) => Promise<T>): Promise<T> {
  const failures: unknown[] = []
  for (const query of attempts) {
    try {
      return await attempt(query)
    } catch (error) {
      failures.push(error)
    }
  }
  throw failures.find((error) => error instanceof Error && /Error on Line/.test(error.message)) ?? failures.at(-1)
}

/**
 * Columns and first rows of a file as the engine sees it, but for what it gets wrong: a broken table is not one column,
 * and a number may have a decimal comma. Throws the engine's error, of a text the one that names its line.
 */
export async function lookAtUpload(connection: DuckDBConnection, upload: PreparedUpload): Promise<FilePreview> {
  const look = (reading: Reading) => {
    const asked = { ...upload, reading }
    return firstThatWorks(uploadQueries(asked, undefined), (query) => previewUpload(connection, asked, query))
  }
  if (upload.format !== 'csv') return look(upload.reading)
  const { skipRows = 0, delimiter } = upload.reading
  const lines = firstLines(upload.path, upload.encoding).slice(skipRows)

  // a table that begins with the first line, where the engine leaves out more lines than it reads
  const isTorn = (seen: FilePreview) =>
    (seen.leftOut ?? 0) > seen.rows.length && likelierDelimiter(lines) === seen.reading.delimiter

  async function lookBy(chosen: string): Promise<FilePreview> {
    const seen = await look({ ...upload.reading, delimiter: chosen }).catch((error: unknown) => ({ error }))
    if ('error' in seen || isTorn(seen)) await findBadLine(connection, upload, chosen, lines)
    if ('error' in seen) throw seen.error
    return seen
  }

  async function lookFreely(): Promise<FilePreview> {
    const seen = await look(upload.reading).catch((error: unknown) => ({ error }))
    if (!('error' in seen) && seen.columns.length > 1 && !isTorn(seen)) return seen
    const isOneColumn = !('error' in seen) && seen.columns.length === 1
    const other = likelierDelimiter(lines, isOneColumn ? seen.reading.delimiter : undefined)
    if (other !== undefined) return lookBy(other)
    if ('error' in seen) throw seen.error
    return seen
  }

  const seen = await (delimiter === undefined ? lookFreely() : lookBy(delimiter))
  return (await withDecimalCommas(seen, look)) ?? seen
}

/** Reads all of it by one delimiter, every value as text, for the error that names the first line that does not fit. */
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

/** The file read with decimal commas; undefined where it has none, or where other values would become others. */
async function withDecimalCommas(
  seen: FilePreview,
  look: (reading: Reading) => Promise<FilePreview>,
): Promise<FilePreview | undefined> {
  const { decimal, delimiter, thousands, nullValues } = seen.reading
  if (decimal === '.' || delimiter === ',' || thousands || nullValues) return undefined
  for (const reading of decimalReadings(seen)) {
    const other = await look({ ...seen.reading, ...reading }).catch(() => undefined)
    if (other && losesNothing(seen, other)) {
      const missing = (reading.nullValues ?? []).map((word) => `${word} is read as no value.`)
      return { ...other, warnings: [...other.warnings, ...missing] }
    }
  }
  return undefined
}
