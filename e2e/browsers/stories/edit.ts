import type { Page } from 'playwright-core'
import { addFilterByKeys, builder, card, chooseByArrows, openFromMenu, openNew } from '../../harness/building.ts'
import { eventually, expect, settled } from '../../harness/dashboard.ts'
import { tabTo } from '../../harness/hands.ts'
import { story } from '../../harness/story.ts'

/** Labels of the components on the open tab. */
const stage = (page: Page) =>
  page.locator('[data-edit]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))

export const stories = [
  story('a dashboard is built by keys: charts, sizes, a text, a filter, undo, redo, save', async ({ visit }) => {
    const { page, signIn } = await visit()
    await signIn()
    const path = await openNew(page)
    await page.getByRole('textbox', { name: 'Dashboard title' }).fill('Built by keys')
    await page.keyboard.press('Enter')
    const chart = (name: string) => page.locator(`[data-edit="CHART"][aria-label*="${name}"]`)
    for (const name of ['Revenue by product', 'Revenue by region']) {
      await card(page, name).focus()
      await page.keyboard.press('Space')
      await page.getByText('is picked up').waitFor()
      await page.keyboard.press('Enter')
      await chart(name).and(page.locator(':focus')).waitFor()
    }
    await page.keyboard.press('Space')
    await page.getByText('is picked up').waitFor()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await eventually(async () => expect((await stage(page))[1] ?? '').toMatch(/Revenue by region/))
    await chart('Revenue by region').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowUp')
    await eventually(async () => expect((await stage(page))[1] ?? '').toMatch(/5 columns by 49 units/))

    await builder(page).getByRole('tab', { name: 'Layout elements' }).click()
    await card(page, 'Text').click()
    const text = page.locator('[data-edit="MARKDOWN"]')
    await text.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Markdown', exact: true }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('# By hand')
    await page.keyboard.press('Tab')
    await text.getByRole('heading', { name: 'By hand' }).waitFor()

    await openFromMenu(page, 'Add and edit filters')
    await addFilterByKeys(page, 'Where', 'Region')
    const filters = page.getByRole('dialog', { name: 'Add and edit filters' })
    await tabTo(page, filters.getByRole('button', { name: 'Save' }))
    await page.keyboard.press('Enter')
    await filters.waitFor({ state: 'detached' })

    const whole = await stage(page)
    const steps = 5
    for (let step = 0; step < steps; step += 1) await page.keyboard.press('Control+z')
    await eventually(async () => expect((await stage(page)).length < whole.length).toEqual(true))
    for (let step = 0; step < steps; step += 1) await page.keyboard.press('Control+y')
    await eventually(async () => expect(await stage(page)).toEqual(whole))

    await page.keyboard.press('Control+s')
    await page.getByText('This dashboard was saved successfully.').waitFor()
    await page.getByRole('button', { name: 'Edit dashboard' }).waitFor()
    await page.goto(`${path}?edit=true`)
    await builder(page).waitFor()
    await eventually(async () => expect(await stage(page)).toEqual(whole))
    await page.goto(path)
    await settled(page)
    await page.getByRole('combobox', { name: 'Where', exact: true }).waitFor()
    await tabTo(page, page.getByRole('button', { name: 'More actions' }))
    await page.keyboard.press('Enter')
    await chooseByArrows(page, 'Enter fullscreen')
    await page.waitForURL(/standalone=1/)
  }),
]
