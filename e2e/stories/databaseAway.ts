import { callApi } from '../harness/callApi.ts'
import { eventually, settled, tile } from '../harness/dashboard.ts'
import { lineTo } from '../harness/line.ts'
import { become, grid, openLab, run } from '../harness/sqlLab.ts'
import { story } from '../harness/story.ts'
import { withShop } from '../harness/withShop.ts'

export const stories = [
  story('databases: a server that is gone for a while; charts and SQL Lab say so and recover', async ({ visit }) => {
    await withShop(async (shop) => {
      const line = await lineTo(shop.port)
      try {
        const { page, signIn, go } = await visit({ expects: [/status of 50\d/] })
        await signIn()
        await page.goto('/superset/welcome/')
        const made: string[] = []
        const make = async (path: string, body: object) => {
          const { id } = await callApi<{ id: number }>(page, 'POST', path, body)
          made.unshift(`${path}${id}`)
          return id
        }
        try {
          const database = await make('/api/v1/database/', {
            database_name: 'Shaky server',
            sqlalchemy_uri: `postgresql://postgres@127.0.0.1:${line.port}/${shop.name}`,
          })
          const dataset = await make('/api/v1/dataset/', { database, schema: 'shop', table_name: 'customers' })
          const form = { viz_type: 'table', query_mode: 'aggregate', groupby: ['country'], metrics: ['count'] }
          const chart = await make('/api/v1/chart/', {
            slice_name: 'Shaky countries',
            viz_type: 'table',
            datasource_id: dataset,
            datasource_type: 'table',
            params: JSON.stringify({ ...form, datasource: `${dataset}__table` }),
          })
          const dashboard = await make('/api/v1/dashboard/', { dashboard_title: 'Shaky dashboard' })
          await callApi(page, 'PUT', `/api/v1/chart/${chart}`, { dashboards: [dashboard] })

          await go(`/superset/dashboard/${dashboard}/`)
          await settled(page)
          const shaky = tile(page, 'Shaky countries')
          await shaky.getByText('DE', { exact: true }).waitFor()
          line.cut()
          await page.getByRole('button', { name: 'Refresh dashboard' }).click()
          await shaky
            .getByRole('alert')
            .getByText(/Check that the database is running\.|closed the connection/)
            .waitFor()
          // the last drawn chart stays below the message
          await shaky.getByText('DE', { exact: true }).waitFor()
          line.restore()
          await eventually(async () => {
            const again = shaky.getByRole('button', { name: 'Try again' })
            if (await again.isVisible()) await again.click()
            await shaky.getByRole('alert').waitFor({ state: 'detached', timeout: 1500 })
          })
          await shaky.getByText('DE', { exact: true }).waitFor()

          await openLab(page, `?new=true&dbid=${database}&schema=shop&name=Shaky`)
          await run(page, 'select count(*) as n from customers')
          await become(page, [['30']])
          line.cut()
          await run(page, 'select count(*) as n from orders')
          await page
            .getByRole('alert')
            .getByText(/Check that the database is running\.|closed the connection/)
            .waitFor()
          line.restore()
          await eventually(async () => {
            await run(page, 'select count(*) as n from orders')
            await grid(page).getByText('900', { exact: true }).waitFor({ timeout: 2000 })
          })
          // the editor would check its text in a database that is gone
          await page.getByRole('button', { name: 'Close tab Shaky' }).click()
          // waits until the home page has loaded its lists, which contain the dashboard that is deleted next
          await page.goto('/superset/welcome/', { waitUntil: 'networkidle' })
        } finally {
          for (const address of made) await callApi(page, 'DELETE', address)
        }
      } finally {
        line.close()
      }
    })
  }),
]
