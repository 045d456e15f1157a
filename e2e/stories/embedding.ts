import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { eventually, expect } from '../harness/dashboard.ts'
import { story } from '../harness/story.ts'

const kit = createRequire(import.meta.url).resolve('@superset-ui/embedded-sdk')

/** A separate site that shows a dashboard with the embedding kit; its server requests the tokens. */
async function startSite(product: string, id: string, token: () => Promise<string>) {
  let tokens = 0
  const dashboardUiConfig = { hideTitle: true, emitDataMasks: true, filters: { expanded: true } }
  const settings = { id, supersetDomain: product, dashboardUiConfig }
  const page = `<!doctype html><title>Site</title><script>
// the kit waits minutes before it asks for a new token: the story ends that wait
const wait = window.setTimeout
window.waits = []
window.setTimeout = (work, ms) => (ms > 120000 ? window.waits.push({ work, ms }) : wait(work, ms))
</script><script src="/kit.js"></script>
<style>iframe { width: 1200px; height: 800px; border: 0 }</style><div id="place"></div><script>
supersetEmbeddedSdk.embedDashboard({ ...${JSON.stringify(settings)}, mountPoint: document.getElementById('place'),
  fetchGuestToken: async () => (await fetch('/token')).text() }).then((dashboard) => {
    window.dashboard = dashboard
    dashboard.observeDataMask((masks) => { window.masks = masks })
  })
</script>`
  const server = createServer((request, response) => {
    if (request.url === '/kit.js')
      return void response.setHeader('content-type', 'text/javascript').end(readFileSync(kit))
    if (request.url === '/token') {
      tokens += 1
      return void token().then((text) => response.end(text))
    }
    if (request.url === '/') return void response.setHeader('content-type', 'text/html').end(page)
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, tokens: () => tokens, close: () => server.close() }
}

/** A call of the administrator's page. */
const call = <T>(page: Page, path: string, body?: object) =>
  page.evaluate(
    async ([url, sent]) => {
      const csrf = document.querySelector<HTMLInputElement>('#csrf_token')?.value ?? ''
      const headers = { 'content-type': 'application/json', 'x-csrftoken': csrf }
      const options = sent ? { method: 'POST', headers, body: sent } : {}
      return (await (await fetch(url, options)).json()) as unknown
    },
    [path, body ? JSON.stringify(body) : undefined] as const,
  ) as Promise<T>

export const stories = [
  story('embedding: a dashboard in the page of another site, with the embedding kit', async ({ product, visit }) => {
    const admin = await visit()
    await admin.signIn()
    await admin.go('/dashboard/list/')
    const { result } = await call<{ result: { id: number } }>(admin.page, '/api/v1/dashboard/us-flights')
    const { id } = result
    const embedded = await call<{ result: { uuid: string } }>(admin.page, `/api/v1/dashboard/${id}/embedded`, {
      allowed_domains: [],
    })
    const { uuid } = embedded.result
    let isForged = false
    let visitors = 0
    const site = await startSite(product.address, uuid, async () => {
      const resources = [{ type: 'dashboard', id: uuid }]
      visitors += 1
      const asked = { user: { username: `visitor ${visitors}` }, resources, rls: [] }
      const answer = await call<{ token: string }>(admin.page, '/api/v1/security/guest_token/', asked)
      return isForged ? `${answer.token}x` : answer.token
    })
    try {
      // visits the page of the other site
      const { page } = await visit({
        expects: [/outside of the product: http:\/\/127\.0\.0\.1:\d+\/(kit\.js|token)?$/, /status of 401/],
      })
      await page.goto(site.address)
      const frame = page.frameLocator('iframe')
      await frame.locator('[data-dashboard]').waitFor()
      await frame.getByRole('region', { name: 'When did delays build up?', exact: true }).waitFor()
      expect(await frame.getByRole('navigation').count()).toEqual(0)
      expect(await frame.getByRole('button', { name: 'Edit dashboard' }).count()).toEqual(0)

      const size = await page.evaluate('dashboard.getScrollSize()')
      expect((size as { height: number }).height >= 800).toEqual(true)
      expect(Array.isArray(await page.evaluate('dashboard.getActiveTabs()'))).toEqual(true)
      expect(String(await page.evaluate("dashboard.getDashboardPermalink('')"))).toMatch(/\/superset\/dashboard\/p\//)
      expect(site.tokens()).toEqual(1)

      // the kit requests the next token before the first one expires; the frame then sends the new one
      const renew = async () => {
        const ms = Number(await page.evaluate('waits.at(-1).ms'))
        expect(ms > 200_000 && ms < 300_000).toEqual(true)
        const asked = site.tokens()
        await page.evaluate('waits.pop().work()')
        await eventually(async () =>
          expect([site.tokens(), await page.evaluate('waits.length')]).toEqual([asked + 1, 1]),
        )
      }
      const sent = new Set<string | undefined>()
      page.on('request', (request) => {
        if (/\/dashboard\/\d+\/data$/.test(request.url())) sent.add(request.headers()['x-guesttoken'])
      })
      const choosePart = async (part: string) => {
        await frame.getByRole('combobox', { name: 'Part of day', exact: true }).first().click()
        await frame.getByRole('option', { name: part, exact: true }).click()
        await page.keyboard.press('Escape')
        await frame.getByRole('button', { name: 'Apply filters' }).click()
      }
      await renew()
      await choosePart('Morning')
      const masks = async () => JSON.stringify(await page.evaluate('window.masks'))
      await eventually(async () => expect(await masks()).toMatch(/"Morning".*"nativeFiltersChanged":true/))
      expect(JSON.stringify(await page.evaluate('dashboard.getDataMask()'))).toMatch(/Morning/)
      await eventually(async () => expect(sent.size).toEqual(1))

      // with an invalid token, the frame waits for the next one
      isForged = true
      await renew()
      await choosePart('Evening')
      await frame.getByText(/^This session has encountered an interruption/).waitFor()
      isForged = false
      await renew()
      await eventually(async () => expect(sent.size).toEqual(3))
      const busy = frame.locator('[data-chart-id][aria-busy="true"]')
      await eventually(async () => expect(await busy.count()).toEqual(0))
      await frame.getByRole('region', { name: 'When did delays build up?', exact: true }).waitFor()

      await page.evaluate("document.querySelector('iframe').style.width = '700px'; dashboard.setThemeMode('dark')")
      await frame.locator('html[data-theme="dark"]').waitFor()
      const width = async () => ((await page.evaluate('dashboard.getScrollSize()')) as { width: number }).width
      await eventually(async () => expect(await width()).toEqual(700))

      // the page shows nothing outside a frame
      const alone = await visit()
      await alone.page.goto(`/embedded/${uuid}`)
      await alone.page.getByText('This page is intended to be embedded in an iframe').waitFor()
    } finally {
      site.close()
    }
  }),
]
