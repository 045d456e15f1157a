/**
 * Changes of the language in the user's menu, in real Chromium, on three screens with unsaved work: the time from the
 * click to the frame that shows the page in the new language. The texts of each language are not loaded yet when it is
 * chosen.
 */
import type { Page } from 'playwright-core'
import { box, drawn, unsavedChart } from '../e2e/harness/explore.ts'
import { openLab, write } from '../e2e/harness/sqlLab.ts'
import { chromiumPath, launchBrowser } from '../e2e/harness/visitor.ts'
import { languageEntry } from '../e2e/languages/switchLanguage.ts'
import { languageTag } from '../src/model/language/languages.ts'
import { flightsId, signIn } from './explore.ts'
import { quantile } from './measure.ts'
import { startServer } from './server.ts'

type Report = (name: string, value: number, unit: string, goal: string) => void

/** Languages next to each other in this list have different words in the navigation. */
const codes = ['de', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pt', 'ru', 'pt_BR', 'sk', 'sl', 'zh']

interface Screen {
  name: string
  open: (page: Page, dataset: number) => Promise<void>
  /** the unsaved work, read after each change */
  work: (page: Page) => Promise<string>
}

const typed = 'SELECT 17 AS unsaved'
const screens: Screen[] = [
  {
    name: 'edited dashboard',
    open: async (page) => {
      await page.goto('/superset/dashboard/us-flights/?edit=true')
      await page.getByRole('textbox', { name: 'Dashboard title' }).fill('Not saved')
    },
    work: (page) => page.locator('header').getByRole('textbox').first().inputValue(),
  },
  {
    name: 'chart builder',
    open: async (page, dataset) => {
      await page.goto(await unsavedChart(page, dataset, { viz_type: 'pie', groupby: ['origin'], metric: 'count' }))
      await drawn(page)
    },
    // the name of the column; the texts around it are translated
    work: async (page) => /\bFrom\b/.exec(await box(page, 'groupby').innerText())?.[0] ?? '',
  },
  {
    name: 'SQL Lab',
    open: async (page) => {
      await openLab(page)
      await write(page, typed)
    },
    work: (page) => page.locator('.cm-content').innerText(),
  },
]

export async function measureLanguages(report: Report): Promise<void> {
  const chromium = chromiumPath()
  if (!chromium) {
    process.stdout.write('skipped: languages (no Chromium; set CHROMIUM_PATH)\n')
    return
  }
  const server = await startServer({ examples: true })
  const browser = await launchBrowser(chromium)
  try {
    const dataset = await flightsId(server)
    for (const { name, open, work } of screens) {
      const context = await browser.newContext({ baseURL: server.base, viewport: { width: 1440, height: 900 } })
      const page = await context.newPage()
      await signIn(page)
      await open(page, dataset)
      const before = await work(page)
      const times: number[] = []
      for (const code of codes) {
        times.push(await shownAfter(page, code))
        if ((await work(page)) !== before) throw new Error(`${name}: what was not saved is lost in ${code}`)
      }
      // back to English for the next screen
      await shownAfter(page, 'en')
      const many = `${codes.length} languages`
      report(`language changed, ${name}, ${many}: p50`, quantile(times, 0.5), 'ms', '')
      report(`language changed, ${name}, ${many}: slowest`, quantile(times, 1), 'ms', '<= 300')
      await context.close()
    }
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function shownAfter(page: Page, code: string): Promise<number> {
  const entry = await languageEntry(page, code)
  const shown = page.evaluate(watchLanguage, languageTag(code))
  await entry.click()
  const ms = await shown
  await entry.waitFor({ state: 'detached' })
  return ms
}

/** Runs in the page: the milliseconds from the next click to the frame that shows the navigation in a language. */
function watchLanguage(tag: string): Promise<number> {
  const words = () =>
    [...document.querySelectorAll('nav, nav a')].map((each) => each.ariaLabel ?? each.textContent).join()
  const before = words()
  return new Promise((done) => {
    let clicked = 0
    const clicks = () => {
      clicked = performance.now()
    }
    addEventListener('click', clicks, { capture: true, once: true })
    const look = () => {
      if (document.documentElement.lang !== tag || words() === before) requestAnimationFrame(look)
      // after the frame is painted
      else setTimeout(() => done(performance.now() - clicked))
    }
    requestAnimationFrame(look)
  })
}
