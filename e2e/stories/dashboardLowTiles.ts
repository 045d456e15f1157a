import type { Page } from 'playwright-core'
import { eventually, expect, settled, tile } from '../harness/dashboard.ts'
import { story } from '../harness/story.ts'

const range = '2050-01-01T00:00:00 : 2051-01-01T00:00:00'

/** A dashboard with one pie per row, with these heights in units, and a time range without data; returns its path. */
async function lowDashboard(page: Page, heights: number[]): Promise<{ path: string; names: string[] }> {
  return page.evaluate(
    async ([units, text]) => {
      const send = async (method: string, path: string, body?: unknown) => {
        const token = document.querySelector<HTMLInputElement>('#csrf_token')?.value ?? ''
        const headers = { 'content-type': 'application/json', 'x-csrftoken': token }
        const answer = await fetch(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
        return (await answer.json()) as { id: number; result: { id: number; slice_name: string }[] }
      }
      const { result } = await send('GET', '/api/v1/chart/?q=(page_size:100)')
      // chosen by name, because not every chart has the time column of the filter
      const charts = ['What the weather is like', 'Four in five flights are on time or early'].flatMap((name) =>
        result.filter((chart) => chart.slice_name === name),
      )
      const rows = charts.map((_chart, index) => `ROW-${index}`)
      const parents = ['ROOT_ID', 'GRID_ID']
      const positions: Record<string, unknown> = {
        DASHBOARD_VERSION_KEY: 'v2',
        ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
        GRID_ID: { id: 'GRID_ID', type: 'GRID', children: rows, parents: ['ROOT_ID'] },
      }
      charts.forEach(({ id, slice_name: sliceName }, index) => {
        const [row, chart] = [`ROW-${index}`, `CHART-${index}`]
        positions[row] = { id: row, type: 'ROW', children: [chart], parents, meta: {} }
        const meta = { chartId: id, sliceName, width: 6, height: units[index] }
        positions[chart] = { id: chart, type: 'CHART', children: [], parents: [...parents, row], meta }
      })
      const filter = {
        id: 'NATIVE_FILTER-when',
        name: 'When',
        type: 'NATIVE_FILTER',
        filterType: 'filter_time',
        targets: [{}],
        scope: { rootPath: ['ROOT_ID'], excluded: [] },
        controlValues: {},
        cascadeParentIds: [],
        defaultDataMask: { filterState: { value: text }, extraFormData: { time_range: text } },
      }
      const { id } = await send('POST', '/api/v1/dashboard/', { dashboard_title: 'Low tiles' })
      const metadata = { native_filter_configuration: [filter], positions }
      await send('PUT', `/api/v1/dashboard/${id}`, { json_metadata: JSON.stringify(metadata) })
      return { path: `/superset/dashboard/${id}/`, names: charts.map((chart) => chart.slice_name) }
    },
    [heights, range] as const,
  )
}

export const stories = [
  story('dashboard: an empty chart can be cleared in the lowest tiles', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    // the lowest tile that the editor allows, and a tile with room for a line
    const { path, names } = await lowDashboard(page, [5, 10])
    const [lowest, low] = names.map((name) => tile(page, name))
    if (!lowest || !low) throw new Error('two pies are wanted')

    await go(path)
    await settled(page)
    await lowest.getByRole('button', { name: '1 filter applies' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Clear filter' }).click()
    await lowest.getByRole('button', { name: '1 filter applies' }).waitFor({ state: 'detached' })

    await go(path)
    await settled(page)
    const wayOut = low.getByRole('button', { name: 'Clear filter' })
    const [button, box] = [await wayOut.boundingBox(), await low.boundingBox()]
    if (!button || !box) throw new Error('the way out is not shown')
    expect(button.y > box.y && button.y + button.height < box.y + box.height).toEqual(true)
    await wayOut.click()
    await eventually(async () => expect(await wayOut.count()).toEqual(0))
  }),
]
