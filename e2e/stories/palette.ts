import type { Page } from 'playwright-core'
import { eventually, settled } from '../harness/dashboard.ts'
import { expect } from '../harness/expect.ts'
import { datasetId, drawn, unsavedChart } from '../harness/explore.ts'
import { handled } from '../harness/handled.ts'
import { story } from '../harness/story.ts'

const field = (page: Page) => page.getByRole('dialog', { name: 'Find anything' }).getByRole('combobox')

/** The text of the command that Enter would run. */
const active = (page: Page) =>
  field(page).evaluate((input) => {
    const id = input.getAttribute('aria-activedescendant') ?? ''
    return document.getElementById(id)?.innerText.split('\n')[0] ?? ''
  })

const becomes = (page: Page, name: string) => eventually(async () => expect(await active(page)).toEqual(name))

export const stories = [
  story('palette: Ctrl+K works before the code of the page has arrived', async ({ visit }) => {
    const { page, signIn } = await visit()
    await signIn()
    const pressed = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await pressed.promise
      await route.continue()
    })
    await page.goto('/superset/welcome/', { waitUntil: 'commit' })
    await page.locator('.boot').waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('da')
    pressed.resolve()
    await field(page).waitFor()
    expect(await field(page).inputValue()).toEqual('da')
    // the key must have been handled once only: one Escape closes the palette
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await field(page).waitFor()
  }),

  story('palette: text typed before its code has arrived is searched', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    const arrives = Promise.withResolvers<void>()
    await page.route(/CommandPalette[^/]*\.js/, async (route) => {
      await arrives.promise
      await route.continue()
    })
    await go('/dashboard/list/')
    const search = page.getByRole('searchbox').first()
    await search.click()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('all short')
    expect(await search.inputValue()).toEqual('')
    arrives.resolve()
    await field(page).waitFor()
    await page.keyboard.type('cuts')
    await becomes(page, 'Show all shortcuts')
    expect(await field(page).inputValue()).toEqual('all shortcuts')
  }),

  story('palette: its commands by keyboard and mouse', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    // the names of the examples do not matter here
    await page.route('**/api/v1/search/?*', (route) =>
      route.fulfill({ json: { result: [], more: [], is_complete: true } }),
    )
    await go('/superset/welcome/')
    const home = page.getByRole('link', { name: 'Home', exact: true }).first()
    await home.waitFor()
    const open = async () => {
      await page.keyboard.press('Control+k')
      await field(page).waitFor()
    }
    await open()
    await page.keyboard.type('da')
    // the first command is active without a move, and the arrow keys wrap around
    await page.getByRole('option', { name: 'Upload data' }).waitFor()
    await eventually(async () => expect((await active(page)).length > 0).toEqual(true))
    await page.keyboard.press('Control+a')
    await page.keyboard.type('switch between')
    await becomes(page, 'Switch between light and dark')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('new ')
    await page.getByRole('option', { name: /^Datasets/ }).waitFor({ state: 'detached' })
    await eventually(async () => expect(await page.getByRole('option').count()).toEqual(2))
    await becomes(page, 'New chart')
    await page.keyboard.press('ArrowDown')
    await becomes(page, 'New dashboard')
    await page.keyboard.press('ArrowDown')
    await becomes(page, 'New chart')
    await page.keyboard.press('ArrowUp')
    await becomes(page, 'New dashboard')
    // hovering makes a command active
    await page.getByRole('option', { name: 'New chart' }).hover()
    await becomes(page, 'New chart')

    // opening a new tab leaves the palette open
    const other = page.context().waitForEvent('page')
    await page.keyboard.press('Control+Enter')
    const tab = await other
    await tab.waitForURL('**/chart/add')
    await tab.close()
    expect(await field(page).inputValue()).toEqual('new ')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/chart/add')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    // Esc returns the focus
    await home.focus()
    await open()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await eventually(async () => expect(await home.evaluate((link) => link === document.activeElement)).toEqual(true))
    await open()
    await page.keyboard.type('charts')
    await page.getByRole('option', { name: /^Charts/ }).click()
    await page.waitForURL('**/chart/list/**')
  }),

  story(
    'palette: a key pressed as soon as a page is visible, or while the next one loads, opens it',
    async ({ visit }) => {
      const { page, signIn, go } = await visit()
      await signIn()
      await page.addInitScript(() => {
        const seen = new MutationObserver(() => {
          if (document.querySelector('nav a') === null) return
          seen.disconnect()
          document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, cancelable: true }))
        })
        seen.observe(document, { childList: true, subtree: true })
      })
      await go('/superset/welcome/')
      await field(page).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })

      await page.evaluate(() => {
        document.querySelector<HTMLElement>('nav a[href^="/chart/list"]')?.click()
        document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, cancelable: true }))
      })
      await page.waitForURL('**/chart/list/**')
      await page.locator('tbody tr').first().waitFor()
      await handled(page)
      expect(await field(page).isVisible()).toEqual(true)
      // opening a page from the palette closes the palette
      await field(page).fill('Datasets')
      await page.getByRole('option', { name: /^Datasets/ }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL('**/tablemodelview/list/**')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    },
  ),

  story('palette: the actions of the open screen run from it, and change with what is open', async ({ visit }) => {
    const { page, signIn, go, axeFindings } = await visit()
    await signIn()
    await go('/superset/dashboard/shop/')
    await settled(page)
    const find = async (text: string) => {
      await page.keyboard.press('Control+k')
      await field(page).fill(text)
    }
    const group = page.getByRole('group', { name: 'On this page' })
    await find('')
    await group.getByRole('option', { name: 'Edit dashboard' }).waitFor()
    expect(await axeFindings()).toEqual([])
    await field(page).fill('edit dash')
    await becomes(page, 'Edit dashboard')
    await page.keyboard.press('Enter')
    await page.getByRole('complementary', { name: 'Builder' }).waitFor()

    // in edit mode, the palette offers the actions of the editor
    await find('undo')
    await eventually(async () => expect(await group.getByRole('option').count()).toEqual(0))
    await field(page).fill('discard')
    await becomes(page, 'Discard')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Edit dashboard' }).waitFor()

    const form = { viz_type: 'big_number_total', metric: 'orders' }
    await go(await unsavedChart(page, await datasetId(page, 'shop_orders'), form))
    await drawn(page)
    await find('save')
    await becomes(page, 'Save the chart')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Save chart' }).waitFor()
    // commands of the screen could interfere with the open dialog
    await find('save')
    await eventually(async () => expect(await group.count()).toEqual(0))
  }),
]
