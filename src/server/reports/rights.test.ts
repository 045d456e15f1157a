import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasExamples } from '../../../conformance/vectors/exampleTables.ts'
import { rightsChanged } from '../access/subjects.ts'
import { insertChart, insertDashboard, loadBirths } from '../chartData/testing/entities.ts'
import { jobKinds } from '../jobs/kinds.ts'
import { createWorker } from '../jobs/worker.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { partsOf, startMailServer } from './testing/mailServer.ts'

/**
 * What is mailed shows no row that its owner may not read when it runs: rules that were added later, rights that were
 * taken, accounts that were closed. Many generated reports run at once, then the rights change.
 */
const RUNS = Number(process.env.REPORT_RIGHTS_RUNS ?? (process.env.CI ? 500 : 100))
const SEED = Number(process.env.REPORT_RIGHTS_SEED ?? Date.now() % 2 ** 31)
const ROUNDS = 5
const MINUTE_MS = 60_000

const RULES = [
  { name: 'boys', clause: "gender = 'boy'", hidden: /\bgirl\b/ },
  { name: 'elsewhere', clause: "state <> 'CA'", hidden: /\bCA\b/ },
] as const

const shown = { groupby: ['gender', 'state'], metrics: ['sum__num'], row_limit: 1000 }
const FORMS = [
  { viz_type: 'table', query_mode: 'aggregate', ...shown },
  { viz_type: 'table', query_mode: 'aggregate', show_totals: true, ...shown },
  {
    viz_type: 'pivot_table_v2',
    groupbyRows: ['gender'],
    groupbyColumns: ['state'],
    metrics: ['sum__num'],
    rowTotals: true,
  },
  { viz_type: 'pie', groupby: ['gender'], metric: 'sum__num' },
  {
    viz_type: 'mixed_timeseries',
    x_axis: 'ds',
    time_grain_sqla: 'P1Y',
    metrics: ['count'],
    groupby: ['gender'],
    metrics_b: ['sum__num'],
    groupby_b: ['state'],
  },
  {
    viz_type: 'echarts_timeseries_line',
    x_axis: 'ds',
    metrics: ['sum__num'],
    groupby: ['state'],
    contributionMode: 'row',
  },
]

const anyReport = fc.record({
  owner: fc.nat({ max: 7 }),
  form: fc.nat({ max: FORMS.length - 1 }),
  format: fc.constantFrom('TEXT', 'CSV'),
  kind: fc.constantFrom('chart', 'chart', 'chart', 'alert', 'dashboard'),
})
const anyRound = fc.record({
  rules: fc.subarray([0, 1]),
  gone: fc.subarray([0, 1, 2, 3, 4, 5, 6, 7], { maxLength: 3 }),
  readersOnly: fc.boolean(),
})

let server: TestApp
let mail: Awaited<ReturnType<typeof startMailServer>>
let charts: number[]
let board: number
let database: number
let births: number

/** Two users for each set of rules. */
const owners = Array.from({ length: 8 }, (_, at) => ({
  name: `owner${at}`,
  rules: RULES.filter((_rule, bit) => at & (1 << bit)),
  id: 0,
}))

describe.skipIf(!hasExamples)('what is mailed (needs ../shared/examples)', () => {
  beforeAll(async () => {
    mail = await startMailServer({})
    server = await startApp({
      SEXTANT_SMTP_URL: mail.url,
      SEXTANT_SMTP_FROM: 'sextant@example.org',
      SEXTANT_SMTP_TLS: 'off',
    })
    const { services, addUser } = server
    const { db } = services
    ;({ databaseId: database, datasetId: births } = await loadBirths(services))
    charts = []
    for (const [at, form] of FORMS.entries()) charts.push(await insertChart(services, births, `chart ${at}`, form))
    board = await insertDashboard(services, 'board', charts)
    const roles = RULES.map(({ name }) => ({ name: `sees ${name}` }))
    await db.insertInto('roles').values(roles).execute()
    for (const owner of owners) {
      owner.id = await addUser(owner.name, ['Alpha', ...owner.rules.map(({ name }) => `sees ${name}`)])
    }
  })
  afterAll(async () => {
    await server?.close()
    await mail?.close()
  })

  async function setRules(active: readonly number[]): Promise<void> {
    const { db } = server.services
    await db.deleteFrom('row_rules').execute()
    const stamps = { created_on: 0, changed_on: 0 }
    for (const at of active) {
      const rule = RULES[at]
      if (!rule) continue
      const role = await db
        .selectFrom('roles')
        .select('id')
        .where('name', '=', `sees ${rule.name}`)
        .executeTakeFirstOrThrow()
      const { id } = await db
        .insertInto('row_rules')
        .values({ ...stamps, uuid: randomUUID(), name: rule.name, filter_type: 'Regular', clause: rule.clause })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.insertInto('row_rule_roles').values({ rule_id: id, role_id: role.id }).execute()
      await db.insertInto('row_rule_datasets').values({ rule_id: id, dataset_id: births }).execute()
    }
  }

  /** Accounts that are closed for a round, or that lose the role by which they read data. */
  async function setGone(gone: readonly number[], readersOnly: boolean): Promise<void> {
    const { db } = server.services
    const alpha = await db.selectFrom('roles').select('id').where('name', '=', 'Alpha').executeTakeFirstOrThrow()
    for (const [at, { id }] of owners.entries()) {
      const isGone = gone.includes(at)
      await db
        .updateTable('users')
        .set({ is_active: !isGone || readersOnly })
        .where('id', '=', id)
        .execute()
      await db.deleteFrom('user_roles').where('user_id', '=', id).where('role_id', '=', alpha.id).execute()
      if (!isGone || !readersOnly)
        await db.insertInto('user_roles').values({ user_id: id, role_id: alpha.id }).execute()
    }
  }

  type Case = typeof anyReport extends fc.Arbitrary<infer Value> ? Value : never

  async function store({ owner, form, format, kind }: Case, name: string): Promise<void> {
    const { db, now } = server.services
    const user = owners[owner]?.id ?? 0
    const isBoard = kind === 'dashboard'
    const condition = { database_id: database, sql: 'select 1', validator_type: 'not null' as const }
    const { id } = await db
      .insertInto('report_schedules')
      .values({
        uuid: randomUUID(),
        created_on: now(),
        changed_on: now(),
        created_by: user,
        changed_by: user,
        type: kind === 'alert' ? 'Alert' : 'Report',
        name,
        active: true,
        creation_method: 'alerts_reports',
        crontab: '* * * * *',
        timezone: 'UTC',
        report_format: format,
        chart_id: isBoard ? null : (charts[form] ?? null),
        dashboard_id: isBoard ? board : null,
        ...(kind === 'alert' ? condition : {}),
        validator_config_json: '{}',
        extra_json: '{}',
        force_screenshot: false,
        last_state: 'Not triggered',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('report_owners').values({ report_id: id, user_id: user }).execute()
    const recipient = {
      report_id: id,
      type: 'Email' as const,
      recipient_config_json: `{"target": "to${id}@example.org"}`,
    }
    await db.insertInto('report_recipients').values(recipient).execute()
    await db
      .insertInto('jobs')
      .values({
        kind: 'report',
        subject_id: id,
        idempotency_key: name,
        state: 'waiting',
        due_on: now(),
        start_after: now(),
        created_on: now(),
      })
      .execute()
  }

  it(`shows no row that its owner may not read, in ${RUNS} reports (seed ${SEED})`, async () => {
    const { services } = server
    const worker = createWorker({ ...services, kinds: jobKinds(services), holder: 'test' })
    const rounds = fc.sample(anyRound, { seed: SEED, numRuns: ROUNDS })
    const reports = fc.sample(anyReport, { seed: SEED, numRuns: RUNS })
    const found = { boy: 0, girl: 0 }
    for (const [round, { rules, gone, readersOnly }] of rounds.entries()) {
      const own = reports.filter((_, at) => at % ROUNDS === round)
      await setRules(rules)
      await setGone(gone, readersOnly)
      await services.db.transaction().execute(rightsChanged)
      server.advance(MINUTE_MS)
      mail.mails.length = 0
      for (const [at, report] of own.entries()) await store(report, `r${round}.${at}`)
      await worker.runDue()
      const named = new Map(own.map((report, at) => [`r${round}.${at}`, report]))
      const states = await services.db
        .selectFrom('report_logs')
        .innerJoin('report_schedules', 'report_schedules.id', 'report_logs.report_id')
        .select(['name', 'state', 'error_message'])
        .where('name', 'in', [...named.keys()])
        .execute()
      expect(states).toHaveLength(own.length)
      for (const { name, state, error_message } of states) {
        const isGone = gone.includes(named.get(name)?.owner ?? -1)
        expect([name, state, error_message]).toEqual(
          isGone ? [name, 'Error', expect.stringMatching(/^Paused: its owners have left/)] : [name, 'Success', null],
        )
      }
      for (const { raw, headers } of mail.mails) {
        const report = named.get(/\br\d+\.\d+/.exec(headers['subject'] ?? '')?.[0] ?? '')
        expect(report, headers['subject']).toBeDefined()
        const text = Object.values(partsOf(raw)).join('\n')
        if (report && gone.includes(report.owner)) expect(text).not.toMatch(/\b(boy|girl|CA|NY)\b/)
        const isRuled = (at: number) => report !== undefined && (report.owner & (1 << at)) > 0 && rules.includes(at)
        for (const [at, { hidden }] of RULES.entries()) if (isRuled(at)) expect(text).not.toMatch(hidden)
        if (/\bboy\b/.test(text)) found.boy++
        if (/\bgirl\b/.test(text)) found.girl++
      }
    }
    // the check would see such rows
    expect(Math.min(found.boy, found.girl)).toBeGreaterThan(RUNS / 20)
  }, 120_000)
})
