import { randomUUID } from 'node:crypto'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasExamples } from '../../../conformance/vectors/exampleTables.ts'
import { rightsChanged } from '../access/subjects.ts'
import { insertChart, insertDashboard, loadBirths } from '../chartData/testing/entities.ts'
import { jobKinds } from '../jobs/kinds.ts'
import { createWorker, type Worker } from '../jobs/worker.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { partsOf, startMailServer } from './testing/mailServer.ts'

const MINUTE_MS = 60_000

let mail: Awaited<ReturnType<typeof startMailServer>>
let server: TestApp
let worker: Worker
let databaseId: number
let datasetId: number
let line: number
let table: number
let board: number
let second: number

async function call(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, user = 'alpha') {
  const headers = { authorization: `Bearer ${await server.token(user)}` }
  return server.app.inject({ method, url: `/api/v1/${url}`, headers, payload })
}

/** Runs a new report of alpha once, now. Returns its log and what was mailed. */
async function run(more: object, target = 'reader@example.org') {
  const body = {
    type: 'Report',
    name: `report ${randomUUID()}`,
    crontab: '* * * * *',
    recipients: [{ type: 'Email', recipient_config_json: { target } }],
    ...more,
  }
  const made = await call('POST', 'report/', body)
  if (made.statusCode !== 201) throw new Error(made.body)
  const { id } = made.json<{ id: number }>()
  server.advance(MINUTE_MS)
  await worker.runDue()
  const log = await server.services.db
    .selectFrom('report_logs')
    .select(['state', 'error_message', 'value'])
    .where('report_id', '=', id)
    .execute()
  await call('PUT', `report/${id}`, { active: false })
  return { id, log, mails: mail.mails.map(({ to, raw }) => ({ to, raw, text: textOf(raw) })) }
}

const textOf = (raw: string) => (partsOf(raw)['text/plain'] ?? '').replaceAll('\r', '')

/** The content of an attached file. */
function fileOf(raw: string, name: string): Buffer {
  const part = raw
    .split(/\r\n--/)
    .find((piece) => piece.includes(`filename=${name}`) || piece.includes(`filename="${name}"`))
  if (!part) throw new Error(`no file ${name}`)
  return Buffer.from(part.slice(part.indexOf('\r\n\r\n')), 'base64')
}

describe.skipIf(!hasExamples)('what alerts and reports contain (needs ../shared/examples)', () => {
  beforeAll(async () => {
    mail = await startMailServer({})
    server = await startApp({
      SEXTANT_SMTP_URL: mail.url,
      SEXTANT_SMTP_FROM: 'sextant@example.org',
      SEXTANT_SMTP_TLS: 'off',
      SEXTANT_BASE_URL: 'https://data.example.org',
    })
    const { services } = server
    ;({ databaseId, datasetId } = await loadBirths(services))
    const shown = { groupby: ['gender'], metrics: ['sum__num'] }
    table = await insertChart(services, datasetId, 'By gender', {
      viz_type: 'table',
      query_mode: 'aggregate',
      ...shown,
    })
    const years = { viz_type: 'echarts_timeseries_line', x_axis: 'ds', time_grain_sqla: 'P1Y' }
    line = await insertChart(services, datasetId, 'Per year', { ...years, ...shown })
    board = await insertDashboard(services, 'Births', [table, line])
    second = await insertDashboard(services, 'Others', [table])
    await server.addUser('alpha', ['Alpha', 'sql_lab'])
    await server.addUser('reader', ['Alpha', 'Gamma'])
    worker = createWorker({ ...services, kinds: jobKinds(services), holder: randomUUID() })
  })
  afterAll(async () => {
    await server?.close()
    await mail?.close()
  })
  beforeEach(() => {
    mail.mails.length = 0
  })

  it.each([
    ['a chart', () => ({ chart: line }), 'Per_year'],
    ['a dashboard', () => ({ dashboard: board }), 'Births'],
  ])(
    '%s is attached as PDF and as a workbook',
    async (_name, about, name) => {
      const { mails: printed } = await run({ ...about(), report_format: 'PDF' })
      expect(printed[0]?.text).toContain(`Attached: ${name}.pdf`)
      expect(
        fileOf(printed[0]?.raw ?? '', `${name}.pdf`)
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-')
      mail.mails.length = 0
      const { mails } = await run({ ...about(), report_format: 'XLSX' })
      const { sheets } = await readXlsx(fileOf(mails[0]?.raw ?? '', `${name}.xlsx`))
      expect(JSON.stringify(sheets)).toContain('boy')
    },
    120_000,
  )

  it('several dashboards are one mail, each with its picture and its link', async () => {
    const { mails } = await run({ dashboard: board, extra: { dashboards: [second] } })
    expect(mails).toHaveLength(1)
    const { text = '', raw = '' } = mails[0] ?? {}
    for (const id of [board, second]) {
      expect(text).toContain(`https://data.example.org/superset/dashboard/${id}/`)
      expect(partsOf(raw)['text/html']).toContain(`<img src="cid:dashboard-${id}"`)
    }
  }, 120_000)

  it('a digest reports the largest change, and the value with the largest part of it', async () => {
    const { mails } = await run({ dashboard: board, report_format: 'TEXT', extra: { digest: true } })
    // computed by hand: sum(num) of 2007 and 2008, by gender
    const rows = await call(
      'POST',
      'sqllab/execute/',
      {
        database_id: databaseId,
        sql: `select year(ds) y, sum(num) n, sum(num) filter (gender = 'boy') boy, sum(num) filter (gender = 'girl') girl
        from birth_names where year(ds) >= 2007 group by 1 order by 1`,
      },
      'admin',
    )
    const [before, after] = rows.json<{ data: Record<'n' | 'boy' | 'girl', number>[] }>().data
    if (!before || !after) throw new Error(rows.body)
    const written = (value: number) => Number(value).toLocaleString('en-US')
    const fell = ((before.n - after.n) / before.n) * 100
    const share = fell < 10 ? fell.toFixed(1) : fell.toFixed(0)
    const moved = `Per year: sum__num fell by ${Number(share)} % from ${written(before.n)} (2007-01-01) to ${written(after.n)} (2008-01-01).`
    expect(mails[0]?.text).toContain(moved)
    expect(mails[0]?.text).toMatch(/\(2008-01-01\)\. The largest part in (gender|name|state) [\w ]+: −[\d,.]+\./)
  })

  it('a digest without a time axis has no sentence', async () => {
    const { mails, log } = await run({ chart: table, report_format: 'TEXT', extra: { digest: true } })
    expect(log).toEqual([{ state: 'Success', error_message: null, value: null }])
    expect(mails[0]?.text).not.toMatch(/ (rose|fell) /)
  })

  it('each reader gets what they may see, and an unknown address nothing', async () => {
    const { db } = server.services
    const stamps = { uuid: randomUUID(), created_on: 0, changed_on: 0 }
    const gamma = await db.selectFrom('roles').select('id').where('name', '=', 'Gamma').executeTakeFirstOrThrow()
    const rule = await db
      .insertInto('row_rules')
      .values({ ...stamps, name: 'boys', filter_type: 'Regular', clause: "gender = 'boy'" })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('row_rule_roles').values({ rule_id: rule.id, role_id: gamma.id }).execute()
    await db.insertInto('row_rule_datasets').values({ rule_id: rule.id, dataset_id: datasetId }).execute()
    await db.transaction().execute(rightsChanged)
    const sent = await run(
      { chart: table, report_format: 'TEXT', extra: { per_recipient: true } },
      'alpha@example.org, Reader@example.org, stranger@example.org',
    )
    await db.deleteFrom('row_rules').execute()
    await db.transaction().execute(rightsChanged)
    const reports = sent.mails.filter(({ text }) => !text.includes('Execution log'))
    const byReader = new Map(reports.map(({ to, text }) => [to[0]?.toLowerCase(), text]))
    expect(byReader.get('alpha@example.org')).toContain('girl')
    expect(byReader.get('reader@example.org')).toContain('boy')
    expect(byReader.get('reader@example.org')).not.toContain('girl')
    expect(byReader.has('stranger@example.org')).toBe(false)
    expect(sent.log).toEqual([
      {
        state: 'Error',
        error_message:
          'stranger@example.org: nobody with this address has an account, so it is unknown what this recipient may see.',
        value: null,
      },
    ])
  })

  it('a database error of a reader is not reported to owners', async () => {
    const { db } = server.services
    const shown = { viz_type: 'table', query_mode: 'aggregate', groupby: [] }
    const sqlExpression = "max(cast('secret ' || gender as integer))"
    const metric = { expressionType: 'SQL', sqlExpression, label: 'n' }
    const chart = await insertChart(server.services, datasetId, 'Broken', { ...shown, metrics: [metric] })
    const own = await run({ chart, report_format: 'TEXT' })
    expect(own.log[0]?.error_message).toContain('secret ')
    mail.mails.length = 0
    const { log, mails } = await run({ chart, report_format: 'TEXT', extra: { per_recipient: true } })
    const readable = await run({ chart: table, report_format: 'TEXT', extra: { per_recipient: true } })
    // the log does not even show that there was an error: a report could use this to test each row of the reader
    expect(log).toEqual([{ state: 'Success', error_message: null, value: null }])
    expect(log).toEqual(readable.log)
    expect(mails.map(({ to }) => to)).toEqual([['reader@example.org']])
    expect(mails[0]?.text).toMatch(/^The report "report [-\w]+" failed\.\n\n.*secret /)
    expect(mails[0]?.text).toContain(`slice_id=${chart}`)
    expect(mails[0]?.text).toContain('Unsubscribe: http')
    await db.deleteFrom('charts').where('id', '=', chart).execute()
  })

  describe('a saved query', () => {
    it('that its owner may not run any more is not run with the rights of readers', async () => {
      const { db } = server.services
      await server.addUser('author', ['Alpha', 'sql_lab'])
      const made = await call(
        'POST',
        'saved_query/',
        { label: 'Names', db_id: databaseId, sql: 'select 1 as n' },
        'author',
      )
      const body = {
        type: 'Report',
        name: 'of the author',
        crontab: '* * * * *',
        report_format: 'TEXT',
        recipients: [{ type: 'Email', recipient_config_json: { target: 'alpha@example.org' } }],
        extra: { saved_query: made.json<{ id: number }>().id, per_recipient: true },
      }
      const report = await call('POST', 'report/', body, 'author')
      expect(report.statusCode, report.body).toBe(201)
      const { id } = report.json<{ id: number }>()
      const lab = await db.selectFrom('roles').select('id').where('name', '=', 'sql_lab').executeTakeFirstOrThrow()
      const author = await db
        .selectFrom('users')
        .select('id')
        .where('username', '=', 'author')
        .executeTakeFirstOrThrow()
      await db.deleteFrom('user_roles').where('role_id', '=', lab.id).where('user_id', '=', author.id).execute()
      await db.transaction().execute(rightsChanged)
      server.advance(MINUTE_MS)
      await worker.runDue()
      await call('PUT', `report/${id}`, { active: false }, 'author')
      const logs = await db.selectFrom('report_logs').select('error_message').where('report_id', '=', id).execute()
      expect(logs).toEqual([{ error_message: 'There is no permission to run SQL.' }])
      expect(mail.mails.filter(({ to }) => to.includes('alpha@example.org'))).toEqual([])
    })

    const saved = async (sql: string, user = 'alpha') => {
      const body = { label: 'Names', db_id: databaseId, sql }
      return (await call('POST', 'saved_query/', body, user)).json<{ id: number }>().id
    }

    it.each([
      ['TEXT', ''],
      ['CSV', 'Names.csv'],
      ['XLSX', 'Names.xlsx'],
    ])('is sent as %s', async (report_format, file) => {
      const saved_query = await saved('select gender, count(*) as n from birth_names group by 1 order by 1')
      const { mails, log } = await run({ report_format, extra: { saved_query } })
      expect(log).toEqual([{ state: 'Success', error_message: null, value: null }])
      const { text = '', raw = '' } = mails[0] ?? {}
      expect(text).toContain(`https://data.example.org/superset/sqllab/?savedQueryId=${saved_query}`)
      if (report_format === 'TEXT') expect(text).toMatch(/boy +\d+\ngirl +\d+/)
      else if (report_format === 'CSV') expect(fileOf(raw, file).toString()).toMatch(/^gender,n\r?\nboy,\d+/)
      else expect(JSON.stringify((await readXlsx(fileOf(raw, file))).sheets)).toContain('girl')
    })

    it('that changes data is not run, and one of others is not found', async () => {
      const { log } = await run({
        report_format: 'TEXT',
        extra: { saved_query: await saved('delete from birth_names') },
      })
      expect(log).toMatchObject([{ state: 'Error', error_message: expect.stringContaining('SELECT') }])
      const body = {
        type: 'Report',
        name: 'x',
        crontab: '* * * * *',
        extra: { saved_query: await saved('select 1', 'admin') },
      }
      const refused = await call('POST', 'report/', body)
      expect([refused.statusCode, refused.json()]).toEqual([
        422,
        { message: { extra: ['Saved query does not exist'] } },
      ])
    })
  })

  describe('an alert on a forecast', () => {
    const usual =
      "select date '2024-01-01' + (d * interval 1 day) as t, 100 + d % 7 + (d * 7919) % 5 as n from range(70) r(d)"
    const alert = (sql: string, config = {}) => ({
      type: 'Alert',
      chart: table,
      report_format: 'TEXT',
      database: databaseId,
      sql,
      validator_type: 'forecast',
      validator_config_json: { confidence: 0.95, ...config },
    })

    it('is silent as long as the latest value is what was expected', async () => {
      const { log, mails } = await run(alert(usual))
      expect(log).toMatchObject([{ state: 'Not triggered', value: expect.any(Number) }])
      expect(mails).toEqual([])
    })

    it('reports a value outside of the band, and the expected range', async () => {
      const odd = `select t, case when t = timestamp '2024-03-10' then 300 else n end as n from (${usual})`
      const { log, mails } = await run(alert(odd))
      expect(log).toMatchObject([{ state: 'Success', value: 300 }])
      expect(mails[0]?.text).toMatch(/The value is 300\. The forecast for 2024-03-10 was 10\d(\.\d)? to 11\d(\.\d)?\./)
      mail.mails.length = 0
      expect((await run(alert(odd, { side: 'below' }))).log).toMatchObject([{ state: 'Not triggered' }])
    })

    it('reports what its query lacks', async () => {
      const { log } = await run(alert('select 1 as n'))
      const message = 'A forecast needs two columns: times and numbers.'
      expect(log).toMatchObject([{ state: 'Error', error_message: expect.stringContaining(message) }])
    })
  })
})
