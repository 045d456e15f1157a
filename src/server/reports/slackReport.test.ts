import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasExamples } from '../../../conformance/vectors/exampleTables.ts'
import { insertChart, loadBirths } from '../chartData/testing/entities.ts'
import { jobKinds } from '../jobs/kinds.ts'
import { createWorker, type Worker } from '../jobs/worker.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { isSigned, type MessageServer, startMessageServer } from './testing/messageServer.ts'

/** The whole path: from the body that the dialog sends to what a user reads in Slack and a webhook receives. */

const SECRET = 'a secret of the tests, long enough'
const MINUTE_MS = 60_000

describe.skipIf(!hasExamples)('a report to Slack and to a webhook (needs ../shared/examples)', () => {
  let slack: MessageServer
  let server: TestApp
  let worker: Worker
  let chart: number

  beforeAll(async () => {
    slack = await startMessageServer()
    server = await startApp({
      SEXTANT_EXAMPLES: 'false',
      SEXTANT_BASE_URL: 'https://data.example.org',
      SEXTANT_SLACK_TOKEN: 'xoxb-1',
      SEXTANT_SLACK_URL: `${slack.url}/api/`,
      SEXTANT_WEBHOOK_SECRET: SECRET,
      SEXTANT_WEBHOOK_HOSTS: '127.0.0.1',
    })
    const { services } = server
    const { datasetId } = await loadBirths(services)
    const form = { viz_type: 'table', query_mode: 'aggregate', groupby: ['gender'], metrics: ['count'] }
    chart = await insertChart(services, datasetId, 'By gender', form)
    worker = createWorker({ ...services, kinds: jobKinds(services), holder: randomUUID() })
  })
  afterAll(async () => {
    await server?.close()
    await slack?.close()
  })

  it.each([
    ['CSV', 'By_gender.csv', /^gender,COUNT\(\*\)\r?\nboy,\d+/],
    ['PNG', 'By_gender.png', /^.PNG/],
    ['PDF', 'By_gender.pdf', /^%PDF-/],
  ])(
    'arrives with its file: %s',
    async (report_format, file, beginning) => {
      slack.messages.length = 0
      slack.hooks.length = 0
      const made = await server.app.inject({
        method: 'POST',
        url: '/api/v1/report/',
        headers: { authorization: `Bearer ${await server.token('admin')}` },
        payload: {
          type: 'Report',
          name: `Weekly ${report_format}`,
          description: 'For <all>',
          crontab: '* * * * *',
          chart,
          report_format,
          recipients: [
            { type: 'Slack', recipient_config_json: { target: '#shop; C024BE91L' } },
            { type: 'Webhook', recipient_config_json: { target: `${slack.url}/hook` } },
          ],
        },
      })
      expect(made.statusCode, made.body).toBe(201)
      const { id } = made.json<{ id: number }>()
      const { db } = server.services
      server.advance(MINUTE_MS)
      await worker.runDue()
      const log = await db
        .selectFrom('report_logs')
        .select(['state', 'error_message'])
        .where('report_id', '=', id)
        .execute()
      expect(log).toEqual([{ state: 'Success', error_message: null }])
      await db.deleteFrom('report_schedules').where('id', '=', id).execute()
      await db.deleteFrom('job_schedules').where('kind', '=', 'report').execute()

      expect(slack.messages.map(({ channel, token }) => [channel, token])).toEqual([
        ['#shop', 'xoxb-1'],
        ['C024BE91L', 'xoxb-1'],
      ])
      for (const { text, files } of slack.messages) {
        expect(text.split('\n').slice(0, 2)).toEqual([
          `*[Report] Weekly ${report_format}: By gender*`,
          'For &lt;all&gt;',
        ])
        expect(text).toMatch(/<https:\/\/data\.example\.org\/explore\/\?slice_id=\d+\|Explore in Sextant>$/)
        expect(files.map(({ name }) => name)).toEqual([file])
        expect(files[0]?.content.subarray(0, 40).toString('latin1')).toMatch(beginning)
      }

      const [hook] = slack.hooks
      if (!hook || slack.hooks.length > 1) throw new Error(`${slack.hooks.length} calls`)
      expect(isSigned(hook, SECRET)).toBe(true)
      expect(isSigned({ ...hook, body: `${hook.body} ` }, SECRET)).toBe(false)
      const body = JSON.parse(hook.body) as { name: string; files: { name: string; base64: string }[] }
      expect([body.name, body.files.map(({ name }) => name)]).toEqual([`Weekly ${report_format}`, [file]])
      expect(Buffer.from(body.files[0]?.base64 ?? '', 'base64')).toEqual(slack.messages[0]?.files[0]?.content)
    },
    120_000,
  )
})
