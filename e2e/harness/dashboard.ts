import type { Locator, Page } from 'playwright-core'
import { expect } from './expect.ts'

/** The tile of a chart, by its name. */
export const tile = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

/** Waits until every chart in the window is drawn or shows a message, and none is loading. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const tiles = [...document.querySelectorAll('[data-chart-id]')].filter((tile) => {
      const { top, bottom } = tile.getBoundingClientRect()
      // charts scrolled out of view are not drawn
      let area = tile.parentElement
      while (area && !/auto|scroll/.test(getComputedStyle(area).overflowY)) area = area.parentElement
      return bottom > Math.max(0, area?.getBoundingClientRect().top ?? 0) && top < innerHeight
    })
    return (
      tiles.length > 0 &&
      tiles.every(
        (tile) =>
          tile.getAttribute('aria-busy') !== 'true' &&
          tile.querySelector('[data-viz-type], [role="alert"]') &&
          // the drawing code may arrive after the data
          !tile.querySelector('[data-first-frame]'),
      )
    )
  })
}

/** Names of the charts on the page by their ids. */
export async function chartNames(page: Page): Promise<Map<number, string>> {
  return new Map(
    await page
      .locator('[data-chart-id]')
      .evaluateAll((tiles) =>
        tiles.map((tile) => [Number(tile.getAttribute('data-chart-id')), tile.getAttribute('aria-label') ?? '']),
      ),
  )
}

/** Opens a value filter, ticks values and closes it again. */
export async function choose(page: Page, filter: string, ...values: string[]): Promise<void> {
  await page.getByRole('combobox', { name: filter, exact: true }).first().click()
  const list = page.getByRole('dialog', { name: filter, exact: true })
  for (const value of values) await list.getByRole('option', { name: value, exact: true }).click()
  await page.keyboard.press('Escape')
}

/** The number of a big-number tile. */
export async function bigNumber(page: Page, name: string): Promise<string> {
  const text = await tile(page, name).innerText()
  const lines = text.split('\n').map((line) => line.trim())
  return lines.findLast((line) => /^[\d,.]+$/.test(line)) ?? text
}

/** Cells of a table chart, row by row. */
export async function tableRows(page: Page, name: string): Promise<string[][]> {
  const rows = tile(page, name).getByRole('row')
  const cells = await rows.evaluateAll((elements) =>
    elements.map((row) =>
      [...row.querySelectorAll('td, [role="cell"], [role="gridcell"]')].map((cell) => cell.textContent?.trim() ?? ''),
    ),
  )
  return cells.filter((row) => row.length > 0)
}

/** Waits for a condition that can only be polled. */
export async function eventually(check: () => Promise<void>, timeoutMs = 40_000): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((done) => setTimeout(done, 100))
    }
  }
}

/** Screenshots of all charts, by name. */
export const pictures = (page: Page) =>
  page
    .locator('[data-chart-id]:has(canvas)')
    .evaluateAll((tiles) =>
      tiles.map((each) => [
        each.getAttribute('aria-label'),
        ...[...each.querySelectorAll('canvas')].map((canvas) => canvas.toDataURL()),
      ]),
    )

export { expect }
