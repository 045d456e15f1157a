/**
 * The chart builder on the 3 million flights of the examples, in real Chromium: the time from Update to the new
 * rendering for queries that are not cached, from a style change to the new rendering, and the scripts of a first
 * visit.
 */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { drawn, unsavedChart } from '../e2e/harness/explore.ts'
import { chromiumPath, launchBrowser } from '../e2e/harness/visitor.ts'
import { type Manifest, outDir } from '../scripts/webManifest.ts'
import { quantile } from './measure.ts'
import { type BenchServer, PASSWORD, startServer } from './server.ts'

type Report = (name: string, value: number, unit: string, goal: string) => void

const manifestFile = join(resolve(import.meta.dirname, '..'), outDir, '.vite/manifest.json')
const rounds = 12

const average = { expressionType: 'SIMPLE', column: { column_name: 'delay' }, aggregate: 'AVG', label: 'delay' }
const latest = { expressionType: 'SIMPLE', column: { column_name: 'delay' }, aggregate: 'MAX', label: 'latest' }

interface Measured {
  form: Record<string, unknown>
  /** a control that accepts any number: each number results in a different query */
  limit: string
  limits: (round: number) => number
  /** a checkbox of the Customize tab */
  look: string
}

const charts: Measured[] = [
  {
    form: { viz_type: 'echarts_timeseries_bar', x_axis: 'origin', metrics: [average], groupby: [], row_limit: 100 },
    limit: 'Row limit',
    limits: (round) => 40 + round,
    look: 'Data zoom',
  },
  {
    form: {
      viz_type: 'echarts_timeseries_line',
      x_axis: 'date',
      time_grain_sqla: 'P1D',
      metrics: [average],
      groupby: ['origin'],
      limit: 5,
    },
    limit: 'Row limit',
    limits: (round) => 9000 + round,
    look: 'Marker',
  },
  {
    form: { viz_type: 'pie', groupby: ['origin'], metric: latest, row_limit: 10 },
    limit: 'Row limit',
    limits: (round) => 11 + round,
    look: 'Donut',
  },
  {
    form: { viz_type: 'table', query_mode: 'aggregate', groupby: ['origin'], metrics: [average, latest] },
    limit: 'Row limit',
    limits: (round) => 150 + round,
    look: 'Cell bars',
  },
]

/** ECharts modules that the builder does not need for a line chart. */
const others = ['bar', 'pie', 'scatter', 'polar', 'zoom'].map((part) => `src/charts/shared/echarts/${part}.ts`)

export async function measureExplore(report: Report): Promise<void> {
  const chromium = chromiumPath()
  if (!chromium) {
    process.stdout.write('skipped: the chart builder (no Chromium; set CHROMIUM_PATH)\n')
    return
  }
  const server = await startServer({ examples: true })
  const browser = await launchBrowser(chromium)
  try {
    const dataset = await flightsId(server)
    const context = await browser.newContext({
      baseURL: server.base,
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await signIn(page)
    await measureFirstVisit(page, dataset, report)
    const updates: number[] = []
    const looks: number[] = []
    for (const chart of charts) {
      await openChart(page, dataset, chart.form)
      for (let round = 0; round < rounds; round++) {
        const ms = await update(page, chart, round)
        // the first round warms up code that every session loads once
        if (round > 0) updates.push(ms)
      }
      looks.push(...(await look(page, chart.look)))
    }
    report('explore, 3M rows: Update to the new rendering, p50', quantile(updates, 0.5), 'ms', '<= 200')
    report('explore, 3M rows: Update to the new rendering, p95', quantile(updates, 0.95), 'ms', '')
    report('explore: a style change to the new rendering, p50', quantile(looks, 0.5), 'ms', '<= 50')
    report('explore: a style change to the new rendering, p95', quantile(looks, 0.95), 'ms', '')
  } finally {
    await browser.close()
    await server.stop()
  }
}

export async function flightsId(server: BenchServer): Promise<number> {
  const answer = await server.call('GET', '/api/v1/dataset/?q=(page_size:100)')
  const { result } = JSON.parse(answer.body.toString()) as { result: { id: number; table_name: string }[] }
  const id = result.find((dataset) => dataset.table_name === 'flights_2001')?.id
  if (id === undefined) throw new Error('the examples have no flights_2001')
  return id
}

export async function signIn(page: Page): Promise<void> {
  await page.goto('/login/')
  await page.getByLabel('Username').fill('admin')
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(/welcome/)
}

/** Opens the builder with control values that were never saved. */
async function openChart(page: Page, dataset: number, form: Record<string, unknown>): Promise<void> {
  await page.goto(await unsavedChart(page, dataset, form))
  await drawn(page)
}

/** Scripts that a first visit with a line chart loads, in bytes as sent. */
async function measureFirstVisit(page: Page, dataset: number, report: Report): Promise<void> {
  const line = charts[1] as Measured
  await openChart(page, dataset, line.form)
  await page.waitForLoadState('networkidle')
  const scripts = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, bytes: encodedBodySize })),
  )
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest
  const foreign = others.filter((source) => scripts.some(({ name }) => name.endsWith(`/${manifest[source]?.file}`)))
  const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0)
  report('explore with a line chart, first JS as sent', bytes / 1000, 'KB br', '<= 600')
  report('chart families loaded that are not shown', foreign.length, '', '0')
}

/** Changes the limit and clicks Update: the time until the result has been painted. */
async function update(page: Page, { limit, limits }: Measured, round: number): Promise<number> {
  await page.getByRole('combobox', { name: limit, exact: true }).click()
  await page.getByRole('combobox', { name: `Search ${limit}` }).fill(String(limits(round)))
  await page.keyboard.press('Enter')
  await page.getByText('Your chart is not up to date').waitFor()
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        const started = performance.now()
        const keys = { key: 'Enter', ctrlKey: true, bubbles: true }
        document.dispatchEvent(new KeyboardEvent('keydown', keys))
        let wasBusy = false
        function watch() {
          const isBusy = document.querySelector('section[aria-label="Chart"]')?.ariaBusy === 'true'
          wasBusy ||= isBusy
          if (!wasBusy || isBusy) requestAnimationFrame(watch)
          else requestAnimationFrame(() => done(performance.now() - started))
        }
        watch()
      }),
  )
}

/** Toggles a checkbox that only redraws the chart; returns the times until the frame after each redraw. */
async function look(page: Page, label: string): Promise<number[]> {
  await page.getByRole('tab', { name: 'Customize' }).click()
  const folded = page.locator('section h3 button[aria-expanded=false]:visible')
  while ((await folded.count()) > 0) await folded.first().click()
  const box = page.getByLabel(label, { exact: true })
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const ms = await box.evaluate(
      (element: HTMLElement) =>
        new Promise<number>((done) => {
          const started = performance.now()
          element.click()
          requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - started)))
        }),
    )
    if (round > 1) times.push(ms)
    await page.waitForTimeout(50)
  }
  return times
}
