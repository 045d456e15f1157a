import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { unsubscribeUrl } from '../../reports/unsubscribe.ts'
import { startApp, type TestApp } from '../../testing/app.ts'

let server: TestApp
const NAME = 'Weekly <sales>'
const reader = 'Reader@example.org'
const ids = { a: 0, b: 0 }

async function insertReport(uuid: string, owner: number): Promise<number> {
  const { db } = server.services
  const { id } = await db
    .insertInto('report_schedules')
    .values({
      uuid,
      name: `${NAME} ${uuid}`,
      type: 'Report',
      description: 'a secret description',
      active: true,
      creation_method: 'alerts_reports',
      crontab: '0 9 * * 1',
      timezone: 'UTC',
      report_format: 'PNG',
      validator_config_json: '{}',
      extra_json: '{}',
      force_screenshot: false,
      last_state: 'Success',
      created_on: 0,
      changed_on: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('report_owners').values({ report_id: id, user_id: owner }).execute()
  return id
}

beforeAll(async () => {
  server = await startApp({ SEXTANT_EXAMPLES: 'false' })
  const owner = await server.addUser('owner', ['Alpha'])
  await server.addUser('stranger', ['Alpha'])
  ids.a = await insertReport('a', owner)
  ids.b = await insertReport('b', owner)
})
afterAll(() => server?.close())
beforeEach(async () => {
  for (const table of ['report_unsubscribed', 'report_logs', 'logs'] as const)
    await server.services.db.deleteFrom(table).execute()
})

const pathOf = (uuid: string, address = reader) => new URL(unsubscribeUrl(server.services, uuid, address)).pathname
const open = (url: string) => server.app.inject({ url })
const post = (url: string, type = 'application/x-www-form-urlencoded', payload = 'List-Unsubscribe=One-Click') =>
  server.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload })
const stored = () => server.services.db.selectFrom('report_unsubscribed').select(['report_id', 'address']).execute()
const call = async (user: string, method: 'GET' | 'POST', url: string, payload?: object) => {
  const headers = { authorization: `Bearer ${await server.token(user)}` }
  return server.app.inject({ method, url: `/api/v1/report/${url}`, headers, ...(payload && { payload }) })
}

it('opening the link only asks for confirmation: it shows the report and the recipient, escaped', async () => {
  const { statusCode, body, headers } = await open(pathOf('a'))
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(body).toContain('<b>Reader@example.org</b> receives emails of the report <b>Weekly &lt;sales&gt; a</b>')
  expect(body).not.toMatch(/secret|<script|owner|report_|bootstrap/)
  expect(headers).toMatchObject({ 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' })
  expect(headers['set-cookie']).toBeUndefined()
  expect(await stored()).toEqual([])
})

it.each([
  ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  ],
])('posting it unsubscribes, once, without a sign-in (%s)', async (type, payload) => {
  for (const _ of [1, 2]) {
    const { statusCode, body } = await post(pathOf('a'), type, payload)
    expect(statusCode).toBe(200)
    expect(body).toContain('gets no more mails of the report')
  }
  expect(await stored()).toEqual([{ report_id: ids.a, address: 'reader@example.org' }])
  const { db } = server.services
  const log = await db.selectFrom('report_logs').select(['report_id', 'state', 'error_message']).execute()
  expect(log).toEqual([
    {
      report_id: ids.a,
      state: 'Not triggered',
      error_message: 'Reader@example.org unsubscribed and gets no more mails of this report. Edit it to undo this.',
    },
  ])
  const audited = await db
    .selectFrom('logs')
    .select(['object', 'json'])
    .where('action', '=', 'report_unsubscribe')
    .execute()
  expect(audited).toEqual([{ object: `ReportSchedule:${ids.a}`, json: '{"address":"Reader@example.org"}' }])
})

it('a forged link, one of another report, of another recipient or of another purpose changes nothing', async () => {
  const token = pathOf('a').split('/').at(-1) ?? ''
  const [uuid = '', address = '', mac = ''] = token.split('.')
  const other = Buffer.from('other@example.org').toString('base64url')
  const flipped = mac.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))
  const tokens = [
    `b.${address}.${mac}`,
    `${uuid}.${other}.${mac}`,
    `${uuid}.${address}.${flipped}`,
    `${uuid}.${address}.${mac.slice(1)}`,
    `${uuid}.${address}.`,
    `${uuid}.${address}`,
    // the length of a proof, and nothing after it
    `${uuid}.${address}.${'A'.repeat(43)}`,
    `missing.${address}.${mac}`,
    'x',
    '%00',
    `${uuid}.${'A'.repeat(400)}.${mac}`,
  ]
  for (const forged of tokens) {
    for (const answer of [await open(`/unsubscribe/${forged}`), await post(`/unsubscribe/${forged}`)]) {
      expect([answer.statusCode, answer.body], forged).toEqual([404, expect.stringContaining('This link is not valid')])
      expect(answer.body).not.toMatch(/Weekly|example\.org/)
    }
  }
  expect(await stored()).toEqual([])
})

it('a link of a deleted report has the same response as a forged one', async () => {
  const id = await insertReport('c', 1)
  const path = pathOf('c')
  await server.services.db.deleteFrom('report_schedules').where('id', '=', id).execute()
  const withoutNonce = (text: string) => text.replace(/nonce="[^"]+"/, '')
  expect(withoutNonce((await post(path)).body)).toBe(withoutNonce((await post('/unsubscribe/x')).body))
})

it('owners and administrators see who unsubscribed, and undo it; others do not', async () => {
  await post(pathOf('a'))
  for (const user of ['owner', 'admin'])
    expect((await call(user, 'GET', `${ids.a}/unsubscribed`)).json()).toEqual({ result: ['reader@example.org'] })
  expect((await call('owner', 'GET', `${ids.b}/unsubscribed`)).json()).toEqual({ result: [] })
  const foreign = await call('stranger', 'GET', `${ids.a}/unsubscribed`)
  const missing = await call('stranger', 'GET', '9999/unsubscribed')
  expect([foreign.statusCode, foreign.body]).toEqual([404, missing.body])
  const body = { address: 'READER@example.org' }
  expect((await call('stranger', 'POST', `${ids.a}/subscribe`, body)).statusCode).toBe(404)
  expect((await call('owner', 'POST', `${ids.b}/subscribe`, body)).statusCode).toBe(404)
  expect(await stored()).toHaveLength(1)
  expect((await call('owner', 'POST', `${ids.a}/subscribe`, body)).statusCode).toBe(200)
  expect(await stored()).toEqual([])
})
