import type { DuckDBConnection } from '@duckdb/node-api'
import type { ColumnChoice } from '../../model/upload/upload.ts'
import { correctionsOf, factsOf, firstOfEach, guardsOf, misfitsOf, refuseLosses, type Sniffed } from './corrections.ts'
import type { PreparedUpload } from './preparedUpload.ts'
import { sniffUpload, uploadQueries } from './readUpload.ts'
import { blanksOf } from './textColumns.ts'

/**
 * The query that loads an upload, among those to be tried in order. The first detects types from the first rows, and
 * fails rather than lose data of a later row; the second detects types from all rows.
 */
export async function strictQuery(
  connection: DuckDBConnection,
  upload: PreparedUpload,
  chosen: ColumnChoice[] | undefined,
  index: number,
): Promise<string> {
  const queryOf = (asked: PreparedUpload) => uploadQueries(asked, chosen)[index] ?? ''
  if (upload.format !== 'csv') return queryOf({ ...upload, corrections: await blanksOf(upload, undefined, chosen) })
  const sniffed = await sniffUpload(connection, upload, index > 0)
  const facts = await factsOf(upload, sniffed)
  const blanks = await blanksOf(upload, sniffed, chosen)
  const corrections = firstOfEach([...blanks, ...correctionsOf(upload, sniffed, facts, chosen)])
  if (index === 0) {
    const misfits = await misfitsOf(connection, upload, sniffed, facts, chosen)
    const guards = guardsOf(upload, sniffed, facts, chosen)
    return queryOf({ ...upload, corrections: firstOfEach([...corrections, ...misfits, ...guards]) })
  }
  // DOUBLE columns may contain whole numbers with too many digits, and later values may have other thousands separators
  if (corrections.length === 0 && !sniffed.columns.some(({ type }) => type === 'DOUBLE')) return queryOf(upload)
  const allFacts = await factsOf(upload, sniffed, Number.POSITIVE_INFINITY)
  return queryOf({
    ...upload,
    corrections: firstOfEach([...blanks, ...correctionsOf(upload, sniffed, allFacts, chosen)]),
  })
}

/** Rejects chosen types that would change a value of the file. Throws FileFault. */
export async function refuseLossyTypes(
  connection: DuckDBConnection,
  upload: PreparedUpload,
  chosen: ColumnChoice[] | undefined,
): Promise<void> {
  const types = [...Object.values(upload.reading.types ?? {}), ...(chosen ?? []).map(({ type }) => type)]
  if (!types.some((type) => type === 'BIGINT' || type === 'DATE')) return
  const sniffed = await understood(connection, upload)
  if (sniffed) await refuseLosses(upload, sniffed, chosen)
}

async function understood(connection: DuckDBConnection, upload: PreparedUpload): Promise<Sniffed | undefined> {
  if (upload.format === 'csv') return sniffUpload(connection, upload)
  // sheets were converted to this format
  if (upload.sheet) return { delimiter: ',', hasHeader: true, skipped: 0, columns: upload.sheet.columns }
  return undefined
}
