import type { Page } from 'playwright-core'
import { queryDataset } from '../harness/callApi.ts'
import { eventually, expect } from '../harness/dashboard.ts'
import { box, datasetId, drawn, sourceItem, unsavedChart } from '../harness/explore.ts'
import { story } from '../harness/story.ts'

/** Loads rows into a table of the embedded database, replacing all rows of that table. */
async function loadTable(page: Page, table: string, csv: string): Promise<void> {
  const status = await page.evaluate(
    async ([name, text]) => {
      const form = new FormData()
      for (const [field, value] of [
        ['table_name', name],
        ['already_exists', 'replace'],
        ['csrf_token', document.querySelector<HTMLInputElement>('#csrf_token')?.value ?? ''],
      ] as const)
        form.set(field, value)
      form.set('file', new File([text], `${name}.csv`, { type: 'text/csv' }))
      const token = document.querySelector<HTMLInputElement>('#csrf_token')?.value ?? ''
      const answer = await fetch('/api/v1/database/1/csv_upload/', {
        method: 'POST',
        headers: { 'x-csrftoken': token },
        body: form,
      })
      return `${answer.status} ${await answer.text()}`
    },
    [table, csv] as const,
  )
  if (!status.startsWith('201')) throw new Error(status)
}

const sendJson = (page: Page, path: string, method: string, body: object): Promise<{ id: number }> =>
  page.evaluate(
    async ([url, verb, text]) => {
      const token = document.querySelector<HTMLInputElement>('#csrf_token')?.value ?? ''
      const headers = { 'content-type': 'application/json', 'x-csrftoken': token }
      const init: RequestInit = { method: verb, headers, body: text }
      const answer = await fetch(url, init)
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
      return (await answer.json()) as { id: number }
    },
    [path, method, JSON.stringify(body)] as const,
  )

async function openEditor(page: Page, tab: RegExp) {
  await page.getByRole('button', { name: 'Dataset actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit dataset' }).click()
  const editor = page.getByRole('dialog', { name: /^Edit Dataset/ })
  await editor.getByRole('tab', { name: tab }).click()
  return editor
}

export const stories = [
  story('dataset: if a new file lacks a column, its charts name it, and one click removes it', async ({ visit }) => {
    const { page, signIn, go } = await visit({ expects: [/status of 400/] })
    await signIn()
    await loadTable(page, 'harvest', 'farm,fruit,tons\nNorth,Plum,3\nSouth,Pear,4\nSouth,Plum,5\n')
    const id = await datasetId(page, 'harvest')
    const metric = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'tons' }, label: 'Tons' }
    const fruits = { viz_type: 'table', query_mode: 'aggregate', groupby: ['farm', 'fruit'], metrics: [metric] }
    const onlyPlum = {
      expressionType: 'SIMPLE',
      clause: 'WHERE',
      subject: 'fruit',
      operator: 'IN',
      operatorId: 'IN',
      comparator: ['Plum'],
    }
    const chart = (slice_name: string, form: object) =>
      sendJson(page, '/api/v1/chart/', 'POST', {
        slice_name,
        viz_type: 'table',
        datasource_id: id,
        datasource_type: 'table',
        params: JSON.stringify({ adhoc_filters: [], ...form, datasource: `${id}__table` }),
      })
    const grouped = await chart('Fruits of the farms', fruits)
    const filtered = await chart('Plums of the farms', { ...fruits, groupby: ['farm'], adhoc_filters: [onlyPlum] })
    const dashboard = await sendJson(page, '/api/v1/dashboard/', 'POST', { dashboard_title: 'Harvest' })
    await sendJson(page, `/api/v1/chart/${grouped.id}`, 'PUT', { dashboards: [dashboard.id] })
    await go(`/explore/?slice_id=${grouped.id}`)
    await drawn(page)

    await loadTable(page, 'harvest', 'farm,tons\nNorth,3\nSouth,9\n')
    await go(`/explore/?slice_id=${grouped.id}`)
    const area = page.getByRole('region', { name: 'Chart', exact: true })
    await area.getByRole('alert').getByText('The column “fruit” cannot be read').waitFor()
    await area.getByRole('alert').getByText('This column no longer exists in the data.').waitFor()
    await page
      .getByRole('group', { name: /^Dimensions/ })
      .getByText('“fruit” does not work')
      .waitFor()
    await area.getByRole('button', { name: 'Remove it from the chart' }).click()
    await drawn(page)
    await page.getByText('2 rows').first().waitFor()
    expect(await page.getByText('does not work').count()).toEqual(0)

    // the query ignores a filter on the missing column, and the chart shows a note about it
    await go(`/explore/?slice_id=${filtered.id}`)
    await drawn(page)
    await area.getByText('The filter on “fruit” is ignored: the dataset has no such column.').waitFor()
    await area.getByRole('button', { name: 'Remove filter' }).click()
    await drawn(page)
    expect(await area.getByText(/is ignored/).count()).toEqual(0)
    await box(page, 'adhoc_filters').getByRole('button', { name: /fruit/ }).waitFor({ state: 'detached' })

    await go(`/superset/dashboard/${dashboard.id}/`)
    const tile = page.getByRole('region', { name: 'Fruits of the farms' })
    await tile.getByRole('alert').getByText('The column “fruit” cannot be read').waitFor()
  }),

  story('dataset: one without rows says so, one of 1,000 columns is searched', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    const empty = await queryDataset(page, 'no_orders', 'SELECT * FROM shop_orders WHERE 1 = 0')
    await go(await unsavedChart(page, empty, { viz_type: 'pie', groupby: ['region'], metric: 'count' }))
    await page.getByText('No results were returned for this query').first().waitFor()
    await page.getByRole('region', { name: 'Data', exact: true }).getByRole('tab', { name: 'Samples' }).click()
    await page.getByText('No samples were returned for this dataset').waitFor()

    const names = Array.from({ length: 1000 }, (_, at) => `c${at}`)
    const all = names.map((name, at) => `${at} AS ${name}`)
    const wide = await queryDataset(page, 'wide_orders', `SELECT ${all.join(', ')} FROM shop_orders`)
    await go(
      await unsavedChart(page, wide, {
        viz_type: 'table',
        query_mode: 'raw',
        all_columns: names.slice(0, 20),
        row_limit: 10,
      }),
    )
    await drawn(page)
    const source = page.getByRole('region', { name: 'Chart Source' })
    await source.getByText(/^Showing 50 of 1,?000$/).waitFor()
    await source.getByLabel('Search Metrics & Columns').fill('c777')
    await sourceItem(page, 'c777').waitFor()
    await box(page, 'all_columns').getByRole('button', { name: 'Edit c5', exact: true }).click()
    const editor = page.getByRole('dialog', { name: 'Column' })
    await editor.getByRole('combobox', { name: 'Column' }).click()
    await editor.getByRole('combobox', { name: 'Search Column' }).fill('c99')
    await page.getByRole('option', { name: /c999$/ }).waitFor()
    expect((await page.getByRole('option').count()) < 30).toEqual(true)
  }),

  story('dataset: its metrics, columns, source and settings are edited, validated and saved', async ({ visit }) => {
    const { page, signIn, go, axeFindings } = await visit({ expects: [/status of (400|422)/] })
    await signIn()
    await loadTable(page, 'orders', 'day,amount,note\n2026-01-02,3,a\n2026-01-03,4,b\n')
    const id = await datasetId(page, 'orders')
    const form = { viz_type: 'table', query_mode: 'aggregate', groupby: ['note'], metrics: ['count'] }
    await go(await unsavedChart(page, id, form))
    await drawn(page)

    // a metric must be complete, and the database checks it before it is saved
    let editor = await openEditor(page, /^Metrics/)
    await editor.getByRole('button', { name: 'Add item' }).click()
    await editor.getByRole('textbox', { name: 'Metric', exact: true }).fill('turnover')
    const save = editor.getByRole('button', { name: 'Save', exact: true })
    await editor.getByText('Metric [turnover] requires an expression').waitFor()
    await editor.getByRole('textbox', { name: /^SQL expression/ }).fill('SUM(amout)')
    await editor.getByRole('textbox', { name: 'Label', exact: true }).fill('Turnover')
    await editor.getByRole('textbox', { name: 'Certified by' }).fill('Finance')
    expect(await axeFindings()).toEqual([])
    await save.click()
    const confirm = page.getByRole('dialog', { name: 'Confirm save' })
    await confirm.getByText(/The metric “turnover” cannot be computed.*amout/).waitFor()
    await confirm.getByRole('button', { name: 'Cancel' }).click()
    await editor.getByRole('textbox', { name: /^SQL expression/ }).fill('SUM(amount)')

    // a calculated column cannot have the name of another column
    await editor.getByRole('tab', { name: /^Calculated columns/ }).click()
    await editor.getByRole('button', { name: 'Add item' }).click()
    await editor.getByText('A column has no name').waitFor()
    await editor.getByRole('textbox', { name: 'Column', exact: true }).fill('note')
    await editor.getByRole('textbox', { name: /^SQL expression/ }).fill('UPPER(note)')
    await editor.getByText('Column name [note] is duplicated').waitFor()
    await editor.getByRole('textbox', { name: 'Column', exact: true }).fill('loud')
    await editor.getByText('Column name [note] is duplicated').waitFor({ state: 'detached' })

    // closing with unsaved changes shows a confirmation
    await page.keyboard.press('Escape')
    const leave = page.getByRole('dialog', { name: 'Close without saving?' })
    await leave.getByRole('button', { name: 'Cancel' }).click()
    await save.click()
    await confirm.getByRole('button', { name: 'OK' }).click()
    await page.getByText('The dataset has been saved').waitFor()
    await editor.waitFor({ state: 'detached' })
    await sourceItem(page, 'Turnover').waitFor()
    await sourceItem(page, 'loud').waitFor()

    // column properties and settings
    editor = await openEditor(page, /^Columns/)
    await editor.getByRole('button', { name: 'Details of note' }).click()
    await editor.getByRole('textbox', { name: 'Label', exact: true }).fill('Remark')
    await editor.getByRole('textbox', { name: 'Description' }).fill('What was said')
    expect(await axeFindings()).toEqual([])
    await editor.getByRole('tab', { name: 'Settings' }).click()
    await editor.getByRole('textbox', { name: 'Description' }).fill('All orders')
    await editor.getByRole('textbox', { name: 'Cache timeout' }).fill('60')
    await editor.getByRole('textbox', { name: 'Certified by' }).fill('Finance')
    expect(await axeFindings()).toEqual([])
    await editor.getByRole('button', { name: 'Save', exact: true }).click()
    await confirm.getByRole('button', { name: 'OK' }).click()
    await editor.waitFor({ state: 'detached' })
    await sourceItem(page, 'Remark').waitFor()

    // another source is rejected if it cannot be read, and accepted otherwise
    editor = await openEditor(page, /^Source/)
    await editor.getByRole('button', { name: 'Click the lock to make changes.' }).click()
    await editor.getByRole('radio', { name: 'Virtual (SQL)' }).click()
    const sql = editor.getByRole('textbox', { name: 'SQL', exact: true })
    await sql.fill('SELECT nothing FROM nowhere')
    await editor.getByRole('button', { name: 'Save', exact: true }).click()
    await confirm.getByRole('button', { name: 'OK' }).click()
    const failure = page.getByRole('dialog', { name: 'Error', exact: true })
    await failure.getByRole('alert').waitFor()
    await failure.getByRole('button', { name: 'Close' }).last().click()
    await sql.fill('SELECT day, note FROM orders')
    await editor.getByRole('button', { name: 'Save', exact: true }).click()
    await confirm.getByText('Metrics that can no longer be computed: turnover').waitFor()
    await confirm.getByText(/^A column will be removed.*: amount$/).waitFor()
    expect(await axeFindings()).toEqual([])
    await confirm.getByRole('button', { name: 'Cancel' }).click()
    await sql.fill('SELECT day, amount, note, amount * 2 AS twice FROM orders')
    await editor.getByRole('button', { name: 'Save', exact: true }).click()
    await confirm.getByRole('button', { name: 'OK' }).click()
    await editor.waitFor({ state: 'detached' })
    await sourceItem(page, 'twice').waitFor()
    await sourceItem(page, 'Remark').waitFor()

    const kept = await page.evaluate(
      async (dataset) => ((await (await fetch(`/api/v1/dataset/${dataset}`)).json()) as { result: object }).result,
      id,
    )
    const { description, cache_timeout, kind, extra } = kept as Record<string, unknown>
    expect([description, cache_timeout, kind, extra]).toEqual([
      'All orders',
      60,
      'virtual',
      '{"certification":{"certified_by":"Finance","details":""}}',
    ])
    await page.keyboard.press('Control+Enter')
    await eventually(() => drawn(page))
  }),
]
