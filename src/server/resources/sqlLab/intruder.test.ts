import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ResultAnswer } from '../../../model/sqlLab/sqlLabAnswers.ts'
import { loadBirths } from '../../chartData/testing/entities.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { hasShared } from '../../testing/shared.ts'

let server: TestApp
const tokens = new Map<string, string>()
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

async function call(user: string, method: Method, url: string, body?: object | URLSearchParams) {
  const token = tokens.get(user) ?? (await server.token(user))
  tokens.set(user, token)
  const isForm = body instanceof URLSearchParams
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  return server.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': type } : {}) },
    payload: body && (isForm ? body.toString() : JSON.stringify(body)),
  })
}

/** What another user may not see, change or stop. */
interface Owned {
  saved: number
  tab: number
  table: number
  query: number
  clientId: string
  key: string
}

const secret = 'select 4711 as secret'

async function ownedBy(user: string): Promise<Owned> {
  const json = async <T>(...request: [Method, string, (object | URLSearchParams)?]): Promise<T> => {
    const response = await call(user, ...request)
    expect(response.statusCode, response.body).toBeLessThan(300)
    return response.json<T>()
  }
  const form = (name: string, value: object) => new URLSearchParams({ [name]: JSON.stringify(value) })
  const { id: tab } = await json<{ id: number }>(
    'POST',
    '/tabstateview/',
    form('queryEditor', { name: 'Own', dbId: 1 }),
  )
  const { id: table } = await json<{ id: number }>(
    'POST',
    '/tableschemaview/',
    form('table', { queryEditorId: tab, dbId: 1, schema: 'main', name: 'birth_names' }),
  )
  const clientId = `own${user}`
  const body = { database_id: 1, sql: secret, client_id: clientId, sql_editor_id: String(tab), tab: 'Own' }
  const ran = await json<ResultAnswer>('POST', '/api/v1/sqllab/execute/', body)
  const named = { tab_id: tab, key: ran.query.resultsKey, name: 'hidden' }
  await json('POST', '/api/v1/sqllab/named_result/', named)
  const made = { db_id: 1, label: 'Own', sql: secret, schema: 'main' }
  const { id: saved } = await json<{ id: number }>('POST', '/api/v1/saved_query/', made)
  return { saved, tab, table, query: ran.query.queryId, clientId, key: ran.query.resultsKey ?? '' }
}

describe.skipIf(!hasShared)('SQL Lab and an intruder (needs ../shared)', () => {
  let owned: Owned

  beforeAll(async () => {
    server = await startApp({ SEXTANT_EXAMPLES: 'false' })
    await loadBirths(server.services)
    for (const name of ['owner', 'intruder'])
      await server.grant(await server.addUser(name, ['Alpha', 'sql_lab']), [{ databaseId: 1 }])
    owned = await ownedBy('owner')
  }, 120_000)
  afterAll(() => server?.close())

  const attempts: [what: string, (of: Owned) => [Method, string, (object | URLSearchParams)?]][] = [
    ['reads a saved query', ({ saved }) => ['GET', `/api/v1/saved_query/${saved}`]],
    ['changes a saved query', ({ saved }) => ['PUT', `/api/v1/saved_query/${saved}`, { sql: 'select 1' }]],
    ['deletes a saved query', ({ saved }) => ['DELETE', `/api/v1/saved_query/${saved}`]],
    ['deletes saved queries', ({ saved }) => ['DELETE', `/api/v1/saved_query/?q=!(${saved})`]],
    ['exports a saved query', ({ saved }) => ['GET', `/api/v1/saved_query/export/?q=!(${saved})`]],
    [
      'changes a saved query by the old form',
      ({ saved }) => ['PUT', `/savedqueryviewapi/api/update/${saved}`, new URLSearchParams({ label: 'Mine' })],
    ],
    ['reads a query of the history', ({ query }) => ['GET', `/api/v1/query/${query}`]],
    ['stops a query', ({ clientId }) => ['POST', '/api/v1/query/stop', { client_id: clientId }]],
    ['reads a result', ({ key }) => ['GET', `/api/v1/sqllab/results/?q=(key:'${key}')`]],
    ['reads a result by the old address', ({ key }) => ['GET', `/superset/results/${key}/`]],
    ['downloads a result', ({ clientId }) => ['GET', `/api/v1/sqllab/export/${clientId}/`]],
    ['downloads a result by the old address', ({ clientId }) => ['GET', `/superset/csv/${clientId}`]],
    [
      'names a result for an own tab',
      ({ key }) => ['POST', '/api/v1/sqllab/named_result/', { tab_id: 1, key, name: 'stolen' }],
    ],
    ['lists the named results of a tab', ({ tab }) => ['GET', `/api/v1/sqllab/named_result/${tab}/`]],
    ['deletes a named result', ({ tab }) => ['DELETE', `/api/v1/sqllab/named_result/${tab}/hidden`]],
    [
      'reads a named result in SQL',
      ({ tab }) => [
        'POST',
        '/api/v1/sqllab/execute/',
        { database_id: 1, sql: 'select * from scratch.hidden', client_id: 'thief', sql_editor_id: String(tab) },
      ],
    ],
    [
      'runs a query under a taken id',
      ({ clientId }) => ['POST', '/api/v1/sqllab/execute/', { database_id: 1, sql: 'select 1', client_id: clientId }],
    ],
    ['reads a tab', ({ tab }) => ['GET', `/tabstateview/${tab}`]],
    ['changes a tab', ({ tab }) => ['PUT', `/tabstateview/${tab}`, new URLSearchParams({ label: '"Mine"' })]],
    ['activates a tab', ({ tab }) => ['POST', `/tabstateview/${tab}/activate`]],
    ['deletes a tab', ({ tab }) => ['DELETE', `/tabstateview/${tab}`]],
    ['deletes a query of a tab', ({ tab, clientId }) => ['DELETE', `/tabstateview/${tab}/query/${clientId}`]],
    ['deletes a table of a tab', ({ table }) => ['DELETE', `/tableschemaview/${table}`]],
    [
      'expands a table of a tab',
      ({ table }) => ['POST', `/tableschemaview/${table}/expanded`, new URLSearchParams({ expanded: 'false' })],
    ],
    [
      'shows a table in a tab',
      ({ tab }) => [
        'POST',
        '/tableschemaview/',
        new URLSearchParams({ table: JSON.stringify({ queryEditorId: tab, dbId: 1, schema: 'main', name: 'x' }) }),
      ],
    ],
    [
      'charts a query',
      ({ query }) => [
        'POST',
        '/api/v1/chart/data',
        { datasource: { id: query, type: 'query' }, queries: [{ columns: ['secret'] }] },
      ],
    ],
    ['reads the columns of a query', ({ query }) => ['GET', `/datasource/get/query/${query}/`]],
    ['reads the values of a query', ({ query }) => ['GET', `/api/v1/datasource/query/${query}/column/secret/values/`]],
    ['tags a saved query', ({ saved }) => ['POST', `/api/v1/tag/query/${saved}/`, { properties: { tags: ['mine'] } }]],
  ]

  it.each(attempts)('%s of another user: rejected, and nothing of it is revealed', async (_what, attempt) => {
    const response = await call('intruder', ...attempt(owned))
    expect(response.statusCode, response.body.slice(0, 300)).toBeGreaterThanOrEqual(400)
    expect(response.statusCode).toBeLessThan(500)
    expect(response.body).not.toContain('4711')
  })

  it('lists contain only objects of the user', async () => {
    const lists = ['/api/v1/saved_query/', '/api/v1/query/', '/api/v1/query/updated_since?q=(last_updated_ms:0)']
    for (const url of [...lists, '/api/v1/sqllab/', '/superset/search_queries?search_text=4711']) {
      const { statusCode, body } = await call('intruder', 'GET', url)
      expect([url, statusCode, body.includes('4711')]).toEqual([url, 200, false])
    }
    const guess = "(filters:!((col:sql,opr:ct,value:'4711')))"
    expect((await call('intruder', 'GET', `/api/v1/query/?q=${guess}`)).json()).toMatchObject({ count: 0 })
  })

  it("a query of another user cannot be moved into a user's own tab", async () => {
    const mine = await call(
      'intruder',
      'POST',
      '/tabstateview/',
      new URLSearchParams({ queryEditor: JSON.stringify({ name: 'Mine', dbId: 1 }) }),
    )
    const { id } = mine.json<{ id: number }>()
    const move = new URLSearchParams({ queryId: JSON.stringify(owned.clientId) })
    await call('intruder', 'POST', `/tabstateview/${id}/migrate_query`, move)
    expect((await call('intruder', 'GET', `/tabstateview/${id}`)).body).not.toContain('4711')
    for (const change of [{ latest_query_id: owned.clientId }, { saved_query_id: owned.saved }]) {
      const fields = Object.fromEntries(Object.entries(change).map(([name, value]) => [name, JSON.stringify(value)]))
      const response = await call('intruder', 'PUT', `/tabstateview/${id}`, new URLSearchParams(fields))
      expect(response.statusCode).toBe(400)
    }
  })

  it('the owner still has all of it', async () => {
    const { saved, tab, query, clientId } = owned
    expect((await call('owner', 'GET', `/api/v1/saved_query/${saved}`)).json()).toMatchObject({
      result: { label: 'Own', sql: secret },
    })
    expect((await call('owner', 'GET', `/tabstateview/${tab}`)).json()).toMatchObject({
      label: 'Own',
      table_schemas: [{ table: 'birth_names' }],
    })
    expect((await call('owner', 'GET', `/api/v1/query/${query}`)).json()).toMatchObject({
      result: { status: 'success' },
    })
    expect((await call('owner', 'GET', `/api/v1/sqllab/export/${clientId}/`)).body).toBe('secret\n4711\n')
    const again = {
      database_id: 1,
      sql: 'select * from scratch.hidden',
      client_id: 'again',
      sql_editor_id: String(tab),
    }
    expect((await call('owner', 'POST', '/api/v1/sqllab/execute/', again)).json()).toMatchObject({
      data: [{ secret: 4711 }],
    })
  })
})
