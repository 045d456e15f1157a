/** The product behind TLS proxies: their settings must let slow requests and websockets through. */
import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { request } from 'node:https'
import { freePort } from '../../../src/server/testing/freePort.ts'
import { type Browser, openBrowser, signIn } from '../browser.ts'
import { type Case, installedBy, newest, releaseName, seconds } from '../case.ts'
import { checkDashboards, checkHome } from '../check.ts'
import { behindProxy, type Proxy, proxies } from '../proxies.ts'
import { start } from '../start.ts'

/** A query of some seconds: the two lines of a stream arrive that far apart. */
const slowSql =
  'select sum(sqrt(abs(a.delay * b.latitude))) as n from flights_2001 a cross join (select latitude from airports limit 60) b'
/** Minimum time between the lines of the stream: if a proxy buffers them, they arrive together. */
const LEAST_GAP_MS = 200

/** Creates a virtual dataset with one chart of its only number. */
async function makeChart(browser: Browser, databaseId: number, name: string, sql: string): Promise<number> {
  const dataset = await browser.post('/api/v1/dataset/', {
    database: databaseId,
    schema: 'main',
    table_name: name,
    sql,
  })
  const { id: datasetId } = JSON.parse(dataset.text) as { id: number }
  const metric = { expressionType: 'SQL', sqlExpression: 'MAX(n)', label: 'n' }
  const chart = await browser.post('/api/v1/chart/', {
    slice_name: name,
    viz_type: 'big_number_total',
    datasource_id: datasetId,
    datasource_type: 'table',
    params: JSON.stringify({ viz_type: 'big_number_total', metric, datasource: `${datasetId}__table` }),
  })
  return (JSON.parse(chart.text) as { id: number }).id
}

/** The stream of a dashboard sends a quick chart before a slow one is ready. */
async function checkStream(browser: Browser, name: string): Promise<string> {
  const { result: databases } = JSON.parse(await browser.get('/api/v1/database/')) as { result: { id: number }[] }
  const { result: dashboards } = JSON.parse(await browser.get('/api/v1/dashboard/')) as { result: { id: number }[] }
  const databaseId = databases[0]?.id ?? 0
  const slow = await makeChart(browser, databaseId, `slow ${name}`, slowSql)
  const quick = await makeChart(browser, databaseId, `quick ${name}`, 'select 1 as n')
  const queries = [quick, slow].map((chartId) => ({ chartId }))
  const { arrivals, text } = await browser.post(`/api/v1/dashboard/${dashboards[0]?.id}/data`, { queries, force: true })
  if (text.match(/"rowcount":1,/g)?.length !== 2) throw new Error(`the stream says ${text.slice(0, 500)}`)
  const [first = 0, last = 0] = [arrivals[0], arrivals.at(-1)]
  const said = `first line after ${Math.round(first)} ms, last after ${Math.round(last)} ms`
  if (last - first < LEAST_GAP_MS) throw new Error(`the proxy collects the stream: ${said}`)
  return said
}

const product = (proxy: Proxy): Case => ({
  name: `behind ${proxy.name} with TLS`,
  needs: [proxy.program, 'openssl', 'setpriv'],
  async run(session) {
    const port = await freePort()
    const origin = `https://localhost:${port}`
    const env = { SEXTANT_BASE_URL: origin, SEXTANT_TRUST_PROXY: '127.0.0.1' }
    const started = await start(session.machine, { ...installedBy(session, releaseName(newest)), env })
    try {
      if (started.address !== origin) throw new Error(`the address is ${started.address}`)
      return await behindProxy(session.machine, proxy, { port, backendPort: started.port }, async (ca) => {
        const browser = openBrowser(origin, ca)
        await signIn(browser)
        await checkHome(browser)
        await checkDashboards(browser)
        return checkStream(browser, proxy.name)
      })
    } finally {
      await started.stop()
    }
  },
})

/** Longer than the default timeout of proxies (a minute, or half a minute). */
const WAIT_MS = 65_000

/** A server that responds late, and echoes on upgraded connections. */
async function startBackend(): Promise<{ server: Server; port: number }> {
  const port = await freePort()
  const server = createServer((_request, response) => {
    setTimeout(() => response.end('late'), WAIT_MS)
  })
  server.on('upgrade', ({ headers }, socket) => {
    const lines = ['HTTP/1.1 101 Switching Protocols', 'Connection: Upgrade', `Upgrade: ${headers.upgrade}`]
    // the accept key of RFC 6455, 4.2.2, which HAProxy checks
    const accept = createHash('sha1').update(`${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    socket.write([...lines, `Sec-WebSocket-Accept: ${accept.digest('base64')}`, '', ''].join('\r\n'))
    socket.pipe(socket)
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return { server, port }
}

/** The response to a slow request. */
const waitFor = (port: number, ca: string): Promise<string> =>
  new Promise((done, fail) => {
    const asked = request({ port, ca, host: 'localhost', path: '/wait' }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      response.on('end', () => done(`${response.statusCode} ${text}`))
      response.on('error', fail)
    })
    asked.on('error', fail)
    asked.end()
  })

/** Sends a word over an upgraded connection and returns the response. */
const echo = (port: number, ca: string, word: string): Promise<string> =>
  new Promise((done, fail) => {
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    }
    const asked = request({ port, ca, host: 'localhost', path: '/socket', headers })
    asked.on('upgrade', (_response, socket) => {
      socket.once('data', (chunk: Buffer) => {
        socket.destroy()
        done(chunk.toString())
      })
      socket.write(word)
    })
    asked.on('response', ({ statusCode }) => fail(new Error(`no upgrade: ${statusCode}`)))
    asked.on('error', fail)
    asked.end()
  })

const waiting: Case = {
  name: 'proxies pass on websockets and requests that wait',
  needs: [...proxies.map(({ program }) => program), 'openssl', 'setpriv'],
  async run({ machine }) {
    const { server, port: backendPort } = await startBackend()
    const check = async (proxy: Proxy) => {
      const port = await freePort()
      await behindProxy(machine, proxy, { port, backendPort }, async (ca) => {
        if ((await echo(port, ca, 'hello')) !== 'hello') throw new Error(`${proxy.name}: the socket does not echo`)
        const answer = await waitFor(port, ca)
        if (answer !== '200 late') throw new Error(`${proxy.name}: a request that waits is answered ${answer}`)
      })
    }
    try {
      await Promise.all(proxies.map(check))
    } finally {
      server.closeAllConnections()
      server.close()
    }
    return `${proxies.map(({ name }) => name).join(', ')}, ${seconds(WAIT_MS / 1000)}`
  },
}

export const proxiedCases: Case[] = proxies.map(product)
/** Takes a minute and needs no processor time. */
export const waitingCase = waiting
