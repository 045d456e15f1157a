import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Dataset } from '../../../model/dataset/dataset.ts'
import { insertDataset } from '../../chartData/testing/entities.ts'
import { ensureExamplesDatabase } from '../../embedded/tables.ts'
import { startApp, type TestApp } from '../../testing/app.ts'

describe('POST /api/v1/cachekey/invalidate', () => {
  let test: TestApp
  let databaseName: string
  let ids: { first: number; second: number; hidden: number }
  const tokens: Record<string, string> = {}

  beforeAll(async () => {
    test = await startApp({ SEXTANT_EXAMPLES: 'false' })
    const { db, now } = test.services
    const databaseId = await ensureExamplesDatabase(db, now)
    const { database_name } = await db
      .selectFrom('databases')
      .select('database_name')
      .where('id', '=', databaseId)
      .executeTakeFirstOrThrow()
    databaseName = database_name
    const dataset = (table_name: string): Dataset => ({
      id: 0,
      uuid: crypto.randomUUID(),
      table_name,
      catalog: null,
      schema: null,
      sql: 'SELECT 1 AS n UNION ALL SELECT 2',
      main_dttm_col: null,
      offset: 0,
      cache_timeout: null,
      fetch_values_predicate: null,
      template_params: null,
      extra: null,
      changed_on: 0,
      database: { id: databaseId, uuid: '', name: database_name, backend: 'duckdb', cache_timeout: null },
      columns: [],
      metrics: [],
    })
    ids = {
      first: await insertDataset(test.services, databaseId, dataset('first')),
      second: await insertDataset(test.services, databaseId, dataset('second')),
      hidden: await insertDataset(test.services, databaseId, dataset('hidden')),
    }
    tokens['admin'] = await test.token('admin')
    await test.grant(await test.addUser('gamma', ['Gamma']), [{ datasetId: ids.first }])
    await test.addUser('nobody', ['Public'])
    for (const name of ['gamma', 'nobody']) tokens[name] = await test.token(name)
  })
  afterAll(() => test.close())

  const post = (url: string, payload: object, as = 'admin') =>
    test.app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${tokens[as]}` }, payload })
  const invalidate = (payload: object, as?: string) => post('/api/v1/cachekey/invalidate', payload, as)
  const count = { expressionType: 'SQL', sqlExpression: 'count(*)', label: 'rows' }
  /** Whether the result came from the cache. */
  const isKept = async (id: number) => {
    const queries = [{ metrics: [count] }]
    const answer = await post('/api/v1/chart/data', { datasource: { id, type: 'table' }, queries })
    expect(answer.json()).toMatchObject({ result: [{ data: [{ rows: 2 }] }] })
    return answer.json().result[0].is_cached === true
  }
  const keep = async () => {
    for (const id of Object.values(ids)) await isKept(id)
    expect([await isKept(ids.first), await isKept(ids.second), await isKept(ids.hidden)]).toEqual([true, true, true])
  }

  it('invalidates the results of the given datasets, once, and of no others', async () => {
    await keep()
    const answer = await invalidate({ datasource_uids: [`${ids.first}__table`] })
    expect([answer.statusCode, answer.json()]).toEqual([201, {}])
    expect([await isKept(ids.first), await isKept(ids.second)]).toEqual([false, true])
    expect(await isKept(ids.first)).toBe(true)
  })

  it.each([
    ['the name', () => ({ datasource_name: 'second' }), true],
    ['another name', () => ({ datasource_name: 'third' }), false],
    ['another schema', () => ({ datasource_name: 'second', schema: 'elsewhere' }), false],
    ['another type', () => ({ datasource_name: 'second', datasource_type: 'query' }), false],
    ['another database', () => ({ datasource_name: 'second', database_name: 'elsewhere' }), false],
    ['no name', () => ({}), false],
  ])('finds datasets by %s', async (_, named, isFound) => {
    await keep()
    const datasource = { database_name: databaseName, datasource_type: 'table', ...named() }
    expect((await invalidate({ datasources: [datasource] })).statusCode).toBe(201)
    expect([await isKept(ids.first), await isKept(ids.second)]).toEqual([true, !isFound])
  })

  it('ignores datasets that the user may not see, and unknown ones', async () => {
    await keep()
    const uids = [`${ids.first}__table`, `${ids.hidden}__table`, '99999__table', '1__query', 'x', '-1__table', '']
    const answer = await invalidate({ datasource_uids: uids }, 'gamma')
    expect([answer.statusCode, answer.json()]).toEqual([201, {}])
    expect([await isKept(ids.first), await isKept(ids.hidden)]).toEqual([false, true])
  })

  it('does not change the definition of the dataset', async () => {
    const read = () =>
      test.services.db.selectFrom('datasets').selectAll().where('id', '=', ids.first).executeTakeFirst()
    const { answers_version: before = 0, ...definition } = (await read()) ?? {}
    await invalidate({ datasource_uids: [`${ids.first}__table`] })
    expect(await read()).toEqual({ ...definition, answers_version: before + 1 })
  })

  it.each([
    [{ nonsense: 1 }, /^\{'nonsense': \['Unknown field\.'\]\}$/],
    [{ datasource_uids: [7] }, /datasource_uids.*0.*Not a valid string/],
    [{ datasource_uids: 'x' }, /datasource_uids.*Not a valid list/],
    [{ datasources: [{ datasource_type: 'nope' }] }, /datasources.*0.*datasource_type/],
    [{ datasources: [{}] }, /datasources.*0.*datasource_type.*Missing data for required field/],
    [[], /./],
  ])('refuses %j', async (body, message) => {
    const answer = await invalidate(body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toMatch(message)
  })

  it('requires the permission', async () => {
    expect((await invalidate({}, 'nobody')).statusCode).toBe(403)
    const answer = await test.app.inject({ method: 'POST', url: '/api/v1/cachekey/invalidate', payload: {} })
    expect(answer.statusCode).toBe(401)
  })
})
