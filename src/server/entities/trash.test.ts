import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TrashRow } from '../../model/trash/trashForm.ts'
import { ensureExamplesDatabase } from '../embedded/tables.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { testStores } from '../testing/stores.ts'
import { emptyTrash } from './trash.ts'

describe.each(testStores())('the trash on $kind', (store) => {
  describe.skipIf(!store.isAvailable)('with a store', () => {
    let server: TestApp
    const tokens = new Map<string, string>()
    const users: Record<string, number> = {}

    const call = async (user: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
      const options: InjectOptions = { method, url, headers: { authorization: `Bearer ${tokens.get(user)}` } }
      const answer = await server.app.inject(payload === undefined ? options : { ...options, payload })
      return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
    }
    const made = async (url: string, payload: object, user = 'anna') => {
      const { body } = await call(user, 'POST', url, payload)
      if (typeof body['id'] !== 'number') throw new Error(JSON.stringify(body))
      return body['id']
    }
    const remove = async (url: string) => expect((await call('anna', 'DELETE', url)).status).toBe(200)
    const restore = (user: string, kind: string, ...ids: number[]) =>
      call(user, 'POST', '/api/v1/trash/restore', { kind, ids })
    const trash = async (user: string) => (await call(user, 'GET', '/api/v1/trash/')).body['result'] as TrashRow[]
    const newDataset = async (table_name: string) => {
      const { db } = server.services
      const { id } = await db
        .insertInto('datasets')
        .values({
          uuid: `ds-${table_name}`,
          table_name,
          database_id: 1,
          sql: 'select 1 as a',
          created_on: 0,
          changed_on: 0,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('dataset_owners')
        .values({ dataset_id: id, user_id: users['anna'] ?? 0 })
        .execute()
      return id
    }
    const newChart = (slice_name: string, dataset: number) =>
      made('/api/v1/chart/', { slice_name, datasource_id: dataset, datasource_type: 'table', viz_type: 'table' })
    let dataset: number

    beforeAll(async () => {
      const { home, databaseUrl } = await store.fresh()
      server = await startApp({
        SEXTANT_HOME: home,
        SEXTANT_EXAMPLES: 'false',
        ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      })
      await ensureExamplesDatabase(server.services.db, server.services.now)
      for (const user of ['anna', 'bert']) users[user] = await server.addUser(user, ['Alpha'])
      for (const user of ['admin', 'anna', 'bert']) tokens.set(user, await server.token(user))
      dataset = await newDataset('main')
    }, 120_000)
    afterAll(async () => {
      await server.close()
    })

    it('restores a deleted chart with its id, owners, dashboards and history', async () => {
      const board = await made('/api/v1/dashboard/', { dashboard_title: 'Board' })
      const id = await newChart('Sales', dataset)
      const url = `/api/v1/chart/${id}`
      await call('anna', 'PUT', url, { slice_name: 'Orders', dashboards: [board] })
      await remove(url)
      expect((await call('anna', 'GET', url)).status).toBe(404)
      expect(await trash('anna')).toMatchObject([
        { kind: 'Chart', id, title: 'Orders', deleted_by: { first_name: 'anna' } },
      ])
      expect((await restore('anna', 'Chart', id)).body).toEqual({ ids: [id] })
      expect((await call('anna', 'GET', url)).body['result']).toMatchObject({
        slice_name: 'Orders',
        owners: [{ first_name: 'anna' }],
        dashboards: [{ id: board }],
      })
      expect((await call('anna', 'GET', `${url}/versions/`)).body['count']).toBe(2)
      expect(await trash('anna')).toEqual([])
    })

    it('restores a dashboard with another slug and uuid if its own are taken in the meantime', async () => {
      const id = await made('/api/v1/dashboard/', { dashboard_title: 'First', slug: 'sales' })
      const { db } = server.services
      const uuidOf = async (of: number) =>
        (await db.selectFrom('dashboards').select('uuid').where('id', '=', of).executeTakeFirstOrThrow()).uuid
      const uuid = await uuidOf(id)
      await remove(`/api/v1/dashboard/${id}`)
      const other = await made('/api/v1/dashboard/', { dashboard_title: 'Second', slug: 'sales' })
      await db.updateTable('dashboards').set({ uuid }).where('id', '=', other).execute()
      expect((await restore('anna', 'Dashboard', id)).status).toBe(200)
      expect((await call('anna', 'GET', `/api/v1/dashboard/${id}`)).body['result']).toMatchObject({ slug: 'sales-2' })
      expect(await uuidOf(id)).not.toBe(uuid)
    })

    it('restores a dataset with its columns, metrics and row rules, but no grants', async () => {
      const id = await newDataset('ruled')
      const url = `/api/v1/dataset/${id}`
      await call('anna', 'PUT', url, {
        columns: [{ column_name: 'a', description: 'Key' }],
        metrics: [{ metric_name: 'm', expression: 'COUNT(*)' }],
      })
      const { db } = server.services
      const role = await db.selectFrom('roles').select('id').where('name', '=', 'Gamma').executeTakeFirstOrThrow()
      const rule = await made(
        '/api/v1/rowlevelsecurity/',
        { name: 'r', filter_type: 'Regular', tables: [id], roles: [role.id], clause: '1 = 0' },
        'admin',
      )
      await db.insertInto('data_grants').values({ role_id: role.id, kind: 'dataset', dataset_id: id }).execute()
      await remove(url)
      expect((await restore('anna', 'Dataset', id)).status).toBe(200)
      expect((await call('anna', 'GET', url)).body['result']).toMatchObject({
        columns: [{ column_name: 'a', description: 'Key', is_active: true }],
        metrics: [{ metric_name: 'm' }],
      })
      const rules = await db.selectFrom('row_rule_datasets').selectAll().where('dataset_id', '=', id).execute()
      expect(rules).toEqual([{ rule_id: rule, dataset_id: id }])
      expect(await db.selectFrom('data_grants').select('id').where('dataset_id', '=', id).execute()).toEqual([])
    })

    it('rejects a dataset whose name is taken, and then restores none of several', async () => {
      const [one, two] = [await newDataset('one'), await newDataset('two')]
      for (const id of [one, two]) await remove(`/api/v1/dataset/${id}`)
      await server.services.db.updateTable('datasets').set({ table_name: 'two' }).where('id', '=', dataset).execute()
      const refused = await restore('anna', 'Dataset', one, two)
      expect(refused).toMatchObject({ status: 422, body: { message: { table_name: ['Dataset two already exists'] } } })
      expect((await trash('anna')).map(({ title }) => title)).toEqual(['two', 'one'])
    })

    it('is seen and used by the owners of the object and administrators only', async () => {
      const id = await newChart('Private', dataset)
      await remove(`/api/v1/chart/${id}`)
      expect(await trash('bert')).toEqual([])
      expect((await restore('bert', 'Chart', id)).status).toBe(404)
      expect((await trash('admin')).map((row) => row.id)).toContain(id)
      expect((await restore('admin', 'Chart', id)).status).toBe(200)
    })

    it('removes what was deleted more than 30 days ago', async () => {
      const id = await newChart('Old', dataset)
      await remove(`/api/v1/chart/${id}`)
      const day = 86_400_000
      await emptyTrash(server.services.db, server.services.now() + 29 * day)
      expect((await trash('anna')).map((row) => row.id)).toContain(id)
      await emptyTrash(server.services.db, server.services.now() + 31 * day)
      expect(await trash('admin')).toEqual([])
      expect((await restore('anna', 'Chart', id)).status).toBe(404)
    })
  })
})
