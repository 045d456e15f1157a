import { afterAll, beforeAll, expect, it } from 'vitest'
import { hasExamples } from '../../../conformance/vectors/exampleTables.ts'
import { insertChart, insertDashboard, loadBirths } from '../chartData/testing/entities.ts'
import { findDashboard } from '../entities/dashboards.ts'
import type { Services } from '../services.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { dashboardPicture } from './dashboardPicture.ts'
import type { PictureRequest } from './protocol.ts'

let server: TestApp
let dashboardId: number
const CHARTS = 4

beforeAll(async () => {
  if (!hasExamples) return
  server = await startApp()
  const { datasetId } = await loadBirths(server.services)
  const charts: number[] = []
  for (let at = 0; at < CHARTS; at++) {
    const form = { viz_type: 'pie', groupby: ['gender'], metric: 'sum__num', row_limit: 10 + at }
    charts.push(await insertChart(server.services, datasetId, `Chart ${at}`, form))
  }
  dashboardId = await insertDashboard(server.services, 'Large', charts)
}, 120_000)
afterAll(() => server?.close())

/** Draws pictures of this size, each one different. */
function drawing(tileBytes: number) {
  const drawn: PictureRequest[] = []
  const pictures: Services['pictures'] = {
    async draw(request) {
      drawn.push(request)
      return Buffer.alloc(tileBytes, `picture${drawn.length}-`)
    },
    close: () => undefined,
  }
  return { drawn, services: { ...server.services, pictures } }
}

async function draw(services: Services, force = false): Promise<Buffer> {
  const dashboard = await findDashboard(services.db, dashboardId)
  const user = await services.db.selectFrom('users').select('id').where('username', '=', 'admin').executeTakeFirst()
  const known = await services.subjects.ofUser(user?.id ?? 0)
  if (!dashboard || !known) throw new Error('the dashboard or its reader is missing')
  return dashboardPicture(services, dashboard, known.subject, { force })
}

it.skipIf(!hasExamples)('tiles that are too large together are not sent to the process that draws', async () => {
  const { drawn, services } = drawing(9 * 1024 * 1024)
  await expect(draw(services, true)).rejects.toMatchObject({
    status: 422,
    message: 'The dashboard has too many values to be drawn as an image.',
  })
  expect(drawn.map(({ kind }) => kind)).toEqual(Array(CHARTS).fill('chart'))
})

it.skipIf(!hasExamples)('the same charts are one picture, however they were drawn', async () => {
  const { drawn, services } = drawing(1000)
  const first = await draw(services, true)
  expect((await draw(services)).equals(first)).toBe(true)
  expect(drawn.filter(({ kind }) => kind === 'dashboard')).toHaveLength(1)
})
