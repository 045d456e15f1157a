/**
 * A cross filter on a dashboard of eight charts of the 3 million flights of the examples, in real Chromium: the time
 * from the click until all charts are repainted, and the longest task in between.
 */
import type { Page } from 'playwright-core'
import { chromiumPath, launchBrowser } from '../e2e/harness/visitor.ts'
import { flightsId, signIn } from './explore.ts'
import { quantile } from './measure.ts'
import { quiet, watchedIn, watchPaints } from './paints.ts'
import { type BenchServer, json, startServer } from './server.ts'

type Report = (name: string, value: number, unit: string, goal: string) => void

/** The first `warmUp` rounds are not counted: they load code that each session loads only once. */
const [rounds, warmUp] = [24, 4]

const metric = (aggregate: string) => ({
  expressionType: 'SIMPLE',
  column: { column_name: 'delay' },
  aggregate,
  label: aggregate,
})
export const count = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'flights' }
const byDay = (viz_type: string, shown: unknown, time_grain_sqla = 'P1D') => ({
  viz_type,
  x_axis: 'date',
  time_grain_sqla,
  metrics: [shown],
  groupby: [],
  row_limit: 10_000,
})

/** The charts of the dashboard. The benchmark clicks the first one. */
export const charts: Record<string, unknown>[] = [
  { viz_type: 'pie', groupby: ['origin'], metric: count, row_limit: 12 },
  { viz_type: 'big_number_total', metric: count },
  { viz_type: 'pie', groupby: ['destination'], metric: count, row_limit: 10 },
  byDay('echarts_timeseries_line', count),
  byDay('echarts_timeseries_line', metric('AVG')),
  byDay('echarts_timeseries_bar', metric('MAX'), 'P1W'),
  byDay('echarts_area', count, 'P1W'),
  { viz_type: 'table', query_mode: 'aggregate', groupby: ['destination'], metrics: [count], row_limit: 50 },
]

export async function measureClicks(report: Report): Promise<void> {
  const chromium = chromiumPath()
  if (!chromium) {
    process.stdout.write('skipped: clicks (no Chromium; set CHROMIUM_PATH)\n')
    return
  }
  const server = await startServer({ examples: true })
  const browser = await launchBrowser(chromium)
  try {
    const dashboard = await createDashboard(server, await flightsId(server))
    // the window shows all charts, in two columns
    const context = await browser.newContext({ baseURL: server.base, viewport: { width: 1440, height: 1600 } })
    const page = await context.newPage()
    await page.addInitScript(watchPaints)
    await signIn(page)
    await page.goto(`/superset/dashboard/${dashboard}/`)
    await quiet(page, charts.length)
    const found: Click[] = []
    for (let round = 0; round < rounds; round++) found.push(await click(page, round % charts.length))
    const measured = found.slice(warmUp)
    const times = measured.map(({ ms }) => ms)
    report('cross filter, 8 charts, 3M rows: click to last repaint, p50', quantile(times, 0.5), 'ms', '<= 150')
    report('cross filter, 8 charts, 3M rows: click to last repaint, p95', quantile(times, 0.95), 'ms', '<= 300')
    report('cross filter: longest task', Math.max(...measured.map(({ task }) => task)), 'ms', '<= 50')
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function createDashboard(server: BenchServer, dataset: number): Promise<number> {
  const post = async (path: string, body: unknown) => (await json<{ id: number }>(server, 'POST', path, body)).id
  const ids: number[] = []
  for (const [at, form] of charts.entries()) {
    const params = JSON.stringify({ ...form, datasource: `${dataset}__table`, adhoc_filters: [] })
    const chart = { slice_name: `clicks ${at}`, viz_type: form['viz_type'], params }
    ids.push(await post('/api/v1/chart/', { ...chart, datasource_id: dataset, datasource_type: 'table' }))
  }
  const id = await post('/api/v1/dashboard/', { dashboard_title: 'Clicks' })
  const rows = [0, 1, 2, 3].map((row) => `ROW-${row}`)
  const positions = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: rows, parents: ['ROOT_ID'] },
    ...Object.fromEntries(
      rows.map((row, at) => [row, { id: row, type: 'ROW', children: [`CHART-${2 * at}`, `CHART-${2 * at + 1}`] }]),
    ),
    ...Object.fromEntries(
      ids.map((chartId, at) => [
        `CHART-${at}`,
        { id: `CHART-${at}`, type: 'CHART', children: [], meta: { chartId, width: 6, height: 40 } },
      ]),
    ),
  }
  await json(server, 'PUT', `/api/v1/dashboard/${id}`, { json_metadata: JSON.stringify({ positions }) })
  return id
}

interface Click {
  ms: number
  task: number
}

/** Filters by a mark of the first chart: a different mark each time, because a second click removes the filter. */
async function click(page: Page, at: number): Promise<Click> {
  const marks = page.locator('[data-chart-id]').first().getByRole('listbox')
  await marks.focus()
  await page.keyboard.press('Home')
  for (let step = 0; step < at; step++) await page.keyboard.press('ArrowRight')
  await quiet(page, charts.length)
  const started = await marks.evaluate((list) => {
    const { watched } = window as unknown as { watched: { longestTask: number } }
    watched.longestTask = 0
    const now = performance.now()
    list.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    return now
  })
  await page.waitForTimeout(50)
  await quiet(page, charts.length)
  const { lastPaint, longestTask } = await watchedIn(page)
  return { ms: lastPaint - started, task: longestTask }
}
