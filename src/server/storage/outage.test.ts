import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FaultyProxy, startFaultyProxy } from '../../engine/run/testing/faultyProxy.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { freePort } from '../testing/freePort.ts'
import { postgresPrograms, startPostgres, type TestPostgres } from '../testing/postgres.ts'

describe.skipIf(!postgresPrograms())('while the metadata database on PostgreSQL fails', () => {
  let postgres: TestPostgres
  let proxy: FaultyProxy
  let server: TestApp
  let authorization: string
  let databaseUrl: URL

  beforeAll(async () => {
    const port = await freePort()
    postgres = await startPostgres(port)
    databaseUrl = new URL(await postgres.createDatabase())
    proxy = await startFaultyProxy(port)
    databaseUrl.port = String(proxy.port)
    server = await startApp({ DATABASE_URL: databaseUrl.href, SEXTANT_EXAMPLES: 'false' })
    authorization = `Bearer ${await server.token('admin')}`
  }, 120_000)
  afterAll(async () => {
    proxy?.pass()
    await server?.close()
    await proxy?.close()
    await postgres?.stop()
  })

  const get = (url: string) => server.app.inject({ url, headers: { authorization } })
  const expectUnavailable = async (url: string) => {
    const answer = await get(url)
    expect(answer.statusCode, answer.body).toBe(503)
    expect(answer.headers['retry-after']).toBe('1')
  }
  const untilReady = async () => {
    while ((await get('/health/ready')).statusCode !== 200) await pause(50)
    expect((await get('/api/v1/dashboard/')).statusCode).toBe(200)
  }

  it.each(['hang', 'reset'] as const)('%s: requests answer 503, and work again when it is back', async (fault) => {
    await untilReady()
    proxy[fault]()
    await Promise.all(Array.from({ length: 30 }, () => expectUnavailable('/api/v1/dashboard/')))
    await expectUnavailable('/health/ready')
    expect((await get('/health/live')).statusCode).toBe(200)
    const page = await server.app.inject({ url: '/superset/welcome/', headers: { cookie: 'session=unknown' } })
    expect(page.statusCode).toBe(503)
    proxy.pass()
    await untilReady()
  })

  it('a statement that only takes long is not an outage', async () => {
    await untilReady()
    const { sql } = await import('kysely')
    const { rows } = await sql<{ n: number }>`select 7 as n from pg_sleep(3)`.execute(server.services.db)
    expect(rows).toEqual([{ n: 7 }])
    expect((await get('/api/v1/dashboard/')).statusCode).toBe(200)
  })

  it('a change whose transaction hangs is reported, and its connection is not used again', async () => {
    await untilReady()
    const { db } = server.services
    const failed = db.transaction().execute(async (trx) => {
      await trx.selectFrom('users').select('id').execute()
      proxy.hang()
      await trx.selectFrom('users').select('id').execute()
    })
    await expect(failed).rejects.toMatchObject({ status: 503 })
    proxy.pass()
    await untilReady()
  })
})
