import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasExamples } from '../../../conformance/vectors/exampleTables.ts'
import { rightsChanged } from '../access/subjects.ts'
import { births, insertChart, insertDashboard, insertDataset, loadBirths } from '../chartData/testing/entities.ts'
import { retryJob } from '../jobs/control.ts'
import { jobKinds } from '../jobs/kinds.ts'
import { createWorker, type Worker } from '../jobs/worker.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { freePort } from '../testing/freePort.ts'
import { partsOf, refusal, startMailServer } from './testing/mailServer.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** The behavior of the mail server: it accepts everything, unless a test changes this. */
const behaviour: Parameters<typeof startMailServer>[0] = {}

let mail: Awaited<ReturnType<typeof startMailServer>>
let server: TestApp
let worker: Worker
let chart: number
let dashboard: number
let databaseId: number
let datasetId: number
const newWorker = () => {
  const { services } = server
  return createWorker({ ...services, kinds: jobKinds(services), holder: randomUUID() })
}

async function call(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, user = 'alpha') {
  const headers = { authorization: `Bearer ${await server.token(user)}` }
  const answer = await server.app.inject({ method, url: `/api/v1/report/${url}`, headers, payload })
  if (answer.statusCode >= 300) throw new Error(answer.body)
  return answer.json<{ id: number; result: never }>()
}

const refusedFirst = { type: 'Email', recipient_config_json: { target: 'second@example.org; reader@example.org' } }
const readers = { type: 'Email', recipient_config_json: { target: 'reader@example.org; second@example.org' } }
const reader = { type: 'Email', recipient_config_json: { target: 'reader@example.org' } }

/** A new report of alpha, due every minute. */
async function create(more: object = {}): Promise<number> {
  const body = {
    type: 'Report',
    name: `report ${randomUUID()}`,
    crontab: '* * * * *',
    chart,
    report_format: 'TEXT',
    recipients: [reader],
    ...more,
  }
  return (await call('POST', '', body)).id
}

const alert = (sql: string, more: object = {}) => ({
  type: 'Alert',
  database: databaseId,
  sql,
  validator_type: 'operator',
  validator_config_json: { op: '>', threshold: 10 },
  ...more,
})

const GENDERS = 'select count(distinct gender) as n from birth_names'

/** Runs `work` while users of a role see only boys. */
async function withRule(role: string, work: () => Promise<void>): Promise<void> {
  const { db } = server.services
  const { id } = await db.selectFrom('roles').select('id').where('name', '=', role).executeTakeFirstOrThrow()
  const stamps = { uuid: randomUUID(), created_on: 0, changed_on: 0 }
  const rule = await db
    .insertInto('row_rules')
    .values({ ...stamps, name: 'boys', filter_type: 'Regular', clause: "gender = 'boy'" })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('row_rule_roles').values({ rule_id: rule.id, role_id: id }).execute()
  await db.insertInto('row_rule_datasets').values({ rule_id: rule.id, dataset_id: datasetId }).execute()
  await db.transaction().execute(rightsChanged)
  await work()
  await db.deleteFrom('row_rules').execute()
  await db.transaction().execute(rightsChanged)
}

/** Advances the clock, and runs all jobs that are due. */
async function nextMinute(ms = MINUTE_MS): Promise<void> {
  server.advance(ms)
  await worker.runDue()
}

const stateOf = async (id: number) => {
  const row = await server.services.db
    .selectFrom('report_schedules')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row
}
const logOf = async (id: number) => {
  const rows = await server.services.db
    .selectFrom('report_logs')
    .select(['state', 'error_message', 'value'])
    .where('report_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ state, error_message, value }) => [state, error_message, value])
}
const stopAll = async () => {
  await server.services.db.updateTable('report_schedules').set({ active: false }).execute()
  await server.services.db.deleteFrom('job_schedules').execute()
  await server.services.db.deleteFrom('jobs').execute()
}

describe.skipIf(!hasExamples)('alerts and reports (needs ../shared/examples)', () => {
  beforeAll(async () => {
    mail = await startMailServer(behaviour)
    server = await startApp({
      SEXTANT_SMTP_URL: mail.url,
      SEXTANT_SMTP_FROM: 'Sextant <sextant@example.org>',
      SEXTANT_SMTP_TLS: 'off',
      SEXTANT_BASE_URL: 'https://data.example.org',
      SEXTANT_DATABASE_HOSTS: '127.0.0.1',
    })
    ;({ databaseId, datasetId } = await loadBirths(server.services))
    const form = { viz_type: 'table', query_mode: 'aggregate', groupby: ['gender'], metrics: ['sum__num'] }
    chart = await insertChart(server.services, datasetId, 'Births <by> gender', form)
    dashboard = await insertDashboard(server.services, 'Births', [chart])
    await server.addUser('alpha', ['Alpha'])
    await server.addUser('leaver', ['Alpha'])
  })
  afterAll(async () => {
    await server?.close()
    await mail?.close()
  })
  beforeEach(async () => {
    await stopAll()
    worker = newWorker()
    // just after a full hour: no further minute becomes due while a slow machine runs the test
    server.advance(HOUR_MS - (server.services.now() % HOUR_MS) + 1000)
    delete behaviour.onRecipient
    delete behaviour.onMail
    mail.mails.length = 0
  })

  it('send the rows of a chart as a table, once', async () => {
    const id = await create({ description: 'Every <week>\nthe same.', recipients: [readers] })
    await nextMinute()
    await Promise.all([worker.runDue(), newWorker().runDue()])
    const [sent, copy] = mail.mails
    // each reader gets a copy, whose headers name both
    expect(mail.mails.map(({ to }) => to)).toEqual([['reader@example.org'], ['second@example.org']])
    expect([sent?.from, sent?.headers['to']]).toEqual(['sextant@example.org', 'reader@example.org, second@example.org'])
    expect(copy?.headers).toMatchObject({ to: sent?.headers['to'], 'message-id': sent?.headers['message-id'] })
    expect(sent?.headers).toMatchObject({
      'message-id': expect.stringMatching(/^<[0-9a-f-]{36}\.\d+\.\d+@data\.example\.org>$/),
      'auto-submitted': 'auto-generated',
      subject: expect.stringContaining('[Report] report'),
    })
    const { 'text/plain': text, 'text/html': html } = partsOf(sent?.raw ?? '')
    expect(text?.replaceAll('\r', '')).toContain(
      ['gender  sum__num', '------  --------', 'boy     48133355', 'girl    32546308'].join('\n'),
    )
    expect(text).toContain(`Explore in Sextant: https://data.example.org/explore/?slice_id=${chart}`)
    expect(html).toContain('Births &lt;by&gt; gender')
    expect(html).toContain('Every &lt;week&gt;<br>the same.')
    expect(html).toContain('>48133355</td>')
    expect(await logOf(id)).toEqual([['Success', null, null]])
    expect(await stateOf(id)).toMatchObject({ last_state: 'Success', last_eval_dttm: expect.any(Number) })
  })

  it('compute a pivot table from all its rows, although a mail shows at most 100', async () => {
    const form = {
      viz_type: 'pivot_table_v2',
      groupbyRows: ['gender'],
      groupbyColumns: ['name'],
      metrics: ['sum__num'],
      rowTotals: true,
    }
    const id = await create({ chart: await insertChart(server.services, datasetId, 'Births by name', form) })
    await nextMinute()
    expect(await logOf(id)).toEqual([['Success', null, null]])
    const { 'text/plain': text } = partsOf(mail.mails[0]?.raw ?? '')
    expect(text).toMatch(/^boy .*48133355/m)
    expect(text).toMatch(/^girl .*32546308/m)
  })

  it('show each list of rows of a chart that has several', async () => {
    const form = {
      viz_type: 'mixed_timeseries',
      x_axis: 'ds',
      time_grain_sqla: 'P1Y',
      metrics: ['count'],
      metrics_b: ['sum__num'],
    }
    await create({ chart: await insertChart(server.services, datasetId, 'Two axes', form) })
    await nextMinute()
    const { 'text/plain': text } = partsOf(mail.mails[0]?.raw ?? '')
    expect(text).toMatch(/^ds +count/m)
    expect(text).toMatch(/^ds +sum__num/m)
  })

  it('end with an error if the store fails before a mail is sent: it did not arrive', async () => {
    const id = await create({ crontab: '0 * * * *' })
    const { db } = server.services
    // the list of effects cannot be read, everything else can
    await sql`alter table job_effects rename to lost_effects`.execute(db)
    await nextMinute(HOUR_MS)
    await sql`alter table lost_effects rename to job_effects`.execute(db)
    expect(await logOf(id)).toEqual([['Working', null, null]])
    await nextMinute()
    expect(await logOf(id)).toEqual([['Success', null, null]])
    expect(mail.mails).toHaveLength(1)
  })

  it.each([
    ['a chart', () => ({ chart }), 'Births &lt;by&gt; gender', () => `chart-${chart}`],
    ['a dashboard', () => ({ chart: null, dashboard }), 'Births', () => `dashboard-${dashboard}`],
  ])('show %s as an image in the text', async (_what, subject, title, cid) => {
    const id = await create({ report_format: 'PNG', ...subject() })
    await nextMinute()
    expect(await logOf(id)).toEqual([['Success', null, null]])
    const raw = mail.mails[0]?.raw ?? ''
    const { 'text/html': html, 'text/plain': text } = partsOf(raw)
    expect(html).toContain(`<img src="cid:${cid()}" alt="${title}"`)
    expect(text).not.toContain('Attached')
    expect(raw.toLowerCase()).toContain(`content-id: <${cid()}>`)
    expect(raw).toMatch(/Content-Disposition: inline/)
    // the first bytes of a PNG
    expect(raw).toContain('iVBORw0KGgo')
  })

  it('attach the data as CSV', async () => {
    await create({ recipients: [readers], report_format: 'CSV', email_subject: 'Births\r\nBcc: x@example.org' })
    await nextMinute()
    const raw = mail.mails[0]?.raw ?? ''
    expect(mail.mails[0]?.headers['subject']).toBe('Births Bcc: x@example.org')
    expect(mail.mails.flatMap(({ to }) => to)).toEqual(['reader@example.org', 'second@example.org'])
    expect(raw).toContain('filename=Births_by_gender.csv')
    expect(partsOf(raw)['text/csv']?.replaceAll('\r', '').trim()).toBe('gender,sum__num\nboy,48133355\ngirl,32546308')
  })

  it('link a dashboard with the filters and tabs of the report', async () => {
    await create({ chart: null, dashboard })
    const dataMask = { 'NATIVE_FILTER-a': { extraFormData: {}, filterState: { value: ['boy'] } } }
    await create({ chart: null, dashboard, extra: { dashboard: { dataMask } } })
    await nextMinute()
    await nextMinute()
    const links = mail.mails.map(
      ({ raw }) => /https:\/\/data\.example\.org\S+/.exec(partsOf(raw)['text/plain'] ?? '')?.[0],
    )
    expect(links[0]).toBe(`https://data.example.org/superset/dashboard/${dashboard}/`)
    const key = /\/superset\/dashboard\/p\/([\w-]+)\/$/.exec(links[1] ?? '')?.[1]
    expect(links[3]).toBe(links[1])
    const headers = { authorization: `Bearer ${await server.token('alpha')}` }
    const state = await server.app.inject({ url: `/api/v1/dashboard/permalink/${key}`, headers })
    expect(state.json()).toMatchObject({ state: { dataMask } })
  })

  it('are sent when the condition of an alert holds, and then not again within the grace period', async () => {
    const id = await create(alert('select count(*) from birth_names', { grace_period: 3600 }))
    await nextMinute()
    expect(partsOf(mail.mails[0]?.raw ?? '')['text/plain']).toContain('The value is 75691.')
    expect(mail.mails[0]?.headers['subject']).toContain('[Alert] report')
    await nextMinute()
    expect(mail.mails).toHaveLength(1)
    expect(await logOf(id)).toEqual([
      ['Success', null, 75_691],
      ['On Grace', null, null],
    ])
    expect(await stateOf(id)).toMatchObject({ last_value: 75_691, last_value_row_json: '{"count_star()":75691}' })
    await nextMinute(HOUR_MS)
    expect(mail.mails).toHaveLength(2)
  })

  it('are not sent when the condition does not hold', async () => {
    const sql = "select count(*) as n from birth_names where gender = 'none'"
    const id = await create(alert(sql))
    await nextMinute()
    expect(mail.mails).toEqual([])
    expect(await logOf(id)).toEqual([['Not triggered', null, 0]])
  })

  it('read the condition with the row rules of the owner', async () => {
    const id = await create(alert(GENDERS, { validator_type: 'not null' }))
    await create()
    await withRule('Alpha', () => nextMinute())
    expect(await logOf(id)).toEqual([['Success', null, 1]])
    const texts = mail.mails.map(({ raw }) => partsOf(raw)['text/plain'])
    expect(texts).toHaveLength(2)
    for (const text of texts) expect(text).not.toContain('girl')
  })

  it('do not quote rows in an error if a row rule applies', async () => {
    const id = await create(alert('select max(cast(gender as integer)) as n from birth_names'))
    await withRule('Alpha', () => nextMinute())
    const message = 'Error: The database could not answer this query'
    expect(await logOf(id)).toEqual([['Error', message, null]])
    expect(partsOf(mail.mails[0]?.raw ?? '')['text/plain']).toContain(message)
  })

  it('run with the permissions of the owner who saved them last, and of no other owner', async () => {
    const { db } = server.services
    const ruled = await server.addUser('ruled', ['Alpha', 'Gamma'])
    const id = await create(alert('select 1 as n', { owners: [ruled] }))
    await call('PUT', String(id), { sql: GENDERS, validator_type: 'not null' }, 'ruled')
    await withRule('Gamma', () => nextMinute())
    await db.updateTable('users').set({ is_active: false }).where('id', '=', ruled).execute()
    await db.transaction().execute(rightsChanged)
    await nextMinute(5 * HOUR_MS)
    expect(await logOf(id)).toEqual([
      ['Success', null, 1],
      ['Error', 'Paused: its owners have left or may not run it any more.', null],
    ])
  })

  it.each([
    ['two statements', 'select 1; select 2', 'The alert needs exactly one query.'],
    ['a change', 'delete from birth_names', expect.stringMatching(/SELECT/)],
    ['two columns', 'select 1, 2', 'The query of the alert returned more than one column.'],
    ['text', "select 'many'", 'The query of the alert returned a value that is not a number.'],
    ['a table that does not exist', 'select count(*) from nowhere', expect.stringMatching(/nowhere/)],
    ['a file of the server', "select count(*) from read_csv('/etc/passwd')", expect.any(String)],
  ])('end with an error for %s, and the owners are notified once', async (_name, sql, message) => {
    const id = await create(alert(sql))
    await nextMinute()
    await nextMinute()
    expect(await logOf(id)).toEqual([
      ['Error', message, null],
      ['Error', message, null],
    ])
    expect(mail.mails.map(({ to }) => to)).toEqual([['alpha@example.org']])
    expect(mail.mails[0]?.headers['subject']).toContain('[Error] report')
    expect(partsOf(mail.mails[0]?.raw ?? '')['text/plain']).toContain(`https://data.example.org/alert/${id}/log/`)
  })

  it('are paused when their owners have left', async () => {
    const id = (await call('POST', '', { type: 'Report', name: 'left', crontab: '* * * * *', chart }, 'leaver')).id
    const { db } = server.services
    await db.updateTable('users').set({ is_active: false }).where('username', '=', 'leaver').execute()
    await db.transaction().execute(rightsChanged)
    await nextMinute()
    await nextMinute()
    expect(await logOf(id)).toEqual([['Error', 'Paused: its owners have left or may not run it any more.', null]])
    expect(await stateOf(id)).toMatchObject({ active: false, last_state: 'Error' })
  })

  it('end with an error if what they send was deleted', async () => {
    const form = { viz_type: 'table', query_mode: 'aggregate', groupby: ['gender'], metrics: ['sum__num'] }
    const other = await insertChart(server.services, datasetId, 'Other', form)
    const id = await create({ chart: other })
    await server.services.db.deleteFrom('charts').where('id', '=', other).execute()
    await nextMinute()
    expect(await logOf(id)).toEqual([['Error', 'The chart or dashboard was deleted.', null]])
  })

  describe('per recipient', () => {
    const perRecipient = { extra: { per_recipient: true } }
    const mailTo = (target: string) => ({ recipients: [{ type: 'Email', recipient_config_json: { target } }] })

    it.each([
      ['chart', async () => ({ chart: await insertChart(server.services, datasetId, 'Gone', { viz_type: 'table' }) })],
      ['dashboard', async () => ({ chart: null, dashboard: await insertDashboard(server.services, 'Gone', [chart]) })],
    ])('end with an error if their %s was deleted', async (_name, make) => {
      const { db } = server.services
      const id = await create({ ...(await make()), ...perRecipient, ...mailTo('leaver@example.org') })
      await db.deleteFrom('charts').where('slice_name', '=', 'Gone').execute()
      await db.deleteFrom('dashboards').where('dashboard_title', '=', 'Gone').execute()
      await nextMinute()
      expect(await logOf(id)).toEqual([['Error', 'The chart or dashboard was deleted.', null]])
      expect(mail.mails.map(({ to }) => to)).toEqual([['alpha@example.org']])
    })

    it('name a reader who may not read the chart to their owners, and reach the others', async () => {
      await server.addUser('outsider', ['Gamma'])
      const to = mailTo('outsider@example.org, admin@example.org')
      const id = await create({ crontab: '0 * * * *', ...perRecipient, ...to })
      const { db } = server.services
      await db.updateTable('users').set({ email: 'admin@example.org' }).where('username', '=', 'admin').execute()
      await nextMinute(HOUR_MS)
      const message = 'outsider@example.org: The chart was deleted or may not be read.'
      expect(await logOf(id)).toEqual([['Error', message, null]])
      expect(mail.mails.map((each) => each.to)).toEqual([['admin@example.org'], ['alpha@example.org']])
    })

    it('are tried again while the database is unavailable, without notifying their readers', async () => {
      const { services } = server
      const { db } = services
      const port = await freePort()
      const { id: away } = await db
        .insertInto('databases')
        .values({
          uuid: randomUUID(),
          created_on: 0,
          changed_on: 0,
          database_name: 'away',
          backend: 'postgresql',
          sqlalchemy_uri: `postgresql://reader@127.0.0.1:${port}/shop`,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const dataset = await insertDataset(services, away, { ...births(), uuid: randomUUID() })
      const form = { viz_type: 'table', query_mode: 'aggregate', groupby: ['gender'], metrics: ['sum__num'] }
      const far = await insertChart(services, dataset, 'Far', form)
      const id = await create({ crontab: '0 * * * *', chart: far, ...perRecipient, ...mailTo('alpha@example.org') })
      await nextMinute(HOUR_MS)
      expect([await logOf(id), mail.mails]).toEqual([[['Working', null, null]], []])
      // the same rows in a database that responds
      await db.updateTable('charts').set({ datasource_id: datasetId }).where('id', '=', far).execute()
      await nextMinute()
      expect(await logOf(id)).toEqual([['Success', null, null]])
      expect(mail.mails.map(({ to }) => to)).toEqual([['alpha@example.org']])
      expect(partsOf(mail.mails[0]?.raw ?? '')['text/plain']).toContain('48133355')
    })
  })

  it('are tried again, with the same Message-ID, while the mail server defers them', async () => {
    const id = await create({ crontab: '0 * * * *' })
    behaviour.onRecipient = (_address, done) => done(refusal(451, 'greylisted'))
    await nextMinute(HOUR_MS)
    expect(await logOf(id)).toEqual([['Working', null, null]])
    delete behaviour.onRecipient
    await nextMinute()
    expect(mail.mails).toHaveLength(1)
    expect(await logOf(id)).toEqual([['Success', null, null]])
  })

  it('reach the others while the mail server defers one recipient, who gets one mail later', async () => {
    const id = await create({ crontab: '0 * * * *', recipients: [refusedFirst] })
    behaviour.onRecipient = (address, done) =>
      done(address === 'second@example.org' ? refusal(451, 'greylisted') : null)
    await nextMinute(HOUR_MS)
    expect(mail.mails.map(({ to }) => to)).toEqual([['reader@example.org']])
    delete behaviour.onRecipient
    await nextMinute()
    expect(mail.mails.map(({ to }) => to)).toEqual([['reader@example.org'], ['second@example.org']])
    expect(await logOf(id)).toEqual([['Success', null, null]])
  })

  it('reach the others although the mail server defers several before them', async () => {
    const deferred = ['a', 'b', 'c', 'd'].map((name) => `${name}@example.org`)
    const to = [...deferred, 'reader@example.org'].join(', ')
    const id = await create({
      crontab: '0 * * * *',
      recipients: [{ type: 'Email', recipient_config_json: { target: to } }],
    })
    behaviour.onRecipient = (address, done) => done(deferred.includes(address) ? refusal(451, 'greylisted') : null)
    await nextMinute(HOUR_MS)
    expect(mail.mails.map((each) => each.to)).toEqual([['reader@example.org']])
    expect(await logOf(id)).toEqual([['Working', null, null]])
  })

  it('try a mail server that rejects everything once', async () => {
    const id = await create({ crontab: '0 * * * *', recipients: [readers] })
    let asked = 0
    behaviour.onMail = (_mail, done) => {
      asked++
      done(asked === 1 ? refusal(554, 'no mail from here') : null)
    }
    await nextMinute(HOUR_MS)
    const [[state, message] = []] = await logOf(id)
    expect(state).toBe('Error')
    expect(message).toContain('The mail server refused the email: 554 no mail from here')
    expect(message).toContain('Nothing was sent to second@example.org.')
    // the server accepts the second mail, which notifies the owners
    expect(mail.mails.map(({ to }) => to)).toEqual([['alpha@example.org']])
  })

  it('have an unsubscribe link for each reader; its use is logged, and the owner can undo it', async () => {
    const id = await create({ crontab: '0 * * * *', recipients: [readers] })
    await nextMinute(HOUR_MS)
    const links = mail.mails.map(({ headers }) => headers['list-unsubscribe']?.slice(1, -1) ?? '')
    expect(new Set(links).size).toBe(2)
    expect(mail.mails.map(({ headers }) => headers['list-unsubscribe-post'])).toEqual([
      'List-Unsubscribe=One-Click',
      'List-Unsubscribe=One-Click',
    ])
    for (const [at, { raw }] of mail.mails.entries()) {
      const { 'text/plain': text, 'text/html': html } = partsOf(raw)
      expect(text).toContain(`Unsubscribe: ${links[at]}`)
      expect(html).toContain(`href="${links[at]}"`)
    }
    const leave = (link = '') =>
      server.app.inject({
        method: 'POST',
        url: new URL(link).pathname,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      })
    expect((await leave(links[1])).statusCode).toBe(200)
    mail.mails.length = 0
    await nextMinute(HOUR_MS)
    expect(mail.mails.map(({ to }) => to)).toEqual([['reader@example.org']])
    expect((await logOf(id))[1]).toEqual([
      'Not triggered',
      'second@example.org unsubscribed and gets no more mails of this report. Edit it to undo this.',
      null,
    ])
    await leave(links[0])
    await nextMinute(HOUR_MS)
    expect((await logOf(id)).at(-1)).toEqual(['Error', 'All recipients have unsubscribed.', null])
    await call('POST', `${id}/subscribe`, { address: 'Second@example.org' })
    mail.mails.length = 0
    await nextMinute(HOUR_MS)
    expect(mail.mails.map(({ to }) => to)).toEqual([['second@example.org']])
  })

  it('end with an error if the mail server refuses a recipient, and the owners are notified', async () => {
    const id = await create({ crontab: '0 * * * *', recipients: [refusedFirst] })
    behaviour.onRecipient = (address, done) =>
      done(address === 'second@example.org' ? refusal(550, 'no such user') : null)
    await nextMinute(HOUR_MS)
    expect(await logOf(id)).toEqual([['Error', 'The mail server refused these recipients: second@example.org.', null]])
    expect(mail.mails.map(({ to }) => to)).toEqual([['reader@example.org'], ['alpha@example.org']])
  })

  it('are tried again if the mail server defers the whole mail', async () => {
    const id = await create({ crontab: '0 * * * *' })
    const ids: (string | undefined)[] = []
    behaviour.onMail = ({ headers }, done) => {
      ids.push(headers['message-id'])
      done(ids.length === 1 ? refusal(452, 'no space') : null)
    }
    await nextMinute(HOUR_MS)
    await nextMinute()
    expect(new Set(ids).size).toBe(1)
    expect([ids.length, mail.mails.length]).toEqual([2, 1])
    expect(await logOf(id)).toEqual([['Success', null, null]])
  })

  it('are not repeated if the connection was cut while the mail server had it: the owners are notified', async () => {
    const id = await create({ crontab: '0 * * * *' })
    let cuts = 0
    behaviour.onMail = (_mail, done, cut) => {
      if (cuts > 0) return done()
      cuts++
      return cut()
    }
    await nextMinute(HOUR_MS)
    await nextMinute()
    const message = 'Outcome unknown: sending was cut off, so the message to reader@example.org may have arrived.'
    expect(await logOf(id)).toEqual([['Error', message, null]])
    expect(mail.mails.map(({ to }) => to)).toEqual([['alpha@example.org']])
  })

  it('end when they take longer than their working timeout', async () => {
    const id = await create({ crontab: '0 * * * *', working_timeout: 1 })
    let hangs = true
    behaviour.onRecipient = (_address, done) => {
      if (!hangs) done()
      hangs = false
    }
    await nextMinute(HOUR_MS)
    expect(await logOf(id)).toEqual([['Error', 'The run took longer than 1 seconds.', null]])
  })

  it('do not start while the previous run works, also without a working timeout', async () => {
    const id = await create({ working_timeout: null })
    const time = server.services.now()
    const previous = { uuid: randomUUID(), report_id: id, scheduled_dttm: time, start_dttm: time }
    await server.services.db
      .insertInto('report_logs')
      .values({ ...previous, state: 'Working' })
      .execute()
    await nextMinute()
    const message = 'The previous run has not ended. This one was not started.'
    expect(await logOf(id)).toEqual([
      ['Working', null, null],
      ['Error', message, null],
    ])
    expect(mail.mails).toHaveLength(0)
  })

  it('do not start again while the previous run works', async () => {
    const id = await create({ working_timeout: null })
    const { db, now } = server.services
    const time = now()
    const entry = { uuid: randomUUID(), report_id: id, scheduled_dttm: time, start_dttm: time }
    await db
      .insertInto('report_logs')
      .values({ ...entry, state: 'Working' })
      .execute()
    await nextMinute()
    const job = await db.selectFrom('jobs').selectAll().where('state', '=', 'failed').executeTakeFirstOrThrow()
    await db.transaction().execute((trx) => retryJob(trx, job, [], now()))
    await nextMinute()
    expect((await logOf(id)).map(([state]) => state)).toEqual(['Working', 'Error', 'Error'])
    expect(mail.mails).toHaveLength(0)
  })

  it('have a log that is deleted after its retention', async () => {
    const id = await create({ crontab: '0 0 * * *', log_retention: 2 })
    for (let day = 0; day < 5; day++) await nextMinute(24 * HOUR_MS)
    expect(await logOf(id)).toHaveLength(2)
  })

  it.each([
    [
      'no address',
      [{ type: 'Email', recipient_config_json: { target: 'reader' } }],
      'The report has recipients that are not addresses: reader.',
    ],
    ['nobody', [], 'The report has no recipients.'],
    [
      'another method',
      [{ type: 'Slack', recipient_config_json: { target: '#all' } }],
      'Slack is not configured: SEXTANT_SLACK_TOKEN is not set.',
    ],
    [
      'too many',
      [
        {
          type: 'Email',
          recipient_config_json: { target: Array.from({ length: 101 }, (_, at) => `r${at}@example.org`).join(',') },
        },
      ],
      'The report has 101 recipients. This server allows 100.',
    ],
  ])('end with an error if they are for %s', async (_name, recipients, message) => {
    const id = await create({ recipients })
    await nextMinute()
    expect(await logOf(id)).toEqual([['Error', message, null]])
  })

  it('are sent to a webhook and again after its failure, not twice to the readers of the mail', async () => {
    const { config } = server.services
    const seen: (string | undefined)[] = []
    const receiver = createServer((request, response) => {
      seen.push(String(request.headers['x-sextant-delivery']))
      response.writeHead(seen.length === 1 ? 503 : 204).end()
    })
    await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready))
    const target = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    config.webhook = { secret: 's'.repeat(32), hosts: ['127.0.0.1'] }
    const recipients = [reader, { type: 'Webhook', recipient_config_json: { target } }]
    const id = await create({ crontab: '0 * * * *', recipients })
    await nextMinute(HOUR_MS)
    expect(await logOf(id)).toEqual([['Working', null, null]])
    await nextMinute()
    config.webhook = undefined
    receiver.close()
    expect(await logOf(id)).toEqual([['Success', null, null]])
    expect([seen.length, new Set(seen).size, mail.mails.length]).toEqual([2, 1, 1])
  })

  it('are written and sent to their owner as a test, and to nobody else', async () => {
    const id = await create({ crontab: '0 * * * *' })
    const written = await call('POST', `${id}/test`, {})
    expect(written.result).toMatchObject({ text: expect.stringContaining('48133355'), sent_to: null })
    expect(mail.mails).toHaveLength(0)
    expect((await call('POST', `${id}/test`, { send: true })).result).toMatchObject({ sent_to: 'alpha@example.org' })
    expect(mail.mails.map(({ to }) => to)).toEqual([['alpha@example.org']])
    expect(await logOf(id)).toEqual([])
    expect(written.result).toMatchObject({ condition: null })
    await server.addUser('stranger', ['Alpha'])
    await expect(call('POST', `${id}/test`, {}, 'stranger')).rejects.toThrow(/Not found/)
  })

  it('report that there is no mail server, and that the owners were not notified', async () => {
    const { config } = server.services
    const { smtp } = config
    config.smtp = undefined
    const id = await create()
    await nextMinute()
    config.smtp = smtp
    const message =
      'No mail server is configured: SEXTANT_SMTP_URL is not set. The owners could not be notified by email.'
    expect(await logOf(id)).toEqual([['Error', message, null]])
  })

  it('report a failed condition and a failed notification as two sentences', async () => {
    const { config } = server.services
    const { smtp } = config
    config.smtp = undefined
    const id = await create(alert('select count(*) from no_such_table'))
    await nextMinute()
    config.smtp = smtp
    const [[, message] = []] = await logOf(id)
    expect(message).toMatch(/\. The owners could not be notified by email\.$/)
  })
})
