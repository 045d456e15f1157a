import type { Page } from 'playwright-core'
import { callApi } from '../harness/callApi.ts'
import { expect } from '../harness/dashboard.ts'
import { datasetId } from '../harness/explore.ts'
import { story } from '../harness/story.ts'

const pane = (page: Page) => page.getByRole('navigation', { name: 'Folders' })
const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

/** A list of dashboards with its folders. */
async function openList(page: Page): Promise<void> {
  await page.goto('/dashboard/list/?filters=()')
  await page.getByRole('table', { name: 'Dashboards' }).getByRole('row').nth(1).waitFor()
  const button = page.getByRole('button', { name: 'Folders', exact: true })
  if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click()
  await pane(page).getByRole('button', { name: 'All', exact: true }).waitFor()
}

export const stories = [
  story('folders: created, filled by drag and in bulk, opened by link, deleted', async ({ visit }) => {
    const { page, signIn, go, axeFindings } = await visit()
    await signIn()
    await go('/chart/list/?filters=()')
    const rows = page.getByRole('table', { name: 'Charts' }).getByRole('row')
    await rows.nth(3).waitFor()
    await page.getByRole('button', { name: 'Folders', exact: true }).click()
    const pane = page.getByRole('navigation', { name: 'Folders' })
    await pane.getByText('No folders yet.').waitFor()

    const dialog = page.getByRole('dialog')
    const create = async (name: string) => {
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await pane.getByRole('button', { name, exact: true }).waitFor()
    }
    await pane.getByRole('button', { name: 'New shared folder' }).click()
    await create('Quarterly review')
    // the new folder is open, and empty
    await page.getByText('No charts in this folder').waitFor()
    await pane.getByRole('button', { name: 'All', exact: true }).click()
    await rows.nth(3).waitFor()

    const dragged = await rows.nth(1).getByRole('link').first().innerText()
    await rows.nth(1).dragTo(pane.getByRole('button', { name: /^Quarterly review/ }))
    await page.getByText('Moved to Quarterly review').waitFor()
    await pane.getByRole('button', { name: 'Quarterly review 1' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await pane.getByRole('button', { name: 'Quarterly review', exact: true }).waitFor()

    // moves one chart by keyboard
    const first = rows.filter({ has: page.getByRole('link', { name: dragged, exact: true }) }).first()
    await first.getByRole('button', { name: 'Move to folder' }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByRole('radio', { name: 'Quarterly review' }).check()
    await dialog.getByRole('button', { name: 'Move', exact: true }).press('Enter')
    await pane.getByRole('button', { name: 'Quarterly review 1' }).waitFor()

    // creates a subfolder by keyboard, and moves two charts in bulk
    const folder = pane.getByRole('listitem').filter({ hasText: 'Quarterly review' })
    await folder.getByRole('button', { name: 'Actions of Quarterly review' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'New subfolder' }).click()
    await create('Details')
    await pane.getByRole('button', { name: 'All', exact: true }).click()
    await rows.nth(3).waitFor()
    await page.getByRole('button', { name: 'Bulk select' }).click()
    for (const at of [2, 3]) await rows.nth(at).getByRole('checkbox').check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Move to folder' }).click()
    await dialog.getByRole('radio', { name: 'Details' }).check()
    expect(await axeFindings()).toEqual([])
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByText('Moved 2 to Details').waitFor()

    // a folder also shows the content of its subfolders; its link reopens it
    await pane.getByRole('button', { name: 'Quarterly review 3' }).click()
    await page.getByRole('link', { name: dragged }).first().waitFor()
    await rows.nth(4).waitFor({ state: 'detached' })
    expect(await rows.count()).toEqual(4)
    expect(await axeFindings()).toEqual([])
    await page.reload()
    await page.getByRole('link', { name: dragged }).first().waitFor()
    expect(await rows.count()).toEqual(4)

    await folder.getByRole('button', { name: 'Actions of Quarterly review' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog.getByText('Its contents are then in no folder.').waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('What was in it is now in no folder.').waitFor()
    await pane.getByRole('button', { name: 'Details 2' }).waitFor()

    // a search that finds nothing in a folder does not leave the folder
    await pane.getByRole('button', { name: 'Details 2' }).click()
    await page.getByRole('searchbox').fill('zzyzx')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await rows.nth(2).waitFor()
    expect(await rows.count()).toEqual(3)
    await pane.getByRole('button', { name: 'All', exact: true }).click()

    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Folders', exact: true }).click()
    await page.getByRole('dialog', { name: 'Folders' }).getByRole('button', { name: 'Details 2' }).click()
    await rows.nth(3).waitFor({ state: 'detached' })
    expect(await rows.count()).toEqual(3)
    expect(await axeFindings()).toEqual([])

    // on a phone rows cannot be dragged: they are selected
    await page.getByRole('button', { name: 'Bulk select' }).click()
    await rows.nth(1).getByRole('checkbox').check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Move to folder' }).click()
    await dialog.getByRole('radio', { name: 'Not in a shared folder' }).check()
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByText('Removed from its folder').waitFor()
    await rows.nth(2).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Show all', exact: true }).click()
    await rows.nth(3).waitFor()
    expect(await axeFindings()).toEqual([])
  }),

  story(
    'folders: who may see and change what is in a shared one is given, raised and taken away',
    async ({ visit, product }) => {
      await product.addUser('fiona', ['Gamma'], 'nothing')
      const { page, signIn, axeFindings } = await visit()
      await signIn()
      const { id } = await callApi<{ id: number }>(page, 'POST', '/api/v1/dashboard/', {
        dashboard_title: 'Budget',
        published: true,
      })
      await callApi(page, 'POST', '/api/v1/chart/', {
        slice_name: 'Budget of the year',
        viz_type: 'big_number_total',
        datasource_id: await datasetId(page, 'shop_orders'),
        datasource_type: 'table',
        dashboards: [id],
        params: JSON.stringify({ viz_type: 'big_number_total', metric: 'revenue' }),
      })
      const address = `/superset/dashboard/${id}/`
      const reader = await visit({ expects: [/40[34] \(/, /status of 403/] })
      await reader.signIn('fiona')

      // fiona may not read the data of the dashboard, so it does not exist for her
      await reader.page.goto('/dashboard/list/?filters=()')
      await reader.page.getByRole('button', { name: 'Bulk select' }).waitFor()
      expect(await rowOf(reader.page, 'Budget').count()).toEqual(0)
      await reader.page.goto(address)
      await reader.page.waitForURL(/\/dashboard\/list\//)

      await openList(page)
      await pane(page).getByRole('button', { name: 'New shared folder' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Board')
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await pane(page).getByRole('button', { name: 'All', exact: true }).click()
      await rowOf(page, 'Budget').dragTo(pane(page).getByRole('button', { name: /^Board/ }))
      await page.getByText('Moved to Board').waitFor()

      const folder = pane(page).getByRole('listitem').filter({ hasText: 'Board' })
      await folder.getByRole('button', { name: 'Actions of Board' }).click()
      await page.getByRole('menuitem', { name: 'Rights' }).click()
      const rights = page.getByRole('dialog', { name: 'Rights on Board' })
      await rights.getByText('This folder gives no rights.').waitFor()
      await rights.getByRole('combobox', { name: 'Role or user' }).click()
      await page.keyboard.type('fiona')
      await page.getByRole('option', { name: 'fiona Reader' }).click()
      await rights.getByRole('button', { name: 'Add', exact: true }).click()
      const right = rights.getByRole('combobox', { name: 'Right of fiona Reader' })
      await right.waitFor()
      expect(await axeFindings()).toEqual([])

      // fiona sees the dashboard, and may move it only to folders of her own
      await openList(reader.page)
      await pane(reader.page).getByRole('button', { name: 'Board 1' }).click()
      const row = rowOf(reader.page, 'Budget')
      await row.waitFor()
      await row.getByRole('button', { name: 'Move to folder' }).focus()
      await reader.page.keyboard.press('Enter')
      const move = reader.page.getByRole('dialog', { name: 'Move Budget to folder' })
      await move.getByRole('radio', { name: 'Not in a shared folder' }).check()
      await move.getByRole('button', { name: 'Move', exact: true }).click()
      await reader.page.getByText('Only owners of an object can move it into a shared folder, or out of one.').waitFor()
      await reader.page.keyboard.press('Escape')
      await reader.page.goto(address)
      const edit = reader.page.getByRole('button', { name: 'Edit dashboard' })
      await reader.page.getByRole('button', { name: 'Share' }).waitFor()
      expect(await edit.count()).toEqual(0)

      await right.selectOption({ label: 'Can change its contents' })
      await page.waitForResponse((answer) => answer.url().includes('/rights') && answer.request().method() === 'PUT')
      await reader.page.reload()
      await edit.waitFor()

      await rights.getByRole('button', { name: 'Remove fiona Reader' }).click()
      await rights.getByText('This folder gives no rights.').waitFor()
      await reader.page.goto(address)
      await reader.page.waitForURL(/\/dashboard\/list\//)
      await page.keyboard.press('Escape')
      await folder.getByRole('button', { name: 'Actions of Board' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await page.getByText('What was in it is now in no folder.').waitFor()
    },
  ),
]
