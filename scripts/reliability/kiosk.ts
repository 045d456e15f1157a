/** Measures the heap of a browser that shows one dashboard for a long time and refreshes it every ten seconds. */
import { chromiumPath, launchBrowser } from '../../e2e/harness/visitor.ts'
import type { Point } from './slope.ts'

export const REFRESH_S = 10
const SAMPLE_MS = 20_000

export interface Kiosk {
  /** Megabytes after a garbage collection, by time of performance.now(). */
  heap: Point[]
  refreshes: () => number
  /** Texts of errors on the page. */
  problems: string[]
  close: () => Promise<void>
}

/** Settings of a dashboard with these charts in two columns that refreshes by itself. */
export function refreshingDashboard(charts: readonly number[]): string {
  const tiles = charts.map((chartId, at) => ({
    id: `CHART-${at}`,
    type: 'CHART',
    children: [],
    meta: { chartId, width: 6, height: 40 },
  }))
  const rows = tiles.flatMap((tile, at) =>
    at % 2 ? [] : [{ id: `ROW-${at}`, type: 'ROW', children: [tile.id, tiles[at + 1]?.id].filter(Boolean), meta: {} }],
  )
  const positions = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: rows.map(({ id }) => id) },
    ...Object.fromEntries([...rows, ...tiles].map((component) => [component.id, component])),
  }
  return JSON.stringify({ refresh_frequency: REFRESH_S, positions })
}

/** Opens the dashboard in Chromium; undefined if Chromium is not installed. */
export async function openKiosk(
  address: string,
  user: { username: string; password: string },
  dashboard: number,
): Promise<Kiosk | undefined> {
  const chromium = chromiumPath()
  if (!chromium) return undefined
  const browser = await launchBrowser(chromium)
  const page = await browser.newPage({ baseURL: address, viewport: { width: 1440, height: 1600 } })
  const problems: string[] = []
  let requests = 0
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('request', (request) => {
    if (request.url().endsWith('/data')) requests += 1
  })
  await page.goto('/login/')
  await page.getByLabel('Username').fill(user.username)
  await page.getByRole('textbox', { name: 'Password' }).fill(user.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/welcome/)
  await page.goto(`/superset/dashboard/${dashboard}/`)
  await page.locator('[data-chart-id] [data-viz-type]').first().waitFor({ timeout: 60_000 })
  requests = 0
  const session = await page.context().newCDPSession(page)
  const heap: Point[] = []
  async function sample(): Promise<void> {
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    heap.push({ x: performance.now(), y: usedSize / 1024 ** 2 })
  }
  let last = Promise.resolve()
  const timer = setInterval(() => {
    last = last.then(sample).catch((error: Error) => void problems.push(error.message))
  }, SAMPLE_MS)
  return {
    heap,
    refreshes: () => requests,
    problems,
    async close() {
      clearInterval(timer)
      await last
      await browser.close()
    },
  }
}
