import { eventually, expect } from '../../harness/dashboard.ts'
import { story } from '../../harness/story.ts'

export const stories = [
  story('home, lists and the command palette', async ({ visit }) => {
    const { page, signIn, go, axeFindings } = await visit()
    await signIn()
    await go('/superset/welcome/')
    for (const name of ['Recents', 'Dashboards', 'Charts', 'Saved queries']) {
      await page.getByRole('button', { name, exact: true }).waitFor()
    }
    await page.locator('[aria-busy="true"]:visible').waitFor({ state: 'detached' })
    expect(await axeFindings()).toEqual([])

    await page.getByRole('navigation').getByRole('link', { name: 'Dashboards', exact: true }).click()
    const search = page.getByPlaceholder('Type a value')
    await search.fill('new york weather')
    await search.press('Enter')
    const rows = page.locator('tbody tr')
    await eventually(async () => expect(await rows.count()).toEqual(1))
    await page.getByRole('radio', { name: 'Card view' }).click()
    await rows.first().waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Seattle and New York weather', exact: true }).waitFor()
    await page.getByRole('radio', { name: 'Table view' }).click()
    const star = page.getByRole('button', { name: 'Favorite Seattle and New York weather' })
    const isStarred = () => star.getAttribute('aria-pressed')
    const before = await isStarred()
    await star.click()
    await eventually(async () => expect(await isStarred()).notToEqual(before))
    await star.click()
    await eventually(async () => expect(await isStarred()).toEqual(before))

    await go('/chart/list/')
    await page.getByRole('button', { name: 'Bulk select' }).click()
    await page.getByRole('checkbox').nth(1).click()
    await page.getByText('1 Selected').waitFor()
    await page.getByRole('button', { name: 'Folders', exact: true }).click()
    await page.getByText('Shared folders').waitFor()
    const list = page.getByRole('table', { name: 'Charts' })
    const isWithinPane = () => list.evaluate((table) => table.scrollWidth <= (table.parentElement?.clientWidth ?? 0))
    await eventually(async () => expect(await isWithinPane()).toEqual(true))
    await page.getByRole('button', { name: 'Folders', exact: true }).click()
    await go('/tablemodelview/list/')
    const names = page.locator('tbody tr td:first-child')
    await names.first().waitFor()
    const unsorted = await names.allInnerTexts()
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
    await eventually(async () => expect(await names.allInnerTexts()).notToEqual(unsorted))

    await page.keyboard.press('Control+k')
    const find = page.getByRole('dialog').getByRole('combobox')
    await find.waitFor()
    await page.keyboard.type('new york weather')
    await page
      .getByRole('option', { name: /^Seattle/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/dashboard\/weather/)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.type('gh')
    await page.waitForURL(/welcome/)
  }),
]
