import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'

let server: TestApp
let dashboard: number
const tokens = new Map<string, string>()
const ids: Record<string, number> = {}
const call = async (user: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
  const options: InjectOptions = { method, url, headers: { authorization: `Bearer ${tokens.get(user)}` } }
  const answer = await server.app.inject(payload === undefined ? options : { ...options, payload })
  return { status: answer.statusCode, body: JSON.parse(answer.body) as unknown }
}
const json_metadata = JSON.stringify({ nativeFilters: {}, dataMask: { a: 1 } })
const create = (user: string, more: object) =>
  call(user, 'POST', `/api/v1/dashboard/${dashboard}/filtersets`, { name: 'set', json_metadata, ...more })
const idOf = ({ body }: { body: unknown }) => (body as { id: number }).id

beforeAll(async () => {
  server = await startApp({ SEXTANT_EXAMPLES: 'false' })
  for (const user of ['anna', 'bert']) ids[user] = await server.addUser(user, ['Gamma'])
  for (const user of ['admin', 'anna', 'bert']) tokens.set(user, await server.token(user))
  const made = await call('anna', 'POST', '/api/v1/dashboard/', {
    dashboard_title: 'Sales',
    owners: [ids['anna'], ids['bert']],
    published: true,
  })
  dashboard = idOf(made)
  await call('anna', 'PUT', `/api/v1/dashboard/${dashboard}`, { owners: [ids['anna']] })
  const { id } = await server.services.db
    .selectFrom('roles')
    .select('id')
    .where('name', '=', 'Gamma')
    .executeTakeFirstOrThrow()
  await call('anna', 'PUT', `/api/v1/dashboard/${dashboard}`, { roles: [id] })
})
afterAll(() => server.close())

describe('filter sets', () => {
  it('of a user are seen and changed by that user only, not even by administrators', async () => {
    const url = `/api/v1/dashboard/${dashboard}/filtersets`
    const id = idOf(await create('anna', { owner_type: 'User', owner_id: ids['anna'] }))
    expect(await call('bert', 'GET', url)).toMatchObject({ body: { count: 0 } })
    expect(await call('admin', 'GET', url)).toMatchObject({ body: { count: 0 } })
    expect((await call('bert', 'PUT', `${url}/${id}`, { name: 'x' })).status).toBe(404)
    expect(await call('bert', 'DELETE', `${url}/${id}`)).toEqual({ status: 200, body: {} })
    expect(await call('anna', 'PUT', `${url}/${id}`, { name: 'renamed' })).toMatchObject({ body: { name: 'renamed' } })
    expect(await call('anna', 'GET', url)).toMatchObject({ body: { ids: [id] } })
    expect(await call('anna', 'DELETE', `${url}/${id}`)).toEqual({ status: 200, body: { id } })
    expect(await call('anna', 'GET', url)).toMatchObject({ body: { ids: [] } })
  })

  it('of a dashboard are seen by its readers and changed by its owners', async () => {
    const url = `/api/v1/dashboard/${dashboard}/filtersets`
    expect((await create('bert', { owner_type: 'Dashboard' })).status).toBe(403)
    const id = idOf(await create('anna', { owner_type: 'Dashboard' }))
    expect(await call('bert', 'GET', url)).toMatchObject({ body: { ids: [id] } })
    expect((await call('bert', 'PUT', `${url}/${id}`, { name: 'x' })).status).toBe(403)
    expect((await call('bert', 'DELETE', `${url}/${id}`)).status).toBe(403)
    expect((await call('anna', 'DELETE', `${url}/${id}`)).status).toBe(200)
    expect(await call('bert', 'GET', url)).toMatchObject({ body: { ids: [] } })
  })

  it('cannot be created for another user', async () => {
    expect((await create('bert', { owner_type: 'User', owner_id: ids['anna'] })).status).toBe(403)
  })

  it('are transferred to a dashboard by its owners only', async () => {
    const id = idOf(await create('bert', { owner_type: 'User', owner_id: ids['bert'] }))
    const url = `/api/v1/dashboard/${dashboard}/filtersets/${id}`
    expect((await call('bert', 'PUT', url, { owner_type: 'Dashboard' })).status).toBe(403)
  })

  it('of a dashboard that a user may not see are missing', async () => {
    const hidden = idOf(await call('anna', 'POST', '/api/v1/dashboard/', { dashboard_title: 'Hidden' }))
    expect(await call('bert', 'GET', `/api/v1/dashboard/${hidden}/filtersets`)).toEqual({
      status: 404,
      body: { message: `dashboard '${hidden}' not found` },
    })
  })
})
