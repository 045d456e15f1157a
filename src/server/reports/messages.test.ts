import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { JobFailure, NothingHappened } from '../jobs/kind.ts'
import { MessageRefused } from './mail.ts'
import type { Message } from './message.ts'
import { slackText } from './message.ts'
import { createSlack } from './slack.ts'
import { sendWebhook } from './webhook.ts'

interface Call {
  path: string
  headers: IncomingHttpHeaders
  body: string
}
type Answer = { status?: number; json?: object; headers?: Record<string, string> } | 'cut'

const calls: Call[] = []
let answerTo: (call: Call) => Answer
let server: Server
let origin: string

const message: Message = {
  type: 'Report',
  subject: null,
  name: 'weekly',
  title: 'Births <b>',
  description: 'Every & all',
  value: null,
  link: 'https://data.example.org/explore/?slice_id=1',
  expected: null,
  highlights: [],
  more: [],
  tables: [{ columns: ['gender', 'n'], rows: [['boy', '7']], isCut: false }],
  pictures: [],
  files: ['births.csv'],
  attachments: [{ filename: 'births.csv', content: Buffer.from('gender,n\nboy,7\n'), contentType: 'text/csv' }],
}
const active = new AbortController().signal

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const call = { path: request.url ?? '', headers: request.headers, body }
    calls.push(call)
    const answer = answerTo(call)
    if (answer === 'cut') return void request.socket.destroy()
    response.writeHead(answer.status ?? 200, answer.headers)
    response.end(JSON.stringify(answer.json ?? {}))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())
beforeEach(() => {
  calls.length = 0
  answerTo = () => ({ json: { ok: true } })
})

describe('a message to Slack', () => {
  const slack = () => createSlack({ token: 'xoxb-1', url: `${origin}/api` })

  it('goes to a channel, with a table and a link', async () => {
    answerTo = () => ({ json: { ok: true, channel: 'C1' } })
    expect(await slack().text('#shop', slackText(message), active)).toBe('C1')
    const form = new URLSearchParams(calls[0]?.body)
    expect([calls[0]?.path, calls[0]?.headers.authorization]).toEqual(['/api/chat.postMessage', 'Bearer xoxb-1'])
    expect(form.get('channel')).toBe('#shop')
    expect(form.get('text')?.split('\n')).toEqual([
      '*[Report] weekly: Births &lt;b&gt;*',
      'Every &amp; all',
      '```',
      'gender  n',
      '------  -',
      'boy     7',
      '```',
      '<https://data.example.org/explore/?slice_id=1|Explore in Sextant>',
    ])
  })

  it('reports the largest changes, and names further dashboards', async () => {
    const part = { title: 'Others <x>', link: 'https://data.example.org/d/2', tables: [], pictures: [] }
    const text = slackText({
      ...message,
      type: 'Alert',
      value: 5,
      expected: 'The forecast was 1 to 2.',
      highlights: ['Sales fell.'],
      more: [{ ...part, highlights: ['Costs rose & fell.'] }],
    })
    expect(text).toContain('The value is 5. The forecast was 1 to 2.\n• Sales fell.\n')
    expect(text).toMatch(
      /\*Others &lt;x&gt;\*\n• Costs rose &amp; fell\.\n<https:\/\/data\.example\.org\/d\/2\|Explore in Sextant>$/,
    )
  })

  it('has its file uploaded', async () => {
    answerTo = ({ path }) => ({
      json: path.endsWith('External') ? { ok: true, upload_url: `${origin}/upload/1`, file_id: 'F1' } : { ok: true },
    })
    await slack().file('C1', message.attachments[0] ?? { filename: '', content: Buffer.of(), contentType: '' }, active)
    expect(calls.map(({ path }) => path)).toEqual([
      '/api/files.getUploadURLExternal',
      '/upload/1',
      '/api/files.completeUploadExternal',
    ])
    expect(calls[1]?.body).toBe('gender,n\nboy,7\n')
    expect(new URLSearchParams(calls[2]?.body).get('channel_id')).toBe('C1')
  })

  it.each<[string, Answer, new (...args: never[]) => Error, RegExp]>([
    ['a refusal', { json: { ok: false, error: 'channel_not_found' } }, MessageRefused, /channel_not_found/],
    ['too many', { status: 429, json: { ok: false, error: 'ratelimited' } }, NothingHappened, /ratelimited/],
    ['a failure of Slack', { status: 502 }, JobFailure, /did not confirm/],
    ['a cut connection', 'cut', JobFailure, /did not respond/],
  ])('reports the meaning of %s', async (_name, answer, kind, text) => {
    answerTo = () => answer
    const failure = await slack()
      .text('C1', 'x', active)
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(kind)
    expect((failure as Error).message).toMatch(text)
    expect(failure instanceof MessageRefused).toBe(kind === MessageRefused)
  })

  it('is not sent if no server listens, and if the run has ended', async () => {
    const silent = createSlack({ token: 'x', url: 'http://127.0.0.1:1/api' })
    await expect(silent.text('C1', 'x', active)).rejects.toBeInstanceOf(NothingHappened)
    await expect(slack().text('C1', 'x', AbortSignal.abort())).rejects.toBeInstanceOf(NothingHappened)
    expect(calls).toEqual([])
  })
})

describe('a call of a webhook', () => {
  const secret = 's'.repeat(32)
  const send = (path: string, hosts: string[] = ['127.0.0.1'], base = origin) =>
    sendWebhook(
      { secret, hosts },
      { address: new URL(base + path), message, id: 'r.1.2', now: 1_700_000_000_500 },
      active,
    )

  it('is signed, and has the rows and files', async () => {
    await send('/hook')
    const [call] = calls
    expect(call?.headers['x-sextant-delivery']).toBe('r.1.2')
    const expected = createHmac('sha256', secret).update(`1700000000.${call?.body}`).digest('hex')
    expect(call?.headers['x-sextant-signature']).toBe(`t=1700000000,v1=${expected}`)
    expect(JSON.parse(call?.body ?? '')).toEqual({
      version: 1,
      expected: null,
      highlights: [],
      more: [],
      id: 'r.1.2',
      type: 'Report',
      name: 'weekly',
      title: 'Births <b>',
      description: 'Every & all',
      value: null,
      link: message.link,
      tables: [{ columns: ['gender', 'n'], rows: [['boy', '7']], is_cut: false }],
      files: [{ name: 'births.csv', type: 'text/csv', base64: Buffer.from('gender,n\nboy,7\n').toString('base64') }],
    })
  })

  it.each<[string, Answer, new (...args: never[]) => Error]>([
    ['a refusal', { status: 410 }, MessageRefused],
    ['a redirect', { status: 302, headers: { location: '/other' } }, MessageRefused],
    ['a failure of the receiver', { status: 500 }, NothingHappened],
    ['too many', { status: 429 }, NothingHappened],
    ['a cut connection', 'cut', JobFailure],
  ])('reports the meaning of %s', async (_name, answer, kind) => {
    answerTo = () => answer
    await expect(send('/hook')).rejects.toBeInstanceOf(kind)
    expect(calls).toHaveLength(1)
  })

  it.each([
    ['an address', undefined],
    ['a name', 'localhost'],
    ['a number', '2130706433'],
    ['a short form', '0x7f.1'],
    ['an IPv6 address', '[::1]'],
    ['an IPv4 address in IPv6', '[::ffff:7f00:1]'],
  ])('does not reach a private network by %s', async (_name, host) => {
    const base = host === undefined ? origin : origin.replace('127.0.0.1', host)
    await expect(send('/hook', [], base)).rejects.toBeInstanceOf(MessageRefused)
    await expect(send('/hook', [], base)).rejects.toThrow(/SEXTANT_WEBHOOK_HOSTS/)
    expect(calls).toEqual([])
  })
})
