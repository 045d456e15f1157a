import { callApi } from '../harness/callApi.ts'
import { expect } from '../harness/dashboard.ts'
import { story } from '../harness/story.ts'

export const stories = [
  story('history: a version is compared and restored', async ({ visit }) => {
    const { page, signIn, go, axeFindings } = await visit()
    await signIn()
    const { id } = await callApi<{ id: number }>(page, 'POST', '/api/v1/dashboard/', { dashboard_title: 'Spring' })
    await callApi(page, 'PUT', `/api/v1/dashboard/${id}`, { dashboard_title: 'Spring, revised', css: '.x { top: 0 }' })

    await go(`/superset/dashboard/${id}/`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'History' }).click()
    const dialog = page.getByRole('dialog', { name: 'History of Spring, revised' })
    const changes = dialog.getByRole('list', { name: 'Changes' })
    await changes.waitFor()
    expect(await changes.getByRole('heading').allInnerTexts()).toEqual(['Title', 'CSS\nAdded'])
    expect(await axeFindings()).toEqual([])
    await dialog.getByRole('list', { name: 'Versions' }).getByRole('button').nth(1).click()
    await dialog.getByRole('button', { name: 'Restore this version' }).click()
    await page.getByRole('heading', { name: 'Spring', exact: true }).waitFor()
    await callApi(page, 'DELETE', `/api/v1/dashboard/${id}`)
  }),

  story('trash: a deleted dashboard comes back', async ({ visit }) => {
    const { page, signIn, go, axeFindings } = await visit()
    await signIn()
    await go('/dashboard/list/')
    const { id } = await callApi<{ id: number }>(page, 'POST', '/api/v1/dashboard/', { dashboard_title: 'Autumn' })
    await page.reload()
    const row = page.getByRole('row', { name: /^.*Autumn/ }).first()
    await row.hover()
    await row.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('DELETE')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted: Autumn').waitFor()
    await page.getByRole('button', { name: 'Trash', exact: true }).click()
    const trash = page.getByRole('dialog', { name: 'Trash' })
    await trash.getByRole('button', { name: 'Restore Autumn' }).waitFor()
    expect(await axeFindings()).toEqual([])
    await trash.getByRole('button', { name: 'Restore Autumn' }).click()
    await page.getByText('Restored: Autumn').waitFor()
    await page.keyboard.press('Escape')
    await row.waitFor()
    await callApi(page, 'DELETE', `/api/v1/dashboard/${id}`)
  }),
]
