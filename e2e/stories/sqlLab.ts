import { readFile } from 'node:fs/promises'
import { eventually, expect } from '../harness/dashboard.ts'
import { become, editor, grid, openLab, run, toasts, write } from '../harness/sqlLab.ts'
import { story } from '../harness/story.ts'

export const stories = [
  story(
    'sql lab: text, selection and statement at the cursor run; rows are sorted, found and downloaded',
    async ({ visit }) => {
      const { page, signIn } = await visit()
      await signIn()
      await page.goto('/superset/welcome/')
      await page.getByRole('link', { name: 'SQL Lab' }).click()
      await page.locator('.cm-content').waitFor()
      const tabs = page.getByRole('tab', { name: /^Untitled Query/ })
      const before = await tabs.count()
      await page.getByRole('button', { name: /^New tab/ }).click()
      // the server creates the tab: until then, the previous one is open
      await eventually(async () => expect(await tabs.count()).toEqual(before + 1))
      await page.getByText('Run a query to display results', { exact: true }).waitFor()
      await page.getByRole('tab', { name: 'Query history' }).click()
      await page.getByText('Run a query to display query history', { exact: true }).waitFor()

      // each statement has its own result
      await run(
        page,
        "select 2 as n, 'b' as t union select 10, 'a' order by 1;\nselect '{\"a\": [1]}' as doc, null as gap",
      )
      await page.getByRole('radio', { name: 'Statement 1' }).waitFor()
      await become(page, [['{"a": [1]}', 'NULL']])
      await grid(page).getByRole('button', { name: 'Show the content of doc' }).click()
      await page.getByRole('dialog', { name: 'Cell content' }).getByText('"a": [').waitFor()
      await page.keyboard.press('Escape')
      await page.getByText('Statement 1', { exact: true }).click()
      await become(page, [
        ['2', 'b'],
        ['10', 'a'],
      ])
      await grid(page).getByRole('button', { name: 'text t' }).click()
      await become(page, [
        ['10', 'a'],
        ['2', 'b'],
      ])
      await page.getByPlaceholder('Filter results').fill('B')
      await become(page, [['2', 'b']])
      const edge = grid(page).getByRole('separator', { name: 'Width of t' })
      const width = Number(await edge.getAttribute('aria-valuenow'))
      await edge.press('ArrowRight')
      expect(Number(await edge.getAttribute('aria-valuenow'))).toEqual(width + 16)

      // the statement at the cursor, and a selection
      await editor(page).click()
      await page.keyboard.press('Control+Home')
      await page.keyboard.press('Control+Shift+Enter')
      await eventually(async () => expect(await page.getByText('2 rows returned', { exact: true }).count()).toEqual(1))
      await write(page, 'select 7 as seven')
      await page.keyboard.press('Shift+Home')
      await page.getByRole('button', { name: /^Run selection/ }).click()
      await become(page, [['7']])
      await write(page, '-- only a comment')
      expect(await page.getByRole('button', { name: /^Run/ }).first().isDisabled()).toEqual(true)

      // downloads the result as files
      await run(page, "select 1 as a, 'x' as b")
      await become(page, [['1', 'x']])
      const csv = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Download to CSV' }).click()
      expect(await readFile(await (await csv).path(), 'utf8')).toEqual('a,b\n1,x\n')
      const json = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download other files' }).click()
      await page.getByRole('menuitem', { name: 'JSON file' }).click()
      expect(JSON.parse(await readFile(await (await json).path(), 'utf8'))).toEqual([{ a: 1, b: 'x' }])
      const excel = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download other files' }).click()
      await page.getByRole('menuitem', { name: 'Excel file' }).click()
      expect((await readFile(await (await excel).path())).subarray(0, 2).toString()).toEqual('PK')
      await page.getByRole('button', { name: 'Copy to Clipboard' }).click()
      await eventually(async () =>
        expect(await page.evaluate(() => navigator.clipboard.readText())).toEqual('a\tb\n1\tx'),
      )

      // the limit, and why there are no more rows
      await page.getByRole('button', { name: /^LIMIT/ }).click()
      await page.getByRole('menuitemcheckbox', { name: '10', exact: true }).click()
      await run(page, 'select i from range(50) as r(i)')
      await page.getByText('The number of rows displayed is limited to 10 by the limit dropdown.').waitFor()
      await page.getByRole('button', { name: /^SQL of the result/ }).click()
      const sqlDialog = page.getByRole('dialog', { name: 'SQL' })
      await sqlDialog.getByRole('heading', { name: 'Executed SQL' }).waitFor()
      await page.keyboard.press('Escape')
      await run(page, 'select 1 as a where false')
      await page.getByText('The query returned no data', { exact: true }).waitFor()

      // the page contains only the visible rows of a long result
      await page.getByRole('button', { name: /^LIMIT/ }).click()
      await page.getByRole('menuitemcheckbox').last().click()
      await run(page, 'select i from range(100000) as r(i) order by i')
      await page.getByText('100,000 rows returned', { exact: true }).waitFor()
      await grid(page).locator('table[aria-rowcount="100001"]').waitFor()
      expect((await grid(page).locator('tbody tr[aria-rowindex]').count()) < 100).toEqual(true)
      const table = grid(page).locator('table')
      await table.evaluate(({ parentElement: part }) => part?.scrollTo(0, part.scrollHeight))
      await grid(page).locator('tbody tr[aria-rowindex="100001"]').getByText('99,999').waitFor()
    },
  ),

  story('sql lab: tables, completion, errors and stopping', async ({ visit }) => {
    const { page, signIn, axeFindings } = await visit({ expects: [/status of (400|409)/] })
    await signIn()
    await openLab(page, '?new=true')
    await page.getByRole('combobox', { name: 'Schema', exact: true }).click()
    await page.getByRole('option', { name: 'main' }).click()
    await page.getByRole('combobox', { name: 'See table schema' }).click()
    await page.getByRole('option', { name: 'shop_orders' }).click()
    await page.keyboard.press('Escape')
    const columns = page.getByRole('list', { name: 'shop_orders' })
    await columns.getByText('region', { exact: true }).waitFor()
    await page.getByRole('tab', { name: 'Preview: `shop_orders`' }).click()
    await grid(page).waitFor()
    await page.getByRole('button', { name: 'Sort columns alphabetically' }).click()
    const names = await columns.getByRole('listitem').allInnerTexts()
    expect(names).toEqual(names.toSorted())
    await page.getByRole('button', { name: 'Original table column order' }).waitFor()
    await page.getByRole('button', { name: 'Copy SELECT statement to the clipboard' }).click()
    await eventually(async () =>
      expect(/FROM main\.shop_orders/.test(await page.evaluate(() => navigator.clipboard.readText()))).toEqual(true),
    )
    expect(await axeFindings()).toEqual([])

    // the palette inserts a column of an open table
    await write(page, 'select ')
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Find anything' })
    await palette.getByRole('combobox').fill('regio')
    await palette.getByRole('option', { name: /^region\s*shop_orders/ }).click()
    await eventually(async () => expect(await editor(page).innerText()).toEqual('select region'))

    // columns of an alias that is written before the tables of the query
    await write(page, 'select o. from shop_orders o')
    await page.keyboard.press('Home')
    for (let step = 0; step < 'select o.'.length; step += 1) await page.keyboard.press('ArrowRight')
    await page.keyboard.type('reg')
    const region = page.getByRole('option', { name: /^region/ })
    await region.click()
    await eventually(async () => expect(await editor(page).innerText()).toEqual('select o.region from shop_orders o'))

    // an error is shown at its line; the engine also marks errors before the query runs
    await run(page, 'select 1;\n\nselect nope\nfrom shop_orders')
    await page.getByText('DuckDB Error', { exact: true }).waitFor()
    await page.getByText('We can\'t seem to resolve the column "nope" at line 3.').waitFor()
    await eventually(async () => expect(await page.locator('.cm-fault').first().innerText()).toEqual('nope'))
    await page.getByRole('button', { name: 'See query details' }).click()
    await page.getByRole('heading', { name: 'Source SQL' }).waitFor()
    await page.keyboard.press('Escape')
    await write(page, 'select elsewhere from shop_orders')
    await page.locator('.cm-fault').first().waitFor()

    await run(page, 'select count(*) from range(100000000) a, range(100000000) b')
    await page.getByRole('toolbar').getByRole('button', { name: 'Stop' }).waitFor()
    await page.keyboard.press('Control+e')
    await toasts(page, 'Query was stopped.')
    await page.getByText('Query was stopped', { exact: true }).waitFor()
    await page.getByRole('tab', { name: 'Query history' }).click()
    await page.getByRole('img', { name: 'Stopped', exact: true }).waitFor()
    const removed = page.getByRole('button', { name: 'Remove query from log' })
    expect(await removed.count()).toEqual(1)
    await removed.click()
    await eventually(async () => expect(await removed.count()).toEqual(0))
  }),

  story('sql lab: tabs are stored; a query is saved, shared, opened again and becomes a dataset', async ({ visit }) => {
    const { page, signIn } = await visit()
    await signIn()
    await openLab(page, '?new=true&keep=1')
    await eventually(async () => expect(new URL(page.url()).search).toEqual('?keep=1'))
    const tabs = page.getByRole('tab', { name: /Query|Mine|Copy/ })
    await write(page, 'select region, count(*) as orders from shop_orders group by 1')
    const open = page.getByRole('tab', { selected: true }).first()
    const name = (await open.innerText()).trim()
    const menu = async (tab: string, entry: string) => {
      await page.getByRole('button', { name: `Actions of ${tab}`, exact: true }).click()
      await page.getByRole('menuitem', { name: entry }).click()
    }
    await menu(name, 'Rename tab')
    await page.getByLabel('Enter a new title for the tab').fill('Mine')
    await page.keyboard.press('Enter')
    await menu('Mine', 'Duplicate tab')
    await page.getByRole('tab', { name: 'Copy of Mine' }).waitFor()
    await menu('Copy of Mine', 'Close all other tabs')
    await eventually(async () => expect(await page.getByRole('button', { name: /^Actions of/ }).count()).toEqual(1))
    await menu('Copy of Mine', 'Hide tool bar')
    await page.getByRole('combobox', { name: 'Schema', exact: true }).waitFor({ state: 'detached' })
    await menu('Copy of Mine', 'Expand tool bar')
    await page.reload()
    await page.locator('.cm-content').waitFor()
    expect(await editor(page).innerText()).toEqual('select region, count(*) as orders from shop_orders group by 1')
    expect((await tabs.first().innerText()).trim()).toEqual('Copy of Mine')

    // saving, and the link of the saved query
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Save query' })
    await dialog.getByLabel('Name').fill('Orders by region')
    await dialog.getByLabel('Description').fill('For the weekly meeting')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await toasts(page, 'Your query was saved')
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Copy link' }).click()
    await eventually(async () =>
      expect(/\?savedQueryId=\d+$/.test(await page.evaluate(() => navigator.clipboard.readText()))).toEqual(true),
    )
    const link = await page.evaluate(() => navigator.clipboard.readText())
    await page.goto('/savedqueryview/list/')
    await page.getByRole('row').filter({ hasText: 'Orders by region' }).waitFor()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Find anything' })
    await palette.getByRole('combobox').fill('orders by reg')
    await palette.getByRole('option', { name: 'Orders by region examples' }).waitFor()
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Orders by region' }) })
    await row.hover()
    await row.getByRole('button', { name: 'Query preview' }).click()
    const preview = page.getByRole('dialog', { name: 'Query preview' })
    await preview.getByText('shop_orders').waitFor()
    await preview.getByRole('button', { name: 'Copy query' }).click()
    await toasts(page, 'SQL Copied!')
    await page.goto(link)
    await page.locator('.cm-content').waitFor()
    await eventually(async () => expect(await page.getByRole('tab', { name: 'Orders by region' }).count()).toEqual(2))

    // saves the query as a dataset, which opens on a new page
    await page.getByRole('button', { name: 'More ways to save' }).click()
    await page.getByRole('menuitem', { name: 'Save dataset' }).click()
    const dataset = page.getByRole('dialog', { name: 'Save or Overwrite Dataset' })
    await dataset.getByText('Save this query as a virtual dataset to continue exploring').waitFor()
    await dataset.getByLabel('Dataset name').fill('orders_by_region')
    const explored = page.context().waitForEvent('page')
    await dataset.getByRole('button', { name: 'Save & Explore' }).click()
    const explore = await explored
    await explore.getByText('orders_by_region').first().waitFor()
    await explore.close()

    // the history, and a query that is opened from it
    await run(page, 'select 42 as answer')
    await become(page, [['42']])
    await page.goto('/superset/sqllab/history/')
    await page.getByRole('button', { name: 'select 42 as answer' }).click()
    await page.getByRole('dialog', { name: 'Query preview' }).getByRole('link', { name: 'Open in SQL Lab' }).click()
    await page.locator('.cm-content').waitFor()
    await eventually(async () => expect(await editor(page).innerText()).toEqual('select 42 as answer'))
  }),
]
