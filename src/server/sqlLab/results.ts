import { randomUUID } from 'node:crypto'
import type { EngineAnswer, PiecedColumn } from '../../engine/contracts.ts'
import { parseJson } from '../../model/wire/json.ts'
import type { Db, Row, Trx } from '../storage/schema.ts'

/** Results of SQL Lab: rows as finished JSON text in pieces, readable by every node, until they expire. */

export const PIECE_ROWS = 1000
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
}

export const newResult = (query: NewResult['query'], statement: number, answer: EngineAnswer): NewResult => ({
  key: randomUUID(),
  query: { id: query.id, user_id: query.user_id },
  statement,
  answer,
})

/** The text of each piece in the body of an answer. */
function piecesOf({ body, rowcount, pieces }: EngineAnswer): { first_row: number; rows: number; body: string }[] {
  const cuts = pieces?.cuts ?? []
  return cuts.map((start, at) => {
    // a comma or the closing bracket stands behind each piece
    const end = (cuts[at + 1] ?? body.length) - 1
    const first = at * PIECE_ROWS
    return { first_row: first, rows: Math.min(PIECE_ROWS, rowcount - first), body: body.toString('utf8', start, end) }
  })
}

/** Stores the rows of one statement. */
export async function keepResult(trx: Trx, { key, query, statement, answer }: NewResult, now: number): Promise<void> {
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
  for (const piece of piecesOf(answer)) {
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
    .where('first_row', '>', offset - PIECE_ROWS)
    .where('first_row', '<', end)
    .orderBy('first_row')
    .execute()
  return pieces
    .map(({ first_row: first, rows: count, body }) =>
      offset <= first && first + count <= end ? body : someRows(body, Math.max(0, offset - first), end - first),
    )
    .join(',')
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
  for (let offset = 0; offset < result.rows; offset += PIECE_ROWS) {
    yield await resultRows(db, result, { offset, rows: PIECE_ROWS })
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
  return (/\d{16}/.test(text) ? parse(text, exact) : parseJson(text)) as Record<string, unknown>[]
}
