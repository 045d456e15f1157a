import { card, openFromMenu, openNew } from '../harness/building.ts'
import { eventually, expect } from '../harness/dashboard.ts'
import { lateFrames } from '../harness/hands.ts'
import { story } from '../harness/story.ts'

/** Forces events that arrive late on a slow machine. */
export const stories = [
  story('dashboard editing: with late frames, the next key reaches the dropped component', async ({ visit }) => {
    const { page, signIn } = await visit()
    await signIn()
    await lateFrames(page)
    await openNew(page)
    await card(page, 'Revenue by product').focus()
    for (const key of ['Space', 'Enter', 'Shift+ArrowUp', 'Shift+ArrowUp']) await page.keyboard.press(key)
    const chart = page.locator('[data-edit="CHART"]')
    expect((await chart.getAttribute('aria-label')) ?? '').toMatch(
      /^Chart Revenue by product, \d+ columns by 48 units$/,
    )
    await page.keyboard.press('Delete')
    await chart.waitFor({ state: 'detached' })

    // text typed after Esc does not go to the title
    const title = page.getByRole('textbox', { name: 'Dashboard title' })
    const before = await title.inputValue()
    await title.fill('Taken back')
    await page.keyboard.press('Escape')
    await page.keyboard.type('x')
    expect(await title.inputValue()).toEqual(before)
  }),

  story('dashboard editing: with late frames, Esc closes a list and not the dialog around it', async ({ visit }) => {
    const { page, signIn } = await visit()
    await signIn()
    await lateFrames(page)
    await openNew(page)
    await openFromMenu(page, 'Edit properties', 'before')
    const dialog = page.getByRole('dialog', { name: 'Dashboard properties' })
    const scheme = dialog.getByRole('combobox', { name: 'Color scheme' })
    await scheme.click()
    await page.keyboard.press('Escape')
    expect(await scheme.getAttribute('aria-expanded')).toEqual('false')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }),

  story('dashboard: a star that is clicked before its state has loaded keeps the clicked state', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    const isTold = Promise.withResolvers<void>()
    let asked = 0
    await page.route('**/api/v1/dashboard/favorite_status/**', async (route) => {
      // the home page being left may still send requests for its own stars
      if (!route.request().frame().url().includes('/dashboard/jobs/')) return route.continue()
      asked += 1
      // the state requested before the click arrives after the click
      const response = await route.fetch()
      await isTold.promise
      await route.fulfill({ response })
    })
    const press = (method: string) =>
      Promise.all([
        page.waitForResponse((answer) => answer.request().method() === method && answer.url().endsWith('/favorites/')),
        star.click(),
      ])
    await go('/superset/dashboard/jobs/')
    const star = page.getByRole('button', { name: 'Click to favorite/unfavorite' })
    await eventually(async () => expect(asked).toEqual(1))
    await press('POST')
    isTold.resolve()
    await page.locator('[aria-label="Click to favorite/unfavorite"][aria-pressed="true"]').waitFor()
    await eventually(async () => expect(asked).toEqual(2))
    await press('DELETE')
    await page.locator('[aria-label="Click to favorite/unfavorite"][aria-pressed="false"]').waitFor()
  }),
]
