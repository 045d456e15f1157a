import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../testing/app.ts'

let server: TestApp
let authorization = ''
const names = async (user = authorization) => {
  const answer = await server.app.inject({
    url: '/api/v1/chart/?q=(columns:!(slice_name))',
    headers: { authorization: user },
  })
  return answer.json<{ result: { slice_name: string }[] }>().result.map((row) => row.slice_name)
}

describe('cached lists', () => {
  beforeAll(async () => {
    server = await startApp()
    authorization = `Bearer ${await server.token('admin')}`
    await server.services.db
      .insertInto('charts')
      .values({ uuid: 'a', slice_name: 'a', viz_type: 'pie', datasource_id: 1, created_on: 0, changed_on: 0 })
      .execute()
  })
  afterAll(() => server.close())

  it('show a change at once, by any user', async () => {
    expect(await names()).toEqual(['a'])
    const payload = { slice_name: 'b' }
    await server.app.inject({ method: 'PUT', url: '/api/v1/chart/1', payload, headers: { authorization } })
    expect(await names()).toEqual(['b'])
    const other = new DatabaseSync(join(server.home, 'metadata.sqlite'))
    other.exec(`update charts set slice_name = 'c'`)
    other.close()
    expect(await names()).toEqual(['c'])
  })

  it('are never those of another user', async () => {
    await server.addUser('gamma', ['Gamma'])
    expect(await names()).toEqual(['c'])
    expect(await names(`Bearer ${await server.token('gamma')}`)).toEqual([])
    expect(await names()).toEqual(['c'])
  })

  it('update relative times', async () => {
    const ago = async () => {
      const url = '/api/v1/chart/?q=(columns:!(changed_on_delta_humanized))'
      const answer = await server.app.inject({ url, headers: { authorization } })
      return answer.json<{ result: { changed_on_delta_humanized: string }[] }>().result[0]?.changed_on_delta_humanized
    }
    expect(await ago()).toBe('now')
    server.advance(300_000)
    expect(await ago()).toBe('5 minutes ago')
  })
})
