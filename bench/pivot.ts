/**
 * A pivot table of more than 100,000 cells in real Chromium: the time from its data to the first frame with cells, and
 * the frames per second while it is scrolled down and to the right.
 */
import type { Page } from 'playwright-core'
import { drawn, unsavedChart } from '../e2e/harness/explore.ts'
import { chromiumPath, launchBrowser } from '../e2e/harness/visitor.ts'
import { flightsId, signIn } from './explore.ts'
import { quantile } from './measure.ts'
import { startServer } from './server.ts'

type Report = (name: string, value: number, unit: string, goal: string) => void

const rounds = 5
const scrolledMs = 2000

const form = {
  viz_type: 'pivot_table_v2',
  groupbyRows: ['origin', 'destination'],
  groupbyColumns: ['date'],
  temporal_columns_lookup: { date: true },
  time_grain_sqla: 'P1W',
  metrics: ['count'],
  row_limit: 100_000,
  rowTotals: true,
  colTotals: true,
  rowSubTotals: true,
}

export async function measurePivot(report: Report): Promise<void> {
  const chromium = chromiumPath()
  if (!chromium) {
    process.stdout.write('skipped: the pivot table (no Chromium; set CHROMIUM_PATH)\n')
    return
  }
  const server = await startServer({ examples: true })
  const browser = await launchBrowser(chromium)
  try {
    const dataset = await flightsId(server)
    const context = await browser.newContext({ baseURL: server.base, viewport: { width: 1440, height: 900 } })
    await context.addInitScript(watchFirstCell)
    const page = await context.newPage()
    await signIn(page)
    const paints: number[] = []
    let cells = 0
    for (let round = 0; round < rounds; round++) {
      await page.goto(await unsavedChart(page, dataset, form))
      await drawn(page)
      await page.locator('[role=grid] td[aria-colindex]').first().waitFor()
      // the first round also loads code
      if (round > 0) paints.push(await sinceData(page))
      cells = await page.locator('[role=grid]').evaluate((grid) => {
        const size = (name: string) => Number(grid.getAttribute(name))
        return size('aria-rowcount') * size('aria-colcount')
      })
    }
    report('pivot table: cells', cells, '', '>= 100000')
    report('pivot table: data to the first cells, p50', quantile(paints, 0.5), 'ms', '<= 1000')
    report('pivot table: scrolling down', await framesPerSecond(page, 0, 40), 'fps', '>= 55')
    report('pivot table: scrolling right', await framesPerSecond(page, 12, 0), 'fps', '>= 55')
  } finally {
    await browser.close()
    await server.stop()
  }
}

declare global {
  interface Window {
    firstCellMs?: number
  }
}

/** Runs in the page before the page's own scripts. */
function watchFirstCell(): void {
  const observer = new MutationObserver(() => {
    if (window.firstCellMs !== undefined || !document.querySelector('[role=grid] td[aria-colindex]')) return
    observer.disconnect()
    requestAnimationFrame(() => {
      window.firstCellMs = performance.now()
    })
  })
  observer.observe(document, { childList: true, subtree: true })
}

const sinceData = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const data = entries.findLast(({ name }) => new URL(name).pathname === '/api/v1/explore/data')
    return (window.firstCellMs ?? Number.NaN) - (data?.responseEnd ?? Number.NaN)
  })

/** Scrolls by this many px in each frame. */
const framesPerSecond = (page: Page, x: number, y: number): Promise<number> =>
  page.evaluate(
    ([dx, dy, ms]) =>
      new Promise<number>((done) => {
        const scroller = document.querySelector('[role=grid]')?.parentElement
        const started = performance.now()
        let frames = 0
        const step = (now: number) => {
          frames += 1
          scroller?.scrollBy(dx, dy)
          if (now - started < ms) requestAnimationFrame(step)
          else done((frames * 1000) / (now - started))
        }
        requestAnimationFrame(step)
      }),
    [x, y, scrolledMs] as const,
  )
