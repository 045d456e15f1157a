import type { Page } from 'playwright-core'
import { eventually, expect } from '../harness/dashboard.ts'
import { box, datasetId, drawn, openedAsSaved, unsavedChart } from '../harness/explore.ts'
import { story } from '../harness/story.ts'

const pie = { viz_type: 'pie', groupby: ['origin'], metric: 'count', row_limit: 10 }

async function limit(page: Page, rows: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Row limit', exact: true }).click()
  await page.getByRole('combobox', { name: 'Search Row limit' }).fill(rows)
  await page.keyboard.press('Enter')
}

const shownLimit = (page: Page) => page.getByRole('combobox', { name: 'Row limit', exact: true })

export const stories = [
  story('explore: unsaved changes are offered when the chart is opened again, then published', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go(await unsavedChart(page, await datasetId(page, 'flights_2001'), pie))
    await drawn(page)
    // the suggested name describes what the chart shows
    await page.keyboard.press('Control+s')
    expect(await page.getByLabel('Chart name').inputValue()).toEqual('Flights by From')
    await page.getByLabel('Chart name').fill('Kept until it is published')
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await openedAsSaved(page)
    // the address of the page also contains the unsaved state
    const address = `/explore/?slice_id=${new URL(page.url()).searchParams.get('slice_id')}`

    await limit(page, '25')
    await page.getByRole('button', { name: 'Altered' }).waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Charts' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'Charts' }).first().waitFor()

    // other users and new tabs get the chart as it was saved
    await page.evaluate(() => sessionStorage.clear())
    await go(address)
    await drawn(page)
    await shownLimit(page).getByText('10', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^Draft from/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Unsaved draft' })
    await dialog.getByRole('row', { name: /Row limit 10 25/ }).waitFor()
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await dialog.waitFor({ state: 'detached' })
    await shownLimit(page).getByText('25', { exact: true }).waitFor()
    await drawn(page)
    expect(await page.getByRole('button', { name: /^Draft from/ }).count()).toEqual(0)

    await page.keyboard.press('Control+s')
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Chart [Kept until it is published] has been overwritten').waitFor()
    await go(address)
    await drawn(page)
    await shownLimit(page).getByText('25', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /^Draft from/ }).count()).toEqual(0)
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('chartDraft')))).toEqual([])
  }),

  story('explore: a swapped dataset is swapped back, with every control and its undo history', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go(await unsavedChart(page, await datasetId(page, 'flights_2001'), pie))
    await drawn(page)
    await limit(page, '25')
    await page.getByRole('button', { name: 'Dataset actions' }).click()
    await page.getByRole('menuitem', { name: 'Swap dataset' }).click()
    const dialog = page.getByRole('dialog', { name: 'Swap dataset' })
    await dialog.getByRole('textbox', { name: 'Search / Filter' }).fill('weather')
    await dialog.getByRole('button', { name: 'weather', exact: true }).click()
    await dialog.getByRole('button', { name: 'Proceed' }).click()
    await page.getByRole('region', { name: 'Keep control settings?' }).waitFor()
    expect(await box(page, 'groupby').getByRole('button', { name: /^Edit/ }).count()).toEqual(0)

    await page.getByRole('button', { name: 'Swap back' }).click()
    await box(page, 'groupby').getByRole('button', { name: /^Edit/ }).waitFor()
    await drawn(page)
    await shownLimit(page).getByText('25', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(async () => expect(await shownLimit(page).getByText('10', { exact: true }).count()).toEqual(1))
  }),

  story('explore: a chart alone in a frame has no keys to other pages', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    const address = await unsavedChart(page, await datasetId(page, 'flights_2001'), pie)
    await go('/chart/list/')
    await page.evaluate((src) => {
      const frame = document.createElement('iframe')
      Object.assign(frame, { src, title: 'Embedded', width: 600, height: 400 })
      document.body.replaceChildren(frame)
    }, `${address}&standalone=1`)
    const frame = page.frameLocator('iframe')
    const chart = frame.getByRole('region', { name: 'Chart' })
    await chart.locator('canvas, svg').first().waitFor()
    await chart.click()
    await page.keyboard.press('Control+k')
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    expect(await frame.getByRole('dialog').count()).toEqual(0)
    await chart.waitFor()
    expect(page.frames().some((each) => each.url().includes('standalone=1'))).toEqual(true)
  }),

  story('explore: signing out says that it deletes unsaved changes, and deletes them', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go(await unsavedChart(page, await datasetId(page, 'flights_2001'), pie))
    await drawn(page)
    await limit(page, '25')
    const drafts = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('chartDraft')).length)
    await eventually(async () => expect(await drafts()).toEqual(1))
    const other = await page.context().newPage()
    await other.goto(page.url())
    await drawn(other)
    await page.locator('nav button').last().click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    const dialog = page.getByRole('dialog', { name: 'Logout' })
    await dialog.getByText('This browser has stored unsaved changes.').waitFor()
    await dialog.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL(/login/)
    expect(await drafts()).toEqual(0)
    // the other window still shows the chart
    await limit(other, '50')
    await shownLimit(other).getByText('50', { exact: true }).waitFor()
    expect(await drafts()).toEqual(0)
  }),
]
