import type { Page } from 'playwright-core'
import { addFilterByKeys, builder, card, findCharts, openFromMenu, openNew, reachCard } from '../harness/building.ts'
import { eventually, expect, settled } from '../harness/dashboard.ts'
import { finger, tabTo } from '../harness/hands.ts'
import { story } from '../harness/story.ts'

/** The components on the open tab, by their accessible names. */
const stage = (page: Page) =>
  page
    .locator('[data-edit]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')?.replace(/^Tabs .*/, 'Tabs') ?? ''))

export const stories = [
  story(
    'dashboard building by keyboard only: tabs, six charts, text, colors, filters, undo, save',
    async ({ visit }) => {
      const { page, signIn } = await visit()
      await signIn()
      const path = await openNew(page)
      const title = page.getByRole('textbox', { name: 'Dashboard title' })
      await tabTo(page, title)
      await page.keyboard.press('Control+a')
      await page.keyboard.type('Built by keyboard')
      await page.keyboard.press('Enter')

      // tabs first: later components are added to the open tab
      await tabTo(page, builder(page).getByRole('tab', { name: 'Charts' }))
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
      await reachCard(page, 'Tabs')
      await page.keyboard.press('Space')
      await page.getByText('is picked up').waitFor()
      await page.keyboard.press('Home')
      await page.keyboard.press('Enter')
      await tabTo(page, page.getByRole('button', { name: 'Add a tab' }), true)
      await page.keyboard.press('Enter')
      await page.getByRole('textbox', { name: 'Tab title' }).waitFor()
      await page.keyboard.type('Second')
      await page.keyboard.press('Enter')

      await reachCard(page, 'Text')
      await page.keyboard.press('Enter')
      const text = page.locator('[data-edit="MARKDOWN"]')
      await text.and(page.locator(':focus')).waitFor()
      await page.keyboard.press('Enter')
      const source = page.getByRole('textbox', { name: 'Markdown', exact: true })
      await source.and(page.locator(':focus')).waitFor()
      await page.keyboard.press('Control+a')
      await page.keyboard.type('# By hand')
      await page.keyboard.press('Tab')
      await text.getByRole('heading', { name: 'By hand' }).waitFor()

      await tabTo(page, builder(page).getByRole('tab', { name: 'Layout elements' }))
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('Enter')
      await tabTo(page, builder(page).getByRole('textbox', { name: 'Filter your charts' }))
      await page.keyboard.type('shop')
      await builder(page).locator('[aria-busy="false"]').waitFor()
      const charts = ['Revenue per month', 'All orders', 'Orders by region', 'Revenue by product', 'Revenue by region']
      for (const name of [...charts, 'Orders by channel']) {
        if (name === 'Revenue by product') {
          await tabTo(page, page.getByRole('button', { name: 'Tab title', exact: true }), true)
          await page.keyboard.press('Enter')
        }
        await reachCard(page, name)
        await page.keyboard.press('Enter')
        await page.locator(`[data-edit="CHART"][aria-label*="${name}"]`).and(page.locator(':focus')).waitFor()
      }
      await page.keyboard.press('Shift+ArrowUp')
      await page.keyboard.press('Shift+ArrowUp')

      await openFromMenu(page, 'Edit properties')
      const properties = page.getByRole('dialog', { name: 'Dashboard properties' })
      await tabTo(page, properties.getByRole('combobox', { name: 'Color scheme' }))
      await page.keyboard.press('Enter')
      await page.getByRole('listbox').waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await tabTo(page, properties.getByRole('button', { name: 'Apply' }))
      await page.keyboard.press('Enter')
      await properties.waitFor({ state: 'detached' })

      await openFromMenu(page, 'Add and edit filters')
      await addFilterByKeys(page, 'Where', 'Region')
      await addFilterByKeys(page, 'What', 'Product', 'Where')
      const filters = page.getByRole('dialog', { name: 'Add and edit filters' })
      await tabTo(page, filters.getByRole('button', { name: 'Save' }))
      await page.keyboard.press('Enter')
      await filters.waitFor({ state: 'detached' })

      const first = await stage(page)
      expect(first.filter((label) => label.startsWith('Chart')).length).toEqual(3)
      for (let step = 0; step < 10; step += 1) await page.keyboard.press('Control+z')
      await eventually(async () => expect((await stage(page)).length < first.length).toEqual(true))
      for (let step = 0; step < 10; step += 1) await page.keyboard.press('Control+y')
      await eventually(async () => expect(await stage(page)).toEqual(first))

      await page.keyboard.press('Control+s')
      await page.getByText('This dashboard was saved successfully.').waitFor()
      await page.getByRole('button', { name: 'Edit dashboard' }).waitFor()
      const stored = () =>
        page.evaluate(async (address) => {
          const id = /\d+/.exec(address)?.[0]
          const { result } = (await (await fetch(`/api/v1/dashboard/${id}`)).json()) as {
            result: { position_json: string; json_metadata: string; dashboard_title: string }
          }
          return [result.dashboard_title, result.position_json, result.json_metadata]
        }, path)
      const saved = await stored()
      expect(saved[0] ?? '').toMatch(/Built by keyboard/)
      expect(saved[2] ?? '').toMatch(/"cascadeParentIds":\["NATIVE_FILTER-/)

      await page.goto(`${path}?edit=true`)
      await builder(page).waitFor()
      await eventually(async () => expect(await stage(page)).toEqual(first))
      await page.goto(path)
      await settled(page)
      await page.getByRole('combobox', { name: 'What', exact: true }).waitFor()
      expect(await stored()).toEqual(saved)
    },
  ),

  story('dashboard building by touch: add, move and resize', async ({ visit }) => {
    const { page, signIn } = await visit({ touch: true })
    await signIn()
    await openNew(page)
    const hand = await finger(page)
    const boxOf = async (selector: string) => {
      const box = await page.locator(selector).first().boundingBox()
      if (!box) throw new Error(`nothing at ${selector}`)
      return box
    }
    const carry = async (name: string, to: { x: number; y: number }) => {
      const box = await card(page, name).boundingBox()
      if (!box) throw new Error(`no card ${name}`)
      await hand.carry({ x: box.x + 40, y: box.y + 14 }, to)
    }
    await findCharts(page, 'shop')
    const empty = await boxOf('[data-edit-scroller]')
    await carry('Revenue by product', { x: empty.x + 200, y: empty.y + 200 })
    await page.locator('[data-edit="CHART"]').waitFor()
    const first = await boxOf('[data-edit="CHART"]')
    await carry('Revenue by region', { x: first.x + 5, y: first.y + 150 })
    const names = async () =>
      (await stage(page)).filter((label) => label.startsWith('Chart')).map((label) => label.split(',')[0])
    await eventually(async () => expect(await names()).toEqual(['Chart Revenue by region', 'Chart Revenue by product']))

    const [left, right] = await Promise.all([
      page.locator('[data-edit="CHART"]').nth(0).boundingBox(),
      page.locator('[data-edit="CHART"]').nth(1).boundingBox(),
    ])
    if (!left || !right) throw new Error('two charts are needed')
    await hand.carry({ x: left.x + 60, y: left.y + 200 }, { x: right.x + right.width - 3, y: right.y + 200 })
    await eventually(async () => expect(await names()).toEqual(['Chart Revenue by product', 'Chart Revenue by region']))

    const corner = await boxOf('[data-edit="CHART"][data-selected] > [data-handle="corner"]')
    // long-pressing a resize handle resizes: the component below is not picked up
    await hand.carry({ x: corner.x + 5, y: corner.y + 5 }, { x: corner.x + 5, y: corner.y - 75 }, 600)
    await eventually(async () => expect((await stage(page)).at(-1) ?? '').toMatch(/, 4 columns by 40 units/))
  }),
]
