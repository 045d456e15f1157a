import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { enqueue } from '../../jobs/jobs.ts'
import { setSchedule } from '../../jobs/schedules.ts'
import { startApp, type TestApp } from '../../testing/app.ts'

type User = 'admin' | 'operator' | 'alpha'

let server: TestApp
let reportId: number
const NOW = Date.UTC(2026, 0, 1)
const rowOf = { uuid: 'r', created_on: NOW, changed_on: NOW, name: 'Weekly sales', type: 'Report' as const }
const secret = 'The query returned SECRET.'

async function call(user: User, method: 'GET' | 'POST', url: string) {
  const headers = { authorization: `Bearer ${await server.token(user)}` }
  return server.app.inject({ method, url: `/api/v1/${url}`, headers })
}
const rows = async (user: User, url: string) => (await call(user, 'GET', url)).json<{ result: never[] }>().result

/** Jobs 1 to 4: a cleanup that waits, a failed report, a running backup, a running report. */
beforeAll(async () => {
  server = await startApp({ SEXTANT_EXAMPLES: 'false' })
  const { db } = server.services
  await server.addUser('alpha', ['Alpha'])
  const { id: role_id } = await db
    .insertInto('roles')
    .values({ name: 'Operator' })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const permission of ['can_read:Job', 'can_write:Job'])
    await db.insertInto('role_permissions').values({ role_id, permission }).execute()
  await server.addUser('operator', ['Operator'])
  const report = {
    ...rowOf,
    active: true,
    creation_method: 'alerts_reports',
    crontab: '0 9 * * 1',
    timezone: 'UTC',
    report_format: 'PNG' as const,
    validator_config_json: '{}',
    extra_json: '{}',
    force_screenshot: false,
    last_state: 'Error' as const,
  }
  ;({ id: reportId } = await db.insertInto('report_schedules').values(report).returning('id').executeTakeFirstOrThrow())
  await setSchedule(db, { kind: 'report', subjectId: reportId, crontab: '0 9 * * 1', timeZone: 'Europe/Berlin' }, NOW)
  await setSchedule(db, { kind: 'cleanup', subjectId: 0, crontab: '23 * * * *', timeZone: 'UTC' }, NOW)
})
afterAll(() => server?.close())

beforeEach(async () => {
  const { db } = server.services
  for (const table of ['jobs', 'logs', 'report_logs'] as const) await db.deleteFrom(table).execute()
  for (const [at, [kind, more]] of (
    [
      ['cleanup', {}],
      ['report', { state: 'failed', attempt: 4, error: secret, finished_on: NOW }],
      ['backup', { state: 'running', attempt: 1, holder: 'node', lease_until: NOW, started_on: NOW }],
      ['report', { state: 'running', attempt: 1, holder: 'node', lease_until: NOW, started_on: NOW }],
    ] as const
  ).entries()) {
    const subjectId = kind === 'report' ? reportId : 0
    await enqueue(db, { kind, subjectId, key: `${at}`, dueOn: NOW + at }, NOW)
    await db
      .updateTable('jobs')
      .set({ id: at + 1, ...more })
      .where('idempotency_key', '=', `${at}`)
      .execute()
  }
})

it('lists jobs for administrators, with what may be done', async () => {
  expect(await rows('admin', 'job/')).toMatchObject([
    { id: 1, kind: 'cleanup', subject: null, state: 'waiting', can_retry: false, can_cancel: true },
    {
      id: 2,
      kind: 'report',
      subject: { id: reportId, name: 'Weekly sales', url: `/report/${reportId}/log/` },
      state: 'failed',
      error: secret,
      can_retry: true,
      can_cancel: false,
    },
    { id: 3, kind: 'backup', state: 'running', holder: 'node', can_retry: false, can_cancel: true },
    { id: 4, kind: 'report', state: 'running', can_retry: false, can_cancel: false },
  ])
  expect(await rows('admin', 'job/?q=(filters:!((col:state,opr:eq,value:failed)))')).toHaveLength(1)
})

it('shows errors of alerts and reports to administrators only', async () => {
  for (const url of ['job/', 'job/?q=(filters:!((col:error,opr:ct,value:SECRET)))', 'job_schedule/']) {
    const { statusCode, body } = await call('operator', 'GET', url)
    expect([statusCode, body]).toEqual([200, expect.not.stringMatching(/SECRET|Weekly|report/)])
  }
  expect(await rows('operator', 'job/')).toHaveLength(2)
  expect((await call('operator', 'GET', 'job/2')).statusCode).toBe(404)
  for (const action of ['retry', 'cancel'])
    expect((await call('operator', 'POST', `job/2/${action}`)).statusCode).toBe(404)
  for (const url of ['job/', 'job/1', 'job_schedule/']) expect((await call('alpha', 'GET', url)).statusCode).toBe(403)
  expect((await call('alpha', 'POST', 'job/1/cancel')).statusCode).toBe(403)
})

it('reports when each job is due next', async () => {
  expect(await rows('admin', 'job_schedule/?q=(order_column:next_due,order_direction:asc)')).toMatchObject([
    { kind: 'cleanup', subject: null, crontab: '23 * * * *', next_due: '2026-01-01T00:23:00' },
    { kind: 'report', subject: { name: 'Weekly sales' }, time_zone: 'Europe/Berlin', next_due: '2026-01-05T08:00:00' },
  ])
})

it('starts a failed job again, and records who did it', async () => {
  expect((await call('admin', 'POST', 'job/2/retry')).json()).toEqual({ message: 'OK' })
  expect((await rows('admin', 'job/2')) as unknown).toMatchObject({ state: 'waiting', attempt: 0, error: null })
  const { db } = server.services
  const logged = await db.selectFrom('logs').select(['action', 'object']).where('action', 'like', 'job%').execute()
  expect(logged).toEqual([{ action: 'job_retry', object: 'Job:2' }])
  for (const id of [1, 3]) {
    const { statusCode, body } = await call('admin', 'POST', `job/${id}/retry`)
    expect([statusCode, body]).toEqual([409, expect.stringContaining('Only a job that failed can be started again.')])
  }
})

it('cancels jobs that wait or may be stopped, and no others', async () => {
  for (const id of [1, 3]) {
    expect((await call('operator', 'POST', `job/${id}/cancel`)).statusCode).toBe(200)
    expect((await rows('admin', `job/${id}`)) as unknown).toMatchObject({
      state: 'cancelled',
      error: 'Cancelled by operator.',
      holder: null,
      can_retry: false,
    })
  }
  const refusal = async (id: number) => (await call('admin', 'POST', `job/${id}/cancel`)).json<{ message: string }>()
  expect(await refusal(4)).toMatchObject({ message: 'A job of this kind cannot be stopped while it runs.' })
  for (const id of [1, 2]) expect(await refusal(id)).toMatchObject({ message: 'The job has ended already.' })
  expect((await call('admin', 'POST', 'job/99/cancel')).statusCode).toBe(404)
})

it('a run of a report that waits for another attempt ends in its log when it is cancelled', async () => {
  const { db } = server.services
  const log = { uuid: 'l', report_id: reportId, scheduled_dttm: NOW + 1, start_dttm: NOW, state: 'Working' as const }
  await db.insertInto('report_logs').values(log).execute()
  await db.updateTable('jobs').set({ state: 'waiting', finished_on: null }).where('id', '=', 2).execute()
  expect((await call('admin', 'POST', 'job/2/cancel')).statusCode).toBe(200)
  expect(await db.selectFrom('report_logs').select(['state', 'error_message']).execute()).toEqual([
    { state: 'Error', error_message: 'Cancelled by admin.' },
  ])
})
