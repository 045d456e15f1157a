import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../testing/app.ts'

let server: TestApp
const authorization: Record<string, string> = {}
const ids: Record<string, number> = {}

beforeAll(async () => {
  server = await startApp({
    SEXTANT_EXAMPLES: 'false',
    SEXTANT_QUERIES_PER_USER: '1',
    SEXTANT_QUERIES_WAITING: '1',
  })
  for (const name of ['anna', 'ben']) ids[name] = await server.addUser(name, ['Alpha'])
  await server.addUser('guest', ['Public'])
  for (const name of ['anna', 'ben', 'guest']) authorization[name] = `Bearer ${await server.token(name)}`
})
afterAll(() => server.close())

/** A request whose body cannot be read. */
const ask = (url: string, name?: string) =>
  server.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...(name && { authorization: authorization[name] }) },
    payload: '{',
  })

it.each(['/api/v1/chart/data', '/api/v1/explore/data', '/api/v1/dashboard/1/data'])(
  'under overload, %s does not read the request of a user who has his share',
  async (url) => {
    const answered = [1, 2].map(() => server.services.chartData.queue.letIn(ids['anna']))
    const refused = await ask(url, 'anna')
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2'])
    expect(refused.body).toContain('The server is busy. Please try again in a moment.')
    expect((await ask(url, 'ben')).statusCode).toBe(400)
    expect((await ask(url)).statusCode).toBe(401)
    expect((await ask(url, 'guest')).statusCode).toBe(403)
    expect((await server.app.inject('/health/ready')).statusCode).toBe(200)
    for (const each of answered) each()
    expect((await ask(url, 'anna')).statusCode).toBe(400)
  },
)

it('the user of the last request of a session decides, without reading the session', async () => {
  const url = '/api/v1/chart/data'
  const browser = await server.browser('anna')
  const askAsBrowser = () =>
    browser.inject({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload: '{' })
  expect((await askAsBrowser()).statusCode).toBe(400)
  const answered = [1, 2].map(() => server.services.chartData.queue.letIn(ids['anna']))
  await server.services.db.deleteFrom('sessions').execute()
  const refused = await askAsBrowser()
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2'])
  for (const each of answered) each()
  expect((await askAsBrowser()).statusCode).toBe(401)
})

it('a request counts until it is answered', async () => {
  const url = '/api/v1/chart/data'
  const answered = server.services.chartData.queue.letIn(ids['anna'])
  for (let time = 0; time < 5; time++) expect((await ask(url, 'anna')).statusCode).toBe(400)
  answered()
})
