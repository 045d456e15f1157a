import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Administrator, administratorOf } from '../../../engine/dialects/testing/administrators.ts'
import { ENDLESS, RUNNING } from '../../../engine/dialects/testing/endless.ts'
import { ENGINE_NAMES, type EngineName, engineUri } from '../../../engine/dialects/testing/engines.ts'
import type { ResultAnswer } from '../../../model/sqlLab/sqlLabAnswers.ts'
import { startApp, type TestApp } from '../../testing/app.ts'

/** SQL Lab on real engines: names in the chosen schema, statements that describe, and stopping. */

const TABLE_TYPE: Record<EngineName, string> = {
  postgresql: '(n int)',
  mariadb: '(n int)',
  clickhouse: '(n Int32) ENGINE = Memory',
  trino: '(n integer)',
}

describe.each(ENGINE_NAMES)('SQL Lab on %s', (name) => {
  const uri = engineUri(name)
  describe.skipIf(uri === undefined)('(needs the engine)', () => {
    let server: TestApp
    let administrator: Administrator
    let token = ''
    let databaseId = 0
    let clients = 0

    const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
      server.app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload ? { payload } : {}) })
    const run = (sql: string, more: object = {}) =>
      call('POST', '/api/v1/sqllab/execute/', { database_id: databaseId, sql, client_id: `e${++clients}`, ...more })
    const stateOf = async (client_id: string) => {
      const found = server.services.db.selectFrom('queries').select('status').where('client_id', '=', client_id)
      return (await found.executeTakeFirst())?.status ?? 'pending'
    }
    const counted = async (schema: string) => {
      const response = await run('select count(*) as n from looked_up', { schema })
      expect(response.statusCode, response.body).toBe(200)
      return response.json<ResultAnswer>().data
    }

    beforeAll(async () => {
      administrator = await administratorOf(name, uri as string)
      for (const schema of ['lab_one', 'lab_two']) {
        await administrator.execute(
          name === 'postgresql' || name === 'trino' ? `CREATE SCHEMA ${schema}` : `CREATE DATABASE ${schema}`,
        )
        await administrator.execute(`CREATE TABLE ${schema}.looked_up ${TABLE_TYPE[name]}`)
      }
      await administrator.execute('INSERT INTO lab_two.looked_up VALUES (1)')
      server = await startApp({ SEXTANT_EXAMPLES: 'false', SEXTANT_DATABASE_HOSTS: '127.0.0.1' })
      token = await server.token('admin')
      const made = await call('POST', '/api/v1/database/', { database_name: name, sqlalchemy_uri: uri })
      expect(made.statusCode, made.body).toBe(201)
      databaseId = made.json<{ id: number }>().id
    }, 240_000)
    afterAll(async () => {
      await server?.close()
      await administrator?.execute('DROP TABLE lab_one.looked_up')
      await administrator?.execute('DROP TABLE lab_two.looked_up')
      for (const schema of ['lab_one', 'lab_two'])
        await administrator
          ?.execute(`DROP SCHEMA ${schema}`)
          .catch(() => administrator.execute(`DROP DATABASE ${schema}`))
      await administrator?.close()
    }, 120_000)

    it('looks names up in the schema of the tab, one query after the other', async () => {
      expect(await counted('lab_two')).toEqual([{ n: 1 }])
      expect(await counted('lab_one')).toEqual([{ n: 0 }])
      expect(await counted('lab_two')).toEqual([{ n: 1 }])
      // back in the schema of the connection, which has no such table
      expect((await run('select count(*) as n from looked_up')).statusCode).toBe(400)
      for (const schema of ['nope', 'LAB_TWO; drop table x', 'a`b', "a'b", 'a"b', 'lab\r\nX: y']) {
        expect((await run('select * from looked_up', { schema })).statusCode, schema).toBe(400)
      }
      expect(await counted('lab_two')).toEqual([{ n: 1 }])
    })

    it('shows how a query would run', async () => {
      const response = await run('explain select count(*) from looked_up', { schema: 'lab_two' })
      expect(response.statusCode, response.body).toBe(200)
      expect(response.json<ResultAnswer>().data.length).toBeGreaterThan(0)
    })

    it('stops a query within a second', async () => {
      const started = run(ENDLESS[name], { client_id: 'endless' })
      const list = RUNNING[name]
      const running = () => (list ? administrator.execute(list) : stateOf('endless'))
      await expect.poll(running, { timeout: 30_000 }).not.toEqual(list ? [] : 'pending')
      const from = performance.now()
      expect((await call('POST', '/api/v1/query/stop', { client_id: 'endless' })).statusCode).toBe(200)
      expect((await started).statusCode).toBe(409)
      expect(performance.now() - from).toBeLessThan(1000)
      if (list) {
        const timeout = Math.max(0, 1000 - (performance.now() - from))
        await expect.poll(() => administrator.execute(list), { timeout }).toEqual([])
      }
      // the slot is free
      expect(await counted('lab_two')).toEqual([{ n: 1 }])
    })
  })
})
