import type { Page } from 'playwright-core'
import { card, chooseByArrows, findCharts, openNew } from '../harness/building.ts'
import { eventually, expect, settled } from '../harness/dashboard.ts'
import { story } from '../harness/story.ts'

interface Point {
  x: number
  y: number
}

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox()
  if (!box) throw new Error(`nothing at ${selector}`)
  return box
}

/** Rows and their components, by their accessible names. */
const rows = (page: Page) =>
  page
    .locator('[data-edit="ROW"]')
    .evaluateAll((all) =>
      all.map((row) =>
        [...row.querySelectorAll('[data-edit="CHART"]')].map((one) => one.getAttribute('aria-label')?.split(',')[0]),
      ),
    )

/** Drags something and holds it over a point, until an indicator of this kind is drawn there. */
async function carryTo(page: Page, from: Point, to: Point, kind: 'down' | 'across'): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x - 6, from.y + 6, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 10 })
  const line = page.locator('[data-drop-indicator]')
  await line.waitFor()
  await eventually(async () => expect(await line.getAttribute('data-kind')).toEqual(kind))
}

export const stories = [
  story('dashboard editing: a component dropped in the free space of a row is placed at its end', async ({ visit }) => {
    const { page, signIn } = await visit()
    await signIn()
    await openNew(page)
    await findCharts(page, 'shop')
    for (const name of ['Revenue by product', 'Revenue by region']) {
      await card(page, name).click()
      await page.locator(`[data-edit="CHART"][aria-label*="${name}"]`).waitFor()
    }
    const row = await boxOf(page, '[data-edit="ROW"] [data-holds]')
    const cardOf = async (name: string): Promise<Point> => {
      const box = await card(page, name).boundingBox()
      if (!box) throw new Error(`no card ${name}`)
      return { x: box.x + 40, y: box.y + 14 }
    }
    const [first, second] = ['Chart Revenue by product', 'Chart Revenue by region']

    // in the middle of the free third, and at its right end
    for (const share of [5 / 6, 0.99]) {
      const to = { x: row.x + row.width * share, y: row.y + row.height / 2 }
      await carryTo(page, await cardOf('All orders'), to, 'down')
      await page.mouse.up()
      await eventually(async () => expect(await rows(page)).toEqual([[first, second, 'Chart All orders']]))
      await page.keyboard.press('Control+z')
      await eventually(async () => expect(await rows(page)).toEqual([[first, second]]))
    }

    // the lower edge of the row creates a new row
    const edge = { x: row.x + row.width * (5 / 6), y: row.y + row.height - 4 }
    await carryTo(page, await cardOf('All orders'), edge, 'across')
    await page.mouse.up()
    await eventually(async () => expect(await rows(page)).toEqual([[first, second], ['Chart All orders']]))

    // the first component of a row can be moved to the end of the row
    const now = await boxOf(page, '[data-edit="ROW"] [data-holds]')
    const middle = now.y + now.height / 2
    const [chart, free] = [now.x + now.width / 6, now.x + now.width * (5 / 6)]
    await carryTo(page, { x: chart, y: middle }, { x: free, y: middle }, 'down')
    await page.mouse.up()
    await eventually(async () => expect(await rows(page)).toEqual([[second, first], ['Chart All orders']]))
  }),

  story('dashboard editing: an added chart shows the labels of its columns at once', async ({ visit }) => {
    const { page, signIn } = await visit()
    await signIn()
    const path = await openNew(page)
    await findCharts(page, 'shop')
    await card(page, 'All orders').click()
    await page.keyboard.press('Control+s')
    await page.getByRole('button', { name: 'Edit dashboard' }).waitFor()
    // no saved chart uses the column of the added chart
    await page.goto(`${path}?edit=true`)
    await page.locator('[data-edit="CHART"]').waitFor()
    await settled(page)
    await findCharts(page, 'shop')
    await card(page, 'Orders by channel').click()
    const joined = page.locator('[data-edit="CHART"][aria-label*="Orders by channel"]')
    await joined.getByRole('columnheader', { name: 'Channel', includeHidden: true }).waitFor()
    expect(await joined.getByText('channel', { exact: true }).count()).toEqual(0)
  }),

  story('dashboard editing: a new filter has the focus in its name field', async ({ visit }) => {
    const { page, signIn } = await visit()
    await signIn()
    await openNew(page)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Add and edit filters' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add and edit filters' })
    const name = dialog.getByRole('textbox', { name: 'Filter name' })
    await dialog.getByRole('button', { name: 'Add a filter' }).focus()
    await page.keyboard.press('Enter')
    await name.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Where')
    // adds another filter from the menu
    await dialog.getByRole('button', { name: 'Add filters and dividers' }).focus()
    await page.keyboard.press('Enter')
    await chooseByArrows(page, 'Filter')
    await name.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('What')
    expect(await name.inputValue()).toEqual('What')
    // selecting an entry in the list keeps the focus there
    const entry = dialog.getByRole('button', { name: 'What', exact: true })
    await dialog.getByRole('button', { name: 'Where', exact: true }).click()
    await entry.focus()
    await page.keyboard.press('Enter')
    await eventually(async () => expect(await name.inputValue()).toEqual('What'))
    await entry.and(page.locator(':focus')).waitFor()
  }),
]
