import type { Page } from 'playwright-core'
import { callApi, virtualDataset } from '../harness/callApi.ts'
import { createChart, createDashboard } from '../harness/createDashboard.ts'
import { settled } from '../harness/dashboard.ts'
import { expect } from '../harness/expect.ts'
import { story } from '../harness/story.ts'

const title = 'Orders under covers'
const count = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'orders' }

/** Opens the list of dashboards as cards, and waits until the server has responded with the cover of this dashboard. */
async function lookAtList(page: Page, id: number): Promise<number> {
  const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname === `/api/v1/dashboard/${id}/cover/`)
  await page.goto(`/dashboard/list/?viewMode=card`)
  const { status } = await answered.then((answer) => ({ status: answer.status() }))
  await page.getByRole('article').filter({ hasText: title }).locator('svg').first().waitFor()
  return status
}

const pictures = (page: Page) => page.getByRole('img', { name: title, exact: true })

/** Opens the dashboard and goes home from there, where its card has a picture. Returns the address of the picture. */
async function openAndGoHome(page: Page, id: number): Promise<string> {
  await page.goto(`/superset/dashboard/${id}/`)
  await settled(page)
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  const recents = page.getByRole('region', { name: 'Recents' })
  const picture = recents.getByRole('img', { name: title, exact: true })
  await picture.waitFor()
  const drawn = await picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const frame = image.parentElement?.getBoundingClientRect()
    const { width, height } = image.getBoundingClientRect()
    return { width: image.naturalWidth, src: image.src, isInPlace: width === frame?.width && height === frame.height }
  })
  expect([drawn.width, drawn.isInPlace]).toEqual([560, true])
  return drawn.src
}

export const stories = [
  story(
    'covers: a dashboard that was opened has a picture of its data on the home page, and each user has his own',
    async ({ product, visit }) => {
      await product.addUser('covered', ['Gamma'], 'examples')
      const { page, signIn, axeFindings } = await visit()
      await signIn()
      const dataset = await virtualDataset(page, 'orders_under_covers')
      const form = { viz_type: 'pie', groupby: ['region'], metric: count }
      const chart = await createChart(page, 'Orders by region', dataset, form)
      const id = await createDashboard(page, title, [chart])
      await callApi(page, 'PUT', `/api/v1/dashboard/${id}`, { published: true })
      const { result: roles } = await callApi<{ result: { id: number; name: string }[] }>(
        page,
        'GET',
        '/api/v1/security/roles/?q=(page_size:100)',
      )
      const rule = await callApi<{ id: number }>(page, 'POST', '/api/v1/rowlevelsecurity/', {
        name: 'Covered rows',
        filter_type: 'Regular',
        tables: [dataset],
        roles: [roles.find(({ name }) => name === 'data of covered')?.id],
        clause: "region = 'North'",
      })

      // nobody has opened the dashboard, and a list runs no queries: there is no cover yet
      expect(await lookAtList(page, id)).toEqual(204)
      expect(await pictures(page).count()).toEqual(0)
      const all = await openAndGoHome(page, id)
      expect(await axeFindings()).toEqual([])
      expect(await lookAtList(page, id)).toEqual(200)
      await pictures(page).waitFor()

      const other = await visit()
      await other.signIn('covered')
      expect(await lookAtList(other.page, id)).toEqual(204)
      expect(await pictures(other.page).count()).toEqual(0)
      const own = await openAndGoHome(other.page, id)
      expect(own).notToEqual(all)

      await callApi(page, 'DELETE', `/api/v1/rowlevelsecurity/${rule.id}`)
    },
  ),
]
