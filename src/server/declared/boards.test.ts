import { randomUUID } from 'node:crypto'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { resources } from '../resources/index.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { multipartForm } from '../testing/multipart.ts'
import { declareResource } from './declareResource.ts'
import { boards, createBoardTables } from './testing/boards.ts'

let server: TestApp
const ids: Record<string, number> = {}
const tokens: Record<string, string> = {}

beforeAll(async () => {
  server = await startApp({ SEXTANT_EXAMPLES: 'false' }, { resources: [...resources, boards] })
  await createBoardTables(server.services.db)
  for (const name of ['ann', 'ben']) ids[name] = await server.addUser(name, ['Alpha'])
  for (const name of ['admin', 'ann', 'ben']) tokens[name] = await server.token(name)
})
afterAll(() => server.close())

const call = async (who: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
  const headers = { authorization: `Bearer ${tokens[who]}` }
  const response = await server.app.inject({ method, url: `/api/v1/${url}`, payload, headers })
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() }
}
const create = async (who: string, url: string, payload: object) => {
  const { status, body } = await call(who, 'POST', url, payload)
  expect(status, JSON.stringify(body)).toBe(201)
  return body['id'] as number
}
const stored = async (id: number) => {
  const { body } = await call('admin', 'GET', `board/${id}`)
  return body['result'] as { name: string; owner: { id: number }; dashboards: { id: number }[]; cover: object | null }
}
const listed = async (who: string) => (await call(who, 'GET', 'board/')).body['result'] as { name: string }[]

describe('related rows that a user may not see', () => {
  let hidden: number
  let own: number
  beforeAll(async () => {
    hidden = await create('admin', 'dashboard/', { dashboard_title: 'Hidden' })
    own = await create('ann', 'dashboard/', { dashboard_title: 'Own' })
  })

  it('are kept by a change of the others', async () => {
    const second = await create('ann', 'dashboard/', { dashboard_title: 'Second' })
    const board = { name: 'Several', owner: ids['ann'], dashboards: [hidden, own] }
    const id = await create('admin', 'board/', board)
    const seen = (await call('ann', 'GET', `board/${id}`)).body['result']
    expect(seen).toMatchObject({ dashboards: [{ id: own }] })
    expect((await call('ann', 'PUT', `board/${id}`, { dashboards: [second] })).status).toBe(200)
    expect((await stored(id)).dashboards).toEqual([{ id: hidden }, { id: second }])
    expect((await call('ann', 'PUT', `board/${id}`, { dashboards: [] })).status).toBe(200)
    expect((await stored(id)).dashboards).toEqual([{ id: hidden }])
    expect((await call('admin', 'PUT', `board/${id}`, { dashboards: [] })).status).toBe(200)
    expect((await stored(id)).dashboards).toEqual([])
  })

  it('cannot be added', async () => {
    const id = await create('ann', 'board/', { name: 'Plain' })
    const refused = await call('ann', 'PUT', `board/${id}`, { dashboards: [hidden] })
    expect([refused.status, refused.body]).toEqual([422, { message: { dashboards: ['Dashboards are invalid'] } }])
  })

  it('are kept when a form sends back the null that it was shown', async () => {
    const id = await create('admin', 'board/', { name: 'Covered', owner: ids['ann'], cover: hidden })
    expect((await call('ann', 'GET', `board/${id}`)).body['result']).toMatchObject({ cover: null })
    expect((await call('ann', 'PUT', `board/${id}`, { name: 'Covered 2', cover: null })).status).toBe(200)
    expect(await stored(id)).toMatchObject({ name: 'Covered 2', cover: { id: hidden } })
    expect((await call('ann', 'PUT', `board/${id}`, { cover: own })).status).toBe(200)
    expect((await call('ann', 'PUT', `board/${id}`, { cover: null })).status).toBe(200)
    expect(await stored(id)).toMatchObject({ cover: null })
  })
})

describe('the state after a change', () => {
  it('must be one that the user may write', async () => {
    const id = await create('ann', 'board/', { name: 'Mine', is_shared: true })
    const gone = await call('ann', 'PUT', `board/${id}`, { name: 'Given away', owner: ids['ben'] })
    expect([gone.status, gone.body]).toEqual([403, { message: 'Forbidden' }])
    expect(await stored(id)).toMatchObject({ name: 'Mine', owner: { id: ids['ann'] } })
    expect((await call('admin', 'PUT', `board/${id}`, { owner: ids['ben'] })).status).toBe(200)
    expect((await call('ann', 'PUT', `board/${id}`, { owner: ids['ann'] })).status).toBe(403)
    expect((await call('ben', 'PUT', `board/${id}`, { name: 'His' })).status).toBe(200)
  })

  it('of a new row too', async () => {
    const refused = await call('ann', 'POST', 'board/', { name: 'For ben', owner: ids['ben'] })
    expect(refused.status).toBe(403)
    expect((await listed('admin')).map(({ name }) => name)).not.toContain('For ben')
  })
})

describe('an import', () => {
  const zip = (files: Record<string, string>, type = 'Board') =>
    Buffer.from(
      zipSync(
        Object.fromEntries(
          Object.entries({
            'metadata.yaml': `version: 1.0.0\ntype: ${type}\ntimestamp: '2026-01-01T00:00:00+00:00'\n`,
            ...files,
          }).map(([path, content]) => [`top/${path}`, strToU8(content)]),
        ),
      ),
    )
  const file = (uuid: string, content: string) => `${content}\nuuid: ${uuid}\nversion: 1.0.0\n`
  const send = async (who: string, bundle: Buffer, { overwrite = false, of = 'board' } = {}) => {
    const form = await multipartForm(overwrite ? { overwrite: 'true' } : {}, {
      [of === 'assets' ? 'bundle' : 'formData']: bundle,
    })
    const response = await server.app.inject({
      method: 'POST',
      url: `/api/v1/${of}/import/`,
      headers: { ...form.headers, authorization: `Bearer ${tokens[who]}` },
      payload: form.payload,
    })
    return [response.statusCode, response.body] as const
  }
  const uuidOf = async (id: number) => {
    const { uuid } = await server.services.db
      .selectFrom('sketch_boards' as 'charts')
      .select('uuid')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return uuid
  }

  it.each([
    ['name: Taken', 'Name must be unique'],
    ['name: Forbidden', 'This name is reserved'],
    ["name: ' x'", 'A name begins with a letter'],
    ['name: New\nowner: 99999', 'Owner does not exist'],
    ["name: ''", 'Length must be between 1 and 100.'],
  ])('of %j follows the rules: %s', async (content, message) => {
    if (content.includes('Taken')) await create('ben', 'board/', { name: 'Taken' })
    const before = await listed('admin')
    const [status, body] = await send('ann', zip({ 'boards/a.yaml': file(randomUUID(), content) }))
    expect(status, body).toBe(422)
    expect(body).toContain(message)
    expect(body).toContain('boards/a.yaml')
    expect(await listed('admin')).toEqual(before)
  })

  it('leaves nothing that the user may not write', async () => {
    const bundle = zip({ 'boards/a.yaml': file(randomUUID(), `name: Foreign\nowner: ${ids['ben']}`) })
    const [status, body] = await send('ann', bundle)
    expect(status, body).toBe(422)
    expect((await listed('admin')).map(({ name }) => name)).not.toContain('Foreign')
  })

  it('of a row that the user may not see creates another, as if there were none', async () => {
    const id = await create('ben', 'board/', { name: 'Secret' })
    const [known, unknown] = [await uuidOf(id), randomUUID()]
    const answers = async (uuid: string, name: string) => {
      const bundle = zip({ 'boards/a.yaml': file(uuid, `name: ${name}`) })
      return [await send('ann', bundle), await send('ann', bundle), await send('ann', bundle, { overwrite: true })]
    }
    expect(await answers(known, 'First')).toEqual(await answers(unknown, 'Other'))
    expect(await stored(id)).toMatchObject({ name: 'Secret', owner: { id: ids['ben'] } })
    const names = (await listed('ann')).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['First', 'Other']))
    expect(names).not.toContain('Secret')
  })

  it('overwrites only what the user may write', async () => {
    const id = await create('ben', 'board/', { name: 'For all', is_shared: true })
    const bundle = zip({ 'boards/a.yaml': file(await uuidOf(id), 'name: Changed') })
    const [status, body] = await send('ann', bundle, { overwrite: true })
    expect([status, body]).toEqual([422, expect.stringContaining("doesn't have permission to overwrite it")])
    expect(await send('ben', bundle)).toEqual([422, expect.stringContaining('`overwrite=true` was not passed')])
    expect(await send('ben', bundle, { overwrite: true })).toEqual([200, '{"message":"OK"}'])
    expect(await stored(id)).toMatchObject({ name: 'Changed', owner: { id: ids['ben'] } })
  })

  it('is recorded in the audit log, each row too', async () => {
    const bundle = zip({ 'boards/a.yaml': file(randomUUID(), 'name: Logged') })
    await send('ann', bundle)
    const rows = await server.services.db.selectFrom('logs').select(['action', 'object']).orderBy('id').execute()
    expect(rows.slice(-2)).toEqual([
      { action: 'board_create', object: expect.stringMatching(/^Board:\d+$/) },
      { action: 'import', object: 'Board' },
    ])
  })

  it('takes part in bundles of everything', async () => {
    const id = await create('admin', 'board/', { name: 'In assets' })
    const whole = await server.app.inject({
      method: 'GET',
      url: '/api/v1/assets/export/',
      headers: { authorization: `Bearer ${tokens['admin']}` },
    })
    const names = Object.keys(unzipSync(whole.rawPayload)).map((name) => name.replace(/^[^/]*\//, ''))
    expect(names).toContain(`boards/In_assets_${id}.yaml`)
    await call('admin', 'DELETE', `board/${id}`)
    expect(await send('admin', whole.rawPayload, { of: 'assets' })).toEqual([200, '{"message":"OK"}'])
    expect((await listed('admin')).map(({ name }) => name)).toContain('In assets')
    const wrong = zip({ 'boards/a.yaml': file(randomUUID(), 'name: Forbidden') }, 'assets')
    const [status, body] = await send('admin', wrong, { of: 'assets' })
    expect([status, body]).toEqual([422, expect.stringContaining('This name is reserved')])
  })

  it('takes part in bundles of everything only with its own permissions', async () => {
    const { db } = server.services
    const { id } = await db.insertInto('roles').values({ name: 'everything' }).returning('id').executeTakeFirstOrThrow()
    const permissions = ['can_import_:ImportExportRestApi', 'can_export:ImportExportRestApi']
    await db
      .insertInto('role_permissions')
      .values(permissions.map((permission) => ({ role_id: id, permission })))
      .execute()
    await server.addUser('carrier', ['everything'])
    tokens['carrier'] = await server.token('carrier')
    await create('ann', 'board/', { name: 'For everybody', is_shared: true })
    const whole = await server.app.inject({
      method: 'GET',
      url: '/api/v1/assets/export/',
      headers: { authorization: `Bearer ${tokens['carrier']}` },
    })
    expect([whole.statusCode, Object.keys(unzipSync(whole.rawPayload)).join()]).toEqual([
      200,
      expect.not.stringContaining('boards/'),
    ])
    const bundle = zip({ 'boards/a.yaml': file(randomUUID(), 'name: Smuggled') }, 'assets')
    const [status, body] = await send('carrier', bundle, { of: 'assets' })
    expect([status, body]).toEqual([422, expect.stringContaining('have permission to import boards')])
    expect((await listed('admin')).map(({ name }) => name)).not.toContain('Smuggled')
  })
})

describe('a declaration that would leave a gap stops the start', () => {
  const board = {
    path: '/api/v1/wrong',
    table: 'annotations',
    kind: 'Wrong',
    view: 'Wrong',
    title: 'Wrong',
    names: { one: 'wrong', many: 'wrongs' },
    list: [],
    order: [],
    search: [],
    row: z.strictObject({}),
  } as const
  const declare = (more: object) => () =>
    declareResource({ ...board, fields: {}, ...more } as unknown as Parameters<typeof declareResource>[0])

  it('a reference that is written and not checked', () => {
    const owner = { type: 'toOne', column: 'created_by', to: 'users', columns: ['id'] }
    const create = z.strictObject({ owner: z.int() })
    expect(declare({ fields: { owner } })).not.toThrow()
    expect(declare({ fields: { owner }, create })).toThrow('Wrong.owner needs `missing`')
    expect(declare({ fields: { owner: { ...owner, missing: 'No such user' } }, create })).not.toThrow()
  })

  it('files of rows that have no uuid, or that belong to a parent', () => {
    const bundle = { folder: 'wrongs', type: 'Wrong', read: (value: object) => value }
    expect(declare({ bundle, create: z.strictObject({}) })).not.toThrow()
    expect(declare({ bundle, create: z.strictObject({}), isPlainTable: true })).toThrow('Wrong cannot be imported')
    const parent = { param: 'layer', column: 'layer_id', table: 'annotation_layers' }
    expect(declare({ bundle, create: z.strictObject({}), parent })).toThrow('Wrong cannot be imported')
    expect(declare({ bundle })).toThrow('Wrong cannot be imported')
  })
})
