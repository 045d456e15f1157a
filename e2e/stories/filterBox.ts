import { callApi } from '../harness/callApi.ts'
import { createChart, createDashboard, ordersDataset } from '../harness/createDashboard.ts'
import { bigNumber, choose, eventually, expect, settled } from '../harness/dashboard.ts'
import { sqlNumber } from '../harness/sql.ts'
import { story } from '../harness/story.ts'

const revenue = (where = 'true') => sqlNumber(`SELECT sum(amount) FROM shop_orders WHERE ${where}`)
const total = {
  viz_type: 'big_number_total',
  metric: { expressionType: 'SQL', sqlExpression: 'SUM(amount)', label: 'revenue' },
  y_axis_format: ',d',
}

export const stories = [
  story('filter box: values are applied with its button, or given in the address', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go('/chart/list/')
    const dataset = await ordersDataset(page)
    const box = await createChart(page, 'Choose orders', dataset, {
      viz_type: 'filter_box',
      date_filter: false,
      filter_configs: [
        { key: 'r', column: 'region', label: 'Sales region', asc: true, multiple: true, clearable: true },
      ],
    })
    const number = await createChart(page, 'Chosen revenue', dataset, total)
    const id = await createDashboard(page, 'Orders with a box', [box, number])
    try {
      await go(`/superset/dashboard/${id}/`)
      await settled(page)
      await eventually(async () => expect(await bigNumber(page, 'Chosen revenue')).toEqual(await revenue()))
      await choose(page, 'Sales region', 'West')
      expect(await bigNumber(page, 'Chosen revenue')).toEqual(await revenue())
      await page.getByRole('button', { name: 'Apply', exact: true }).click()
      await eventually(async () =>
        expect(await bigNumber(page, 'Chosen revenue')).toEqual(await revenue("region = 'West'")),
      )
      const given = encodeURIComponent(JSON.stringify({ [box]: { region: ['North'] } }))
      await go(`/superset/dashboard/${id}/?preselect_filters=${given}`)
      await eventually(async () =>
        expect(await bigNumber(page, 'Chosen revenue')).toEqual(await revenue("region = 'North'")),
      )
    } finally {
      await callApi(page, 'DELETE', `/api/v1/dashboard/${id}`)
      for (const chart of [box, number]) await callApi(page, 'DELETE', `/api/v1/chart/${chart}`)
    }
  }),

  story(
    'dashboard: one filter over two datasets, and a Group by filter, change the rows that the charts show',
    async ({ visit }) => {
      const { page, signIn, go } = await visit()
      await signIn()
      await go('/chart/list/')
      const dataset = await ordersDataset(page)
      const [own] = (await callApi<{ result: { id: number }[] }>(page, 'GET', '/api/v1/database/')).result
      const { id: places } = await callApi<{ id: number }>(page, 'POST', '/api/v1/dataset/', {
        database: own?.id,
        schema: 'main',
        table_name: 'orders_by_place',
        sql: 'SELECT region AS place, amount, product FROM shop_orders',
      })
      const number = await createChart(page, 'Here', dataset, total)
      const other = await createChart(page, 'There', places, total)
      const table = await createChart(page, 'Products', dataset, {
        viz_type: 'table',
        query_mode: 'aggregate',
        groupby: ['product'],
        metrics: [total.metric],
        row_limit: 1000,
      })
      const filter = (filterType: string, name: string, targets: object[]) => ({
        id: `NATIVE_FILTER-${filterType}`,
        type: 'NATIVE_FILTER',
        name,
        filterType,
        targets,
        controlValues: { multiSelect: filterType === 'filter_select' },
        defaultDataMask: {},
        cascadeParentIds: [],
        scope: { rootPath: ['ROOT_ID'], excluded: [] },
      })
      const id = await createDashboard(page, 'Two datasets', [number, other, table], {
        native_filter_configuration: [
          filter('filter_select', 'Region', [
            { datasetId: dataset, column: { name: 'region' } },
            { datasetId: places, column: { name: 'place' } },
          ]),
          filter('filter_groupby', 'Split by', [{ datasetId: dataset }]),
        ],
      })
      try {
        await go(`/superset/dashboard/${id}/`)
        await settled(page)
        await choose(page, 'Region', 'West')
        await page.getByRole('combobox', { name: 'Split by', exact: true }).first().click()
        await page.getByRole('option', { name: 'Channel', exact: true }).click()
        await page.getByRole('button', { name: 'Apply filters' }).click()
        const west = await revenue("region = 'West'")
        for (const name of ['Here', 'There'])
          await eventually(async () => expect(await bigNumber(page, name)).toEqual(west))
        await settled(page)
        const header = page.getByRole('region', { name: 'Products', exact: true }).getByRole('columnheader')
        await eventually(async () =>
          expect((await header.allInnerTexts()).map((name) => name.trim())).toEqual(['Product', 'Channel', 'revenue']),
        )
      } finally {
        await callApi(page, 'DELETE', `/api/v1/dashboard/${id}`)
        for (const chart of [number, other, table]) await callApi(page, 'DELETE', `/api/v1/chart/${chart}`)
        await callApi(page, 'DELETE', `/api/v1/dataset/${places}`)
      }
    },
  ),
]
