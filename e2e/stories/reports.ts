import { expect } from '../harness/dashboard.ts'
import { story } from '../harness/story.ts'

export const stories = [
  story('reports: an alert is created, switched off and deleted, and a report has its own list', async (world) => {
    const { page, signIn, go, axeFindings } = await world.visit()
    await signIn()
    await go('/alert/list/')
    await page.getByRole('button', { name: 'Alert', exact: true }).first().click()
    const dialog = page.getByRole('dialog')
    const choose = async (name: string, option: string | RegExp) => {
      await dialog.getByRole('combobox', { name, exact: true }).click()
      await page.getByRole('option', { name: option }).first().click()
    }
    await dialog.getByRole('textbox', { name: 'Alert name' }).fill('Many flights')
    await choose('Database', 'examples')
    await dialog.getByLabel('SQL Query').last().fill('SELECT COUNT(*) FROM flights_2001')
    await choose('Trigger Alert If...', '> (Larger than)')
    await dialog.getByRole('textbox', { name: 'Value' }).fill('10')
    await choose('Every', 'week')
    await choose('Dashboard', /./)
    await dialog.getByRole('button', { name: 'Add notification method' }).click()
    await dialog.getByRole('textbox', { name: 'Recipients' }).fill('shop@example.org')
    expect(await axeFindings()).toEqual([])
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Alert updated').waitFor()

    const row = page.getByRole('row').filter({ hasText: 'Many flights' })
    await row.getByText(/only on Sunday/).waitFor()
    await row.getByRole('img', { name: 'Nothing triggered' }).waitFor()
    const active = row.getByRole('checkbox', { name: /^Active/ })
    await active.uncheck()
    expect(await axeFindings()).toEqual([])
    await row.getByRole('link', { name: 'Many flights' }).click()
    await page.getByText('No execution yet').waitFor()
    await page.getByRole('link', { name: 'Back to all' }).click()

    await row.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText('This action will permanently delete').waitFor()
    await dialog.getByRole('textbox').fill('DELETE')
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await row.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Reports' }).click()
    await page.getByText('No reports yet').waitFor()
  }),
]
