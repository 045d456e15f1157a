import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { testStores } from '../testing/stores.ts'
import { lateCommit } from './lateCommit.ts'
import { openStore } from './open.ts'
import type { Db } from './schema.ts'

const stores = testStores()
afterAll(async () => {
  for (const store of stores) await store.close()
})

describe.each(stores)('a commit that does not wait for the disk, on $kind', ({ kind, isAvailable, fresh }) => {
  const waits = async (db: Pick<Db, 'getExecutor'>) => {
    const setting = kind === 'sqlite' ? sql<object>`pragma synchronous` : sql<object>`show synchronous_commit`
    const { rows } = await setting.execute(db as Db)
    return ['2', 'on'].includes(String(Object.values(rows[0] ?? {})[0]))
  }

  it.skipIf(!isAvailable)('is the only one, also after an error', async () => {
    const { home, databaseUrl } = await fresh()
    const { db } = await openStore({ home, databaseUrl, poolSize: 2, now: Date.now, said: () => undefined })
    try {
      for (let round = 0; round < 2; round++) {
        expect(await lateCommit(db, waits)).toBe(false)
        expect(await waits(db)).toBe(true)
      }
      const failed = lateCommit(db, async () => Promise.reject(new Error('no')))
      await expect(failed).rejects.toThrow('no')
      expect(await db.transaction().execute(waits)).toBe(true)
    } finally {
      await db.destroy()
    }
  })
})
