import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from '../../src/server/testing/freePort.ts'
import { callApi } from '../harness/callApi.ts'
import { eventually, settled, tile } from '../harness/dashboard.ts'
import { become, grid, openLab, run } from '../harness/sqlLab.ts'
import { story } from '../harness/story.ts'
import { withShop } from '../harness/withShop.ts'

/** A line to a server that can be cut and restored; its own port stays the same. */
function lineTo(target: number, port: number) {
  const sockets = new Set<Socket>()
  let server: Server | undefined
  const carry = (socket: Socket) => {
    const behind = connect(target, '127.0.0.1')
    for (const end of [socket, behind]) {
      sockets.add(end)
      end.on('error', () => undefined)
      end.on('close', () => {
        socket.destroy()
        behind.destroy()
      })
    }
    socket.pipe(behind).pipe(socket)
  }
  return {
    async restore() {
      server = createServer(carry)
      await new Promise<void>((done) => server?.listen(port, '127.0.0.1', done))
    },
    cut() {
      server?.close()
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    },
  }
}

export const stories = [
  story('databases: a server that is gone for a while; charts and SQL Lab say so and recover', async ({ visit }) => {
    await withShop(async (shop) => {
      const port = await freePort()
      const line = lineTo(shop.port, port)
      await line.restore()
      try {
        const { page, signIn, go } = await visit({ expects: [/status of 50\d/] })
        await signIn()
        await page.goto('/superset/welcome/')
        const make = async (path: string, body: object) => (await callApi<{ id: number }>(page, 'POST', path, body)).id
        const database = await make('/api/v1/database/', {
          database_name: 'Shaky server',
          sqlalchemy_uri: `postgresql://postgres@127.0.0.1:${port}/${shop.name}`,
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
        // what was drawn last stays below the message
        await shaky.getByText('DE', { exact: true }).waitFor()
        await line.restore()
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
        await line.restore()
        await eventually(async () => {
          await run(page, 'select count(*) as n from orders')
          await grid(page).getByText('900', { exact: true }).waitFor({ timeout: 2000 })
        })
        await callApi(page, 'DELETE', `/api/v1/dashboard/${dashboard}`)
        await callApi(page, 'DELETE', `/api/v1/chart/${chart}`)
        await callApi(page, 'DELETE', `/api/v1/dataset/${dataset}`)
        await callApi(page, 'DELETE', `/api/v1/database/${database}`)
      } finally {
        line.cut()
      }
    })
  }),
]
