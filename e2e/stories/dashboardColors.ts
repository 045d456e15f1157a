import type { Page } from 'playwright-core'
import { eventually, expect, pictures, settled } from '../harness/dashboard.ts'
import { story } from '../harness/story.ts'

/**
 * A dashboard with a color scheme and one pie on each of two tabs; both pies show the same airports in different
 * orders.
 */
async function twoTabs(page: Page): Promise<{ path: string; chartIds: number[] }> {
  return page.evaluate(async () => {
    const send = async (method: string, path: string, body?: unknown) => {
      const token = document.querySelector<HTMLInputElement>('#csrf_token')?.value ?? ''
      const headers = { 'content-type': 'application/json', 'x-csrftoken': token }
      const answer = await fetch(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
      return (await answer.json()) as { id: number; result: { id: number; table_name: string }[] }
    }
    const { result } = await send('GET', '/api/v1/dataset/?q=(page_size:100)')
    const dataset = result.find(({ table_name: name }) => name === 'flights_2001')?.id
    const pie = async (name: string, sql: string) => {
      const airports = { clause: 'WHERE', expressionType: 'SIMPLE', subject: 'origin', operator: 'IN' }
      const params = {
        viz_type: 'pie',
        datasource: `${dataset}__table`,
        groupby: ['origin'],
        metric: { expressionType: 'SQL', sqlExpression: sql, label: 'flights' },
        adhoc_filters: [{ ...airports, comparator: ['ORD', 'ATL', 'DFW'] }],
        row_limit: 10,
        sort_by_metric: true,
      }
      const body = { slice_name: name, viz_type: 'pie', datasource_id: dataset, datasource_type: 'table' }
      return (await send('POST', '/api/v1/chart/', { ...body, params: JSON.stringify(params) })).id
    }
    const chartIds = [
      await pie('Most flights', 'COUNT(*)'),
      await pie('Fewest flights', 'CAST(10000000 AS DOUBLE) / COUNT(*)'),
    ]
    const tabs = ['TAB-0', 'TAB-1']
    const positions: Record<string, unknown> = {
      DASHBOARD_VERSION_KEY: 'v2',
      ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['TABS-top'] },
      GRID_ID: { id: 'GRID_ID', type: 'GRID', children: [], parents: ['ROOT_ID'] },
      'TABS-top': { id: 'TABS-top', type: 'TABS', children: tabs, parents: ['ROOT_ID'], meta: {} },
    }
    chartIds.forEach((chartId, at) => {
      const [tab, row, chart] = [`TAB-${at}`, `ROW-${at}`, `CHART-${at}`]
      const parents = ['ROOT_ID', 'TABS-top']
      const meta = { text: ['First', 'Second'][at], defaultText: 'Tab title', placeholder: 'Tab title' }
      positions[tab] = { id: tab, type: 'TAB', children: [row], parents, meta }
      positions[row] = {
        id: row,
        type: 'ROW',
        children: [chart],
        parents: [...parents, tab],
        meta: { background: 'BACKGROUND_TRANSPARENT' },
      }
      positions[chart] = {
        id: chart,
        type: 'CHART',
        children: [],
        parents: [...parents, tab, row],
        meta: { chartId, width: 6, height: 50 },
      }
    })
    const { id } = await send('POST', '/api/v1/dashboard/', { dashboard_title: 'Colours of airports' })
    const metadata = { color_scheme: 'd3Category10', positions }
    await send('PUT', `/api/v1/dashboard/${id}`, { json_metadata: JSON.stringify(metadata) })
    return { path: `/superset/dashboard/${id}/`, chartIds }
  })
}

export const stories = [
  story('dashboard: labels keep their saved colors, whichever tab is opened first', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    const { path, chartIds } = await twoTabs(page)
    const second = page.locator(`[data-chart-id="${chartIds[1]}"]`)
    const shown = async () => {
      await settled(page)
      let last: (string | null)[][] = []
      await eventually(async () => {
        const before = last
        last = await pictures(page)
        expect([last.length, `${last}` === `${before}`]).toEqual([1, true])
      })
      return `${last}`
    }

    await go(path)
    await settled(page)
    await page.getByRole('tab', { name: 'Second' }).click()
    await second.waitFor()
    await settled(page)
    await page.getByRole('button', { name: 'Edit dashboard' }).click()
    await page.getByRole('textbox', { name: 'Dashboard title' }).fill('Colours of three airports')
    await settled(page)
    await page.keyboard.press('Control+s')
    await page.getByText('This dashboard was saved successfully.').waitFor()
    await page.getByRole('button', { name: 'Edit dashboard' }).waitFor()
    await go(`${path}#TAB-0`)
    await settled(page)
    await page.getByRole('tab', { name: 'Second' }).click()
    await second.waitFor()
    const after = await shown()
    await go('/superset/welcome/')
    await go(`${path}#TAB-1`)
    await second.waitFor()
    expect((await shown()) === after).toEqual(true)
  }),
]
