import { callApi } from '../harness/callApi.ts'
import { expect, settled, tile } from '../harness/dashboard.ts'
import { story } from '../harness/story.ts'

interface Listed {
  result: { id: number; slice_name: string; datasource_id: number }[]
}

export const stories = [
  story(
    'go to: a mark leads to another dashboard with the filters carried along, and says what is not',
    async ({ visit }) => {
      const { page, signIn, go } = await visit()
      await signIn()
      await go('/superset/welcome/')
      const { result } = await callApi<Listed>(page, 'GET', '/api/v1/chart/?q=(page_size:100)')
      const chart = result.find(({ slice_name }) => slice_name === 'Orders by region')
      const filter = (id: string, name: string) => ({
        id,
        name,
        type: 'NATIVE_FILTER',
        filterType: 'filter_select',
        targets: [{ datasetId: chart?.datasource_id, column: { name: name.toLowerCase() } }],
        scope: { rootPath: ['ROOT_ID'], excluded: [] },
        controlValues: { multiSelect: true },
        defaultDataMask: {},
        cascadeParentIds: [],
      })
      const create = async (title: string, filters: object[]) => {
        const { id } = await callApi<{ id: number }>(page, 'POST', '/api/v1/dashboard/', { dashboard_title: title })
        const positions = {
          DASHBOARD_VERSION_KEY: 'v2',
          ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
          GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['ROW-1'] },
          'ROW-1': { id: 'ROW-1', type: 'ROW', children: ['CHART-1'], meta: {} },
          'CHART-1': { id: 'CHART-1', type: 'CHART', children: [], meta: { chartId: chart?.id, width: 6, height: 50 } },
        }
        const metadata = { native_filter_configuration: filters, positions }
        await callApi(page, 'PUT', `/api/v1/dashboard/${id}`, { json_metadata: JSON.stringify(metadata) })
        return id
      }
      const from = await create('Overview of regions', [filter('NATIVE_FILTER-p', 'Product')])
      const to = await create('One region', [filter('NATIVE_FILTER-r', 'Region')])
      try {
        await go(`/superset/dashboard/${from}/?edit=true`)
        await page.getByRole('group', { name: /^Chart Orders by region/ }).focus()
        await page.getByRole('button', { name: 'Links from the marks of Orders by region' }).press('Enter')
        const dialog = page.getByRole('dialog', { name: 'Links from the marks of Orders by region' })
        await dialog.getByRole('combobox', { name: 'Add a dashboard' }).click()
        await page.getByRole('option', { name: 'One region' }).click()
        await dialog.getByRole('list', { name: 'Pages' }).getByText('One region').waitFor()
        await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
        await page.keyboard.press('Control+s')
        await page.getByRole('button', { name: 'Edit dashboard' }).waitFor()

        const chosen = '(NATIVE_FILTER-p:(filterState:(value:!(Lamp))))'
        await go(`/superset/dashboard/${from}/?native_filters=${encodeURIComponent(chosen)}`)
        await settled(page)
        const marks = tile(page, 'Orders by region').getByRole('listbox', { name: /^Data points of/ })
        await marks.focus()
        await page.keyboard.press('Home')
        const [name = ''] = (await marks.getByRole('option').first().innerText()).split(/[:\n]/)
        await page.keyboard.press('Shift+F10')
        await page.getByRole('menuitem', { name: 'Go to One region' }).press('Enter')
        const asked = page.getByRole('dialog', { name: 'Go to One region' })
        await asked.getByText('Product: Lamp').waitFor()
        await asked.getByRole('button', { name: 'Continue without them' }).click()
        await page.waitForURL(new RegExp(`/superset/dashboard/${to}/`))
        await settled(page)
        const region = page.getByRole('combobox', { name: 'Region', exact: true }).first()
        expect(await region.innerText()).toMatch(new RegExp(name.trim()))
      } finally {
        for (const id of [from, to]) await callApi(page, 'DELETE', `/api/v1/dashboard/${id}`)
      }
    },
  ),
]
