/**
 * `npm run bench [-- --json] [PART…]`: the speed of the product, measured in one run on this machine, each value with
 * its goal. Parts: overhead, dashboard, cached, exports, list, profile, start, stops, bytes, explore, clicks,
 * dashboards, languages, pivot, types, pictures, tables, lab, many, bigUpload; default:
 * all but bigUpload, which takes some minutes and 6 GB of disk.
 * Times of the product are also printed as ratios to the raw engine on the same files: ratios vary less between
 * machines.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { measureBigUpload } from './bigUpload.ts'
import { measureClicks } from './clicks.ts'
import { benchCharts } from './dashboard.ts'
import { measureDashboards } from './dashboards.ts'
import { generateEvents, ROWS } from './data.ts'
import { measureExplore } from './explore.ts'
import { measureLanguages } from './languages.ts'
import { measureManyObjects } from './manyObjects.ts'
import { type Figure, load, quantile, timed } from './measure.ts'
import { measureOverhead } from './overhead.ts'
import { measurePictures } from './pictures.ts'
import { measurePivot } from './pivot.ts'
import { measureProfile } from './profile.ts'
import { type BenchServer, familyMb, json, residentMb, startServer } from './server.ts'
import { measureSqlLab } from './sqlLab.ts'
import { measureStops } from './stops.ts'
import { measureTables } from './tables.ts'
import { measureTypes } from './types.ts'

const root = resolve(import.meta.dirname, '..')
const asJson = process.argv.includes('--json')
const parts = [
  'overhead',
  'dashboard',
  'cached',
  'exports',
  'list',
  'profile',
  'start',
  'stops',
  'bytes',
  'explore',
  'clicks',
  'dashboards',
  'languages',
  'pivot',
  'types',
  'pictures',
  'tables',
  'lab',
  'many',
  'bigUpload',
] as const
type Part = (typeof parts)[number]
/** Parts that do not need the generated table. */
const ownData: ReadonlySet<Part> = new Set([
  'stops',
  'bytes',
  'explore',
  'clicks',
  'dashboards',
  'languages',
  'pivot',
  'types',
  'pictures',
  'tables',
  'lab',
  'many',
  'bigUpload',
])
const named = process.argv.slice(2).filter((word) => word !== '--json')
const isWanted = (part: Part) => named.length === 0 || named.includes(part)
const figures: Figure[] = []

function report(name: string, value: number, unit: string, goal: string): void {
  figures.push({ name, value: Number(value.toPrecision(4)), unit, goal })
  const line = asJson
    ? JSON.stringify(figures.at(-1))
    : `${name.padEnd(58)} ${value.toFixed(value < 10 ? 2 : 0).padStart(9)} ${unit.padEnd(6)} goal ${goal}`
  process.stdout.write(`${line}\n`)
}

async function createDashboard(server: BenchServer): Promise<{ dashboard: number; charts: number[]; dataset: number }> {
  const databases = await json<{ result: { id: number; database_name: string }[] }>(server, 'GET', '/api/v1/database/')
  const database = databases.result.find((d) => d.database_name === 'examples')?.id
  const dataset = (
    await json<{ id: number }>(server, 'POST', '/api/v1/dataset/', { database, table_name: 'events', schema: 'main' })
  ).id
  const charts: number[] = []
  for (const { name, form } of benchCharts) {
    const params = { ...form, datasource: `${dataset}__table`, adhoc_filters: [] }
    const body = {
      slice_name: name,
      viz_type: form['viz_type'],
      datasource_id: dataset,
      datasource_type: 'table',
      params: JSON.stringify(params),
    }
    charts.push((await json<{ id: number }>(server, 'POST', '/api/v1/chart/', body)).id)
  }
  const dashboard = (await json<{ id: number }>(server, 'POST', '/api/v1/dashboard/', { dashboard_title: 'Bench' })).id
  const positions: Record<string, unknown> = {
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    DASHBOARD_VERSION_KEY: 'v2',
  }
  const rows = charts.map((_, i) => `ROW-${i}`)
  positions['GRID_ID'] = { id: 'GRID_ID', type: 'GRID', children: rows, parents: ['ROOT_ID'] }
  charts.forEach((chartId, i) => {
    positions[`ROW-${i}`] = {
      id: `ROW-${i}`,
      type: 'ROW',
      children: [`CHART-${i}`],
      meta: { background: 'BACKGROUND_TRANSPARENT' },
    }
    positions[`CHART-${i}`] = { id: `CHART-${i}`, type: 'CHART', children: [], meta: { chartId, width: 4, height: 50 } }
  })
  await json(server, 'PUT', `/api/v1/dashboard/${dashboard}`, { json_metadata: JSON.stringify({ positions }) })
  return { dashboard, charts, dataset }
}

/** Milliseconds until the complete data stream of a dashboard has arrived. */
async function dashboardData(
  server: BenchServer,
  dashboard: number,
  charts: number[],
  force: boolean,
): Promise<number> {
  const started = performance.now()
  const answer = await server.call('POST', `/api/v1/dashboard/${dashboard}/data`, {
    queries: charts.map((chartId) => ({ chartId })),
    force,
  })
  const ms = performance.now() - started
  const lines = answer.body.toString().trim().split('\n')
  const broken = lines.filter((line) => line.includes('"error":{'))
  if (answer.status !== 200 || broken.length)
    throw new Error(`dashboard data: ${answer.status} ${broken[0] ?? lines[0]}`)
  return ms
}

/** The generation file that the server created from events.parquet. */
function generationFile(home: string): string {
  const folder = join(home, 'data')
  const file = readdirSync(folder).find((name) => name.startsWith('events') && name.endsWith('.duckdb'))
  if (!file) throw new Error(`no generation of events in ${folder}`)
  return join(folder, file)
}

async function rawEngine(file: string): Promise<{ run(sql: string): Promise<void>; close(): void }> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(`ATTACH '${file}' AS generation (READ_ONLY)`)
  await connection.run(`CREATE VIEW events AS SELECT * FROM generation.main.data`)
  return {
    async run(sql) {
      const reader = await connection.runAndReadAll(sql)
      reader.getColumns()
    },
    close() {
      connection.closeSync()
      instance.closeSync()
    },
  }
}

async function queryTexts(server: BenchServer, charts: number[]): Promise<string[]> {
  const texts: string[] = []
  for (const id of charts) {
    const answer = await json<{ result: { query: string }[] }>(server, 'GET', `/api/v1/chart/${id}/data/?type=query`)
    texts.push(...answer.result.map((r) => r.query))
  }
  return texts
}

const EXPORT_ROWS = 1_000_000

/** Total memory growth of all server processes while a file of a million rows is written and read. */
async function measureExports(server: BenchServer, dataset: number): Promise<void> {
  const columns = ['id', 'happened_at', 'region', 'city', 'product', 'channel', 'age', 'quantity', 'price', 'returned']
  const bodyOf = (result_format: string, row_limit: number) => ({
    datasource: { id: dataset, type: 'table' },
    result_format,
    queries: [{ columns, row_limit }],
  })
  for (const format of ['csv', 'xlsx']) {
    await server.download('/api/v1/chart/data', bodyOf(format, 1000))
    const before = familyMb(server.pid)
    let peak = before
    const watch = setInterval(() => {
      peak = Math.max(peak, familyMb(server.pid))
    }, 100)
    let bytes = 0
    const ms = await timed(async () => {
      bytes = await server.download('/api/v1/chart/data', bodyOf(format, EXPORT_ROWS))
    })
    clearInterval(watch)
    report(`${format} of 1M rows x ${columns.length}: memory growth`, peak - before, 'MB', '< 150')
    report(`${format} of 1M rows x ${columns.length}: size`, bytes / 1e6, 'MB', '(reference)')
    report(`${format} of 1M rows x ${columns.length}: time`, ms / 1000, 's', '(reference)')
  }
}

async function measureCachedRows(server: BenchServer, dataset: number): Promise<void> {
  const body = {
    datasource: { id: dataset, type: 'table' },
    queries: [{ columns: ['id', 'region', 'city', 'price'], row_limit: 1000, orderby: [['id', true]] }],
  }
  const once = () => server.call('POST', '/api/v1/chart/data', body)
  await once()
  await load(once, 4, 1)
  const { perSecond, ms } = await load(once, 16, 5)
  report('cached 1,000-row answer', perSecond, 'req/s', '>= 800')
  report('cached 1,000-row answer, p99', quantile(ms, 0.99), 'ms', '<= 60')
}

async function measureList(server: BenchServer, dataset: number): Promise<void> {
  const total = (await json<{ count: number }>(server, 'GET', '/api/v1/chart/?q=(page_size:1)')).count
  for (let i = total; i < 1000; i++) {
    const params = JSON.stringify({ viz_type: 'table', datasource: `${dataset}__table` })
    await json(server, 'POST', '/api/v1/chart/', {
      slice_name: `chart ${i}`,
      viz_type: 'table',
      datasource_id: dataset,
      datasource_type: 'table',
      params,
    })
  }
  const list = () =>
    server.call(
      'GET',
      '/api/v1/chart/?q=(page:0,page_size:25,order_column:changed_on_delta_humanized,order_direction:desc)',
    )
  await load(list, 4, 1)
  const { perSecond, ms } = await load(list, 16, 5)
  report('list of 25 of 1,000 charts', perSecond, 'req/s', '>= 1500')
  report('list of 25 of 1,000 charts, p99', quantile(ms, 0.99), 'ms', '<= 50')
}

async function measureDashboard(
  server: BenchServer,
  dashboard: number,
  charts: number[],
  raw: { run(sql: string): Promise<void> },
): Promise<void> {
  const texts = await queryTexts(server, charts)
  const ratios: number[] = []
  const colds: number[] = []
  const raws: number[] = []
  for (let round = 0; round < 3; round++) {
    const rawMs = await timed(async () => {
      for (const sql of texts) await raw.run(sql)
    })
    const ms = await dashboardData(server, dashboard, charts, true)
    raws.push(rawMs)
    colds.push(ms)
    ratios.push(ms / rawMs)
  }
  report(`the same ${texts.length} queries, raw engine`, quantile(raws, 0.5), 'ms', '(reference)')
  report('20-chart dashboard, cold', quantile(colds, 0.5), 'ms', '(see ratio)')
  report('20-chart dashboard, cold, over the raw engine', quantile(ratios, 0.5), 'x', '<= 1.1')
  const first = await timed(() => dashboardData(server, dashboard, charts.slice(0, 1), true))
  report('first chart of it', first, 'ms', '<= 400')
  await dashboardData(server, dashboard, charts, false)
  const cached = []
  for (let i = 0; i < 20; i++) cached.push(await dashboardData(server, dashboard, charts, false))
  report('20-chart dashboard, cached, data', quantile(cached, 0.5), 'ms', '<= 100')
}

/** Second start with the same home folder: the time a user waits for each later start. */
async function measureStart(home: string): Promise<void> {
  const starts: number[] = []
  const stops: number[] = []
  for (let i = 0; i < 5; i++) {
    const server = await startServer({ home, examples: false })
    starts.push(server.healthyMs)
    if (i === 4) {
      await new Promise((done) => setTimeout(done, 3000))
      report('idle memory, web process', residentMb(server.pid), 'MB', '<= 150')
    }
    stops.push(await timed(() => server.stop()))
  }
  report('stop of an idle server, slowest', quantile(stops, 1), 'ms', '<= 5000')
  report('start of an installed tree to healthy', quantile(starts, 0.5), 'ms', '<= 1000')
}

function measureBytes(): void {
  const output = execFileSync(process.execPath, ['scripts/byteBudget.ts'], { cwd: root }).toString()
  const total = /([\d.]+) KB\s+dashboard route/.exec(output)
  report('first JS of the dashboard route with a line chart', Number(total?.[1] ?? Number.NaN), 'KB br', '<= 350')
}

const cache = join(root, 'node_modules/.cache/bench')

/** The parts that measure the generated table. */
async function measureEvents(home: string): Promise<void> {
  if (!asJson) process.stdout.write(`${ROWS.toLocaleString('en')} rows x 12 columns, Node ${process.version}\n`)
  await generateEvents(cache)
  const server = await startServer({ home, examples: false, rowLimit: EXPORT_ROWS })
  try {
    server.loadTables(cache)
    const { dashboard, charts, dataset } = await createDashboard(server)
    const raw = await rawEngine(generationFile(home))
    if (isWanted('overhead')) await measureOverhead(server, dataset, raw, report)
    if (isWanted('dashboard')) await measureDashboard(server, dashboard, charts, raw)
    raw.close()
    if (isWanted('cached')) await measureCachedRows(server, dataset)
    if (isWanted('exports')) await measureExports(server, dataset)
    if (isWanted('list')) await measureList(server, dataset)
    if (isWanted('profile')) await measureProfile(server, dataset, report)
  } finally {
    await server.stop()
  }
  if (isWanted('start')) await measureStart(home)
}

const unknown = named.find((word) => !parts.includes(word as Part))
if (unknown !== undefined) {
  process.stderr.write(`Unknown part: ${unknown}. Parts: ${parts.join(', ')}\n`)
  process.exit(2)
}
const home = mkdtempSync(join(tmpdir(), 'sextant-bench-'))
try {
  if (parts.some((part) => !ownData.has(part) && isWanted(part))) await measureEvents(home)
  if (isWanted('stops')) await measureStops(report)
  if (isWanted('bytes')) measureBytes()
  if (isWanted('explore')) await measureExplore(report)
  if (isWanted('clicks')) await measureClicks(report)
  if (isWanted('dashboards')) await measureDashboards(report)
  if (isWanted('languages')) await measureLanguages(report)
  if (isWanted('pivot')) await measurePivot(report)
  if (named.includes('bigUpload')) await measureBigUpload(report)
  if (isWanted('types')) await measureTypes(report)
  if (isWanted('pictures')) await measurePictures(report)
  if (isWanted('tables')) measureTables(report)
  if (isWanted('lab')) await measureSqlLab(report)
  if (isWanted('many')) await measureManyObjects(report)
} finally {
  rmSync(home, { recursive: true, force: true })
}
