import { callApi, virtualDataset } from '../harness/callApi.ts'
import { expect } from '../harness/expect.ts'
import { datasetId } from '../harness/explore.ts'
import { story } from '../harness/story.ts'

export const stories = [
  story('dataset page: certification, warning, health and a changed source are shown', async ({ visit }) => {
    const { page, signIn, axeFindings } = await visit({ expects: [/status of 400/] })
    await signIn()
    const id = await virtualDataset(page, 'marked orders', {
      main_dttm_col: 'gone',
      extra: JSON.stringify({
        certification: { certified_by: 'Data team', details: 'Checked daily' },
        warning_markdown: 'Returns are missing',
      }),
    })
    const { result } = await callApi<{ result: { columns: { id: number; column_name: string }[] } }>(
      page,
      'GET',
      `/api/v1/dataset/${id}`,
    )
    const [first, ...kept] = result.columns
    await callApi(page, 'PUT', `/api/v1/dataset/${id}`, {
      columns: [
        ...kept.map((column) => ({ id: column.id, column_name: column.column_name })),
        { column_name: 'dropped', type: 'VARCHAR' },
      ],
    })

    const health = 'The default datetime column "gone" is not a column of this dataset.'
    await page.goto(`/dataset/${id}`)
    await page.getByText('A column is no longer in the source. Charts that use it fail: dropped').waitFor()
    await page.getByText(`The source has a new column: ${first?.column_name}.`, { exact: false }).waitFor()
    await page.getByText(health).waitFor()
    await page.getByText('Returns are missing').waitFor()
    for (const mark of ['Certified by Data team', health, 'Returns are missing'])
      await page.getByRole('img', { name: mark }).waitFor()
    expect(await axeFindings()).toEqual([])

    await page.goto(`/explore/?datasource_type=table&datasource_id=${id}`)
    const panel = page.getByRole('region', { name: 'Chart Source' })
    for (const mark of ['Certified by Data team', health, 'Returns are missing'])
      await panel.getByRole('img', { name: mark }).waitFor()

    // the address of the older editor leads to the page of the dataset
    await page.goto(`/tablemodelview/edit/${id}`)
    await page.getByRole('button', { name: 'Edit dataset' }).click()
    await page.getByRole('dialog', { name: 'Edit Dataset marked orders' }).waitFor()
    await page.keyboard.press('Escape')
    await callApi(page, 'DELETE', `/api/v1/dataset/${id}`)
  }),

  story('dataset: what uses it is listed before a column is removed and before it is deleted', async ({ visit }) => {
    const { page, signIn, axeFindings } = await visit()
    await signIn()
    const name = 'orders in use'
    const id = await virtualDataset(page, name, { description: 'For charts' })
    const chart = await callApi<{ id: number }>(page, 'POST', '/api/v1/chart/', {
      slice_name: 'Orders by region',
      viz_type: 'table',
      datasource_id: id,
      datasource_type: 'table',
      params: JSON.stringify({ viz_type: 'table', groupby: ['region'], metrics: ['count'] }),
    })

    await page.goto(`/dataset/${id}`)
    await page.getByRole('button', { name: 'Edit dataset' }).click()
    const editor = page.getByRole('dialog', { name: `Edit Dataset ${name}` })
    await editor.getByRole('tab', { name: /^Metrics/ }).click()
    await editor.getByRole('button', { name: 'Remove count' }).click()
    await editor.getByRole('button', { name: 'Save', exact: true }).click()
    const confirm = page.getByRole('dialog', { name: 'Confirm save' })
    await confirm.getByText('A metric is removed or renamed: count.').waitFor()
    const uses = confirm.getByRole('region', { name: 'What uses this' })
    await uses.getByRole('link', { name: 'Orders by region' }).waitFor()
    await uses.getByText('uses count').waitFor()
    expect(await axeFindings()).toEqual([])
    await confirm.getByRole('button', { name: 'Cancel' }).click()
    await editor.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await editor.waitFor({ state: 'detached' })

    await page.goto('/tablemodelview/list/')
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
    await row.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: 'Please confirm' })
    await question.getByText(/is linked to 1 chart/).waitFor()
    const link = question.getByRole('link', { name: 'Orders by region' })
    expect(await link.getAttribute('href')).toEqual(`/explore/?slice_id=${chart.id}`)
    expect(await axeFindings()).toEqual([])
    await question.getByLabel(/Type "DELETE"/).fill('DELETE')
    await question.getByRole('button', { name: 'Delete' }).click()
    await page.getByText(`Deleted: ${name}`).waitFor()
    await callApi(page, 'DELETE', `/api/v1/chart/${chart.id}`)
  }),

  story('dataset profile: from the page of a dataset and from the chart builder, by keyboard', async ({ visit }) => {
    const { page, signIn, axeFindings } = await visit()
    await signIn()
    const id = await datasetId(page, 'shop_orders')
    await page.goto(`/dataset/${id}`)
    await page.getByRole('tab', { name: /^Columns/ }).focus()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    const profile = page.getByRole('table', { name: 'Profile' })
    await profile.getByRole('row').filter({ hasText: 'region' }).getByRole('list').waitFor()
    await profile
      .getByRole('img', { name: /^Distribution of / })
      .first()
      .waitFor()
    await page.getByText(/240 rows that you may see/).waitFor()
    expect(await axeFindings()).toEqual([])

    await page.goto(`/explore/?datasource_type=table&datasource_id=${id}`)
    const panel = page.getByRole('region', { name: 'Chart Source' })
    await panel.getByRole('button', { name: 'Dataset actions' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Profile' }).click()
    const dialog = page.getByRole('dialog', { name: 'Profile of shop_orders' })
    await dialog.getByRole('table', { name: 'Profile' }).waitFor()
    expect(await axeFindings()).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }),
]
