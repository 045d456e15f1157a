import type { Page } from 'playwright-core'
import { eventually, expect, pictures, settled, tile } from '../harness/dashboard.ts'
import { story } from '../harness/story.ts'

/** Makes measuring text as slow as on a busy machine. */
const measureSlowly = (page: Page) =>
  page.addInitScript(() => {
    const { prototype } = CanvasRenderingContext2D
    const { measureText } = prototype
    prototype.measureText = function (text) {
      const end = performance.now() + 0.2
      while (performance.now() < end);
      return measureText.call(this, text)
    }
  })

/** Sends the lines of the chart data response separately, the last one first. */
const answerBackwards = (page: Page) =>
  page.addInitScript(() => {
    const send = window.fetch
    window.fetch = async (...asked) => {
      const answer = await send(...asked)
      if (!/dashboard\/\d+\/data/.test(answer.url)) return answer
      const lines = (await answer.text()).trim().split('\n').toReversed()
      const body = new ReadableStream({
        async start(stream) {
          for (const line of lines) {
            stream.enqueue(new TextEncoder().encode(`${line}\n`))
            await new Promise((done) => setTimeout(done, 150))
          }
          stream.close()
        },
      })
      return new Response(body, { status: answer.status, headers: answer.headers })
    }
  })

const examples = ['us-flights', 'bird-strikes', 'weather', 'jobs', 'world']

export const stories = [
  story('dashboard: every example draws all its charts, on every tab, without an error', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    for (const slug of examples) {
      await go(`/superset/dashboard/${slug}/`)
      const top = page.getByRole('tablist').first()
      await page.locator('[data-chart-id]').first().waitFor()
      const tabs = await top.getByRole('tab').count()
      for (let tab = 0; tab < Math.max(1, tabs); tab += 1) {
        if (tabs > 0) await top.getByRole('tab').nth(tab).click()
        for (const chart of await page.locator('[data-chart-id]').all()) {
          await chart.scrollIntoViewIfNeeded()
          await settled(page)
          const trouble = chart.getByRole('alert')
          if ((await trouble.count()) > 0) {
            throw new Error(`${slug}: ${await chart.getAttribute('aria-label')}: ${await trouble.first().innerText()}`)
          }
        }
      }
    }
  }),

  story(
    'dashboard: labels have the same colors whichever chart loads first, and the same truncation on any machine',
    async ({ visit }) => {
      const { page, signIn, go } = await visit()
      await signIn()
      await page.setViewportSize({ width: 1440, height: 1600 })
      await go('/superset/dashboard/world/')
      await settled(page)
      let forwards: (string | null)[][] = []
      await eventually(async () => {
        const before = forwards
        forwards = await pictures(page)
        expect([forwards.length > 4, `${forwards}` === `${before}`]).toEqual([true, true])
      })
      await answerBackwards(page)
      await measureSlowly(page)
      await go('/superset/dashboard/world/')
      await settled(page)
      await eventually(async () => {
        const backwards = await pictures(page)
        expect(forwards.filter((picture, at) => `${picture}` !== `${backwards[at]}`).map(([name]) => name)).toEqual([])
      })
    },
  ),

  story('dashboard: layout, text, unknown chart types and harmless CSS', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go('/superset/dashboard/shop/')
    await settled(page)
    await page.getByRole('heading', { name: 'What is sold' }).waitFor()
    await page.getByRole('img', { name: 'Certified by Sales' }).waitFor()
    // HTML in a text tile runs nothing; CSS of a dashboard neither fetches anything nor affects other parts of the page
    expect(await page.evaluate(() => (window as { hacked?: number }).hacked)).toEqual(undefined)
    const position = await page.locator('.dashboard-markdown').evaluate((element) => getComputedStyle(element).position)
    expect(position).toEqual('static')
    await page.getByRole('tab', { name: 'Others' }).click()
    await tile(page, 'A kind from elsewhere').getByText('This visualization type is not supported.').waitFor()
    await page.waitForURL(/#TAB-in-2$/)
  }),

  story(
    'dashboard: Esc leaves fullscreen wherever the focus is, after closing what is open above it',
    async ({ visit }) => {
      const { page, signIn, go } = await visit()
      await signIn()
      await go('/superset/dashboard/shop/')
      await settled(page)
      const chart = tile(page, 'Revenue by product')
      const isFull = async () => (await chart.boundingBox())?.width === 1440
      await chart.getByRole('button', { name: 'Enter fullscreen' }).click()
      await eventually(async () => expect(await isFull()).toEqual(true))
      await chart.getByRole('button', { name: 'More about Revenue by product' }).click()
      await page.getByRole('menuitem', { name: 'View query' }).click()
      await page.getByRole('dialog', { name: 'View query' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      expect(await isFull()).toEqual(true)
      // as in a browser that does not focus a clicked button
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      await page.keyboard.press('Escape')
      await eventually(async () => expect(await isFull()).toEqual(false))
    },
  ),

  story('dashboard: a link to a chart opens its tab and shows it', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go('/superset/dashboard/shop/#CHART-last')
    await tile(page, 'Revenue by region').waitFor()
    expect(await page.getByRole('tab', { name: 'Over time' }).getAttribute('aria-selected')).toEqual('true')
  }),

  story('dashboard: standalone hides the right parts', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    const seen = async (query: string) => {
      await go(`/superset/dashboard/shop/${query}`)
      await settled(page)
      return {
        navigation: (await page.getByRole('link', { name: 'Charts' }).count()) > 0,
        title: (await page.getByRole('heading', { name: 'Shop', exact: true }).count()) > 0,
        tabs: (await page.getByRole('tab', { name: 'Over time' }).count()) > 0,
        filters: (await page.getByRole('complementary', { name: 'Filters' }).count()) > 0,
      }
    }
    expect(await seen('')).toEqual({ navigation: true, title: true, tabs: true, filters: true })
    expect(await seen('?standalone=1')).toEqual({ navigation: false, title: true, tabs: true, filters: true })
    expect(await seen('?standalone=2')).toEqual({ navigation: false, title: false, tabs: true, filters: true })
    expect(await seen('?standalone=3')).toEqual({ navigation: false, title: false, tabs: false, filters: false })
    expect(await seen('?uiConfig=2')).toEqual({ navigation: true, title: true, tabs: false, filters: true })
  }),

  story('dashboard: the filter bar is 260 to 550 px wide, its strip 32, the pane of charts 374', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go('/superset/dashboard/shop/')
    await settled(page)
    const width = async (name: string) => (await page.getByRole('complementary', { name }).boundingBox())?.width
    const becomes = (name: string, px: number) => eventually(async () => expect(await width(name)).toEqual(px))
    await becomes('Filters', 260)
    await page.getByRole('separator', { name: 'Width of the filter bar' }).press('End')
    await becomes('Filters', 550)
    await page.reload()
    await settled(page)
    await becomes('Filters', 550)
    await page.getByRole('button', { name: 'Collapse the filter bar' }).click()
    await becomes('Filters', 32)
    await go('/superset/dashboard/shop/?edit=true')
    await page.getByRole('tab', { name: 'Layout elements' }).waitFor()
    const pane = page.getByRole('complementary').filter({ has: page.getByRole('tab', { name: 'Layout elements' }) })
    expect((await pane.boundingBox())?.width).toEqual(374)
  }),

  story('dashboard: favourite and publish', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go('/superset/dashboard/shop/')
    const star = page.getByRole('button', { name: 'Click to favorite/unfavorite' })
    const before = await star.getAttribute('aria-pressed')
    await Promise.all([
      page.waitForResponse((answer) => answer.url().endsWith('/favorites/') && answer.ok()),
      star.click(),
    ])
    await page.reload()
    await star.waitFor()
    await page.waitForFunction(
      (pressed) =>
        document.querySelector('[aria-label="Click to favorite/unfavorite"]')?.getAttribute('aria-pressed') !== pressed,
      before,
    )
    await page.getByRole('button', { name: 'Published' }).click()
    await page.getByText('This dashboard is now hidden').waitFor()
    await page.getByRole('button', { name: 'Draft' }).click()
    await page.getByText('This dashboard is now published').waitFor()
  }),

  story('dashboard: its frame is shown before the charts are known, and nothing moves', async ({ visit }) => {
    const { page, signIn } = await visit()
    await signIn()
    const gate = Promise.withResolvers<void>()
    let asked = 0
    page.on('request', (request) => {
      if (/\/dashboard\/\d+\/data$|\/chart\/data$/.test(new URL(request.url()).pathname)) asked += 1
    })
    await page.route('**/api/v1/dashboard/shop/shown_charts', async (route) => {
      await gate.promise
      await route.continue()
    })
    await page.goto('/superset/dashboard/shop/')
    const tiles = page.locator('[data-dashboard] section').filter({ has: page.locator('h2') })
    await tiles.filter({ hasText: 'Revenue by product' }).waitFor()
    await page.locator('label', { hasText: 'Region' }).first().waitFor()
    const boxes = () =>
      tiles.evaluateAll((all) =>
        all.map((one) => {
          const { x, y, width, height } = one.getBoundingClientRect()
          return [one.querySelector('h2')?.textContent ?? '', x, y, width, height]
        }),
      )
    const frame = await boxes()
    expect([frame.length > 2, asked]).toEqual([true, 0])
    gate.resolve()
    await settled(page)
    expect(await boxes()).toEqual(frame)
  }),
]
