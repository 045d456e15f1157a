import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { VersionPart, VersionRow } from '../../model/versions/versionAnswers.ts'
import { ensureExamplesDatabase } from '../embedded/tables.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { testStores } from '../testing/stores.ts'
import { emptyTrash } from './trash.ts'

describe.each(testStores())('the history of an object on $kind', (store) => {
  describe.skipIf(!store.isAvailable)('with a store', () => {
    let server: TestApp
    let dataset: number
    const tokens = new Map<string, string>()

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
    const put = async (url: string, payload: object, user = 'anna') => {
      const { status, body } = await call(user, 'PUT', url, payload)
      expect(status, JSON.stringify(body)).toBe(200)
    }
    const versions = async (url: string) =>
      (await call('anna', 'GET', `${url}/versions/`)).body['result'] as VersionRow[]
    const changes = async (url: string, version: number, against = 'previous') => {
      const { body } = await call('anna', 'GET', `${url}/versions/${version}/changes?against=${against}`)
      return (body['result'] as VersionPart[]).map(({ name, before, after }) => [name, before, after])
    }
    const restore = async (url: string, version: number) => {
      const { status, body } = await call('anna', 'POST', `${url}/versions/${version}/restore`)
      expect(status, JSON.stringify(body)).toBe(200)
      return body
    }
    const item = async (url: string) => (await call('anna', 'GET', url)).body['result'] as Record<string, unknown>
    const newChart = (slice_name: string) =>
      made('/api/v1/chart/', {
        slice_name,
        datasource_id: dataset,
        datasource_type: 'table',
        viz_type: 'table',
        params: '{"row_limit":10}',
      })

    beforeAll(async () => {
      const { home, databaseUrl } = await store.fresh()
      server = await startApp({
        SEXTANT_HOME: home,
        SEXTANT_EXAMPLES: 'false',
        ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      })
      const { db, now } = server.services
      await ensureExamplesDatabase(db, now)
      for (const user of ['anna', 'bert']) await server.addUser(user, ['Alpha'])
      for (const user of ['admin', 'anna', 'bert']) tokens.set(user, await server.token(user))
      const stamps = { created_on: 0, changed_on: 0 }
      const { id } = await db
        .insertInto('datasets')
        .values({ uuid: 'ds', table_name: 't', database_id: 1, sql: 'select 1 as a', ...stamps })
        .returning('id')
        .executeTakeFirstOrThrow()
      dataset = id
      const { id: anna } = await db
        .selectFrom('users')
        .select('id')
        .where('username', '=', 'anna')
        .executeTakeFirstOrThrow()
      await db.insertInto('dataset_owners').values({ dataset_id: dataset, user_id: anna }).execute()
    }, 120_000)
    afterAll(async () => {
      await server.close()
    })

    it('shows who saved a chart and what each save changed, and restores a version as a new one', async () => {
      const url = `/api/v1/chart/${await newChart('Sales')}`
      expect(await versions(url)).toMatchObject([{ version: 1, is_current: true, saved_by: { first_name: 'anna' } }])
      await put(url, { slice_name: 'Orders' })
      await put(url, { params: '{"row_limit":50}', description: 'All' }, 'admin')
      const listed = await versions(url)
      expect(listed.map((row) => [row.version, row.is_current, row.saved_by?.first_name])).toEqual([
        [3, true, 'admin'],
        [2, false, 'anna'],
        [1, false, 'anna'],
      ])
      expect(await changes(url, 3)).toEqual([
        ['description', null, 'All'],
        ['row_limit', '10', '50'],
      ])
      expect(await changes(url, 2)).toEqual([['slice_name', 'Sales', 'Orders']])
      expect(await changes(url, 1)).toEqual([])
      expect(await changes(url, 1, 'current')).toHaveLength(3)
      expect(await restore(url, 1)).toMatchObject({ version: 4 })
      expect(await item(url)).toMatchObject({ slice_name: 'Sales', description: null, params: '{"row_limit":10}' })
      expect((await versions(url)).map((row) => row.version)).toEqual([4, 3, 2, 1])
    })

    it('has no entry for a save that changes nothing, or only owners', async () => {
      const url = `/api/v1/chart/${await newChart('Same')}`
      await put(url, { slice_name: 'Same' })
      const { body } = await call('anna', 'GET', '/api/v1/me/')
      await put(url, { owners: [(body['result'] as { id: number }).id] })
      expect(await versions(url)).toHaveLength(1)
      await put(url, { slice_name: 'Other' })
      expect(await versions(url)).toHaveLength(2)
    })

    it('of a dashboard restores its layout, filters and charts; a slug that is taken is not moved back', async () => {
      const chart = await newChart('On board')
      const position = {
        ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
        GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['ROW-1'] },
        'ROW-1': { id: 'ROW-1', type: 'ROW', children: ['CHART-1'], meta: {} },
        'CHART-1': { id: 'CHART-1', type: 'CHART', children: [], meta: { chartId: chart, width: 4, height: 50 } },
      }
      const id = await made('/api/v1/dashboard/', { dashboard_title: 'Board', slug: 'first' })
      const url = `/api/v1/dashboard/${id}`
      const filter = { id: 'NATIVE_FILTER-1', name: 'Region', filterType: 'filter_select', targets: [] }
      const withFilter = { native_filter_configuration: [filter], positions: position }
      await put(url, { json_metadata: JSON.stringify(withFilter) })
      const { ROOT_ID, GRID_ID } = position
      const empty = { positions: { ROOT_ID, GRID_ID: { ...GRID_ID, children: [] } } }
      await put(url, { slug: 'second', json_metadata: JSON.stringify(empty) })
      await made('/api/v1/dashboard/', { dashboard_title: 'New owner of the slug', slug: 'first' })
      expect(await changes(url, 3)).toContainEqual(['Region', expect.stringContaining('Region'), null])
      await restore(url, 2)
      const restored = await item(url)
      expect(restored['slug']).toBe('second')
      expect(JSON.parse(String(restored['position_json']))).toMatchObject({ 'CHART-1': { meta: { chartId: chart } } })
      expect(JSON.parse(String(restored['json_metadata']))).toMatchObject({ native_filter_configuration: [filter] })
      expect((await call('anna', 'GET', `${url}/charts`)).body['result']).toHaveLength(1)
    })

    it('of a dataset restores columns, metrics and settings', async () => {
      const url = `/api/v1/dataset/${dataset}`
      await put(url, { columns: [{ column_name: 'a' }, { column_name: 'b', description: 'Second' }] })
      await put(url, { metrics: [{ metric_name: 'm', expression: 'COUNT(*)' }], description: 'Rows' })
      const [latest] = await versions(url)
      const { columns } = await item(url)
      const [first] = columns as { id: number }[]
      await put(url, { columns: [{ id: first?.id, column_name: 'a' }], metrics: [], description: null })
      await restore(url, latest?.version ?? 0)
      const restored = await item(url)
      expect(restored).toMatchObject({ description: 'Rows', metrics: [{ metric_name: 'm' }] })
      const names = (restored['columns'] as { column_name: string; description: string | null }[]).map(
        ({ column_name, description }) => [column_name, description],
      )
      expect(names.toSorted(([one], [other]) => String(one).localeCompare(String(other)))).toEqual([
        ['a', null],
        ['b', 'Second'],
      ])
    })

    it('is previewed: the fields as they were', async () => {
      const url = `/api/v1/chart/${await newChart('Before')}`
      await put(url, { slice_name: 'After' })
      const nameIn = async (version: number) => {
        const { result } = (await call('anna', 'GET', `${url}/versions/${version}`)).body as {
          result: { content: Record<string, unknown> }
        }
        return result.content['slice_name']
      }
      expect([await nameIn(1), await nameIn(2)]).toEqual(['Before', 'After'])
    })

    it('is seen and restored by its owners and administrators only', async () => {
      const url = `/api/v1/chart/${await newChart('Private')}`
      await put(url, { slice_name: 'Public' })
      for (const [method, path] of [
        ['GET', '/versions/'],
        ['GET', '/versions/1'],
        ['GET', '/versions/1/changes'],
        ['POST', '/versions/1/restore'],
      ] as const) {
        expect((await call('bert', method, url + path)).status).toBe(403)
        expect((await call('admin', method, url + path)).status).toBe(200)
      }
    })

    it('rejects an unknown version, and a restore based on an outdated state', async () => {
      const url = `/api/v1/chart/${await newChart('Old')}`
      await put(url, { slice_name: 'New' })
      expect((await call('anna', 'POST', `${url}/versions/99/restore`)).status).toBe(404)
      expect((await call('anna', 'GET', `${url}/versions/99`)).status).toBe(404)
      expect((await call('anna', 'GET', `${url}/versions/99/changes`)).status).toBe(404)
      const headers = { authorization: `Bearer ${tokens.get('anna')}`, 'if-match': '"1"' }
      const late = await server.app.inject({ method: 'POST', url: `${url}/versions/1/restore`, headers })
      expect(late.statusCode).toBe(412)
    })

    it('keeps a limited number of states, until the object is deleted for good', async () => {
      const { db } = server.services
      const id = await newChart('Busy')
      const url = `/api/v1/chart/${id}`
      const content_json = '{}'
      const old = { kind: 'Chart' as const, object_id: id, saved_on: 0, content_json }
      for (let version = -300; version < 0; version += 100)
        await db
          .insertInto('versions')
          .values(Array.from({ length: 100 }, (_, at) => ({ ...old, version: version + at })))
          .execute()
      await put(url, { slice_name: 'Busier' })
      const kept = () => db.selectFrom('versions').select('id').where('object_id', '=', id).where('kind', '=', 'Chart')
      expect(await kept().execute()).toHaveLength(200)
      expect((await call('anna', 'DELETE', url)).status).toBe(200)
      expect(await kept().execute()).toHaveLength(200)
      await emptyTrash(db, server.services.now() + 31 * 86_400_000)
      expect(await kept().execute()).toHaveLength(0)
    })
  })
})
