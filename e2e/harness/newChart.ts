import type { Locator, Page } from 'playwright-core'
import { box, drawn } from './explore.ts'

/** What users do in the chart builder, by clicks and typing. */

/** Starts a chart of this type in the list of charts, and opens the builder. */
export async function startChart(page: Page, dataset: string, type: string): Promise<void> {
  await page.goto('/chart/list/')
  await page.getByRole('link', { name: 'Chart', exact: true }).click()
  await page.getByRole('combobox', { name: 'Choose a dataset' }).click()
  await page.getByRole('combobox', { name: 'Search Choose a dataset' }).fill(dataset)
  await page.getByRole('option', { name: new RegExp(`^${dataset}\\b`) }).click()
  await page.getByRole('textbox', { name: 'Search all charts' }).fill(type)
  await page
    .getByRole('radio', { name: new RegExp(`^${type}`) })
    .first()
    .check()
  await page.getByRole('button', { name: 'Create new chart' }).click()
}

/** Opens the editor of an empty control, selects in one of its tabs, and saves. */
async function addTo(page: Page, control: string, tab: string, field: string, name: string): Promise<void> {
  const editor = page.locator('form[data-editor]')
  await box(page, control).getByRole('button').last().click()
  await editor.getByRole('tab', { name: tab, exact: true }).click()
  await editor.getByRole('combobox', { name: field, exact: true }).click()
  await page.getByRole('option', { name }).first().click()
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
}

export const addMetric = (page: Page, control: string, name: string) =>
  addTo(page, control, 'Saved', 'Saved metric', name)

export const addColumn = (page: Page, control: string, name: string) => addTo(page, control, 'Simple', 'Column', name)

/** Selects one of the values of a field. */
export async function select(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

export async function createChart(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^(Create|Update) chart/ })
    .first()
    .click()
  await drawn(page)
}

/** Opens the form for another annotation layer, and fills in the name. */
export async function addLayer(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Annotations and layers', exact: true }).click()
  await page.getByRole('button', { name: /Add annotation layer$/ }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
}

/** Colors the values of the first metric that are above a limit. */
export async function colorAbove(page: Page, limit: number): Promise<void> {
  await page.getByRole('tab', { name: 'Customize' }).click()
  await box(page, 'conditional_formatting').getByRole('button').last().click()
  const rule = page.getByRole('dialog', { name: 'Conditional formatting' })
  await select(page, 'Operator', '>')
  await rule.getByRole('textbox', { name: 'Target value' }).fill(String(limit))
  await rule.getByRole('button', { name: 'Apply' }).click()
  await drawn(page)
}

/** The values of a table with their backgrounds. */
export const cellColors = (table: Locator) =>
  table.locator('tbody td').evaluateAll((all) =>
    all.map((cell) => ({
      value: Number(cell.textContent?.replaceAll(/[^\d.]/g, '') || Number.NaN),
      isColored: getComputedStyle(cell).backgroundColor !== 'rgba(0, 0, 0, 0)',
    })),
  )
