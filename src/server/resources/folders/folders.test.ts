import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FolderList, FolderRow } from '../../../model/folder/folderForm.ts'
import { formatRison } from '../../../model/wire/rison.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { testStores } from '../../testing/stores.ts'

describe.each(testStores())('folders on $kind', (store) => {
  describe.skipIf(!store.isAvailable)('with a store', () => {
    let server: TestApp
    const tokens = new Map<string, string>()
    const charts = { own: 0, seen: 0, hidden: 0 }
    const made = { created_on: 0, changed_on: 0 }

    const call = (user: string, method: InjectOptions['method'], url: string, payload?: object) =>
      server.app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${tokens.get(user)}` },
        ...(payload ? { payload } : {}),
      })
    async function done<T>(user: string, method: InjectOptions['method'], url: string, payload?: object): Promise<T> {
      const answer = await call(user, method, url, payload)
      expect(answer.statusCode, answer.body).toBeLessThan(300)
      return answer.json<T>()
    }
    const create = async (user: string, form: object) =>
      (await done<{ id: number }>(user, 'POST', '/api/v1/folder/', form)).id
    const folders = async (user: string, kind = 'Chart'): Promise<FolderRow[]> =>
      (await done<FolderList>(user, 'GET', `/api/v1/folder/?kind=${kind}`)).result
    const place = (user: string, ids: number[], folder_id: number | null, more = {}) =>
      call(user, 'POST', '/api/v1/folder/place', { kind: 'Chart', ids, folder_id, ...more })
    const inside = async (user: string, folder: number): Promise<number[]> => {
      const q = formatRison({ filters: [{ col: 'id', opr: 'in_folder', value: folder }] })
      return (await done<{ ids: number[] }>(user, 'GET', `/api/v1/chart/?q=${encodeURIComponent(q)}`)).ids
    }

    beforeAll(async () => {
      const { home, databaseUrl } = await store.fresh()
      server = await startApp({ SEXTANT_HOME: home, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) })
      const { db } = server.services
      await db
        .insertInto('databases')
        .values({ ...made, uuid: 'd', database_name: 'd', backend: 'duckdb', sqlalchemy_uri: 'duckdb://' })
        .execute()
      for (const name of ['seen', 'secret'])
        await db
          .insertInto('datasets')
          .values({ ...made, uuid: name, table_name: name, database_id: 1 })
          .execute()
      const alice = await server.addUser('alice', ['Gamma'])
      const bob = await server.addUser('bob', ['Gamma'])
      await server.grant(alice, [{ datasetId: 1 }])
      await server.grant(bob, [{ datasetId: 1 }])
      const chart = async (slice_name: string, datasource_id: number, owner?: number) => {
        const values = { ...made, uuid: slice_name, slice_name, viz_type: 'pie', datasource_id }
        const { id } = await db.insertInto('charts').values(values).returning('id').executeTakeFirstOrThrow()
        if (owner) await db.insertInto('chart_owners').values({ chart_id: id, user_id: owner }).execute()
        return id
      }
      charts.own = await chart('own', 1, alice)
      charts.seen = await chart('seen', 1, bob)
      charts.hidden = await chart('hidden', 2, bob)
      for (const user of ['admin', 'alice', 'bob']) tokens.set(user, await server.token(user))
    }, 120_000)
    beforeEach(async () => {
      await server.services.db.deleteFrom('folders').execute()
    })
    afterAll(async () => {
      await server.close()
      await store.close()
    })

    it('shared folders are seen by all, personal ones by their owner', async () => {
      await create('alice', { name: 'Sales' })
      const mine = await create('alice', { name: 'Drafts', is_personal: true })
      await create('alice', { name: 'Old', parent_id: mine })
      expect((await folders('bob')).map(({ name, is_own }) => [name, is_own])).toEqual([['Sales', false]])
      expect((await folders('alice')).map(({ name, is_personal }) => [name, is_personal])).toEqual([
        ['Drafts', true],
        ['Old', true],
        ['Sales', false],
      ])
      expect((await folders('admin')).map(({ name }) => name)).toEqual(['Sales'])
    })

    it.each(['PUT', 'DELETE'] as const)(
      '%s by others is refused; a personal folder does not exist for them',
      async (method) => {
        const shared = await create('alice', { name: 'Sales' })
        const mine = await create('alice', { name: 'Drafts', is_personal: true })
        const body = method === 'PUT' ? { name: 'Taken' } : undefined
        expect((await call('bob', method, `/api/v1/folder/${shared}`, body)).statusCode).toBe(403)
        for (const user of ['bob', 'admin'])
          expect((await call(user, method, `/api/v1/folder/${mine}`, body)).json()).toEqual({ message: 'Not found' })
        expect((await call('bob', 'POST', '/api/v1/folder/', { name: 'x', parent_id: mine })).statusCode).toBe(404)
        expect((await place('bob', [charts.seen], mine)).statusCode).toBe(404)
        await done('admin', method, `/api/v1/folder/${shared}`, body)
      },
    )

    it('names are unique in a parent, whatever their case', async () => {
      const sales = await create('alice', { name: 'Sales' })
      const answer = await call('bob', 'POST', '/api/v1/folder/', { name: 'SALES' })
      expect([answer.statusCode, answer.json()]).toEqual([
        422,
        { message: { name: ['There is already a folder SALES here.'] } },
      ])
      await create('bob', { name: 'Sales', parent_id: sales })
      await create('bob', { name: 'Sales', is_personal: true })
      const other = await create('alice', { name: 'Other' })
      expect((await call('alice', 'PUT', `/api/v1/folder/${other}`, { name: 'sales' })).statusCode).toBe(422)
      await done('alice', 'PUT', `/api/v1/folder/${sales}`, { name: 'SALES' })
    })

    it.each(['', ' x', 'a/b', 'a\nb', 'x'.repeat(101)])('%j is not a name', async (name) => {
      expect((await call('alice', 'POST', '/api/v1/folder/', { name })).statusCode).toBe(400)
    })

    it('refuses cycles, more than eight levels, and a parent of the other kind', async () => {
      const ids = [await create('alice', { name: 'f1' })]
      for (let level = 2; level <= 8; level++)
        ids.push(await create('alice', { name: `f${level}`, parent_id: ids.at(-1) }))
      const [first, second] = ids
      const tooDeep = await call('alice', 'POST', '/api/v1/folder/', { name: 'f9', parent_id: ids.at(-1) })
      expect([tooDeep.statusCode, tooDeep.json()]).toEqual([
        422,
        { message: { parent_id: ['Folders can have at most 8 levels.'] } },
      ])
      for (const parent_id of [first, second, ids.at(-1)])
        expect((await call('alice', 'PUT', `/api/v1/folder/${first}`, { parent_id })).statusCode).toBe(422)
      const beside = await create('alice', { name: 'beside' })
      expect((await call('alice', 'PUT', `/api/v1/folder/${first}`, { parent_id: beside })).statusCode).toBe(422)
      const mine = await create('alice', { name: 'mine', is_personal: true })
      expect((await call('alice', 'PUT', `/api/v1/folder/${beside}`, { parent_id: mine })).statusCode).toBe(422)
      await done('alice', 'PUT', `/api/v1/folder/${second}`, { parent_id: null })
      await done('alice', 'PUT', `/api/v1/folder/${first}`, { parent_id: beside })
    })

    it('a folder contains what is below it; only what the reader may see is listed and counted', async () => {
      const sales = await create('bob', { name: 'Sales' })
      const below = await create('bob', { name: 'Below', parent_id: sales })
      expect((await place('admin', [charts.seen, charts.hidden], below)).statusCode).toBe(200)
      expect((await place('alice', [charts.own], sales)).statusCode).toBe(200)
      expect((await inside('admin', sales)).toSorted((a, b) => a - b)).toEqual([charts.own, charts.seen, charts.hidden])
      expect((await inside('alice', sales)).toSorted((a, b) => a - b)).toEqual([charts.own, charts.seen])
      expect(await inside('alice', below)).toEqual([charts.seen])
      expect((await folders('alice')).map(({ name, count }) => [name, count])).toEqual([
        ['Below', 1],
        ['Sales', 1],
      ])
      expect((await folders('admin')).find(({ name }) => name === 'Below')?.count).toBe(2)
      expect((await folders('alice', 'Dashboard')).map(({ count }) => count)).toEqual([0, 0])
    })

    it('moving to a shared folder needs the right to change an object; to a personal one, to see it', async () => {
      const sales = await create('alice', { name: 'Sales' })
      const mine = await create('alice', { name: 'Drafts', is_personal: true })
      const refused = await place('alice', [charts.own, charts.seen], sales)
      expect([refused.statusCode, refused.json()]).toEqual([
        403,
        { message: 'Only owners of an object can move it into a shared folder, or out of one.' },
      ])
      expect(await inside('alice', sales)).toEqual([])
      expect((await place('alice', [charts.hidden], mine)).json()).toEqual(
        (await place('alice', [987_654], mine)).json(),
      )
      expect((await place('alice', [charts.seen], mine)).statusCode).toBe(200)
      expect([await inside('alice', mine), await inside('bob', mine), await inside('admin', mine)]).toEqual([
        [charts.seen],
        [],
        [],
      ])
      expect((await place('alice', [charts.own], sales)).statusCode).toBe(200)
      // a chart can be in a shared and in a personal folder, but only in one of each kind
      expect((await place('alice', [charts.own], mine)).statusCode).toBe(200)
      expect((await place('alice', [charts.own], null)).statusCode).toBe(200)
      expect([await inside('alice', sales), await inside('alice', mine)]).toEqual([
        [],
        [charts.own, charts.seen].toSorted((a, b) => b - a),
      ])
      expect((await place('alice', [charts.own, charts.seen], null, { is_personal: true })).statusCode).toBe(200)
      expect(await inside('alice', mine)).toEqual([])
    })

    it('returns where objects were before, so that a move can be undone', async () => {
      const [sales, old] = [await create('bob', { name: 'Sales' }), await create('bob', { name: 'Old' })]
      const both = [charts.seen, charts.hidden]
      const before = async (ids: number[], folder: number | null) => (await place('admin', ids, folder)).json()
      expect(await before([charts.seen], old)).toEqual({ before: [{ id: charts.seen, folder_id: null }] })
      expect(await before([...both, charts.seen], sales)).toEqual({
        before: [
          { id: charts.seen, folder_id: old },
          { id: charts.hidden, folder_id: null },
        ],
      })
      expect(await before(both, null)).toEqual({ before: both.map((id) => ({ id, folder_id: sales })) })
    })

    it('the content of a deleted folder is in its parent, or in none', async () => {
      const top = await create('alice', { name: 'Top' })
      const sales = await create('alice', { name: 'Sales', parent_id: top })
      await create('alice', { name: 'Sales', parent_id: sales })
      await create('alice', { name: 'Old', parent_id: sales })
      await create('alice', { name: 'old', parent_id: top })
      await place('alice', [charts.own], sales)
      const deleted = await done('alice', 'DELETE', `/api/v1/folder/${sales}`)
      expect(deleted).toEqual({ message: 'Deleted: Sales. What was in it is now in Top.', objects: 1, folders: 2 })
      expect((await folders('alice')).map(({ name, parent_id }) => [name, parent_id])).toEqual([
        ['old', top],
        ['Old (2)', top],
        ['Sales', top],
        ['Top', null],
      ])
      expect(await inside('alice', top)).toEqual([charts.own])
      const { message } = await done<{ message: string }>('alice', 'DELETE', `/api/v1/folder/${top}`)
      expect(message).toBe('Deleted: Top. What was in it is now in no folder.')
      const q = formatRison({ filters: [] })
      expect((await done<{ count: number }>('alice', 'GET', `/api/v1/chart/?q=${q}`)).count).toBe(2)
    })

    it('folders give no rights: whatever is moved, everybody sees and changes the same objects as before', async () => {
      const sales = await create('admin', { name: 'Sales' })
      const mine = await create('alice', { name: 'Mine', is_personal: true })
      const all = Object.values(charts)
      const rights = async (user: string) => {
        const q = formatRison({ columns: ['id'] })
        const { ids } = await done<{ ids: number[] }>(user, 'GET', `/api/v1/chart/?q=${encodeURIComponent(q)}`)
        const writes = []
        for (const id of all) writes.push((await call(user, 'PUT', `/api/v1/chart/${id}`, {})).statusCode)
        return [ids.toSorted((a, b) => a - b), writes]
      }
      const before = [await rights('alice'), await rights('bob')]
      const move = fc.record({
        user: fc.constantFrom('admin', 'alice', 'bob'),
        ids: fc.subarray(all, { minLength: 1 }),
        folder: fc.constantFrom(sales, mine, null),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 4 }), async (moves) => {
          for (const { user, ids, folder } of moves) await place(user, ids, folder)
          expect([await rights('alice'), await rights('bob')]).toEqual(before)
          const seen = await inside('alice', sales)
          expect(seen.filter((id) => id === charts.hidden)).toEqual([])
        }),
        { numRuns: 15 },
      )
    })

    it('if two users create the same folder at once, one gets an error', async () => {
      const make = (user: string) => call(user, 'POST', '/api/v1/folder/', { name: 'Once' })
      const statuses = (await Promise.all([make('alice'), make('bob')])).map(({ statusCode }) => statusCode)
      expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 422])
    })

    it('an object that is restored is in its folder again', async () => {
      const sales = await create('alice', { name: 'Sales' })
      await place('alice', [charts.own], sales)
      await done('alice', 'DELETE', `/api/v1/chart/${charts.own}`)
      expect((await folders('alice'))[0]?.count).toBe(0)
      await done('alice', 'POST', '/api/v1/trash/restore', { kind: 'Chart', ids: [charts.own] })
      expect(await inside('alice', sales)).toEqual([charts.own])
    })
  })
})
