import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasExamples } from '../../../conformance/vectors/exampleTables.ts'
import { jobKinds } from '../jobs/kinds.ts'
import { createWorker } from '../jobs/worker.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { partsOf, startMailServer } from './testing/mailServer.ts'
import { anyRound, FORMS, ruledBirths } from './testing/ruledBirths.ts'

/**
 * Reports mail no row that their owner may not read when they run: after rules were added, rights were revoked, or
 * accounts were closed. Many generated reports run at once, then the rights change.
 */
const RUNS = Number(process.env.REPORT_RIGHTS_RUNS ?? (process.env.CI ? 500 : 100))
const SEED = Number(process.env.REPORT_RIGHTS_SEED ?? Date.now() % 2 ** 31)
const ROUNDS = 5
const MINUTE_MS = 60_000

const anyReport = fc.record({
  owner: fc.nat({ max: 7 }),
  form: fc.nat({ max: FORMS.length - 1 }),
  format: fc.constantFrom('TEXT', 'CSV'),
  kind: fc.constantFrom('chart', 'chart', 'chart', 'alert', 'dashboard'),
})
let server: TestApp
let mail: Awaited<ReturnType<typeof startMailServer>>
let births: Awaited<ReturnType<typeof ruledBirths>>

describe.skipIf(!hasExamples)('what is mailed (needs ../shared/examples)', () => {
  beforeAll(async () => {
    mail = await startMailServer({})
    server = await startApp({
      SEXTANT_SMTP_URL: mail.url,
      SEXTANT_SMTP_FROM: 'sextant@example.org',
      SEXTANT_SMTP_TLS: 'off',
    })
    births = await ruledBirths(server)
  })
  afterAll(async () => {
    await server?.close()
    await mail?.close()
  })

  type Case = typeof anyReport extends fc.Arbitrary<infer Value> ? Value : never

  async function store({ owner, form, format, kind }: Case, name: string): Promise<void> {
    const { db, now } = server.services
    const user = births.readers[owner] ?? 0
    const isBoard = kind === 'dashboard'
    const condition = { database_id: births.databaseId, sql: 'select 1', validator_type: 'not null' as const }
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
        chart_id: isBoard ? null : (births.charts[form] ?? null),
        dashboard_id: isBoard ? births.board : null,
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
    for (const [round, wanted] of rounds.entries()) {
      const { gone } = wanted
      const own = reports.filter((_, at) => at % ROUNDS === round)
      await births.setRound(wanted)
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
        for (const hidden of report ? births.hiddenFrom(report.owner, wanted) : []) expect(text).not.toMatch(hidden)
        if (/\bboy\b/.test(text)) found.boy++
        if (/\bgirl\b/.test(text)) found.girl++
      }
    }
    // mails did contain rows, so a hidden one would have been found
    expect(Math.min(found.boy, found.girl)).toBeGreaterThan(RUNS / 20)
  }, 600_000)
})
