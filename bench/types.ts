/**
 * The draw time of each chart type with 1,000, 10,000 and 100,000 rows, in real Chromium, with the page that the
 * stories use; and the code that each type adds to a dashboard.
 */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { openChartGallery } from '../e2e/chartGallery/galleryPage.ts'
import { chromiumPath, launchBrowser } from '../e2e/harness/visitor.ts'
import { charts } from '../src/charts/index.ts'
import { signIn } from './explore.ts'
import { startServer } from './server.ts'

type Report = (name: string, value: number, unit: string, goal: string) => void

const size = { width: 900, height: 500 }
const rowCounts = [1000, 10_000, 100_000]
/** Goals for the largest result. Maps that WebGL draws take longer without a graphics card, and block the page. */
const [goalMs, goalOfMapsMs] = [1000, 5000]
const isMap = (type: string) =>
  charts.some((chart) => chart.type === type && chart.category === 'Map' && chart.drawnWith === 'react')
/** A measurement that takes longer is stopped, and larger row counts of the type are skipped. */
const longestMs = 20_000

export async function measureTypes(report: Report): Promise<void> {
  const chromium = chromiumPath()
  if (chromium) await measureDrawing(chromium, report)
  else process.stdout.write('skipped: draw times (no Chromium; set CHROMIUM_PATH)\n')
  const root = resolve(import.meta.dirname, '..')
  // the exit code is ignored: it only shows whether a type is above its limit, which is reported here as well
  const { stdout } = spawnSync(process.execPath, ['scripts/typeBytes.ts'], { cwd: root, encoding: 'utf8' })
  for (const [, kilobytes, name] of stdout.matchAll(/^ *([\d.]+) KB {2}(\w+)$/gm)) {
    report(`${name}: lazy code`, Number(kilobytes), 'KB br', '<= 25')
  }
}

async function measureDrawing(chromium: string, report: Report): Promise<void> {
  const server = await startServer({ examples: true })
  let browser = await launchBrowser(chromium)
  const open = async () => {
    const context = await browser.newContext({ baseURL: server.base, viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await signIn(page)
    return { page, ...(await openChartGallery(page)) }
  }
  try {
    let { page, firsts } = await open()
    for (const { type, index } of firsts) {
      // loads the code of the type
      await page.evaluate(({ index, size }) => window.chartGallery!.draw(index, index + 1, size), { index, size })
      for (const rows of rowCounts) {
        const name = `${type}: ${rows.toLocaleString('en')} rows`
        const isMost = rows === rowCounts.at(-1)
        const measured = await within(
          longestMs,
          page.evaluate(({ index, rows, size }) => window.chartGallery!.measure(index, rows, size), {
            index,
            rows,
            size,
          }),
        )
        report(
          name,
          measured?.ms ?? longestMs,
          'ms',
          isMost ? `<= ${isMap(type) ? goalOfMapsMs : goalMs}` : '(reference)',
        )
        report(
          `${name}, longest block`,
          measured?.longestBlockMs ?? longestMs,
          'ms',
          isMap(type) ? '(reference)' : '<= 100',
        )
        if (measured) continue
        // a page that is blocked cannot be closed
        await browser.close()
        browser = await launchBrowser(chromium)
        ;({ page, firsts } = await open())
        break
      }
    }
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** The result of the work, or undefined if it takes longer. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((done) => {
    timer = setTimeout(() => done(undefined), ms)
  })
  // the work fails when its browser is closed
  work.catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
