import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FolderRightsAnswer } from '../../../model/folder/folderForm.ts'
import { formatRison } from '../../../model/wire/rison.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { testStores } from '../../testing/stores.ts'

/**
 * `alice` owns a published and a draft dashboard, a chart and a dataset in the folder `Team`, which is in `Company`.
 * All other users own nothing. `reader` sees the folder by a role, `editor` and `noData` change what is in it, `above`
 * by a right on the folder above it; `outsider` has no right. All but `noData` may read the dataset.
 */
const users = ['alice', 'reader', 'editor', 'above', 'noData', 'outsider'] as const
type Who = (typeof users)[number]

describe.each(testStores())('rights of folders on $kind', (store) => {
  describe.skipIf(!store.isAvailable)('with a store', () => {
    let server: TestApp
    const tokens = new Map<string, string>()
    const userIds = new Map<string, number>()
    const roleIds = new Map<string, number>()
    const made = { created_on: 0, changed_on: 0 }
    const ids = { shown: 0, draft: 0, chart: 0, dataset: 0, secret: 0 }
    const folders = { company: 0, team: 0, elsewhere: 0 }

    const call = (user: string, method: InjectOptions['method'], url: string, payload?: object) =>
      server.app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${tokens.get(user)}` },
        ...(payload ? { payload } : {}),
      })
    const status = async (...args: Parameters<typeof call>) => (await call(...args)).statusCode
    async function done<T>(...args: Parameters<typeof call>): Promise<T> {
      const answer = await call(...args)
      expect(answer.statusCode, answer.body).toBeLessThan(300)
      return answer.json<T>()
    }
    const create = async (user: string, form: object) =>
      (await done<{ id: number }>(user, 'POST', '/api/v1/folder/', form)).id
    const give = (user: string, folder: number, rights: [holder: string, canEdit: boolean][]) =>
      call(user, 'PUT', `/api/v1/folder/${folder}/rights`, {
        rights: rights.map(([name, can_edit]) => {
          const role = roleIds.get(name)
          return role === undefined
            ? { kind: 'user', id: userIds.get(name), can_edit }
            : { kind: 'role', id: role, can_edit }
        }),
      })
    const place = (user: string, kind: string, objects: number[], folder_id: number | null) =>
      call(user, 'POST', '/api/v1/folder/place', { kind, ids: objects, folder_id })
    const listed = async (user: string, path: string) => {
      const q = formatRison({ columns: ['id'] })
      const { ids: all } = await done<{ ids: number[] }>(user, 'GET', `/api/v1/${path}/?q=${encodeURIComponent(q)}`)
      return all.toSorted((a, b) => a - b)
    }

    beforeAll(async () => {
      const { home, databaseUrl } = await store.fresh()
      server = await startApp({ SEXTANT_HOME: home, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) })
      const { db } = server.services
      await db
        .insertInto('databases')
        .values({ ...made, uuid: 'd', database_name: 'd', backend: 'duckdb', sqlalchemy_uri: 'duckdb://' })
        .execute()
      const dataset = async (name: string) =>
        (
          await db
            .insertInto('datasets')
            .values({ ...made, uuid: name, table_name: name, database_id: 1 })
            .returning('id')
            .executeTakeFirstOrThrow()
        ).id
      ids.dataset = await dataset('seen')
      ids.secret = await dataset('secret')
      const role = async (name: string) =>
        (await db.insertInto('roles').values({ name }).returning('id').executeTakeFirstOrThrow()).id
      const readers = await role('Readers')
      // a role that adds the permission to change datasets to Gamma
      await db
        .insertInto('role_permissions')
        .values({ role_id: await role('Makers'), permission: 'can_write:Dataset' })
        .execute()
      roleIds.set('Readers', readers)
      for (const name of users) {
        userIds.set(name, await server.addUser(name, ['Gamma', 'Makers', ...(name === 'reader' ? ['Readers'] : [])]))
        if (name !== 'noData') await server.grant(userIds.get(name) ?? 0, [{ datasetId: ids.dataset }])
      }
      for (const name of ['admin', ...users]) tokens.set(name, await server.token(name))
    }, 120_000)

    beforeEach(async () => {
      const { db } = server.services
      for (const table of ['folders', 'dashboards', 'charts', 'dataset_owners', 'trash'] as const)
        await db.deleteFrom(table).execute()
      const alice = userIds.get('alice') ?? 0
      const chart = { slice_name: 'Sales', viz_type: 'pie', datasource_id: ids.dataset, datasource_type: 'table' }
      ids.chart = (await done<{ id: number }>('alice', 'POST', '/api/v1/chart/', chart)).id
      // restricted to roles, so that access to the data alone does not show the dashboard
      const dashboard = (title: string, published: boolean) =>
        done<{ id: number }>('alice', 'POST', '/api/v1/dashboard/', {
          dashboard_title: title,
          published,
          roles: [1],
        })
      ids.shown = (await dashboard('Shown', true)).id
      ids.draft = (await dashboard('Draft', false)).id
      await db.insertInto('dataset_owners').values({ dataset_id: ids.dataset, user_id: alice }).execute()
      folders.company = await create('admin', { name: 'Company' })
      folders.team = await create('admin', { name: 'Team', parent_id: folders.company })
      folders.elsewhere = await create('admin', { name: 'Elsewhere' })
      for (const [kind, objects] of [
        ['Dashboard', [ids.shown, ids.draft]],
        ['Chart', [ids.chart]],
        ['Dataset', [ids.dataset]],
      ] as const)
        expect(
          await status('alice', 'POST', '/api/v1/folder/place', { kind, ids: objects, folder_id: folders.team }),
        ).toBe(200)
      expect((await give('admin', folders.company, [['above', true]])).statusCode).toBe(200)
      const rights = [
        ['Readers', false],
        ['editor', true],
        ['noData', true],
      ] as [string, boolean][]
      expect((await give('admin', folders.team, rights)).statusCode).toBe(200)
    })
    afterAll(async () => {
      await server.close()
      await store.close()
    })

    const answers: [
      name: string,
      request: () => Parameters<typeof call> extends [string, ...infer Rest] ? Rest : never,
      expected: Record<Who, number>,
    ][] = [
      [
        'a published dashboard is visible to users with the read right of the folder',
        () => ['GET', `/api/v1/dashboard/${ids.shown}`],
        { alice: 200, reader: 200, editor: 200, above: 200, noData: 200, outsider: 404 },
      ],
      [
        'a draft by those who may change it',
        () => ['GET', `/api/v1/dashboard/${ids.draft}`],
        { alice: 200, reader: 404, editor: 200, above: 200, noData: 200, outsider: 404 },
      ],
      [
        'the charts of a dashboard',
        () => ['GET', `/api/v1/dashboard/${ids.draft}/charts`],
        { alice: 200, reader: 404, editor: 200, above: 200, noData: 200, outsider: 404 },
      ],
      [
        'its title is changed',
        () => ['PUT', `/api/v1/dashboard/${ids.shown}`, { dashboard_title: 'Renamed' }],
        { alice: 200, reader: 403, editor: 200, above: 200, noData: 200, outsider: 404 },
      ],
      [
        'its history',
        () => ['GET', `/api/v1/dashboard/${ids.shown}/versions/`],
        { alice: 200, reader: 403, editor: 200, above: 200, noData: 200, outsider: 404 },
      ],
      [
        'its owners are changed by owners only',
        () => ['PUT', `/api/v1/dashboard/${ids.shown}`, { owners: [userIds.get('alice'), userIds.get('editor')] }],
        { alice: 200, reader: 403, editor: 403, above: 403, noData: 403, outsider: 404 },
      ],
      [
        'its roles too',
        () => ['PUT', `/api/v1/dashboard/${ids.shown}`, { roles: [roleIds.get('Readers')] }],
        { alice: 200, reader: 403, editor: 403, above: 403, noData: 403, outsider: 404 },
      ],
      [
        'both can be sent as they are',
        () => ['PUT', `/api/v1/dashboard/${ids.shown}`, { owners: [userIds.get('alice')], roles: [1] }],
        { alice: 200, reader: 403, editor: 200, above: 200, noData: 200, outsider: 404 },
      ],
      [
        'a chart is seen by those who read its data only',
        () => ['GET', `/api/v1/chart/${ids.chart}`],
        { alice: 200, reader: 200, editor: 200, above: 200, noData: 404, outsider: 200 },
      ],
      [
        'a chart is changed',
        () => ['PUT', `/api/v1/chart/${ids.chart}`, { slice_name: 'Renamed' }],
        { alice: 200, reader: 403, editor: 200, above: 200, noData: 404, outsider: 403 },
      ],
      [
        'its owners are changed by owners only',
        () => ['PUT', `/api/v1/chart/${ids.chart}`, { owners: [userIds.get('editor')] }],
        { alice: 200, reader: 403, editor: 403, above: 403, noData: 404, outsider: 403 },
      ],
      [
        'a chart is placed on a dashboard',
        () => ['PUT', `/api/v1/chart/${ids.chart}`, { dashboards: [ids.shown] }],
        { alice: 200, reader: 403, editor: 200, above: 200, noData: 404, outsider: 403 },
      ],
      [
        'a dataset is changed by those who read its data',
        () => ['PUT', `/api/v1/dataset/${ids.dataset}`, { description: 'x' }],
        { alice: 200, reader: 403, editor: 200, above: 200, noData: 404, outsider: 403 },
      ],
      [
        'a chart is deleted',
        () => ['DELETE', `/api/v1/chart/${ids.chart}`],
        { alice: 200, reader: 403, editor: 200, above: 200, noData: 404, outsider: 403 },
      ],
      [
        'a dashboard is deleted',
        () => ['DELETE', `/api/v1/dashboard/${ids.draft}`],
        { alice: 200, reader: 404, editor: 200, above: 200, noData: 200, outsider: 404 },
      ],
      [
        'only owners move an object to another folder',
        () => ['POST', '/api/v1/folder/place', { kind: 'Dashboard', ids: [ids.shown], folder_id: folders.elsewhere }],
        { alice: 200, reader: 403, editor: 403, above: 403, noData: 403, outsider: 404 },
      ],
      [
        'rights are read by those who make objects',
        () => ['GET', `/api/v1/folder/${folders.team}/rights`],
        { alice: 200, reader: 200, editor: 200, above: 200, noData: 200, outsider: 200 },
      ],
      [
        'and changed by the creator of the folder and administrators',
        () => ['PUT', `/api/v1/folder/${folders.team}/rights`, { rights: [] }],
        { alice: 403, reader: 403, editor: 403, above: 403, noData: 403, outsider: 403 },
      ],
    ]
    it.each(answers)('%s', async (_name, request, expected) => {
      for (const who of users.toReversed()) {
        const [method, url, payload] = request()
        const answer = await call(who, method, url, payload)
        expect(answer.statusCode, `${who}: ${answer.body}`).toBe(expected[who])
        // deleted objects are restored for the next user
        if (method === 'DELETE' && answer.statusCode === 200) {
          const [kind, id] = url.includes('chart') ? ['Chart', ids.chart] : ['Dashboard', ids.draft]
          await done('alice', 'POST', '/api/v1/trash/restore', { kind, ids: [id] })
        }
      }
    })

    it('a hidden draft is reported like a missing one', async () => {
      for (const who of ['reader', 'outsider'])
        for (const method of ['GET', 'PUT', 'DELETE'] as const) {
          const body = method === 'PUT' ? { dashboard_title: 'x' } : undefined
          const [hidden, missing] = [
            await call(who, method, `/api/v1/dashboard/${ids.draft}`, body),
            await call(who, method, '/api/v1/dashboard/987654', body),
          ]
          expect([hidden.statusCode, hidden.body]).toEqual([404, missing.body])
        }
    })

    it('lists, counts and responses show what the rights allow', async () => {
      expect(await listed('reader', 'dashboard')).toEqual([ids.shown])
      expect(await listed('editor', 'dashboard')).toEqual([ids.shown, ids.draft])
      expect(await listed('outsider', 'dashboard')).toEqual([])
      expect(await listed('noData', 'chart')).toEqual([])
      expect(await listed('noData', 'dataset')).toEqual([])
      const item = async (who: Who) =>
        (await done<{ result: { is_editor?: boolean } }>(who, 'GET', `/api/v1/dashboard/${ids.shown}`)).result.is_editor
      expect([await item('alice'), await item('reader'), await item('editor')]).toEqual([undefined, undefined, true])
      const q = encodeURIComponent(formatRison({ columns: ['id', 'is_editor'] }))
      for (const [path, id] of [
        ['chart', ids.chart],
        ['dataset', ids.dataset],
      ] as const)
        for (const [who, is_editor] of [
          ['editor', true],
          ['outsider', false],
        ] as const)
          expect((await done<{ result: object[] }>(who, 'GET', `/api/v1/${path}/?q=${q}`)).result, who).toEqual([
            { id, is_editor },
          ])
    })

    it('no row of a dataset is seen by a right alone', async () => {
      const query = { datasource: { id: ids.dataset, type: 'table' }, queries: [{ columns: ['a'], metrics: [] }] }
      expect(await status('noData', 'POST', '/api/v1/chart/data', query)).toBe(403)
      await done('alice', 'PUT', `/api/v1/chart/${ids.chart}`, { dashboards: [ids.shown] })
      expect(
        await status('noData', 'POST', '/api/v1/chart/data', {
          ...query,
          form_data: { dashboardId: ids.shown, slice_id: ids.chart },
        }),
      ).toBe(403)
    })

    it('rights follow the folder: moved, deleted, taken away, and with a new folder below it', async () => {
      const sees = async (who: Who) => (await status(who, 'GET', `/api/v1/dashboard/${ids.shown}`)) === 200
      const below = await create('admin', { name: 'Below', parent_id: folders.team })
      expect((await place('alice', 'Dashboard', [ids.shown], below)).statusCode).toBe(200)
      expect([await sees('reader'), await sees('above')]).toEqual([true, true])
      // moved out of `Company`: only the rights of the team itself are left
      await done('admin', 'PUT', `/api/v1/folder/${folders.team}`, { parent_id: null })
      expect([await sees('reader'), await sees('above')]).toEqual([true, false])
      await done('admin', 'PUT', `/api/v1/folder/${folders.team}`, { parent_id: folders.company })
      await done('admin', 'DELETE', `/api/v1/folder/${folders.team}`)
      expect([await sees('reader'), await sees('above')]).toEqual([false, true])
      expect((await give('admin', folders.company, [])).statusCode).toBe(200)
      expect(await sees('above')).toBe(false)
    })

    it('a personal folder gives no rights', async () => {
      const mine = await create('alice', { name: 'Mine', is_personal: true })
      const refused = await give('alice', mine, [['outsider', true]])
      expect([refused.statusCode, refused.json()]).toEqual([
        422,
        { message: { rights: ['Only shared folders give rights.'] } },
      ])
      expect((await give('outsider', mine, [['outsider', true]])).statusCode).toBe(404)
      // objects in a personal folder stay hidden, also from users with rights on other folders
      expect((await place('alice', 'Dashboard', [ids.shown], null)).statusCode).toBe(200)
      expect((await place('alice', 'Dashboard', [ids.shown], mine)).statusCode).toBe(200)
      for (const who of ['reader', 'editor', 'above'])
        expect(await status(who, 'GET', `/api/v1/dashboard/${ids.shown}`)).toBe(404)
    })

    it('the owner of a folder cannot add rights to objects of others, but can revoke rights', async () => {
      const own = await create('outsider', { name: 'Own' })
      const message = 'The folder contains objects of other users. Only administrators can give more rights to them.'
      expect((await give('outsider', own, [['reader', false]])).statusCode).toBe(200)
      expect((await place('alice', 'Dashboard', [ids.shown], own)).statusCode).toBe(200)
      for (const rights of [[['reader', true]], [['outsider', false]]] as [string, boolean][][]) {
        const refused = await give('outsider', own, rights)
        expect([refused.statusCode, refused.json()]).toEqual([403, { message }])
      }
      // nor can the owner move the folder below one with more rights
      const open = await create('outsider', { name: 'Open' })
      expect((await give('outsider', open, [['outsider', true]])).statusCode).toBe(200)
      const moved = await call('outsider', 'PUT', `/api/v1/folder/${own}`, { parent_id: open })
      expect([moved.statusCode, moved.json()]).toEqual([403, { message }])
      expect((await give('outsider', own, [])).statusCode).toBe(200)
      expect(await status('outsider', 'GET', `/api/v1/dashboard/${ids.shown}`)).toBe(404)
    })

    it('nor to objects in the trash, which are restored to their folder', async () => {
      const own = await create('outsider', { name: 'Own' })
      expect((await place('alice', 'Dashboard', [ids.shown], own)).statusCode).toBe(200)
      await done('alice', 'DELETE', `/api/v1/dashboard/${ids.shown}`)
      expect((await give('outsider', own, [['outsider', true]])).statusCode).toBe(403)
      await done('alice', 'POST', '/api/v1/trash/restore', { kind: 'Dashboard', ids: [ids.shown] })
      expect(await status('outsider', 'GET', `/api/v1/dashboard/${ids.shown}`)).toBe(404)
      // owners can add rights to their own objects
      const mine = await create('alice', { name: 'Of alice' })
      expect((await place('alice', 'Dashboard', [ids.shown], mine)).statusCode).toBe(200)
      await done('alice', 'DELETE', `/api/v1/dashboard/${ids.shown}`)
      expect((await give('alice', mine, [['outsider', true]])).statusCode).toBe(200)
    })

    it('reports who has rights, and from which folder', async () => {
      const { result } = await done<FolderRightsAnswer>('alice', 'GET', `/api/v1/folder/${folders.team}/rights`)
      const told = (rights: FolderRightsAnswer['result']['own']) =>
        rights.map(({ kind, name, can_edit }) => [kind, name, can_edit])
      expect(told(result.own)).toEqual([
        ['role', 'Readers', false],
        ['user', expect.stringContaining('editor'), true],
        ['user', expect.stringContaining('noData'), true],
      ])
      expect(result.inherited.map(({ folder, can_edit }) => [folder, can_edit])).toEqual([['Company', true]])
      expect(result.may_change).toBe(false)
    })

    it.each([
      ['an unknown role', { kind: 'role', id: 987_654, can_edit: true }, 422],
      ['an unknown user', { kind: 'user', id: 987_654, can_edit: true }, 422],
      ['another kind', { kind: 'group', id: 1, can_edit: true }, 400],
      ['no level', { kind: 'user', id: 1 }, 400],
    ])('refuses %s and changes nothing', async (_name, right, expected) => {
      expect(await status('admin', 'PUT', `/api/v1/folder/${folders.team}/rights`, { rights: [right] })).toBe(expected)
      expect(await status('reader', 'GET', `/api/v1/dashboard/${ids.shown}`)).toBe(200)
    })

    it('a user or a role that is deleted has no rights', async () => {
      const { db } = server.services
      const { id } = await db.insertInto('roles').values({ name: 'Short' }).returning('id').executeTakeFirstOrThrow()
      roleIds.set('Short', id)
      expect((await give('admin', folders.elsewhere, [['Short', true]])).statusCode).toBe(200)
      await db.deleteFrom('roles').where('id', '=', id).execute()
      const { result } = await done<FolderRightsAnswer>('admin', 'GET', `/api/v1/folder/${folders.elsewhere}/rights`)
      expect(result.own).toEqual([])
    })
  })
})
