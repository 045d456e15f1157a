import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureExamplesDatabase } from '../../embedded/tables.ts'
import { startApp, type TestApp } from '../../testing/app.ts'

let server: TestApp
const tokens = new Map<string, string>()
const call = async (user: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
  const options: InjectOptions = { method, url, headers: { authorization: `Bearer ${tokens.get(user)}` } }
  const answer = await server.app.inject(payload === undefined ? options : { ...options, payload })
  return { status: answer.statusCode, body: answer.body === '' ? undefined : (JSON.parse(answer.body) as unknown) }
}
const dashboards: Record<string, number> = {}
let database: number
let dataset: number

beforeAll(async () => {
  server = await startApp({ SEXTANT_EXAMPLES: 'false' })
  const { db, now, tables } = server.services
  database = await ensureExamplesDatabase(db, now)
  const source = join(server.home, 'words.csv')
  writeFileSync(source, 'word\nhello\n')
  await tables.load({ databaseId: database, table: 'words', source, format: 'csv' })
  await server.addUser('anna', ['Gamma'])
  await server.addUser('bert', ['Gamma'])
  for (const user of ['admin', 'anna', 'bert']) {
    tokens.set(user, await server.token(user))
    const made = await call(user, 'POST', '/api/v1/dashboard/', { dashboard_title: `of ${user}` })
    dashboards[user] = (made.body as { id: number }).id
  }
  const made = await call('admin', 'POST', '/api/v1/dataset/', { database, table_name: 'words' })
  dataset = (made.body as { id: number }).id
})
afterAll(() => server.close())

const objectsWith = async (user: string, tag: string) => {
  const { body } = await call(user, 'GET', `/api/v1/tag/get_objects/?tags=${tag}`)
  return (body as { result: { name: string }[] }).result.map(({ name }) => name)
}

describe('lists', () => {
  it.each([
    ['dashboard', 3, 'dashboard_title'],
    ['chart', 2, 'slice_name'],
    ['saved_query', 1, 'label'],
  ] as const)('of type %s show tags if they are requested, and are filtered by them', async (kind, type, name) => {
    const bodies = {
      dashboard: (title: string) => ({ dashboard_title: title }),
      chart: (title: string) => ({ slice_name: title, datasource_id: dataset, datasource_type: 'table' }),
      saved_query: (title: string) => ({ label: title, sql: 'select 1', db_id: database }),
    }
    const make = async (title: string) =>
      ((await call('admin', 'POST', `/api/v1/${kind}/`, bodies[kind](title))).body as { id: number }).id
    const tagged = await make('tagged')
    await make('plain')
    for (const tag of ['of the list', 'another'])
      await call('admin', 'POST', `/api/v1/tag/${type}/${tagged}/`, { properties: { tags: [tag] } })
    const list = async (q: string) =>
      (await call('admin', 'GET', `/api/v1/${kind}/?q=${q}`)).body as {
        ids: number[]
        result: Record<string, unknown>[]
      }
    const filter = (tag: string) => `(filters:!((col:tags,opr:${kind}_tags,value:'${tag}')))`
    expect((await list(filter('of the list'))).ids).toEqual([tagged])
    expect((await list(filter('nothing'))).ids).toEqual([])
    const { result } = await list(`(columns:!(${name},tags.name),order_column:${name},order_direction:desc)`)
    expect(result.filter((row) => ['tagged', 'plain'].includes(String(row[name])))).toEqual([
      { [name]: 'tagged', tags: [{ name: 'another' }, { name: 'of the list' }] },
      { [name]: 'plain', tags: [] },
    ])
    // lists have no tags, as in the contract's release
    expect((await list('()')).result[0]).not.toHaveProperty('tags')
    const info = await call('admin', 'GET', `/api/v1/${kind}/_info?q=(keys:!(filters))`)
    expect((info.body as { filters: object }).filters).not.toHaveProperty('tags')
  })
})

describe('tags', () => {
  it('are set by those who may change an object, and shown with the objects that a user may see', async () => {
    const [own, foreign] = [dashboards['anna'], dashboards['admin']]
    const tagging = { properties: { tags: ['sales', 'north'] } }
    expect((await call('anna', 'POST', `/api/v1/tag/3/${own}/`, tagging)).status).toBe(201)
    expect((await call('anna', 'POST', `/api/v1/tag/dashboard/${foreign}/`, tagging)).status).toBe(404)
    expect((await call('admin', 'POST', `/api/v1/tag/dashboard/${foreign}/`, tagging)).status).toBe(201)
    expect(await objectsWith('anna', 'sales')).toEqual(['of anna'])
    expect((await objectsWith('admin', 'sales')).sort()).toEqual(['of admin', 'of anna'])
    expect(await objectsWith('bert', 'sales')).toEqual([])
    expect((await call('anna', 'DELETE', `/api/v1/tag/3/${own}/north/`)).status).toBe(200)
    expect(await objectsWith('anna', 'north')).toEqual([])
  })

  it('are renamed and deleted by their creator and by administrators', async () => {
    const made = await call('anna', 'POST', '/api/v1/tag/', { name: 'mine', objects_to_tag: [[3, dashboards['anna']]] })
    const { id } = made.body as { id: number }
    expect(await objectsWith('anna', 'mine')).toEqual(['of anna'])
    expect((await call('bert', 'PUT', `/api/v1/tag/${id}`, { name: 'his' })).status).toBe(403)
    expect((await call('bert', 'DELETE', `/api/v1/tag/${id}`)).status).toBe(403)
    expect((await call('anna', 'PUT', `/api/v1/tag/${id}`, { name: 'renamed' })).status).toBe(200)
    expect((await call('admin', 'DELETE', '/api/v1/tag/?q=!(renamed)')).body).toEqual({ message: 'Deleted 1 tag' })
    expect((await call('admin', 'DELETE', '/api/v1/tag/?q=!(renamed)')).status).toBe(404)
  })

  it('a change of the objects of a tag keeps those that its user does not see', async () => {
    const made = await call('anna', 'POST', '/api/v1/tag/', { name: 'shared', objects_to_tag: [] })
    const { id } = made.body as { id: number }
    const tagging = { properties: { tags: ['shared'] } }
    for (const user of ['admin', 'anna'])
      await call(user, 'POST', `/api/v1/tag/dashboard/${dashboards[user]}/`, tagging)
    expect((await call('anna', 'PUT', `/api/v1/tag/${id}`, { objects_to_tag: [] })).status).toBe(200)
    expect(await objectsWith('admin', 'shared')).toEqual(['of admin'])
  })

  it('a change of a tag needs no right on the objects that already have it', async () => {
    const made = await call('anna', 'POST', '/api/v1/tag/', { name: 'team', objects_to_tag: [] })
    const { id } = made.body as { id: number }
    const { db } = server.services
    const gamma = await db.selectFrom('roles').select('id').where('name', '=', 'Gamma').executeTakeFirstOrThrow()
    const foreign = dashboards['admin'] ?? 0
    const shown = { published: true, roles: [gamma.id] }
    expect((await call('admin', 'PUT', `/api/v1/dashboard/${foreign}`, shown)).status).toBe(200)
    const tagging = { properties: { tags: ['team'] } }
    await call('admin', 'POST', `/api/v1/tag/dashboard/${foreign}/`, tagging)
    const both = [
      [3, foreign],
      [3, dashboards['anna']],
    ]
    expect((await call('anna', 'PUT', `/api/v1/tag/${id}`, { objects_to_tag: both })).status).toBe(200)
    expect((await objectsWith('anna', 'team')).sort()).toEqual(['of admin', 'of anna'])
    // after the tag was removed, adding it again changes the object
    expect((await call('anna', 'PUT', `/api/v1/tag/${id}`, { objects_to_tag: [] })).status).toBe(200)
    expect((await call('anna', 'PUT', `/api/v1/tag/${id}`, { objects_to_tag: both })).status).toBe(403)
  })

  it('of objects that a user may not change are not set in bulk', async () => {
    const objects = [
      [3, dashboards['anna']],
      [3, dashboards['bert']],
    ]
    const { body } = await call('anna', 'POST', '/api/v1/tag/bulk_create', {
      tags: [{ name: 'bulk', objects_to_tag: objects }],
    })
    expect(body).toEqual({
      result: {
        objects_tagged: [['dashboard', dashboards['anna']]],
        objects_skipped: [['dashboard', dashboards['bert']]],
      },
    })
  })

  it.each([[['a,b']], [[' a']], ['text'], [{ a: 1 }], [[1]]])('%j is not a list of names', async (names) => {
    const url = `/tagview/tags/dashboard/${dashboards['anna']}/`
    expect((await call('anna', 'POST', url, names as object)).status).toBe(400)
  })
})
