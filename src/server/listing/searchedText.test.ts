import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore, type Store } from '../storage/open.ts'
import { testStores } from '../testing/stores.ts'
import { anyContains } from './filters.ts'
import { searchedText } from './searchedText.ts'

/** Letters that have several forms, wildcards, and other special characters. */
const alphabet = ['a', 'b', 'A', 'é', 'É', 'ß', 'ẞ', 'İ', 'ı', '日', '本', ' ', '%', '_', "'", '"', '-', '\n', '✈']
const text = fc.array(fc.constantFrom(...alphabet), { maxLength: 8 }).map((parts) => parts.join(''))

describe.each(testStores())('searches by the index on $kind', (store) => {
  describe.skipIf(!store.isAvailable)('with a store', () => {
    let opened: Store
    const stamps = { created_on: 0, changed_on: 0 }

    beforeAll(async () => {
      const { home, databaseUrl } = await store.fresh()
      opened = await openStore({ home, databaseUrl, poolSize: 2, now: Date.now, said: () => undefined })
      const titles = fc.sample(text, { numRuns: 300, seed: 7 })
      await opened.db
        .insertInto('dashboards')
        .values(
          titles.map((title, at) => ({
            ...stamps,
            uuid: `${at}`,
            dashboard_title: at % 9 === 0 ? null : title,
            slug: at % 3 === 0 ? `${title}-${at}` : null,
          })),
        )
        .execute()
    }, 120_000)
    afterAll(async () => {
      await opened.db.destroy()
      await store.close()
    })

    const names = ['dashboard_title', 'slug'] as const
    const found = async (indexed: boolean, value: string) => {
      const columns = indexed
        ? ([searchedText('dashboards', names[0]), searchedText('dashboards', names[1])] as const)
        : names.map((name) => sql.ref(`dashboards.${name}`))
      const condition = anyContains([...columns] as Parameters<typeof anyContains>[0], value)
      const rows = opened.db.selectFrom('dashboards').select('id').orderBy('id')
      return (await (condition ? rows.where(condition) : rows).execute()).map(({ id }) => id)
    }

    it('finds what a scan finds', async () => {
      await fc.assert(
        fc.asyncProperty(text, async (value) => {
          expect(await found(true, value)).toEqual(await found(false, value))
        }),
        { numRuns: 200 },
      )
    })

    it('follows changes and deletions', async () => {
      const { db } = opened
      const { id } = await db
        .insertInto('dashboards')
        .values({ ...stamps, uuid: 'x', dashboard_title: 'Zebras of the north' })
        .returning('id')
        .executeTakeFirstOrThrow()
      expect(await found(true, 'zebras')).toEqual([id])
      await db.updateTable('dashboards').set({ dashboard_title: 'Quaggas' }).where('id', '=', id).execute()
      expect([await found(true, 'zebras'), await found(true, 'QUAGG')]).toEqual([[], [id]])
      await db.deleteFrom('dashboards').where('id', '=', id).execute()
      expect(await found(true, 'quagg')).toEqual([])
    })

    it('reads the index instead of the rows', async () => {
      const condition = anyContains([searchedText('dashboards', 'dashboard_title')], 'abc')
      if (!condition || store.kind !== 'sqlite') return
      const query = opened.db.selectFrom('dashboards').select('id').where(condition).compile()
      const plan = await sql<{
        detail: string
      }>`explain query plan ${sql.raw(query.sql.replace('?', "'%abc%'"))}`.execute(opened.db)
      expect(plan.rows.map(({ detail }) => detail).join('\n')).toContain('VIRTUAL TABLE INDEX 0:L0')
    })
  })
})
