import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EngineAnswer } from '../../engine/contracts.ts'
import { openStore } from '../storage/open.ts'
import type { Db } from '../storage/schema.ts'
import { testStores } from '../testing/stores.ts'
import {
  allKept,
  findResult,
  keepInSteps,
  keepResult,
  type NewResult,
  PIECE_ROWS,
  resultPieces,
  resultRows,
} from './results.ts'

const stores = testStores()
afterAll(async () => {
  for (const store of stores) await store.close()
})

const MINUTE_MS = 60_000
const MEGABYTE = 1_048_576

describe.each(stores)('the results of SQL Lab, on $kind', ({ kind, isAvailable, fresh }) => {
  let db: Db
  let query: NewResult['query']
  const failures: unknown[] = []

  beforeAll(async () => {
    if (!isAvailable) return
    const { home, databaseUrl } = await fresh()
    ;({ db } = await openStore({ home, databaseUrl, poolSize: 4, now: Date.now, said: () => undefined }))
    const made = { created_on: 0, changed_on: 0, created_by: null, changed_by: null }
    const { id: databaseId } = await db
      .insertInto('databases')
      .values({ ...made, uuid: 'd', database_name: 'd', backend: 'duckdb', sqlalchemy_uri: 'duckdb://' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await db
      .insertInto('queries')
      .values({
        client_id: 'c',
        user_id: null,
        database_id: databaseId,
        sql: 'select 1',
        status: 'success',
        start_time: 0,
        changed_on: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    query = { id, user_id: null }
  })
  afterAll(() => db?.destroy())

  const answerOf = (rowcount: number, bytes = 2): EngineAnswer => ({
    body: Buffer.alloc(bytes),
    rowcount,
    sqlMs: 0,
    totalMs: 0,
  })
  const piece = (at: number) => ({ first_row: at * PIECE_ROWS, rows: PIECE_ROWS, body: `{"piece":${at}}` })
  const several = (count: number, from = 0) => Array.from({ length: count }, (_, at) => piece(from + at))
  let keys = 0
  const resultOf = (count: number, packRest: NewResult['packRest'], bytes?: number): NewResult => ({
    key: `key ${(keys += 1)}`,
    query,
    statement: 0,
    answer: answerOf(count * PIECE_ROWS, bytes),
    pieces: several(1),
    packRest,
  })
  /** Stores a result as a query does. */
  const keep = (result: NewResult) =>
    keepInSteps(
      db,
      result,
      async () => ({ id: await db.transaction().execute((trx) => keepResult(trx, result, Date.now())) }),
      (error) => failures.push(error),
    )
  const found = async (key: string) => {
    const result = await findResult(db, key, 0)
    if (!result) throw new Error(`there is no result ${key}`)
    return result
  }
  /** A result with its first rows only, as a crash between the two steps leaves it. */
  const lostSince = async (ageMs: number) => {
    const result = resultOf(3, undefined)
    await db.transaction().execute((trx) => keepResult(trx, result, Date.now() - ageMs))
    return found(result.key)
  }
  const rowsOf = async (key: string, offset: number) =>
    resultRows(db, await found(key), { offset, rows: PIECE_ROWS, now: Date.now() })
  const gone = { status: 410 }

  it.skipIf(!isAvailable)('are read completely while and after they are stored', async () => {
    const result = resultOf(30, async () => several(29, 1))
    await keep(result)
    expect(await rowsOf(result.key, 29 * PIECE_ROWS)).toBe('{"piece":29}')
    await allKept()
    const pieces: string[] = []
    for await (const each of resultPieces(db, await found(result.key), Date.now())) pieces.push(each)
    expect(pieces).toEqual(several(30).map(({ body }) => body))
    expect(failures).toEqual([])
  })

  it.skipIf(!isAvailable)('are given up and deleted at once if nobody can still be storing the rest', async () => {
    const lost = await lostSince(kind === 'sqlite' ? 0 : 3 * MINUTE_MS)
    expect(await rowsOf(lost.results_key, 0)).toBe('{"piece":0}')
    const started = performance.now()
    await expect(rowsOf(lost.results_key, PIECE_ROWS)).rejects.toMatchObject(gone)
    expect(performance.now() - started).toBeLessThan(5000)
    expect(await findResult(db, lost.results_key, 0)).toBeUndefined()
    const again = resultRows(db, lost, { offset: 0, rows: lost.rows, now: Date.now() })
    await expect(again).rejects.toMatchObject(gone)
  })

  // with SQLite, there is only one node
  if (kind === 'postgres') {
    it.skipIf(!isAvailable)(
      'stay if another node may still be storing them',
      async () => {
        const slow = await lostSince(MINUTE_MS)
        await expect(rowsOf(slow.results_key, PIECE_ROWS)).rejects.toMatchObject(gone)
        expect(await found(slow.results_key)).toMatchObject({ expires_on: slow.expires_on })
        const reading = rowsOf(slow.results_key, PIECE_ROWS)
        const rest = several(2, 1).map((each) => ({ result_id: slow.id, ...each }))
        await db.insertInto('query_result_pieces').values(rest).execute()
        expect(await reading).toBe('{"piece":1}')
      },
      60_000,
    )
  }

  it.skipIf(!isAvailable)('are stored at once while too many others are being stored', async () => {
    const { promise: disk, resolve: free } = Promise.withResolvers<void>()
    const rest = async () => {
      await disk
      return several(2, 1)
    }
    const stalled = resultOf(3, rest, 100 * MEGABYTE)
    await keep(stalled)
    const small = resultOf(3, rest, MEGABYTE)
    await keep(small)
    const large = resultOf(3, async () => several(2, 1), 100 * MEGABYTE)
    await keep(large)
    const { id } = await found(large.key)
    const pieces = () => db.selectFrom('query_result_pieces').select('first_row').where('result_id', '=', id).execute()
    // the first two results are still being stored; the third one was stored at once
    expect(await pieces()).toHaveLength(3)
    free()
    await allKept()
    for (const { key } of [stalled, small, large]) expect(await rowsOf(key, 2 * PIECE_ROWS)).toBe('{"piece":2}')
    expect(failures).toEqual([])
  })

  it.skipIf(!isAvailable)('release their space after a failure, of the first rows and of the others', async () => {
    const failed = resultOf(3, async () => several(2, 1), 100 * MEGABYTE)
    const storing = keepInSteps(
      db,
      failed,
      () => Promise.reject(new Error('the disk is full')),
      (error) => failures.push(error),
    )
    await expect(storing).rejects.toThrow('the disk is full')
    const lost = resultOf(3, () => Promise.reject(new Error('no memory')), 100 * MEGABYTE)
    await keep(lost)
    await allKept()
    expect(failures.splice(0)).toEqual([new Error('no memory')])
    expect(await findResult(db, lost.key, 0)).toBeUndefined()
    const next = resultOf(3, async () => several(2, 1), 100 * MEGABYTE)
    await keep(next)
    expect(next.pieces).toHaveLength(1)
    await allKept()
  })

  it.skipIf(!isAvailable)('let other work run between their pieces', async () => {
    let turns = 0
    let isOver = false
    const look = () => {
      turns += 1
      if (!isOver) setImmediate(look)
    }
    await keep(resultOf(40, async () => several(39, 1)))
    look()
    await allKept()
    isOver = true
    expect(turns).toBeGreaterThanOrEqual(39)
  })
})
