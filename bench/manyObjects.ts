/** Lists, home and search with 50,000 charts and 5,000 dashboards. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { quantile, timed } from './measure.ts'
import { type BenchServer, startServer } from './server.ts'

type Report = (name: string, value: number, unit: string, goal: string) => void

const CHARTS = 50_000
const DASHBOARDS = 5_000
const ROUNDS = 15
/** A stored chart has about this many characters of form data. */
const FORM_LENGTH = 1500

/**
 * Fills the metadata store of a running server. Texts are converted to lower case as the server does, for its search
 * index.
 */
function fill(home: string): void {
  const db = new DatabaseSync(join(home, 'metadata.sqlite'), { timeout: 10_000 })
  db.function('lower', { deterministic: true }, (text) => (typeof text === 'string' ? text.toLowerCase() : text))
  db.exec('begin')
  db.exec(`insert into databases (uuid, database_name, backend, sqlalchemy_uri, created_on, changed_on)
    values ('many', 'many', 'sqlite', 'sqlite://', 0, 0)`)
  db.exec(`insert into datasets (uuid, table_name, database_id, created_on, changed_on)
    select 'many', 'many_rows', id, 0, 0 from databases where uuid = 'many'`)
  const chart =
    db.prepare(`insert into charts (uuid, slice_name, viz_type, params, datasource_id, created_on, changed_on)
    select ?, ?, 'table', ?, id, ?, ? from datasets where uuid = 'many'`)
  const params = JSON.stringify({ viz_type: 'table', text: 'x'.repeat(FORM_LENGTH) })
  for (let at = 0; at < CHARTS; at++) chart.run(`c${at}`, `Revenue of region ${at % 997}, part ${at}`, params, at, at)
  const dashboard = db.prepare(
    'insert into dashboards (uuid, dashboard_title, published, created_on, changed_on) values (?, ?, 1, ?, ?)',
  )
  for (let at = 0; at < DASHBOARDS; at++) dashboard.run(`d${at}`, `Overview ${at} of sales`, at, at)
  db.exec('commit')
  db.close()
}

const q = (text: string) => `?q=${encodeURIComponent(text)}`
const calls: [name: string, path: string, goalMs: number][] = [
  ['list of charts', `/api/v1/chart/${q('(page_size:25)')}`, 50],
  ['list of charts, by name', `/api/v1/chart/${q('(order_column:slice_name,order_direction:asc,page_size:25)')}`, 100],
  ['list of dashboards', `/api/v1/dashboard/${q('(page_size:25)')}`, 50],
  [
    'search for a chart',
    `/api/v1/chart/${q("(filters:!((col:slice_name,opr:chart_all_text,value:'region 123')),page_size:25)")}`,
    50,
  ],
  [
    'search for two letters',
    `/api/v1/chart/${q('(filters:!((col:slice_name,opr:chart_all_text,value:zz)),page_size:25)')}`,
    100,
  ],
  [
    'search for a dashboard',
    `/api/v1/dashboard/${q("(filters:!((col:dashboard_title,opr:title_or_slug,value:'view 123')),page_size:25)")}`,
    50,
  ],
  [
    'own charts of the home page',
    `/api/v1/chart/${q('(filters:!((col:created_by,opr:rel_o_m,value:1)),page_size:5,order_column:changed_on_delta_humanized,order_direction:desc)')}`,
    50,
  ],
  ['search for everything', '/api/v1/search/?text=region%20123', 100],
  ['search for everything, by a word of every chart', '/api/v1/search/?text=revenue', 100],
  ['search for everything, with a typing error', '/api/v1/search/?text=reveneu%20region%20123', 100],
  ['recent activity of the home page', '/api/v1/log/recent_activity/?q=(page_size:6)', 50],
]

async function median(server: BenchServer, path: string): Promise<number> {
  const ms: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    ms.push(
      await timed(async () => {
        const answer = await server.call('GET', path)
        if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.body.toString().slice(0, 300)}`)
      }),
    )
  }
  return quantile(ms, 0.5)
}

/** Waits until the search index contains all objects. */
async function indexed(server: BenchServer): Promise<void> {
  for (;;) {
    const { body } = await server.call('GET', '/api/v1/search/?text=revenue')
    if ((JSON.parse(body.toString()) as { is_complete: boolean }).is_complete) return
  }
}

export async function measureManyObjects(report: Report): Promise<void> {
  const server = await startServer({ examples: false })
  try {
    fill(server.home)
    await indexed(server)
    for (const [name, path, goalMs] of calls) {
      report(`${name}, 50,000 charts, 5,000 dashboards`, await median(server, path), 'ms', `<= ${goalMs}`)
    }
  } finally {
    await server.stop()
  }
}
