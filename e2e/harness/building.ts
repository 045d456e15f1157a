import type { Page } from 'playwright-core'
import { eventually, expect } from './dashboard.ts'
import { tabTo } from './hands.ts'

/** Actions in the dashboard editor. */

export const builder = (page: Page) => page.getByRole('complementary', { name: 'Builder' })

/** A chart or element that can be added to the dashboard. */
export const card = (page: Page, name: string) => builder(page).getByRole('button', { name: new RegExp(`^${name}`) })

/** Focuses a chart or element with the keyboard: the list has one tab stop, and the arrow keys move within it. */
export async function reachCard(page: Page, name: string): Promise<void> {
  const goal = card(page, name)
  await goal.waitFor()
  await tabTo(page, builder(page).getByRole('toolbar').locator('button[tabindex="0"]'))
  await page.keyboard.press('Home')
  for (let step = 0; step < (await builder(page).getByRole('toolbar').getByRole('button').count()); step += 1) {
    if (await goal.and(page.locator(':focus')).count()) return
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`the arrows do not reach ${name}`)
}

/** Searches for charts to add, and waits until the list contains only the matches: it must not move during a click. */
export async function findCharts(page: Page, text: string): Promise<void> {
  await builder(page).getByRole('textbox', { name: 'Filter your charts' }).fill(text)
  await builder(page).locator('[aria-busy="false"]').waitFor()
}

/** Opens a new dashboard in the editor and returns its path. */
export async function openNew(page: Page): Promise<string> {
  await page.goto('/dashboard/new/')
  await page.waitForURL(/dashboard\/\d+\/\?edit=true/)
  await builder(page).waitFor()
  return new URL(page.url()).pathname
}

/** Selects an entry of the open menu with the arrow keys. */
export async function chooseByArrows(page: Page, name: string): Promise<void> {
  const entry = page.getByRole('menuitem', { name, exact: true })
  await entry.waitFor()
  for (let step = 0; step < 12; step += 1) {
    if (await entry.and(page.locator(':focus')).count()) return page.keyboard.press('Enter')
    const before = await page.evaluate(() => document.activeElement?.textContent)
    await page.keyboard.press('ArrowDown')
    await page.waitForFunction((text) => document.activeElement?.textContent !== text, before)
  }
  throw new Error(`the arrows do not reach ${name}`)
}

/** Opens the focused list, types a search text, and selects the match. */
export async function chooseByTyping(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Enter')
  // charts with marks are list boxes too; the opened list comes after them
  await page.getByRole('listbox').last().waitFor()
  await page.keyboard.type(text)
  const option = page.getByRole('option', { name: text, exact: true })
  // Enter selects the active descendant of the field or the list
  await eventually(async () => {
    const id = await option.getAttribute('id')
    expect(await page.locator(`[aria-activedescendant="${id}"]`).count()).toEqual(1)
  })
  await page.keyboard.press('Enter')
}

/** Adds a value filter in the open filter editor. */
export async function addFilterByKeys(page: Page, name: string, column: string, parent?: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add and edit filters' })
  await tabTo(page, dialog.getByRole('button', { name: 'Add filters and dividers' }))
  await page.keyboard.press('Enter')
  await chooseByArrows(page, 'Filter')
  await tabTo(page, dialog.getByRole('textbox', { name: 'Filter name' }))
  await page.keyboard.type(name)
  await tabTo(page, dialog.getByRole('combobox', { name: 'Column', exact: true }))
  await chooseByTyping(page, column)
  if (parent === undefined) return
  await tabTo(page, dialog.getByRole('checkbox', { name: 'Values are dependent on other filters' }))
  await page.keyboard.press('Space')
  // the only possible parent is already selected
  await dialog.getByText(parent, { exact: true }).nth(1).waitFor()
}

/** Opens the dialog of an entry in the dashboard's menu, which is before or after the focused element. */
export async function openFromMenu(page: Page, entry: string, from: 'before' | 'after' = 'after'): Promise<void> {
  await tabTo(page, page.getByRole('button', { name: 'More actions' }), from === 'after')
  await page.keyboard.press('Enter')
  await chooseByArrows(page, entry)
}
