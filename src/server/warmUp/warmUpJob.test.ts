import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { hasExamples } from '../../../conformance/vectors/exampleTables.ts'
import { contextOfFormData } from '../chartData/chartContext.ts'
import { insertChart, insertDashboard, loadBirths } from '../chartData/testing/entities.ts'
import { findChart } from '../entities/charts.ts'
import { findDataset } from '../entities/datasets.ts'
import { jobKinds } from '../jobs/kinds.ts'
import { createWorker } from '../jobs/worker.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { WARM_UP_JOB, warmUpSoon } from './warmUpSchedule.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 10, 23, 5, 59, 30)

let server: TestApp
let readerId: number
let dashboard: number
let charts: number[]
const clock = { now: NOW }
/** What the engine computed, in order: user and chart. */
let asked: string[] = []

function worker(most = 100) {
  const { services } = server
  const config = { ...services.config, warmUp: { crontab: '0 6 * * *', charts: most } }
  const chartData: typeof services.chartData = {
    ...services.chartData,
    answer(context, subject, options) {
      asked.push(`${subject.user?.username} ${options.data?.chartId} ${options.encoding}`)
      return services.chartData.answer(context, subject, options)
    },
  }
  const now = () => clock.now
  const kinds = jobKinds({ ...services, config, chartData, now }).filter(({ name }) => name === WARM_UP_JOB)
  return createWorker({ ...services, now, kinds, holder: 'test', pollMs: 5 })
}

const visit = (userId: number, dashboardId: number, dttm: number) =>
  server.services.db
    .insertInto('logs')
    .values({ action: 'dashboard', user_id: userId, dashboard_id: dashboardId, dttm })
    .execute()

const jobs = () =>
  server.services.db
    .selectFrom('jobs')
    .select(['state', 'due_on', 'error'])
    .where('kind', '=', WARM_UP_JOB)
    .orderBy('id')
    .execute()

/** Creates a job that is due now, runs it, and returns its row. */
async function run(most?: number) {
  const { db } = server.services
  await db
    .insertInto('jobs')
    .values({
      kind: WARM_UP_JOB,
      subject_id: 0,
      idempotency_key: `${clock.now}`,
      state: 'waiting',
      due_on: clock.now,
      start_after: clock.now,
      created_on: clock.now,
    })
    .execute()
  await worker(most).runDue()
  return (await jobs()).at(-1)
}

beforeAll(async () => {
  if (!hasExamples) return
  server = await startApp({ SEXTANT_WARM_UP_CRONTAB: '0 6 * * *' })
  const { services } = server
  readerId = await server.addUser('reader', ['Alpha'])
  const { datasetId } = await loadBirths(services)
  const form = { viz_type: 'table', query_mode: 'aggregate', groupby: ['gender'], metrics: ['sum__num'] }
  charts = [
    await insertChart(services, datasetId, 'Births', form),
    await insertChart(services, datasetId, 'Broken', { ...form, groupby: ['no_such_column'] }),
    await insertChart(services, datasetId, 'Names', { ...form, groupby: ['state'] }),
  ]
  dashboard = await insertDashboard(services, 'Births', charts)
  await services.db.updateTable('dashboards').set({ published: true }).where('id', '=', dashboard).execute()
}, 120_000)
afterAll(() => server?.close())
beforeEach(async () => {
  if (!hasExamples) return
  clock.now += DAY_MS
  asked = []
  for (const table of ['logs', 'jobs'] as const) await server.services.db.deleteFrom(table).execute()
})

it.skipIf(!hasExamples)('computes what the next reader opens, with the rights of the last one', async () => {
  const { services } = server
  const { db } = services
  const adminId = (await db.selectFrom('users').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow())
    .id
  await visit(adminId, dashboard, clock.now - 2 * DAY_MS)
  await visit(readerId, dashboard, clock.now - DAY_MS)
  expect(await run()).toMatchObject({ state: 'done', error: null })
  // a chart that fails does not keep the others from being computed
  expect(asked.toSorted()).toEqual(charts.map((id) => `reader ${id} columns`).toSorted())
  const { subject } = (await services.subjects.ofUser(readerId)) ?? {}
  const chart = await findChart(services.db, charts[0] ?? 0)
  const dataset = await findDataset(services.db, chart?.datasource_id ?? 0)
  const context = chart && dataset && (await contextOfFormData(chart, dataset))
  if (!context || !subject) throw new Error('the chart is gone')
  const [answer] = await services.chartData.answer(context, subject, {
    encoding: 'columns',
    data: { chartId: chart.id, dashboardId: dashboard },
  })
  expect(answer?.body.toString()).toContain('"is_cached":true')
})

it.skipIf(!hasExamples)(
  'leaves out dashboards that nobody opened lately, that are not published, or not accessible to their reader',
  async () => {
    const { db } = server.services
    await visit(readerId, dashboard, clock.now - 8 * DAY_MS)
    await run()
    expect(asked).toEqual([])
    await visit(readerId, dashboard, clock.now - DAY_MS)
    await db.updateTable('dashboards').set({ published: false }).execute()
    clock.now += MINUTE_MS
    await run()
    expect(asked).toEqual([])
    await db.updateTable('dashboards').set({ published: true }).execute()
    const set = (isActive: boolean) =>
      db.updateTable('users').set({ is_active: isActive }).where('id', '=', readerId).execute()
    await set(false)
    await db.updateTable('settings').set({ value: 'changed' }).where('name', '=', 'access_version').execute()
    clock.now += MINUTE_MS
    await run()
    await set(true)
    await db.updateTable('settings').set({ value: 'again' }).where('name', '=', 'access_version').execute()
    expect(asked).toEqual([])
  },
)

it.skipIf(!hasExamples)('computes no more charts than the setting allows', async () => {
  await visit(readerId, dashboard, clock.now)
  await run(1)
  expect(asked).toHaveLength(1)
})

it.skipIf(!hasExamples)('is due on its schedule, and once after new data', async () => {
  const { db, tables, config } = server.services
  // half a minute before six
  clock.now = NOW + 10 * DAY_MS
  const started = worker()
  started.start()
  const next = async () =>
    (await db.selectFrom('job_schedules').select('next_due').where('kind', '=', WARM_UP_JOB).executeTakeFirst())
      ?.next_due
  await expect.poll(next, { timeout: 8000 }).toBe(clock.now + MINUTE_MS / 2)
  await started.stop()
  const source = join(config.home, 'shops.csv')
  writeFileSync(source, 'id\n1\n')
  const { id: databaseId } = await db.selectFrom('databases').select('id').executeTakeFirstOrThrow()
  const order = { databaseId, source, format: 'csv' } as const
  await tables.load({ ...order, table: 'shops' })
  await tables.load({ ...order, table: 'more_shops' })
  const found = await jobs()
  expect(found.length).toBeGreaterThan(0)
  for (const { state, due_on } of found) {
    expect([state, Number(due_on) % MINUTE_MS]).toEqual(['waiting', 0])
    expect(Number(due_on)).toBeGreaterThan(server.services.now() - MINUTE_MS)
  }
})

it.skipIf(!hasExamples)('waits once, however often data change', async () => {
  const soon = () => server.services.db.transaction().execute((trx) => warmUpSoon(trx, clock.now))
  await soon()
  clock.now += 5 * MINUTE_MS
  await soon()
  expect(await jobs()).toHaveLength(1)
})
