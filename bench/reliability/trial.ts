/** A server with a generated table, users who may read it, and requests in their names. */
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateEvents } from '../data.ts'
import { type BenchServer, startServer } from '../server.ts'

const ROWS = 500_000
const PASSWORD = 'Soak-only-8264'

export interface Trial {
  server: BenchServer
  dataset: number
  dashboard: number
  charts: number[]
  /** Bearer tokens of different users. */
  tokens: string[]
  close(): Promise<void>
}

/** Clients of the load do not wait for each other's connections. */
const agent = new Agent({ keepAlive: true, maxSockets: 4096 })

export interface Reply {
  status: number
  ms: number
  bytes: number
}

/** One request, read to its end; status 0 if the connection failed. */
export function ask(base: string, token: string, method: string, path: string, json?: unknown): Promise<Reply> {
  const since = performance.now()
  const body = json === undefined ? undefined : JSON.stringify(json)
  return new Promise((done) => {
    let bytes = 0
    const ended = (status: number) => done({ status, ms: performance.now() - since, bytes })
    const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) }
    const call = request(base + path, { method, agent, headers }, (answer) => {
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      answer.on('end', () => ended(answer.statusCode ?? 0))
      answer.on('error', () => ended(0))
    })
    call.on('error', () => ended(0))
    call.end(body)
  })
}

/** A query that no cache knows. */
export const uncached = (dataset: number, n: number) => ({
  datasource: { id: dataset, type: 'table' },
  queries: [
    {
      columns: ['city', 'product'],
      metrics: [{ expressionType: 'SQL', sqlExpression: 'sum(price * quantity)', label: 'revenue' }],
      filters: [{ col: 'customer', op: '>', val: n }],
      row_limit: 100,
      orderby: [['city', true]],
    },
  ],
})

async function made<T>(server: BenchServer, path: string, body: object): Promise<T> {
  const answer = await server.call('POST', path, body)
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.body.toString().slice(0, 300)}`)
  return JSON.parse(answer.body.toString()) as T
}

async function makeUser(server: BenchServer, at: number): Promise<string> {
  const username = `user${at}`
  const email = `${username}@example.org`
  await made(server, '/api/v1/security/users/', {
    username,
    first_name: 'User',
    last_name: String(at),
    email,
    password: PASSWORD,
    active: true,
    roles: [await adminRole(server)],
  })
  const login = { username, password: PASSWORD, provider: 'db' }
  return (await made<{ access_token: string }>(server, '/api/v1/security/login', login)).access_token
}

async function adminRole(server: BenchServer): Promise<number> {
  const answer = await server.call('GET', '/api/v1/security/roles/?q=(page_size:100)')
  const { result } = JSON.parse(answer.body.toString()) as { result: { id: number; name: string }[] }
  const role = result.find(({ name }) => name === 'Admin')
  if (!role) throw new Error('there is no role Admin')
  return role.id
}

export async function startTrial(users: number): Promise<Trial> {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-soak-data-'))
  await generateEvents(folder, ROWS)
  const server = await startServer({ examples: false, env: { SEXTANT_SIGN_INS_PER_MINUTE: '10000' } })
  server.loadTables(folder)
  rmSync(folder, { recursive: true })
  const databases = await server.call('GET', '/api/v1/database/')
  const { result } = JSON.parse(databases.body.toString()) as { result: { id: number; database_name: string }[] }
  const database = result.find(({ database_name }) => database_name === 'examples')?.id
  const { id: dataset } = await made<{ id: number }>(server, '/api/v1/dataset/', {
    database,
    table_name: 'events',
    schema: 'main',
  })
  const charts: number[] = []
  for (const column of ['region', 'city', 'product', 'channel', 'age', 'quantity']) {
    const params = {
      viz_type: 'pie',
      datasource: `${dataset}__table`,
      groupby: [column],
      metric: 'count',
      row_limit: 100,
      adhoc_filters: [],
    }
    const chart = {
      slice_name: `by ${column}`,
      viz_type: 'pie',
      datasource_id: dataset,
      datasource_type: 'table',
      params: JSON.stringify(params),
    }
    charts.push((await made<{ id: number }>(server, '/api/v1/chart/', chart)).id)
  }
  const { id: dashboard } = await made<{ id: number }>(server, '/api/v1/dashboard/', { dashboard_title: 'Soak' })
  const positions = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: charts.map((id) => `ROW-${id}`), parents: ['ROOT_ID'] },
    ...Object.fromEntries(
      charts.flatMap((chartId) => [
        [`ROW-${chartId}`, { id: `ROW-${chartId}`, type: 'ROW', children: [`CHART-${chartId}`], meta: {} }],
        [
          `CHART-${chartId}`,
          { id: `CHART-${chartId}`, type: 'CHART', children: [], meta: { chartId, width: 4, height: 50 } },
        ],
      ]),
    ),
  }
  const saved = await server.call('PUT', `/api/v1/dashboard/${dashboard}`, {
    json_metadata: JSON.stringify({ positions }),
  })
  if (saved.status !== 200) throw new Error(`the dashboard: ${saved.status} ${saved.body.toString().slice(0, 300)}`)
  const tokens: string[] = []
  for (let at = 0; at < users; at++) tokens.push(await makeUser(server, at))
  return { server, dataset, dashboard, charts, tokens, close: () => server.stop() }
}
