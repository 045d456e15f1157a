import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hasExamples } from '../../../conformance/vectors/exampleTables.ts'
import type { SubmittedAnswer } from '../../model/sqlLab/sqlLabAnswers.ts'
import { rightsChanged } from '../access/subjects.ts'
import { loadBirths } from '../chartData/testing/entities.ts'
import { jobKinds } from '../jobs/kinds.ts'
import { createWorker } from '../jobs/worker.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { MOST_IN_BACKGROUND } from './queryRows.ts'

let server: TestApp
let databaseId: number

const newWorker = () => {
  const { services } = server
  return createWorker({ ...services, kinds: jobKinds(services), holder: randomUUID(), pollMs: 20 })
}

async function call(method: 'GET' | 'POST', url: string, payload?: object, user = 'lab') {
  const headers = { authorization: `Bearer ${await server.token(user)}` }
  return server.app.inject({ method, url: `/api/v1/${url}`, headers, payload })
}

const asked = (sql: string, more: object = {}) =>
  call('POST', 'sqllab/execute/', {
    database_id: databaseId,
    sql,
    client_id: randomUUID().slice(0, 11),
    runAsync: true,
    ...more,
  })

async function submit(sql: string, more: object = {}) {
  const answer = await asked(sql, more)
  expect(answer.statusCode, answer.body).toBe(202)
  return answer.json<SubmittedAnswer>().query
}

const stored = (id: number) =>
  server.services.db.selectFrom('queries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const allow = (values: { allow_run_async?: boolean; allow_ctas?: boolean }) =>
  server.services.db.updateTable('databases').set(values).where('id', '=', databaseId).execute()

describe.skipIf(!hasExamples)('queries of SQL Lab in the background (needs ../shared/examples)', () => {
  beforeAll(async () => {
    server = await startApp({ SEXTANT_EXAMPLES: 'false' })
    ;({ databaseId } = await loadBirths(server.services))
    await server.addUser('lab', ['Alpha', 'sql_lab'])
    await allow({ allow_run_async: true })
  })
  afterAll(() => server?.close())

  it('are answered at once, run by a worker, and have their result afterwards', async () => {
    const query = await submit('select gender, count(*) as n from birth_names group by 1 order by 1')
    expect(query).toMatchObject({ state: 'pending', resultsKey: null, endDttm: null })
    await newWorker().runDue()
    const row = await stored(query.queryId)
    expect(row).toMatchObject({ status: 'success', rows: 2, progress: 100 })
    const page = await call('GET', `sqllab/results/?q=(key:'${row.results_key ?? ''}')`)
    expect(page.json()).toMatchObject({ data: [{ gender: 'boy' }, { gender: 'girl' }] })
  })

  it('run at once if the database does not allow it', async () => {
    await allow({ allow_run_async: false })
    const answer = await asked('select 1 as a')
    await allow({ allow_run_async: true })
    expect([answer.statusCode, answer.json<{ data: object[] }>().data]).toEqual([200, [{ a: 1 }]])
  })

  it('store why they failed', async () => {
    const query = await submit('select nothing from birth_names')
    await newWorker().runDue()
    expect(await stored(query.queryId)).toMatchObject({
      status: 'failed',
      error_message: expect.stringContaining('nothing'),
    })
  })

  it('do not run any more when their user has stopped them, or has no account', async () => {
    const stopped = await submit('select 1')
    await call('POST', 'query/stop', { client_id: stopped.id })
    const orphan = await submit('select 2')
    await server.services.db.updateTable('queries').set({ user_id: null }).where('id', '=', orphan.queryId).execute()
    await newWorker().runDue()
    expect(await stored(stopped.queryId)).toMatchObject({ status: 'stopped', results_key: null })
    expect(await stored(orphan.queryId)).toMatchObject({
      status: 'failed',
      error_message: 'The user has no account any more.',
    })
  })

  it('do not run any more when their user may not run SQL any more', async () => {
    const { db } = server.services
    const query = await submit('select 1')
    const lab = await db.selectFrom('users').select('id').where('username', '=', 'lab').executeTakeFirstOrThrow()
    const role = await db.selectFrom('roles').select('id').where('name', '=', 'sql_lab').executeTakeFirstOrThrow()
    const held = { user_id: lab.id, role_id: role.id }
    await db.deleteFrom('user_roles').where('user_id', '=', lab.id).where('role_id', '=', role.id).execute()
    await db.transaction().execute(rightsChanged)
    await newWorker().runDue()
    await db.insertInto('user_roles').values(held).execute()
    await db.transaction().execute(rightsChanged)
    expect(await stored(query.queryId)).toMatchObject({
      status: 'failed',
      error_message: 'The user may not run SQL any more.',
      results_key: null,
    })
  })

  it('are rejected when too many of the same user wait, and accepted again when these have run', async () => {
    for (let count = 0; count < MOST_IN_BACKGROUND; count += 1) await submit('select 1')
    const refused = await asked('select 2')
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '2'])
    await newWorker().runDue()
    await submit('select 3')
    await newWorker().runDue()
  }, 120_000)

  it('are stopped while they run', async () => {
    const query = await submit(LONG)
    const worker = newWorker()
    worker.start()
    await vi.waitFor(async () => expect((await stored(query.queryId)).status).toBe('running'), { timeout: 40_000 })
    await call('POST', 'query/stop', { client_id: query.id })
    await vi.waitFor(async () => expect(await jobState(query.queryId)).toBe('done'), { timeout: 40_000 })
    await worker.stop()
    expect(await stored(query.queryId)).toMatchObject({ status: 'stopped' })
  })

  it('of a worker that stops are run by the next one, if they only read', async () => {
    const query = await submit(LONG)
    const worker = newWorker()
    worker.start()
    await vi.waitFor(async () => expect((await stored(query.queryId)).status).toBe('running'), { timeout: 40_000 })
    await worker.stop()
    expect(await stored(query.queryId)).toMatchObject({ status: 'running', end_time: null })
    await server.services.db
      .updateTable('queries')
      .set({ sql: 'select 3 as c' })
      .where('id', '=', query.queryId)
      .execute()
    await newWorker().runDue()
    expect(await stored(query.queryId)).toMatchObject({ status: 'success', rows: 1 })
  })

  it('that may have changed something are not run a second time', async () => {
    await allow({ allow_ctas: true })
    const query = await submit('select 1 as a', { select_as_cta: true, tmp_table_name: 'made', ctas_method: 'TABLE' })
    const { db, now } = server.services
    const job = await db
      .selectFrom('jobs')
      .select('id')
      .where('subject_id', '=', query.queryId)
      .where('kind', '=', 'sql')
      .executeTakeFirstOrThrow()
    // what a worker stores before the change, if it is killed then
    await db
      .insertInto('job_effects')
      .values({ job_id: job.id, name: 'change', state: 'done', changed_on: now() })
      .execute()
    await newWorker().runDue()
    await allow({ allow_ctas: false })
    expect(await stored(query.queryId)).toMatchObject({
      status: 'failed',
      error_message: 'The server was stopped while the query ran.',
    })
  })
})

/** A query that runs for minutes unless it is stopped. */
const LONG = 'select sum(sqrt(a.i * b.i)) as s from range(300000) a(i), range(300000) b(i)'

const jobState = async (queryId: number) =>
  (
    await server.services.db
      .selectFrom('jobs')
      .select('state')
      .where('kind', '=', 'sql')
      .where('subject_id', '=', queryId)
      .executeTakeFirst()
  )?.state
