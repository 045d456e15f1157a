import type { Locator, Page } from 'playwright-core'
import { bigNumber, choose, eventually, expect, settled, tableRows, tile } from '../../harness/dashboard.ts'
import { sqlNumber } from '../../harness/sql.ts'
import { story } from '../../harness/story.ts'
import { filterDashboard } from '../filterDashboard.ts'

const revenue = (where = 'true') => sqlNumber(`SELECT sum(amount) FROM shop_orders WHERE ${where}`)
const isRevenue = (page: Page, where?: string) =>
  eventually(async () => expect(await bigNumber(page, 'Revenue')).toEqual(await revenue(where)))
const apply = (page: Page) => page.getByRole('button', { name: 'Apply filters' }).click()

/** Selects a value of a filter with a single value. */
async function chooseOne(page: Page, filter: string, value: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: filter, exact: true }).first().click()
  await page.getByRole('option', { name: value }).first().click()
}

/** Number of rows of a chart. */
async function rowsOf(page: Page, name: string): Promise<number> {
  const label = await tile(page, name).getByRole('img').first().getAttribute('aria-label')
  return Number(/(\d+) row/.exec(label ?? '')?.[1] ?? Number.NaN)
}

const width = async (page: Page, name: string) => (await tile(page, name).boundingBox())?.width ?? 0

export const stories = [
  story('a dashboard with every kind of filter', async ({ visit, product }) => {
    await product.importFiles(filterDashboard())
    const { page, signIn, go } = await visit()
    await signIn()
    await go('/superset/dashboard/shop-filters/')
    await settled(page)
    await isRevenue(page)
    await choose(page, 'Region', 'West')
    await apply(page)
    await isRevenue(page, "region = 'West'")
    await tile(page, 'Revenue').getByRole('button', { name: '1 filter applies' }).waitFor()
    const from = page.getByLabel('Quantity: from').last()
    await from.fill('3')
    await from.press('Enter')
    await apply(page)
    await isRevenue(page, "region = 'West' AND quantity >= 3")

    await page
      .getByRole('button', { name: /^Time range/ })
      .first()
      .click()
    await page.getByRole('radio', { name: 'Advanced' }).click()
    const range = page.getByRole('form', { name: 'Edit time range' })
    await range.getByRole('textbox').first().fill('2024-03-01')
    await range.getByRole('textbox').last().fill('2024-07-01')
    await page.getByRole('button', { name: 'APPLY', exact: true }).click()
    await range.waitFor({ state: 'detached' })
    await apply(page)
    const spring = "region = 'West' AND quantity >= 3 AND day >= '2024-03-01' AND day < '2024-07-01'"
    await isRevenue(page, spring)
    await page.getByRole('button', { name: 'Clear all' }).last().click()
    await isRevenue(page)

    await page.getByRole('tab', { name: 'Over time' }).click()
    await settled(page)
    const months = await rowsOf(page, 'Revenue per month')
    await chooseOne(page, 'Grain', /^Quarter$/)
    await chooseOne(page, 'Column of time', /^Day$/)
    await apply(page)
    await eventually(async () => expect((await rowsOf(page, 'Revenue per month')) <= months / 3 + 1).toEqual(true))
    await page.waitForURL(/native_filters_key=/)
    await page.reload()
    await settled(page)
    await eventually(async () => expect((await rowsOf(page, 'Revenue per month')) <= months / 3 + 1).toEqual(true))
  }),

  story('a cross filter, full size and its end', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go('/superset/dashboard/shop/')
    await settled(page)
    const marks = tile(page, 'Orders by region').getByRole('listbox', { name: /^Data points of/ })
    await marks.focus()
    await page.keyboard.press('Home')
    const [name = ''] = (await marks.getByRole('option').first().innerText()).split(/[:\n]/)
    await page.keyboard.press('Enter')
    await isRevenue(page, `region = '${name.trim()}'`)
    await page.getByRole('button', { name: /^Remove cross-filter/ }).click()
    await isRevenue(page)

    // a row of a table, with the mouse
    await tile(page, 'Revenue by product').getByText('Lamp', { exact: true }).first().click()
    await isRevenue(page, "product = 'Lamp'")
    await page.getByRole('button', { name: /^Remove cross-filter/ }).click()
    await isRevenue(page)

    const chart = 'Revenue by product'
    const before = await width(page, chart)
    await tile(page, chart).hover()
    await tile(page, chart).getByRole('button', { name: 'Enter fullscreen' }).click()
    await eventually(async () => expect(await width(page, chart)).toEqual(1440))
    // nothing has the focus, as after a click in Safari
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press('Escape')
    await eventually(async () => expect(await width(page, chart)).toEqual(before))
    expect((await tableRows(page, chart)).length > 2).toEqual(true)
  }),

  story('links are copied: of a dashboard and of a tile', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go('/superset/dashboard/shop/')
    await settled(page)
    const isLink = /\/superset\/dashboard\/p\/[\w-]+\/$/
    const copy = () => page.getByRole('menuitem', { name: 'Copy permalink to clipboard' }).click()
    await page.getByRole('button', { name: 'Share' }).click()
    await copy()
    await page.getByText('Copied to clipboard!').waitFor()
    const whole = await pasted(page)
    expect(whole).toMatch(isLink)
    await tile(page, 'Revenue by product').hover()
    await tile(page, 'Revenue by product')
      .getByRole('button', { name: /^More about/ })
      .click()
    await page.getByRole('menuitem', { name: 'Share' }).hover()
    await copy()
    await eventually(async () => {
      const part = await pasted(page)
      expect(part).toMatch(isLink)
      expect(part).notToEqual(whole)
    })
  }),

  story('titles of tiles have room', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    expect(await (await titlesOfShop(page, go)).evaluateAll(withoutRoom)).toEqual([])
  }),
]

/**
 * A regression in Firefox, which drew an ellipsis where the text fits. WebKit is excluded, because it repaints the same
 * text with different pixels.
 */
export const titleStories = [
  story('titles of tiles have no ellipsis', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    const titles = await titlesOfShop(page, go)
    // scripts cannot detect an ellipsis, but a screenshot changes when ellipses are turned off
    const grid = page.locator('main')
    const before = await grid.screenshot()
    await titles.evaluateAll((all) => {
      for (const title of all) Object.assign((title as HTMLElement).style, { textOverflow: 'clip' })
    })
    expect((await grid.screenshot()).equals(before)).toEqual(true)
  }),
]

async function titlesOfShop(page: Page, go: (path: string) => Promise<void>): Promise<Locator> {
  await go('/superset/dashboard/shop/')
  await settled(page)
  const titles = page.locator('[data-chart-id] h2')
  expect(await titles.count()).toEqual(5)
  return titles
}

/** Runs in the page: titles whose text or link does not fit into the content box. */
function withoutRoom(titles: Element[]): (string | null)[] {
  const isOutside = (title: Element) => {
    const { left, right } = title.getBoundingClientRect()
    const { paddingLeft, paddingRight } = getComputedStyle(title)
    const [start, end] = [left + Number.parseFloat(paddingLeft), right - Number.parseFloat(paddingRight)]
    const text = document.createRange()
    text.selectNodeContents(title)
    const boxes = [text, ...title.children].map((part) => part.getBoundingClientRect())
    return boxes.some((box) => box.left < start - 0.5 || box.right > end + 0.5)
  }
  return titles.filter(isOutside).map((title) => title.textContent)
}

/** The text of the clipboard, pasted into a field of the page. */
async function pasted(page: Page): Promise<string> {
  await page.keyboard.press('Control+k')
  const field = page.getByRole('dialog').getByRole('combobox')
  await field.waitFor()
  await page.keyboard.press('Control+v')
  let text = ''
  await eventually(async () => {
    text = await field.inputValue()
    expect(text).notToEqual('')
  })
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  return text
}
