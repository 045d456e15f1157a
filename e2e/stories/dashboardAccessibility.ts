import { expect, settled, tile } from '../harness/dashboard.ts'
import { story } from '../harness/story.ts'

export const stories = (['light', 'dark'] as const).flatMap((theme) => [
  story(`dashboard: no serious accessibility finding, ${theme}`, async ({ visit }) => {
    const { page, signIn, go, axeFindings } = await visit({ theme })
    await signIn()
    await go('/superset/dashboard/shop/')
    await settled(page)
    expect(await axeFindings()).toEqual([])
    await tile(page, 'Revenue by product').hover()
    await tile(page, 'Revenue by product').getByRole('button', { name: 'More about Revenue by product' }).click()
    await page.getByRole('menuitem', { name: 'View query' }).waitFor()
    expect(await axeFindings()).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Time range/ }).click()
    await page.getByText('Actual time range').waitFor()
    expect(await axeFindings()).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Region', exact: true }).click()
    await page.getByRole('option', { name: 'West' }).last().waitFor()
    expect(await axeFindings()).toEqual([])
  }),

  story(`dashboard: no serious accessibility finding on a phone, ${theme}`, async ({ visit }) => {
    const { page, signIn, go, axeFindings } = await visit({ theme, phone: true })
    await signIn()
    await go('/superset/dashboard/shop/')
    await settled(page)
    expect(await axeFindings()).toEqual([])
    await page.getByRole('button', { name: /^Filters/ }).click()
    await page.getByRole('button', { name: 'Apply filters' }).waitFor()
    expect(await axeFindings()).toEqual([])
  }),
])
