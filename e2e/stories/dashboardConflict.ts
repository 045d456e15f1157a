import type { Page } from 'playwright-core'
import { builder, openFromMenu, openNew } from '../harness/building.ts'
import { expect } from '../harness/dashboard.ts'
import { story } from '../harness/story.ts'

const title = (page: Page) => page.getByRole('textbox', { name: 'Dashboard title' })

async function rename(page: Page, name: string): Promise<void> {
  await title(page).fill(name)
  await page.keyboard.press('Enter')
}

/**
 * Saves the dashboard without the page that is editing it, as another window would; the metadata is based on the stored
 * metadata.
 */
const saveElsewhere = (page: Page, path: string, patch: { dashboard_title?: string; filters?: object[] }) =>
  page.evaluate(
    async ({ address, dashboard_title, filters }) => {
      const stored = (await (await fetch(address)).json()) as { result: { json_metadata: string | null } }
      const metadata = JSON.parse(stored.result.json_metadata ?? '{}') as Record<string, unknown>
      const csrf = document.querySelector<HTMLInputElement>('#csrf_token')?.value ?? ''
      const answer = await fetch(address, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'x-csrftoken': csrf },
        body: JSON.stringify({
          ...(dashboard_title && { dashboard_title }),
          ...(filters && { json_metadata: JSON.stringify({ ...metadata, native_filter_configuration: filters }) }),
        }),
      })
      if (!answer.ok) throw new Error(`not saved: ${answer.status}`)
    },
    { address: `/api/v1/dashboard/${/\d+/.exec(path)?.[0]}`, ...patch },
  )

const region = {
  id: 'NATIVE_FILTER-region',
  type: 'NATIVE_FILTER',
  name: 'Region',
  filterType: 'filter_time',
  targets: [{}],
  controlValues: { enableEmptyFilter: false },
  defaultDataMask: { extraFormData: {}, filterState: {}, ownState: {} },
  cascadeParentIds: [],
  scope: { rootPath: ['ROOT_ID'], excluded: [] },
}

export const stories = [
  story("dashboard editing: 'Overwrite' inside 'Save as' shows a newer version at once", async ({ visit }) => {
    const { page, signIn, axeFindings } = await visit({ expects: [/412/] })
    await signIn()
    const path = await openNew(page)
    await saveElsewhere(page, path, { dashboard_title: 'Named before' })
    await page.goto(`${path}?edit=true`)
    await builder(page).waitFor()
    await rename(page, 'Named here')
    await saveElsewhere(page, path, { dashboard_title: 'Named elsewhere' })

    await openFromMenu(page, 'Save as', 'before')
    const saveAs = page.getByRole('dialog', { name: 'Save dashboard' })
    // the overwritten dashboard is listed with its stored name, not with its new one
    await saveAs.getByRole('radio', { name: 'Overwrite Dashboard [Named before]' }).check()
    await saveAs.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm overwrite' })
    await dialog.getByText(/You saved this dashboard at \d\d:\d\d UTC in another window/).waitFor()
    await saveAs.waitFor({ state: 'detached' })
    const both = dialog.getByRole('region', { name: 'Title', exact: true })
    for (const name of ['Named elsewhere', 'Named here']) await both.getByText(name).first().waitFor()
    expect(await axeFindings()).toEqual([])

    // saving a copy does not change the newer version; canceling leads back to the dialog
    await dialog.getByRole('button', { name: 'Save as a copy' }).click()
    await saveAs.getByRole('button', { name: 'Cancel' }).click()
    await dialog.getByRole('button', { name: 'Yes, overwrite changes' }).click()
    await page.getByText('This dashboard was saved successfully.').waitFor()
    await page.getByRole('heading', { name: 'Named here' }).waitFor()
  }),

  story('dashboard editing: after an upgrade, saving over a newer version offers to reload', async ({ visit }) => {
    const { page, signIn } = await visit({ expects: [/412/, /status of 404/, /dynamically imported/] })
    await signIn()
    const path = await openNew(page)
    await page.goto(`${path}?edit=true`)
    await builder(page).waitFor()
    await rename(page, 'Named here')
    await saveElsewhere(page, path, { dashboard_title: 'Named elsewhere' })
    // opens the menu once, so that its code is loaded before the upgrade
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Save as', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    // an upgrade has replaced the files of this page
    await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: 'Not found' }))
    await page.keyboard.press('Control+s')
    const lost = page.getByRole('alert').filter({ hasText: 'A part of this page could not be loaded.' })
    await lost.waitFor()
    expect(await title(page).inputValue()).toEqual('Named here')
    // other dialogs show the same message, and the page remains open
    await lost.getByRole('button', { name: 'Close' }).click()
    await lost.waitFor({ state: 'detached' })
    await openFromMenu(page, 'Save as', 'before')
    await lost.waitFor()

    await page.unroute('**/assets/*.js')
    await lost.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('button', { name: 'Restore' }).click()
    expect(await title(page).inputValue()).toEqual('Named here')
  }),

  story('dashboard editing: different filters are described as text', async ({ visit }) => {
    const { page, signIn, axeFindings } = await visit({ expects: [/412/] })
    await signIn()
    const path = await openNew(page)
    await saveElsewhere(page, path, { filters: [region, { ...region, id: 'NATIVE_FILTER-same', name: 'Alike' }] })
    await page.goto(`${path}?edit=true`)
    await builder(page).waitFor()
    await rename(page, 'Named here')
    const defaultDataMask = { extraFormData: { time_range: 'Last week' }, filterState: { value: 'Last week' } }
    await saveElsewhere(page, path, {
      filters: [
        { ...region, name: 'Days', defaultDataMask },
        { ...region, id: 'NATIVE_FILTER-same', name: 'Alike' },
        { ...region, id: 'NATIVE_FILTER-more', name: 'More' },
      ],
    })
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog', { name: 'Confirm overwrite' })
    const changed = dialog.getByRole('region', { name: 'Filter: Region' })
    for (const line of ['Name: Days', 'Default: Last week']) await changed.locator('ins', { hasText: line }).waitFor()
    await changed.locator('del', { hasText: 'Default: none' }).waitFor()
    for (const line of ['Kind: Time range', 'Applies to: all charts']) await changed.getByText(line).first().waitFor()
    await changed.getByText('Overwriting reverts it').waitFor()
    const added = dialog.getByRole('region', { name: 'Filter: More' })
    await added.getByText('Added', { exact: true }).waitFor()
    await added.getByText('Not in your version. Overwriting removes it.').waitFor()
    expect(await dialog.getByText('Alike').count()).toEqual(0)
    expect(await dialog.getByText('filterType').count()).toEqual(0)
    expect(await axeFindings()).toEqual([])
    await dialog.getByRole('button', { name: 'Save both' }).click()
    await page.getByRole('heading', { name: 'Named here' }).waitFor()
    for (const name of ['Days', 'Alike', 'More']) await page.getByText(name, { exact: true }).first().waitFor()
  }),
]
