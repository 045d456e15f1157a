/**
 * The time that three nodes add to the queries of a dashboard in Trino, compared with the same SQL sent directly to
 * Trino.
 */
import { quantile, timed } from '../../bench/measure.ts'
import { TrinoClient } from '../../src/engine/dialects/trino/client.ts'
import { ADMIN, type Cluster } from '../cluster/startCluster.ts'
import { refreshingDashboard } from './kiosk.ts'
import { readStream } from './people.ts'
import type { Report } from './report.ts'
import { createVisitor, resultOf, type Visitor } from './visitor.ts'

const CHARTS = 20
const WARM_UP_ROUNDS = 3
const ROUNDS = 10
const PATIENCE_MS = 60_000
/** The proxy chooses the node of a session: at most this many sessions are opened until each node has one. */
const MOST_SESSIONS = 30
const GOAL_MS = 3

const ROWS = `SELECT a * 1000 + b AS amount, 'region ' || CAST(b % 7 AS varchar) AS region,
  'product ' || CAST(b % 40 AS varchar) AS product
  FROM UNNEST(sequence(0, 99)) AS x(a) CROSS JOIN UNNEST(sequence(0, 999)) AS y(b)`

/** Runs SQL over Trino's own protocol, with one request after another, as the driver does. */
function createDirect(uri: string): (sql: string) => Promise<void> {
  const { hostname, port, username } = new URL(uri)
  const client = new TrinoClient({ host: hostname, port: Number(port), username, database: 'memory/default' })
  return async (sql) => {
    const options = { signal: AbortSignal.timeout(PATIENCE_MS), timeoutMs: PATIENCE_MS }
    for await (const _ of client.run(sql, options));
  }
}

/** A dashboard whose charts read the table. Returns its id and those of the charts. */
async function makeDashboard(admin: Visitor, uri: string): Promise<{ id: number; charts: number[] }> {
  const make = async (path: string, json: unknown) => resultOf<{ id: number }>(await admin.send('POST', path, { json }))
  const database = await make('/api/v1/database/', { database_name: 'Trino', sqlalchemy_uri: uri })
  const dataset = await make('/api/v1/dataset/', { database: database.id, schema: 'default', table_name: 'sales' })
  const charts: number[] = []
  for (let at = 0; at < CHARTS; at += 1) {
    const params = {
      viz_type: 'pie',
      groupby: [at % 2 ? 'region' : 'product'],
      metric: { expressionType: 'SIMPLE', column: { column_name: 'amount' }, aggregate: 'SUM', label: 'amount' },
      adhoc_filters: [
        { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'amount', operator: '>', comparator: 1000 * at },
      ],
      row_limit: 100,
    }
    const chart = { slice_name: `Sales ${at}`, viz_type: 'pie', params: JSON.stringify(params) }
    charts.push((await make('/api/v1/chart/', { ...chart, datasource_id: dataset.id, datasource_type: 'table' })).id)
  }
  const { id } = await make('/api/v1/dashboard/', { dashboard_title: 'Trino' })
  const json = { json_metadata: refreshingDashboard(charts) }
  resultOf(await admin.send('PUT', `/api/v1/dashboard/${id}`, { json }))
  return { id, charts }
}

/** A session on each node. */
async function visitorsOfNodes({ address, web }: Cluster): Promise<Visitor[]> {
  const found = new Map<string | undefined, Visitor>()
  for (let session = 0; found.size < web.length; session += 1) {
    if (session === MOST_SESSIONS) throw new Error('the proxy does not use all nodes')
    const visitor = createVisitor(address, ADMIN.username, ADMIN.password)
    await visitor.signIn()
    if (found.has(visitor.node())) visitor.leave()
    else found.set(visitor.node(), visitor)
  }
  return [...found.values()]
}

async function sqlOf(admin: Visitor, chart: number): Promise<string> {
  const answer = await admin.send('GET', `/api/v1/chart/${chart}/data/?type=query`)
  return resultOf<{ result: { query: string }[] }>(answer).result[0]?.query ?? ''
}

export async function measureTrinoOverhead(cluster: Cluster, uri: string, report: Report): Promise<void> {
  const direct = createDirect(uri)
  await direct(`CREATE TABLE sales AS ${ROWS}`)
  const visitors = await visitorsOfNodes(cluster)
  const [admin] = visitors as [Visitor]
  const { id, charts } = await makeDashboard(admin, uri)
  const statements = await Promise.all(charts.map((chart) => sqlOf(admin, chart)))

  /** Runs the queries, without the cache. */
  async function show(visitor: Visitor, shown: readonly number[]): Promise<void> {
    const json = { queries: shown.map((chartId) => ({ chartId })), force: true }
    const { text } = await visitor.send('POST', `/api/v1/dashboard/${id}/data`, { json }, PATIENCE_MS)
    const { isWhole } = readStream(text)
    if (!isWhole || text.includes('"error":{')) throw new Error(text.slice(0, 400))
  }

  const [engine, product, added, whole] = [[], [], [], []] as [number[], number[], number[], number[]]
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    for (const [at, chart] of charts.entries()) {
      const visitor = visitors[(round + at) % visitors.length] as Visitor
      const engineMs = await timed(() => direct(statements[at] as string))
      const productMs = await timed(() => show(visitor, [chart]))
      if (round < WARM_UP_ROUNDS) continue
      engine.push(engineMs)
      product.push(productMs)
      added.push(productMs - engineMs)
    }
    const wholeMs = await timed(() => show(visitors[round % visitors.length] as Visitor, charts))
    if (round >= WARM_UP_ROUNDS) whole.push(wholeMs)
  }
  for (const visitor of visitors) visitor.leave()

  report('charts of the dashboard', charts.length, '')
  report('nodes', visitors.length, '')
  report('a query, sent to Trino, p50', quantile(engine, 0.5), 'ms')
  report('a query, through a node, p50', quantile(product, 0.5), 'ms')
  report('overhead of a query over Trino, p50', quantile(added, 0.5), 'ms', { most: GOAL_MS })
  report('overhead of a query over Trino, p95', quantile(added, 0.95), 'ms')
  report('the whole dashboard, p50', quantile(whole, 0.5), 'ms')
}
