import { createHmac } from 'node:crypto'
import { type AddressInfo, createConnection } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { hasExamples } from '../../../../conformance/vectors/exampleTables.ts'
import type { AsyncEvent, AsyncJob } from '../../../model/query/asyncJob.ts'
import { findSession } from '../../access/sessions.ts'
import { rightsChanged } from '../../access/subjects.ts'
import { CHANNEL_COOKIE, issueChannelToken, readChannelToken } from '../../asyncQueries/channels.ts'
import { preferredWaitMs } from '../../asyncQueries/preferredWait.ts'
import type { Browser } from '../../testing/app.ts'
import { type BirthsSite, byGender, startBirthsSite } from '../chartData/testing/birthsSite.ts'

const flag = { SEXTANT_FLAGS: 'GLOBAL_ASYNC_QUERIES,CLIENT_CACHE' }

it.each([
  [undefined, undefined],
  ['return=minimal', undefined],
  ['wait=2', undefined],
  ['respond-async', 0],
  ['respond-async, wait=2', 2000],
  ['Respond-Async,WAIT=0', 0],
  ['wait=5, respond-async', 5000],
  ['respond-async, wait=99999', 30_000],
  ['respond-async, wait=-1', 0],
])('reads the preference %s as %s ms', (prefer, expected) => {
  expect(preferredWaitMs({ headers: prefer === undefined ? {} : { prefer } })).toBe(expected)
})

describe.skipIf(!hasExamples)('queries in the background (needs ../shared/examples)', () => {
  let site: BirthsSite
  let row = 0
  /** A query that is not cached. */
  const freshQuery = () => ({ ...byGender, row_limit: 100 + row++ })
  beforeAll(async () => {
    site = await startBirthsSite(flag)
  })
  afterAll(() => site.test.close())

  const events = async (as?: string, lastId?: string) =>
    (await site.get(`/api/v1/async_event/${lastId === undefined ? '' : `?last_id=${lastId}`}`, as)).json<{
      result: AsyncEvent[]
    }>().result

  const endOf = (job: AsyncJob, as?: string): Promise<AsyncEvent> =>
    vi.waitFor(
      async () => {
        const event = (await events(as)).find(({ job_id }) => job_id === job.job_id)
        if (!event) throw new Error('no event yet')
        return event
      },
      { timeout: 40_000 },
    )

  /** Posts a query, and returns its result, its job and its event. */
  async function runAsync(body: object, as?: string) {
    const answer = await site.post('/api/v1/chart/data', body, as)
    expect(answer.statusCode).toBe(202)
    const job = answer.json<AsyncJob>()
    const event = await endOf(job, as)
    return { job, event, result: event.result_url === null ? undefined : await site.get(event.result_url, as) }
  }

  describe('for API clients', () => {
    it('responds with a job, whose result has the same body as an immediate response', async () => {
      const body = site.body([freshQuery()])
      const { job, event, result } = await runAsync(body)
      expect(job).toEqual({
        channel_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        job_id: expect.any(String),
        user_id: 1,
        status: 'pending',
        errors: [],
        result_url: null,
      })
      expect(event).toEqual({
        ...job,
        id: expect.stringMatching(/^\d+-\d+$/),
        status: 'done',
        result_url: expect.stringMatching(/^\/api\/v1\/chart\/data\/[0-9a-f]{32}$/),
      })
      expect(result?.statusCode).toBe(200)
      const atOnce = await site.post('/api/v1/chart/data', body)
      expect(atOnce.statusCode).toBe(200)
      expect(result?.json()).toEqual(atOnce.json())
    })

    it('runs a forced query again, although it is cached', async () => {
      const body = site.body([freshQuery()])
      await runAsync(body)
      expect((await site.post('/api/v1/chart/data', { ...body, force: true })).statusCode).toBe(202)
    })

    it('has one result for several queries', async () => {
      const { result } = await runAsync(site.body([freshQuery(), freshQuery()]))
      expect(result?.json<{ result: unknown[] }>().result).toHaveLength(2)
    })

    it.each([
      ['query', { result_type: 'query' }],
      ['columns', { result_type: 'columns' }],
      ['results', { result_type: 'results' }],
      ['CSV', { result_format: 'csv' }],
    ])('responds at once with %s', async (_, more) => {
      expect((await site.post('/api/v1/chart/data', site.body([freshQuery()], more))).statusCode).toBe(200)
    })

    it('reports errors of the request at once, and those of the query by an event', async () => {
      const missing = await site.post('/api/v1/chart/data', { ...site.body([freshQuery()]), datasource: { id: 999 } })
      expect(missing.statusCode).toBe(404)
      const { event } = await runAsync(
        site.body([{ ...freshQuery(), extras: { where: 'CAST(gender AS INTEGER) = row_number() OVER ()' } }]),
      ).catch(async () => ({ event: undefined }))
      // the check of the SQL may refuse this query at once; a failing cast is only found by running the query
      if (event) expect(event).toMatchObject({ status: 'error', result_url: null })
      const failing = await runAsync(site.body([{ ...freshQuery(), extras: { where: 'CAST(gender AS INTEGER) = 1' } }]))
      expect(failing.event).toMatchObject({ status: 'error', result_url: null })
      expect(failing.event.errors[0]?.message).toMatch(/^Error: /)
    })

    it('runs the query of a saved chart, too', async () => {
      const answer = await site.get(`/api/v1/chart/${site.charts.pie}/data/`)
      expect(answer.statusCode).toBe(202)
      const event = await endOf(answer.json())
      expect((await site.get(event.result_url ?? '')).statusCode).toBe(200)
    })

    it('finds the result of a range that ends now', async () => {
      const { result } = await runAsync(
        site.body([{ ...freshQuery(), time_range: 'Last 100 years', granularity: 'ds' }]),
      )
      site.test.advance(90_000)
      expect(result?.statusCode).toBe(200)
      expect(result?.json().result[0].rowcount).toBe(2)
    })

    it('keeps the result of a chart without a cache for its caller', async () => {
      const body = site.body([freshQuery()], { custom_cache_timeout: -1 })
      const first = await runAsync(body)
      expect(first.result?.json().result[0].rowcount).toBe(2)
      // no other request gets this result: the same query runs again
      expect((await site.post('/api/v1/chart/data', body)).statusCode).toBe(202)
    })

    it('joins a second request for the same query', async () => {
      const body = site.body([freshQuery()])
      const [first, second] = await Promise.all([
        site.post('/api/v1/chart/data', body),
        site.post('/api/v1/chart/data', body),
      ])
      expect(second.json<AsyncJob>().job_id).toBe(first.json<AsyncJob>().job_id)
      await endOf(first.json())
    })

    it('returns only events after last_id, and rejects an invalid id', async () => {
      const { event } = await runAsync(site.body([freshQuery()]))
      expect(await events(undefined, event.id)).toEqual([])
      const later = await runAsync(site.body([freshQuery()]))
      expect((await events(undefined, event.id)).map(({ id }) => id)).toEqual([later.event.id])
      expect((await site.get('/api/v1/async_event/?last_id=x')).statusCode).toBe(400)
    })

    it('serves the legacy endpoint: a job, then its payload', async () => {
      const form = {
        datasource: `${site.datasetId}__table`,
        viz_type: 'table',
        groupby: ['gender'],
        metrics: ['sum__num'],
        row_limit: 100 + row++,
      }
      const call = () => site.post('/superset/explore_json/', { form_data: form })
      const answer = await call()
      expect(answer.statusCode).toBe(202)
      const event = await endOf(answer.json())
      expect(event.result_url).toMatch(/^\/superset\/explore_json\/data\/[0-9a-f]{32}$/)
      const result = await site.get(event.result_url ?? '')
      expect(result.json()).toMatchObject({ status: 'success', rowcount: 2 })
      const atOnce = await call()
      expect(atOnce.statusCode).toBe(200)
      expect(result.json().data).toEqual(atOnce.json().data)
      const unknown = await site.get(`/superset/explore_json/data/${'0'.repeat(32)}`)
      expect([unknown.statusCode, unknown.json()]).toEqual([404, { error: 'Cached data not found' }])
      // the address of another endpoint has no result of this one
      const key = event.result_url?.split('/').at(-1)
      expect((await site.get(`/api/v1/chart/data/${key}`)).statusCode).toBe(404)
    })
  })

  describe('rights', () => {
    it('are checked when the result is fetched as well', async () => {
      const { addUser, grant, services } = site.test
      const reader = await addUser('reader', ['Gamma'])
      await grant(reader, [{ datasetId: site.datasetId }])
      await addUser('stranger', ['Gamma'])
      const [token, stranger] = [await site.test.token('reader'), await site.test.token('stranger')]
      const { event } = await runAsync(site.body([freshQuery()]), token)
      const url = event.result_url ?? ''
      expect((await site.get(url, token)).statusCode).toBe(200)
      expect((await site.get(url, stranger)).statusCode).toBe(403)
      await services.db.deleteFrom('data_grants').execute()
      const { rightsChanged } = await import('../../access/subjects.ts')
      await services.db.transaction().execute((trx) => rightsChanged(trx))
      expect((await site.get(url, token)).statusCode).toBe(403)
    })

    it('keep the events of others hidden', async () => {
      const { job } = await runAsync(site.body([freshQuery()]))
      await site.test.addUser('anna', ['Alpha'])
      const anna = await site.test.token('anna')
      expect(await events(anna)).toEqual([])
      const cancel = await site.test.app.inject({
        method: 'DELETE',
        url: `/api/v1/async_event/${job.job_id}`,
        headers: { authorization: `Bearer ${anna}` },
      })
      expect(cancel.statusCode).toBe(404)
    })
  })

  describe('the channel of a browser', () => {
    it('is in a signed cookie that each response sets if it is missing', async () => {
      const browser = await site.test.browser('admin')
      const token = browser.cookies[CHANNEL_COOKIE] ?? ''
      const [head, body] = token
        .split('.', 2)
        .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString() || '{}'))
      expect(head).toEqual({ alg: 'HS256', typ: 'JWT' })
      expect(body).toEqual({ channel: expect.any(String), sub: '1' })
      const again = await browser.inject({ url: '/api/v1/me/' })
      expect(again.cookies).toEqual([])
      delete browser.cookies[CHANNEL_COOKIE]
      const next = await browser.inject({ url: '/api/v1/me/' })
      expect(next.cookies).toMatchObject([{ name: CHANNEL_COOKIE, httpOnly: true, sameSite: 'Lax', path: '/' }])
      const answer = await browser.inject({
        method: 'POST',
        url: '/api/v1/chart/data',
        payload: site.body([freshQuery()]),
      })
      const job = answer.json<AsyncJob>()
      expect(job.channel_id).toBe(body.channel)
      const told = await vi.waitFor(
        async () => {
          const { result } = (await browser.inject({ url: '/api/v1/async_event/' })).json<{ result: AsyncEvent[] }>()
          expect(result).toHaveLength(1)
          return result
        },
        { timeout: 40_000 },
      )
      expect(told[0]?.job_id).toBe(job.job_id)
    })

    it.each([
      ['no cookie', () => ''],
      [
        'a cookie of another user',
        () => issueChannelToken(site.test.services.keys.for('asyncEvents'), { channel: 'c', sub: '99' }),
      ],
      ['a cookie with another key', () => issueChannelToken(Buffer.alloc(32, 7), { channel: 'c', sub: '1' })],
      [
        'an unsigned cookie',
        () =>
          `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"channel":"c","sub":"1"}').toString('base64url')}.`,
      ],
    ])('%s: 401', async (_, make) => {
      const browser = await site.test.browser('admin')
      const value = await make()
      const send = (method: 'GET' | 'POST', url: string, payload?: object) => {
        if (value === '') delete browser.cookies[CHANNEL_COOKIE]
        else browser.cookies[CHANNEL_COOKIE] = value
        return browser.inject({ method, url, ...(payload && { payload }) })
      }
      const asked = await send('POST', '/api/v1/chart/data', site.body([freshQuery()]))
      expect([asked.statusCode, asked.json()]).toEqual([401, { message: 'Not authorized' }])
      const legacy = await send('POST', '/superset/explore_json/', {
        form_data: { datasource: `${site.datasetId}__table`, viz_type: 'table', groupby: ['gender'], row_limit: 99 },
      })
      expect([legacy.statusCode, legacy.json()]).toEqual([401, { error: 'Not authorized' }])
      expect((await send('GET', '/api/v1/async_event/')).statusCode).toBe(401)
    })

    it('is verified with the key of this installation', async () => {
      const key = site.test.services.keys.for('asyncEvents')
      const token = await issueChannelToken(key, { channel: 'c', sub: null })
      expect(await readChannelToken(key, token)).toEqual({ channel: 'c', sub: null })
      const [head, body, mac] = token.split('.')
      expect(createHmac('sha256', key).update(`${head}.${body}`).digest('base64url')).toBe(mac)
    })
  })

  describe('for our own pages', () => {
    const post = (url: string, payload: object, prefer: string) =>
      site.test.app.inject({
        method: 'POST',
        url,
        headers: { authorization: `Bearer ${site.token}`, prefer },
        payload,
      })

    it.each(['/api/v1/explore/data', '/api/v1/chart/data'])('%s answers quick queries at once', async (url) => {
      expect((await post(url, site.body([freshQuery()]), 'respond-async, wait=30')).statusCode).toBe(200)
    })

    it.each(['/api/v1/explore/data', '/api/v1/chart/data'])('%s makes jobs of longer ones', async (url) => {
      const body = site.body([freshQuery()])
      const answer = await post(url, body, 'respond-async, wait=0')
      expect(answer.statusCode).toBe(202)
      const event = await endOf(answer.json())
      expect(event.result_url).toMatch(new RegExp(`^${url}/[0-9a-f]{32}$`))
      const result = await site.get(event.result_url ?? '')
      expect(result.json()).toEqual((await post(url, body, 'respond-async, wait=30')).json())
    })

    it('answer at once without the preference', async () => {
      expect((await site.post('/api/v1/explore/data', site.body([freshQuery()]))).statusCode).toBe(200)
    })

    it('have jobs in the stream of a dashboard', async () => {
      const answer = await post(
        `/api/v1/dashboard/${site.dashboardId}/data`,
        { queries: [{ chartId: site.charts.total }, { chartId: site.charts.broken }], force: true },
        'respond-async, wait=0',
      )
      const lines = answer.body
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      const { job } = lines.find(({ chartId }) => chartId === site.charts.total)
      expect(lines.find(({ chartId }) => chartId === site.charts.broken).error ?? 'a job').toBeDefined()
      const event = await endOf(job)
      const result = await site.get(event.result_url ?? '')
      expect(result.json().result[0]).toMatchObject({ rowcount: 1, columns: [expect.any(Array)] })
    })
  })

  describe('the websocket', () => {
    let address: string
    beforeAll(async () => {
      await site.test.app.listen({ port: 0, host: '127.0.0.1' })
      address = `127.0.0.1:${(site.test.app.server.address() as AddressInfo).port}`
    })
    let open: WebSocket[] = []
    beforeEach(() => {
      for (const socket of open) socket.terminate()
      open = []
    })

    function connect(query = '', headers: Record<string, string> = {}) {
      const socket = new WebSocket(`ws://${address}/api/v1/async_event/ws${query}`, {
        headers: { authorization: `Bearer ${site.token}`, ...headers },
      })
      open.push(socket)
      const messages: AsyncEvent[] = []
      socket.on('message', (text) => messages.push(JSON.parse(String(text)) as AsyncEvent))
      const opened = new Promise<number>((resolve, reject) => {
        socket.once('open', () => resolve(101))
        socket.once('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
        socket.once('error', reject)
      })
      return { socket, messages, opened }
    }

    it('sends each event when it is written, after those since last_id', async () => {
      const before = await runAsync(site.body([freshQuery()]))
      const earlier = await runAsync(site.body([freshQuery()]))
      const { messages, opened } = connect(`?last_id=${before.event.id}`)
      expect(await opened).toBe(101)
      await vi.waitFor(() => expect(messages).toEqual([earlier.event]), { timeout: 40_000 })
      const later = await runAsync(site.body([freshQuery()]))
      await vi.waitFor(() => expect(messages).toEqual([earlier.event, later.event]), { timeout: 40_000 })
    })

    it.each([
      ['without a user', { authorization: '' }, 401],
      ['from another site', { origin: 'https://evil.example' }, 403],
    ])('refuses a connection %s', async (_, headers, status) => {
      expect(await connect('', headers).opened).toBe(status)
    })

    it.each([
      ['a refused one', `GET /api/v1/async_event/ws HTTP/1.1`, '', 401],
      ['one of another address', `GET /health HTTP/1.1`, '', 200],
      ['one with a body that never comes', `POST /api/v1/security/login HTTP/1.1`, 'content-length: 9\r\n', undefined],
    ])('keeps no connection of a client that does not close it: %s', async (_, line, more, status) => {
      const { server } = site.test.app
      const upgraded = vi.fn<() => void>()
      server.prependOnceListener('upgrade', upgraded)
      const client = createConnection({ port: (server.address() as AddressInfo).port, allowHalfOpen: true })
      const closed = vi.fn<() => void>()
      server.once('connection', (socket) => socket.once('close', closed))
      let text = ''
      client.on('data', (part) => (text += String(part))).on('error', () => undefined)
      client.write(`${line}\r\nhost: ${address}\r\nconnection: upgrade\r\nupgrade: websocket\r\n${more}\r\n`)
      try {
        if (status !== undefined) await vi.waitFor(() => expect(text).toMatch(`HTTP/1.1 ${status}`))
        // the timeouts of the server end the other connections
        if (status === 401) await vi.waitFor(() => expect(closed).toHaveBeenCalled())
        else expect(upgraded).not.toHaveBeenCalled()
      } finally {
        server.removeListener('upgrade', upgraded)
        client.destroy()
      }
    })

    describe('ends for a user who may not listen any more', () => {
      let count = 0
      const addListener = async () => {
        const name = `listener${(count += 1)}`
        return { name, id: await site.test.addUser(name, ['Alpha']) }
      }
      /** The status with which a connection is closed. */
      const closed = ({ socket }: ReturnType<typeof connect>) =>
        new Promise<number>((resolve) => socket.once('close', resolve))
      const send = (method: 'PUT' | 'DELETE', id: number, payload?: object) =>
        site.test.app.inject({
          method,
          url: `/api/v1/security/users/${id}`,
          headers: { authorization: `Bearer ${site.token}` },
          ...(payload && { payload }),
        })
      const takeRoles = async (id: number) => {
        const { db } = site.test.services
        await db.deleteFrom('user_roles').where('user_id', '=', id).execute()
        await rightsChanged(db)
      }

      it.each<[string, (user: { name: string; id: number }, browser: Browser) => Promise<unknown>]>([
        ['signing out', (_, browser) => browser.inject({ method: 'GET', url: '/logout/' })],
        ['disabled', ({ id }) => send('PUT', id, { active: false })],
        ['another password', ({ id }) => send('PUT', id, { password: 'another password' })],
        ['deleted', ({ id }) => send('DELETE', id)],
        ['without roles', ({ id }) => takeRoles(id)],
      ])('with a session: %s', async (_, end) => {
        const user = await addListener()
        const browser = await site.test.browser(user.name)
        const cookie = Object.entries(browser.cookies)
          .map(([name, value]) => `${name}=${value}`)
          .join('; ')
        const connection = connect('', { authorization: '', cookie })
        expect(await connection.opened).toBe(101)
        const ended = closed(connection)
        await end(user, browser)
        expect(await ended).toBe(1008)
      })

      it('with a token: disabled', async () => {
        const user = await addListener()
        const connection = connect('', { authorization: `Bearer ${await site.test.token(user.name)}` })
        expect(await connection.opened).toBe(101)
        const ended = closed(connection)
        expect((await send('PUT', user.id, { active: false })).statusCode).toBe(200)
        expect(await ended).toBe(1008)
      })

      it('and does not count as a use of the session, which ends when it is idle', async () => {
        const user = await addListener()
        const browser = await site.test.browser(user.name)
        const sessionId = browser.cookies['session'] ?? ''
        const { db, config, now } = site.test.services
        const later = now() + 120_000
        expect(await findSession(db, sessionId, config.session, later, false)).toMatchObject({ userId: user.id })
        const { used_on } = await db
          .selectFrom('sessions')
          .select('used_on')
          .where('user_id', '=', user.id)
          .executeTakeFirstOrThrow()
        expect(used_on).toBeLessThan(later)
      })
    })

    it('is not an address for other requests', async () => {
      expect((await site.get('/api/v1/async_event/ws')).statusCode).toBe(426)
      const response = await fetch(`http://${address}/health`, {
        headers: { upgrade: 'h2c', connection: 'upgrade' },
      }).catch(() => fetch(`http://${address}/health`))
      expect(await response.text()).toBe('OK')
    })
  })

  it('does not exist without the flag: no cookie, no job, no address', async () => {
    const off = await startBirthsSite()
    try {
      const browser = await off.test.browser('admin')
      expect(browser.cookies[CHANNEL_COOKIE]).toBeUndefined()
      const answer = await off.test.app.inject({
        method: 'POST',
        url: '/api/v1/chart/data',
        headers: { authorization: `Bearer ${off.token}`, prefer: 'respond-async' },
        payload: off.body([byGender]),
      })
      expect(answer.statusCode).toBe(200)
      expect((await off.get('/api/v1/async_event/')).statusCode).toBe(404)
      expect((await off.get(`/superset/explore_json/data/${'0'.repeat(32)}`)).statusCode).toBe(404)
    } finally {
      await off.test.close()
    }
  })
})
