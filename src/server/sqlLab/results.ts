import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import type { EngineAnswer, PiecedColumn } from '../../engine/contracts.ts'
import type { Db, Row, Trx } from '../storage/schema.ts'

/** Results of SQL Lab: rows as finished JSON text in pieces, readable by every node, until they expire. */

export const PIECE_ROWS = 1000
/** Pieces are stored together until they have this size. */
const STORED_BYTES = 250_000
/** How long a result can be read again. */
export const RESULT_LIFE_MS = 24 * 3_600_000
/** Results of one user; the oldest are deleted. */
const MOST_RESULTS = 200

/** Results that have expired, and the oldest ones of a user, are deleted with every so many new ones. */
const SWEEP_EVERY = 20

/** The rows of one statement, to be stored. */
export interface NewResult {
  key: string
  query: { id: number; user_id: number | null }
  /** Its place in the text. */
  statement: number
  answer: EngineAnswer
  pieces: StoredPiece[]
}

type StoredPiece = Pick<Row<'query_result_pieces'>, 'first_row' | 'rows' | 'body'>

/** Rows of a statement, packed before a transaction begins, which others wait for. */
export const newResult = async (
  query: NewResult['query'],
  statement: number,
  answer: EngineAnswer,
): Promise<NewResult> => ({
  key: randomUUID(),
  query: { id: query.id, user_id: query.user_id },
  statement,
  answer,
  pieces: await piecesOf(answer),
})

/** The pieces of an answer's body as they are stored: few, because each is compressed and stored by itself. */
function piecesOf({ body, rowcount, pieces }: EngineAnswer): Promise<StoredPiece[]> {
  const cuts = pieces?.cuts ?? []
  const starts = cuts.keys().filter(isFirstOfStored(cuts)).toArray()
  return Promise.all(
    starts.map(async (at, place) => {
      const next = starts[place + 1]
      // a comma or the closing bracket stands behind each piece
      const end = (next === undefined ? body.length : (cuts[next] ?? 0)) - 1
      const first = at * PIECE_ROWS
      const rows = (next === undefined ? rowcount : next * PIECE_ROWS) - first
      return { first_row: first, rows, body: await packed(body.subarray(cuts[at], end)) }
    }),
  )
}

/** Whether a new stored piece begins: the one before is long enough. */
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
/** Compressing takes less time than the disk takes for the rest: rows of a table are a tenth of their size. */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
/** Texts that are shorter are stored as they are. */
const PACKED_FROM = 4096
/** Begins compressed pieces, whose bytes are base64: the column is text. Others begin with a row. */
const PACKED = 'zstd:'

/** A piece as it is stored. */
export const packed = async (piece: Buffer): Promise<string> =>
  piece.length < PACKED_FROM ? piece.toString() : PACKED + (await compress(piece, FAST)).toString('base64')

/** The text of a stored piece. */
export const unpacked = async (stored: string): Promise<string> =>
  stored.startsWith(PACKED) ? (await decompress(Buffer.from(stored.slice(PACKED.length), 'base64'))).toString() : stored

/** Stores the rows of one statement. */
export async function keepResult(
  trx: Trx,
  { key, query, statement, answer, pieces }: NewResult,
  now: number,
): Promise<void> {
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
  for (const piece of pieces) {
    await trx
      .insertInto('query_result_pieces')
      .values({ result_id: id, ...piece })
      .execute()
  }
  if (id % SWEEP_EVERY === 0) await sweep(trx, query.user_id, now)
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

/** Written by this server only. */
export const columnsOf = ({ columns }: Pick<Row<'query_results'>, 'columns'>) => JSON.parse(columns) as PiecedColumn[]

/** Some rows of a result, as the inside of a JSON list. */
export async function resultRows(
  db: Db,
  result: Pick<Row<'query_results'>, 'id' | 'rows'>,
  { offset, rows }: { offset: number; rows: number },
): Promise<string> {
  const end = Math.min(offset + rows, result.rows)
  if (offset >= end) return ''
  const pieces = await db
    .selectFrom('query_result_pieces')
    .select(['first_row', 'rows', 'body'])
    .where('result_id', '=', result.id)
    .where((eb) => eb(eb('first_row', '+', eb.ref('rows')), '>', offset))
    .where('first_row', '<', end)
    .orderBy('first_row')
    .execute()
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

/** The pieces of a result, one after the other. */
export async function* resultPieces(db: Db, result: Pick<Row<'query_results'>, 'id' | 'rows'>): AsyncGenerator<string> {
  for (let next = 0; next < result.rows; ) {
    const piece = await db
      .selectFrom('query_result_pieces')
      .select(['first_row', 'rows', 'body'])
      .where('result_id', '=', result.id)
      .where('first_row', '>=', next)
      .orderBy('first_row')
      .limit(1)
      .executeTakeFirst()
    // deleted in the meantime
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
  // the types of the language do not have the third argument yet
  const parse = JSON.parse as (text: string, reviver?: typeof exact) => unknown
  return (/\d{16}/.test(text) ? parse(text, exact) : parse(text)) as Record<string, unknown>[]
}
