import type { Locator, Page } from 'playwright-core'
import { builder, card, findCharts, openNew } from '../harness/building.ts'
import { eventually, expect, settled } from '../harness/dashboard.ts'
import { story } from '../harness/story.ts'

const groups = (page: Page) => page.locator('[data-edit]')

/** The components on the open tab, by their accessible names. */
const stage = (page: Page) => groups(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))

async function drag(page: Page, from: Locator, to: Locator, at: { x: number; y: number }): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (!start || !end) throw new Error('nothing to drag')
  await page.mouse.move(start.x + 40, start.y + 12)
  await page.mouse.down()
  await page.mouse.move(start.x + 34, start.y + 18, { steps: 3 })
  await page.mouse.move(end.x + at.x, end.y + at.y, { steps: 10 })
  await page.locator('[data-drop-indicator]').waitFor()
  await page.mouse.up()
}

async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+s')
  await page.getByText('This dashboard was saved successfully.').waitFor()
  await page.getByRole('button', { name: 'Edit dashboard' }).waitFor()
}

/** Adds a value filter in the open filter editor; without a name it gets the name of its column. */
async function addFilter(page: Page, name: string | undefined, column: string, parent?: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add and edit filters' })
  await dialog.getByRole('button', { name: 'Add filters and dividers' }).click()
  await page.getByRole('menuitem', { name: 'Filter', exact: true }).click()
  if (name !== undefined) await dialog.getByRole('textbox', { name: 'Filter name' }).fill(name)
  const columns = dialog.getByRole('combobox', { name: 'Column', exact: true })
  await columns.click()
  await page.getByRole('option', { name: column, exact: true }).click()
  if (parent === undefined) return
  await dialog.getByText('Values are dependent on other filters').click()
  await dialog.getByRole('combobox', { name: 'Values dependent on' }).click()
  await page.getByRole('option', { name: parent, exact: true }).click()
  await page.keyboard.press('Escape')
}

export const stories = [
  story('dashboard editing: six charts, two tabs, two filters, ten steps undone and redone', async ({ visit }) => {
    const { page, signIn } = await visit()
    await signIn()
    const path = await openNew(page)
    await page.getByRole('textbox', { name: 'Dashboard title' }).fill('Built by mouse')
    await page.keyboard.press('Enter')

    await findCharts(page, 'shop')
    await card(page, 'Revenue by product').click()
    await drag(page, card(page, 'Revenue by region'), page.locator('[data-edit="CHART"]').first(), { x: 4, y: 100 })
    await eventually(async () =>
      expect((await stage(page)).map((label) => label.split(',')[0])).toEqual([
        'Row',
        'Chart Revenue by region',
        'Chart Revenue by product',
      ]),
    )
    await drag(page, card(page, 'Orders by channel'), page.locator('[data-edit="CHART"]').first(), { x: 100, y: 380 })
    await eventually(async () => expect((await stage(page)).filter((label) => label === 'Row').length).toEqual(2))

    // the dropped component has the focus, and the page has scrolled to it
    await page.locator('[data-edit="CHART"][data-selected]').and(page.locator(':focus')).waitFor()
    const corner = page.locator('[data-edit="CHART"][data-selected] > [data-handle="corner"]')
    const box = await corner.boundingBox()
    if (!box) throw new Error('no handle')
    await page.mouse.move(box.x + 5, box.y + 5)
    await page.mouse.down()
    await page.mouse.move(box.x + 205, box.y - 155, { steps: 6 })
    await page.mouse.up()
    await eventually(async () => expect((await stage(page)).at(-1) ?? '').toMatch(/, 6 columns by 30 units/))

    await builder(page).getByRole('tab', { name: 'Layout elements' }).click()
    await drag(page, card(page, 'Tabs'), page.locator('[data-edit="ROW"]').first(), { x: 100, y: 2 })
    await page.getByRole('button', { name: 'Add a tab' }).click()
    await page.getByRole('textbox', { name: 'Tab title' }).fill('Second')
    await page.keyboard.press('Enter')
    await card(page, 'Text').click()
    await builder(page).getByRole('tab', { name: 'Charts' }).click()
    await findCharts(page, 'shop')
    for (const name of ['Revenue per month', 'All orders', 'Orders by region']) {
      await card(page, name).click()
    }
    const second = await stage(page)

    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Edit properties' }).click()
    const properties = page.getByRole('dialog', { name: 'Dashboard properties' })
    await properties.getByRole('combobox', { name: 'Color scheme' }).click()
    await page.getByRole('option').nth(2).click()
    await properties.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Add and edit filters' }).click()
    await addFilter(page, 'Where', 'Region')
    await addFilter(page, undefined, 'Product', 'Where')
    await page.getByRole('dialog', { name: 'Add and edit filters' }).getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    for (let step = 0; step < 10; step += 1) await page.getByRole('button', { name: 'Undo the action' }).click()
    await eventually(async () => expect((await stage(page)).length < second.length).toEqual(true))
    for (let step = 0; step < 10; step += 1) await page.getByRole('button', { name: 'Redo the action' }).click()
    // each undone or redone step opens the tab on which it is visible
    await page.locator('[data-tab="open"]').filter({ hasText: 'Second' }).waitFor()
    await eventually(async () => expect(await stage(page)).toEqual(second))
    await page.getByRole('button', { name: 'Tab title', exact: true }).click()
    const first = await stage(page)
    await page.getByRole('button', { name: 'Second', exact: true }).click()

    await save(page)
    // the tab that was open while editing stays open
    await page.getByRole('tab', { name: 'Second', selected: true }).waitFor()
    await page.goto(`${path}?edit=true`)
    await builder(page).waitFor()
    await eventually(async () => expect(await stage(page)).toEqual(first))
    await page.getByRole('button', { name: 'Second', exact: true }).click()
    await eventually(async () => expect(await stage(page)).toEqual(second))
    await page.goto(path)
    await settled(page)
    await page.getByRole('combobox', { name: 'Where', exact: true }).waitFor()
    await page.getByRole('combobox', { name: 'Product', exact: true }).waitFor()
  }),

  story('dashboard editing: add, move, resize, remove and save by keyboard only', async ({ visit }) => {
    const { page, signIn } = await visit()
    await signIn()
    const path = await openNew(page)
    for (const name of ['Revenue by product', 'Revenue by region']) {
      await card(page, name).focus()
      await page.keyboard.press('Space')
      await page.getByText('is picked up').waitFor()
      await page.keyboard.press('Enter')
      await page.locator(`[data-edit="CHART"][aria-label*="${name}"]`).and(page.locator(':focus')).waitFor()
    }
    await page.keyboard.press('Space')
    await page.keyboard.press('Home')
    await page.keyboard.press('Escape')
    const before = await stage(page)
    await page.keyboard.press('Space')
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await eventually(async () => expect((await stage(page))[1] ?? '').toMatch(/Revenue by region/))
    expect(await stage(page)).notToEqual(before)
    await page.locator('[data-edit="CHART"][aria-label*="Revenue by region"]').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowUp')
    await eventually(async () => expect((await stage(page))[1] ?? '').toMatch(/5 columns by 49 units/))
    await page.keyboard.press('Delete')
    await eventually(async () => expect((await stage(page)).length).toEqual(2))
    await page.keyboard.press('Control+z')
    await eventually(async () => expect((await stage(page)).length).toEqual(4))
    const kept = await stage(page)
    await save(page)
    await page.goto(`${path}?edit=true`)
    await eventually(async () => expect(await stage(page)).toEqual(kept))
  }),

  story(
    'dashboard editing: the second of two windows must confirm, and the draft of a closed one is offered',
    async ({ visit }) => {
      const { page, signIn } = await visit({ expects: [/412/] })
      await signIn()
      const path = await openNew(page)
      const other = await page.context().newPage()
      await other.goto(`${path}?edit=true`)
      await builder(other).waitFor()
      const title = (window: Page) => window.getByRole('textbox', { name: 'Dashboard title' })
      await title(other).fill('Theirs')
      await other.keyboard.press('Enter')
      await save(other)

      await title(page).fill('Mine')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Control+s')
      const dialog = page.getByRole('dialog', { name: 'Confirm overwrite' })
      await dialog.getByText('Theirs', { exact: true }).waitFor()
      await dialog.getByText('Mine', { exact: true }).waitFor()
      await dialog.getByText(/Last Updated .* by Admin User/).waitFor()
      await dialog.getByRole('button', { name: 'No', exact: true }).click()
      expect(await title(page).inputValue()).toEqual('Mine')
      await eventually(async () =>
        expect(
          await page.evaluate(() => Object.keys(localStorage).some((key) => key.includes('dashboardDraft'))),
        ).toEqual(true),
      )

      await page.close({ runBeforeUnload: false })
      await other.goto(`${path}?edit=true`)
      await other.getByRole('button', { name: 'Restore' }).click()
      expect(await title(other).inputValue()).toEqual('Mine')
      await other.keyboard.press('Control+s')
      const again = other.getByRole('dialog', { name: 'Confirm overwrite' })
      await again.getByRole('button', { name: 'Yes, overwrite changes' }).click()
      await other.getByText('This dashboard was saved successfully.').waitFor()
      await other.getByRole('heading', { name: 'Mine' }).waitFor()
    },
  ),

  story('dashboard editing: a click adds to the open tab, and ends the renaming of another tab', async ({ visit }) => {
    const { page, signIn } = await visit()
    await signIn()
    await openNew(page)
    await builder(page).getByRole('tab', { name: 'Layout elements' }).click()
    await card(page, 'Tabs').click()
    await page.getByRole('button', { name: 'Add a tab' }).click()
    await page.getByRole('textbox', { name: 'Tab title' }).fill('Quite a long name of a tab')
    // leaves the name field and opens the other tab at once
    await page.getByRole('button', { name: 'Tab title', exact: true }).click()
    const tab = (name: string) => page.locator('[data-tab="open"]').filter({ hasText: name })
    await tab('Tab title').waitFor()
    await page.getByRole('button', { name: 'Quite a long name of a tab', exact: true }).click()
    await tab('Quite a long name').waitFor()
    await page.getByRole('button', { name: 'Quite a long name of a tab', exact: true }).click()
    await page.getByRole('textbox', { name: 'Tab title' }).waitFor()
    await page.getByRole('button', { name: 'Tab title', exact: true }).click()
    await tab('Tab title').waitFor()
    await page.getByRole('textbox', { name: 'Tab title' }).waitFor({ state: 'detached' })

    const inTabs = page.locator('[data-edit="TABS"]')
    await card(page, 'Header').click()
    await inTabs.locator('[data-edit="HEADER"]').waitFor()
    await page.getByRole('button', { name: 'Quite a long name of a tab', exact: true }).click()
    await inTabs.locator('[data-edit="HEADER"]').waitFor({ state: 'detached' })
    await builder(page).getByRole('tab', { name: 'Charts' }).click()
    await findCharts(page, 'shop')
    for (const name of ['Revenue by product', 'Revenue by region', 'All orders']) {
      await card(page, name).click()
      await inTabs.locator(`[data-edit="CHART"][aria-label*="${name}"]`).waitFor()
    }
    expect(await page.locator('[data-edit="CHART"]').count()).toEqual(3)
    // undoing a step on another tab opens that tab
    await page.getByRole('button', { name: 'Tab title', exact: true }).click()
    await tab('Tab title').waitFor()
    await page.getByRole('button', { name: 'Undo the action' }).click()
    await tab('Quite a long name').waitFor()
    await eventually(async () => expect(await page.locator('[data-edit="CHART"]').count()).toEqual(2))
    await page.getByRole('button', { name: 'Redo the action' }).click()
    await eventually(async () => expect(await page.locator('[data-edit="CHART"]').count()).toEqual(3))
    await page.keyboard.press('Control+s')
    await page.getByText('This dashboard was saved successfully.').waitFor()
  }),

  story('dashboard editing: changes of two windows to different parts are saved together', async ({ visit }) => {
    const { page, signIn } = await visit({ expects: [/412/] })
    await signIn()
    const path = await openNew(page)
    const other = await page.context().newPage()
    await other.goto(`${path}?edit=true`)
    await builder(other).waitFor()
    await other.getByRole('textbox', { name: 'Dashboard title' }).fill('Their name')
    await other.keyboard.press('Enter')
    await save(other)

    await findCharts(page, 'shop')
    await card(page, 'Revenue by product').click()
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog', { name: 'Confirm overwrite' })
    await dialog.getByText(/changed different parts/).waitFor()
    await dialog.getByRole('button', { name: 'Save both' }).click()
    await page.getByText('This dashboard was saved successfully.').waitFor()
    await page.getByRole('heading', { name: 'Their name' }).waitFor()
    await page.locator('[data-chart-id][aria-label="Revenue by product"]').waitFor()
  }),

  ...(['light', 'dark'] as const).map((theme) =>
    story(`dashboard editing: no serious accessibility finding, ${theme}`, async ({ visit }) => {
      const { page, signIn, axeFindings } = await visit({ theme })
      await signIn()
      await page.goto('/superset/dashboard/shop/?edit=true')
      await builder(page).waitFor()
      await settled(page)
      await page.locator('[data-edit="CHART"]').first().focus()
      const findings = await axeFindings()
      const menu = page.getByRole('button', { name: 'More actions' })
      const entries = [
        'Edit properties',
        'Edit CSS',
        'Add and edit filters',
        'Cross-filtering scoping',
        'Set filter mapping',
        'Set auto-refresh interval',
        'Save as',
      ]
      for (const entry of entries) {
        await menu.click()
        await page.getByRole('menuitem', { name: entry }).click()
        // the content of the dialog may arrive later, and takes the focus then
        const dialog = page.getByRole('dialog')
        await dialog.and(page.locator(':focus-within')).waitFor()
        await dialog.locator('[aria-busy="true"]').waitFor({ state: 'detached' })
        findings.push(...(await axeFindings()).map((finding) => `${entry}: ${finding}`))
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
      expect(findings).toEqual([])
    }),
  ),
]
