import { randomUUID } from 'node:crypto'
import { setTimeout as delay, setImmediate as othersFirst } from 'node:timers/promises'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import type { EngineAnswer, PiecedColumn } from '../../engine/contracts.ts'
import { isPostgres } from '../storage/isPostgres.ts'
import { lateCommit } from '../storage/lateCommit.ts'
import type { Db, Row, Trx } from '../storage/schema.ts'
import { resultsGone } from './faults.ts'

/** Results of SQL Lab: rows as finished JSON text in pieces, readable by every node, until they expire. */

export const PIECE_ROWS = 1000
/** Pieces are stored together until they have this size. */
const STORED_BYTES = 250_000
/** How long a result can be read again. */
export const RESULT_LIFE_MS = 24 * 3_600_000
/** Maximum number of results of one user; the oldest are deleted. */
const MOST_RESULTS = 200

/** Results that have expired, and the oldest ones of a user, are deleted whenever this many new ones were stored. */
const SWEEP_EVERY = 20

/** The rows of one statement, to be stored. */
export interface NewResult {
  key: string
  query: { id: number; user_id: number | null }
  /** Index of the statement in the text. */
  statement: number
  answer: EngineAnswer
  /** The rows that are stored at once, packed. */
  pieces: StoredPiece[]
  /** Packs the other rows of a long result: they are stored after its first rows were sent. */
  packRest: (() => Promise<StoredPiece[]>) | undefined
}

type StoredPiece = Pick<Row<'query_result_pieces'>, 'first_row' | 'rows' | 'body'>

/** Packs the rows of a statement. Call it before a transaction begins: other transactions wait for an open one. */
export async function newResult(
  query: NewResult['query'],
  statement: number,
  answer: EngineAnswer,
  { atOnce }: { atOnce: 'all' | 'first' },
): Promise<NewResult> {
  const parts = partsOf(answer)
  const [now, later] = atOnce === 'all' ? [parts, []] : [parts.slice(0, 1), parts.slice(1)]
  return {
    key: randomUUID(),
    query: { id: query.id, user_id: query.user_id },
    statement,
    answer,
    pieces: await packedParts(now),
    packRest: later.length > 0 ? () => packedParts(later) : undefined,
  }
}

interface Part extends Omit<StoredPiece, 'body'> {
  bytes: Buffer
}

/** The parts of a result's body that are stored: few, because each is compressed and stored by itself. */
function partsOf({ body, rowcount, pieces }: EngineAnswer): Part[] {
  const cuts = pieces?.cuts ?? []
  const starts = cuts.keys().filter(isFirstOfStored(cuts)).toArray()
  return starts.map((at, place) => {
    const next = starts[place + 1]
    // each piece is followed by a comma or the closing bracket
    const end = (next === undefined ? body.length : (cuts[next] ?? 0)) - 1
    const first = at * PIECE_ROWS
    const rows = (next === undefined ? rowcount : next * PIECE_ROWS) - first
    return { first_row: first, rows, bytes: body.subarray(cuts[at], end) }
  })
}

const packedParts = (parts: readonly Part[]): Promise<StoredPiece[]> =>
  Promise.all(parts.map(async ({ bytes, ...piece }) => ({ ...piece, body: await packed(bytes) })))

/** Whether a new stored piece begins with the piece at an index, because the previous stored piece is large enough. */
function isFirstOfStored(cuts: readonly number[]): (at: number) => boolean {
  let start: number | undefined
  return (at) => {
    const cut = cuts[at] ?? 0
    if (start !== undefined && cut - start < STORED_BYTES) return false
    start = cut
    return true
  }
}

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
/** Fast compression, because it takes less time than writing the saved bytes: rows shrink to about a tenth. */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
/** Pieces of fewer bytes are stored uncompressed. */
const PACKED_FROM = 4096
/** Prefix of compressed pieces, which are base64 because the column is text. Other pieces begin with a row. */
const PACKED = 'zstd:'

/** A piece as it is stored. */
export const packed = async (piece: Buffer): Promise<string> =>
  piece.length < PACKED_FROM ? piece.toString() : PACKED + (await compress(piece, FAST)).toString('base64')

/** The text of a stored piece. */
export const unpacked = async (stored: string): Promise<string> =>
  stored.startsWith(PACKED) ? (await decompress(Buffer.from(stored.slice(PACKED.length), 'base64'))).toString() : stored

/** Stores the rows of one statement; those of a long result only in part, see `keepRest`. Returns the id of the result. */
export async function keepResult(
  trx: Trx,
  { key, query, statement, answer, pieces }: NewResult,
  now: number,
): Promise<number> {
  const { id } = await trx
    .insertInto('query_results')
    .values({
      results_key: key,
      query_id: query.id,
      statement,
      columns: JSON.stringify(answer.pieces?.columns ?? []),
      rows: answer.rowcount,
      bytes: answer.body.length,
      expires_on: now + RESULT_LIFE_MS,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertPieces(trx, id, pieces)
  if (id % SWEEP_EVERY === 0) await sweep(trx, query.user_id, now)
  return id
}

async function insertPieces(trx: Trx, id: number, pieces: readonly StoredPiece[]): Promise<void> {
  for (const [at, piece] of pieces.entries()) {
    // SQLite responds without yielding to the event loop
    if (at > 0) await othersFirst()
    await trx
      .insertInto('query_result_pieces')
      .values({ result_id: id, ...piece })
      .execute()
  }
}

/** Maximum bytes of the results that this process is still storing: they are in memory, and use no slot of a user. */
const ARRIVING_BYTES = 128 * 1_048_576
/** Number of pieces that are stored in one transaction, so that other writes need not wait for a whole result. */
const PIECES_AT_ONCE = 8

/** Results of which this process still stores rows, by their keys. */
const arriving = new Map<string, { bytes: number; stored: Promise<void> }>()

const hasRoomFor = (bytes: number): boolean =>
  arriving.values().reduce((sum, each) => sum + each.bytes, bytes) <= ARRIVING_BYTES

/**
 * Stores a result: `storeFirst` stores its first rows, and the rest of a long result is stored after its first rows
 * were sent. Until then, readers of the rest wait, on any node. If the rest cannot be stored, the result is deleted:
 * the query must be run again. While too much is being stored, all rows are stored at once.
 */
export async function keepInSteps<T extends { id: number }>(
  db: Db,
  result: Pick<NewResult, 'key' | 'answer' | 'pieces' | 'packRest'>,
  storeFirst: () => Promise<T>,
  onFailure: (error: unknown) => void,
): Promise<T> {
  const { key, pieces, packRest } = result
  if (!packRest) return storeFirst()
  const bytes = result.answer.body.length
  if (!hasRoomFor(bytes)) {
    pieces.push(...(await packRest()))
    return storeFirst()
  }
  const { promise: stored, resolve } = Promise.withResolvers<void>()
  // before anyone can find the result: a result that is incomplete and not in `arriving` counts as lost
  arriving.set(key, { bytes, stored })
  const end = () => {
    arriving.delete(key)
    resolve()
  }
  try {
    const first = await storeFirst()
    void keepRest(db, first.id, packRest, onFailure).finally(end)
    return first
  } catch (error) {
    end()
    throw error
  }
}

/** Stores the rest of a long result, or deletes the result if that fails. Never rejects. */
async function keepRest(
  db: Db,
  id: number,
  packRest: () => Promise<StoredPiece[]>,
  onFailure: (error: unknown) => void,
): Promise<void> {
  try {
    const pieces = await packRest()
    for (let from = 0; from < pieces.length; from += PIECES_AT_ONCE) {
      await othersFirst()
      await lateCommit(db, (trx) => insertPieces(trx, id, pieces.slice(from, from + PIECES_AT_ONCE)))
    }
  } catch (error) {
    onFailure(error)
    await db.deleteFrom('query_results').where('id', '=', id).execute().catch(onFailure)
  }
}

/** Resolves when nothing is being stored any more. */
export async function allKept(): Promise<void> {
  await Promise.all(arriving.values().map(({ stored }) => stored))
}

/** A stored result, of which rows are read. */
export type KeptResult = Pick<Row<'query_results'>, 'id' | 'results_key' | 'rows'>

/** How long a read waits for rows that another node stores. */
const ARRIVES_WITHIN_MS = 10_000
const LOOK_AGAIN_MS = 50
/** No node takes longer to store a result. */
const LONGEST_ARRIVAL_MS = 120_000

/** Whether another node may still store rows of a result. @throws AppError 410 if the result does not exist */
async function mayArrive(db: Db, id: number, now: number): Promise<boolean> {
  const found = await db.selectFrom('query_results').select('expires_on').where('id', '=', id).executeTakeFirst()
  if (!found) throw resultsGone()
  // only one node uses an SQLite store
  return isPostgres(db) && now < found.expires_on - RESULT_LIFE_MS + LONGEST_ARRIVAL_MS
}

/** Reads pieces until the last requested row is among them. @throws AppError 410 if it never arrives */
async function arrivedPieces(
  db: Db,
  result: KeptResult,
  end: number,
  now: number,
  read: () => Promise<StoredPiece[]>,
): Promise<StoredPiece[]> {
  for (let waitedMs = 0; ; waitedMs += LOOK_AGAIN_MS) {
    // looked up before the rows are read: if this process is not storing the result, the rows below are complete
    const own = arriving.get(result.results_key)
    const pieces = await read()
    const last = pieces.at(-1)
    if (last && last.first_row + last.rows >= end) return pieces
    if (!(await mayArrive(db, result.id, now)) && !own) {
      // nobody stores the missing rows: the server ended before it stored them
      await db.deleteFrom('query_results').where('id', '=', result.id).execute()
      throw resultsGone()
    }
    if (!own && waitedMs >= ARRIVES_WITHIN_MS) throw resultsGone()
    await (own?.stored ?? delay(LOOK_AGAIN_MS))
  }
}

async function sweep(trx: Trx, userId: number | null, now: number): Promise<void> {
  await trx.deleteFrom('query_results').where('expires_on', '<', now).execute()
  const surplus = await trx
    .selectFrom('query_results')
    .innerJoin('queries', 'queries.id', 'query_results.query_id')
    .select('query_results.id')
    .where('queries.user_id', 'is not distinct from', userId)
    .orderBy('query_results.id', 'desc')
    .limit(MOST_RESULTS)
    .offset(MOST_RESULTS)
    .execute()
  if (surplus.length === 0) return
  const ids = surplus.map((row) => row.id)
  await trx.deleteFrom('query_results').where('id', 'in', ids).execute()
}

export async function findResult(db: Db, key: string, now: number): Promise<Row<'query_results'> | undefined> {
  return db
    .selectFrom('query_results')
    .selectAll()
    .where('results_key', '=', key)
    .where('expires_on', '>=', now)
    .executeTakeFirst()
}

/** Only this server writes the column, so its content is not checked. */
export const columnsOf = ({ columns }: Pick<Row<'query_results'>, 'columns'>) => JSON.parse(columns) as PiecedColumn[]

/** Some rows of a result, as a JSON list without its brackets. */
export async function resultRows(
  db: Db,
  result: KeptResult,
  { offset, rows, now }: { offset: number; rows: number; now: number },
): Promise<string> {
  const end = Math.min(offset + rows, result.rows)
  if (offset >= end) return ''
  const pieces = await arrivedPieces(db, result, end, now, () =>
    db
      .selectFrom('query_result_pieces')
      .select(['first_row', 'rows', 'body'])
      .where('result_id', '=', result.id)
      .where((eb) => eb(eb('first_row', '+', eb.ref('rows')), '>', offset))
      .where('first_row', '<', end)
      .orderBy('first_row')
      .execute(),
  )
  const texts = await Promise.all(
    pieces.map(async ({ first_row: first, rows: count, body }) => {
      const text = await unpacked(body)
      return offset <= first && first + count <= end ? text : someRows(text, Math.max(0, offset - first), end - first)
    }),
  )
  return texts.join(',')
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPENING_BRACE, CLOSING_BRACE, OPENING_BRACKET, CLOSING_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d]

/** The rows from `from` to `to` of a piece, found without parsing: the text of numbers stays as it is. */
export function someRows(body: string, from: number, to: number): string {
  let depth = 0
  let row = 0
  let start = from === 0 ? 0 : -1
  let inText = false
  for (let at = 0; at < body.length; at++) {
    const char = body.charCodeAt(at)
    if (inText) {
      if (char === BACKSLASH) at++
      else if (char === QUOTE) inText = false
    } else if (char === QUOTE) inText = true
    else if (char === OPENING_BRACE || char === OPENING_BRACKET) depth++
    else if (char === CLOSING_BRACE || char === CLOSING_BRACKET) depth--
    else if (char === COMMA && depth === 0) {
      row += 1
      if (row === to) return start < 0 ? '' : body.slice(start, at)
      if (row === from) start = at + 1
    }
  }
  return start < 0 ? '' : body.slice(start)
}

/** The pieces of a result, one after the other. @throws AppError 410 if it was deleted in the meantime */
export async function* resultPieces(db: Db, result: KeptResult, now: number): AsyncGenerator<string> {
  for (let next = 0; next < result.rows; ) {
    const from = next
    const [piece] = await arrivedPieces(db, result, from + 1, now, () =>
      db
        .selectFrom('query_result_pieces')
        .select(['first_row', 'rows', 'body'])
        .where('result_id', '=', result.id)
        .where('first_row', '>=', from)
        .orderBy('first_row')
        .limit(1)
        .execute(),
    )
    if (!piece) return
    yield await unpacked(piece.body)
    next = piece.first_row + piece.rows
  }
}

/** The rows of a piece. Integers that JavaScript cannot hold are bigint. */
export function parsedRows(piece: string): Record<string, unknown>[] {
  const exact = (_key: string, value: unknown, { source }: { source?: string } = {}): unknown =>
    typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined && /^-?\d+$/.test(source)
      ? BigInt(source)
      : value
  const text = `[${piece}]`
  // the types of TypeScript do not have the third argument yet
  const parse = JSON.parse as (text: string, reviver?: typeof exact) => unknown
  return (/\d{16}/.test(text) ? parse(text, exact) : parse(text)) as Record<string, unknown>[]
}
