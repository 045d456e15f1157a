import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { lateCommit } from '../storage/lateCommit.ts'
import type { Db } from '../storage/schema.ts'
import { writeIndex } from './writeIndex.ts'

export interface SearchIndex {
  /** Reads the queue, but no longer than this. Returns whether it is empty. */
  catchUp(budgetMs: number): Promise<boolean>
  /** Reads the queue in the background. */
  nudge(): void
  /** Ends the background work. */
  close(): Promise<void>
}

/** Maximum number of objects in one transaction: the store is blocked meanwhile. */
const MOST_OBJECTS = 25
const TURN_MS = 10

/**
 * Keeps the index of the search up to date with the queue that the triggers of the store fill. A piece of work is
 * short, and other requests run in between. If the server stops in the middle, nothing is lost: writing the index and
 * taking from the queue are one transaction.
 */
export function createSearchIndex({ db, log }: { db: Db; log: Pick<FastifyBaseLogger, 'warn'> }): SearchIndex {
  let isClosed = false
  let background: Promise<unknown> | undefined
  let turn: Promise<unknown> = Promise.resolve()

  /** Indexes the next piece; only one at a time in this process. */
  function nextPiece(): Promise<boolean> {
    const piece = turn.then(() => isClosed || indexSome(db))
    turn = piece.catch(() => undefined)
    return piece
  }

  async function run(): Promise<void> {
    try {
      while (!isClosed && !(await nextPiece())) await nextTurn()
    } catch (error) {
      if (!isClosed) log.warn({ err: error }, 'the index of the search could not be written')
    }
  }

  function nudge() {
    if (isClosed) return
    background ??= run().finally(() => {
      background = undefined
    })
  }

  return {
    nudge,
    async catchUp(budgetMs) {
      const end = performance.now() + budgetMs
      try {
        while (!(await isEmpty(db))) {
          if (performance.now() > end) {
            nudge()
            return false
          }
          await nextPiece()
          await nextTurn()
        }
        return true
      } catch (error) {
        // searches use what the index contains so far
        log.warn({ err: error }, 'the index of the search could not be written')
        return false
      }
    },
    async close() {
      isClosed = true
      await background
      await turn
    },
  }
}

const isEmpty = async (db: Db) => (await db.selectFrom('search_queue').select('id').limit(1).execute()).length === 0

/** Writes the index of some objects. Returns whether the queue was empty. */
async function indexSome(db: Db): Promise<boolean> {
  if (await isEmpty(db)) return true
  await lateCommit(db, async (trx) => {
    // one node at a time: two could add the same word
    await trx.updateTable('settings').set({ value: '1' }).where('name', '=', 'search_index').execute()
    const end = performance.now() + TURN_MS
    for (let count = 0; count < MOST_OBJECTS && performance.now() < end; count++) {
      const next = await trx
        .selectFrom('search_queue')
        .select(['id', 'kind', 'object_id'])
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
      if (!next) return
      // before the object is read: a change that is committed later adds it again
      await trx
        .deleteFrom('search_queue')
        .where('kind', '=', next.kind)
        .where('object_id', '=', next.object_id)
        .execute()
      await writeIndex(trx, next.kind, next.object_id)
    }
  })
  return false
}
