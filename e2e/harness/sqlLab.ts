import type { Page } from 'playwright-core'
import { eventually, expect } from './dashboard.ts'

/** The SQL editor of the open tab. */
export const editor = (page: Page) => page.getByRole('textbox', { name: /^SQL of / })
/** The rows of the open result. */
export const grid = (page: Page) => page.getByRole('region', { name: 'Rows of the result' })

/** Opens the page, and waits for its editor. */
export async function openLab(page: Page, query = ''): Promise<void> {
  await page.goto(`/superset/sqllab/${query}`)
  await page.locator('.cm-content').waitFor()
}

/** Replaces the text of the editor, as pasting does. */
export async function write(page: Page, sql: string): Promise<void> {
  await editor(page).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(sql)
}

/** Writes and runs a text. */
export async function run(page: Page, sql: string): Promise<void> {
  await write(page, sql)
  await page.keyboard.press('Control+Enter')
}

/** The texts of the rows in view, without the row numbers. */
export const rows = (page: Page) =>
  grid(page)
    .locator('tbody tr[aria-rowindex]')
    .evaluateAll((found) =>
      found.map((row) => [...row.querySelectorAll('td')].slice(1).map((cell) => cell.textContent ?? '')),
    )

/** Waits until the result has these rows. */
export const become = (page: Page, expected: string[][]) =>
  eventually(async () => expect(await rows(page)).toEqual(expected))

/** Waits for a message. */
export const toasts = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
