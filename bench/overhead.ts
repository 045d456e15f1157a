/** The time that the API adds to a query that costs the engine almost nothing. */
import { connect, type Socket } from 'node:net'
import { quantile, timed } from './measure.ts'
import type { BenchServer } from './server.ts'

type Report = (name: string, value: number, unit: string, goal: string) => void

/** The small query reads about this many rows, which are in one block of the table. */
const SMALL = 1000
const ROUNDS = 900
const WARM_UP = 300

const HEAD_END = '\r\n\r\n'

/**
 * One keep-alive connection with one request at a time. It writes and parses HTTP itself, so that the measured overhead
 * of the server does not include that of an HTTP client library (a third of a millisecond here).
 */
class Line {
  private readonly socket: Socket
  private readonly head: string
  private received = Buffer.alloc(0)
  private answered: (body: Buffer) => void = () => undefined
  private failed: (error: Error) => void = () => undefined

  constructor({ base, headers }: BenchServer, path: string) {
    const { hostname, port, host } = new URL(base)
    const fields = Object.entries({ host, ...headers, 'content-type': 'application/json' })
    this.head = `POST ${path} HTTP/1.1\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}`
    this.socket = connect(Number(port), hostname).setNoDelay(true)
    this.socket.on('data', (chunk) => this.receive(chunk))
    this.socket.on('error', (error) => this.failed(error))
  }

  ask(body: string): Promise<Buffer> {
    return new Promise((answered, failed) => {
      this.answered = answered
      this.failed = failed
      this.socket.write(`${this.head}content-length: ${Buffer.byteLength(body)}${HEAD_END}${body}`)
    })
  }

  close(): void {
    this.socket.destroy()
  }

  private receive(chunk: Buffer): void {
    this.received = Buffer.concat([this.received, chunk])
    const at = this.received.indexOf(HEAD_END)
    if (at < 0) return
    const head = this.received.toString('latin1', 0, at)
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Number.NaN)
    const body = this.received.subarray(at + HEAD_END.length)
    if (!head.startsWith('HTTP/1.1 200')) return this.failed(new Error(`${head}\n${body.toString()}`))
    if (body.length < length) return
    this.received = Buffer.alloc(0)
    this.answered(body)
  }
}

/**
 * Runs the same SQL alternately in the engine and through the API, both warm. Each query has a different bound, so
 * nothing is cached.
 */
export async function measureOverhead(
  server: BenchServer,
  dataset: number,
  raw: { run(sql: string): Promise<void> },
  report: Report,
): Promise<void> {
  const bodyOf = (i: number, more = {}) =>
    JSON.stringify({
      datasource: { id: dataset, type: 'table' },
      force: true,
      queries: [
        { columns: ['region'], metrics: ['count'], filters: [{ col: 'id', op: '<', val: SMALL + i }], row_limit: 100 },
      ],
      ...more,
    })
  const line = new Line(server, '/api/v1/chart/data')
  const asked = async (body: string) =>
    JSON.parse((await line.ask(body)).toString()) as { result: { query: string; rowcount: number }[] }
  try {
    const text = (await asked(bodyOf(0, { result_type: 'query' }))).result[0]?.query ?? ''
    const bound = new RegExp(`< ${SMALL}\\b`)
    if (!bound.test(text)) throw new Error(`the small query has changed: ${text}`)
    const [engine, api, added] = [[], [], []] as [number[], number[], number[]]
    for (let i = 0; i < ROUNDS; i++) {
      const body = bodyOf(i)
      const engineMs = await timed(() => raw.run(text.replace(bound, `< ${SMALL + i}`)))
      const apiMs = await timed(() => asked(body))
      if (i < WARM_UP) continue
      engine.push(engineMs)
      api.push(apiMs)
      added.push(apiMs - engineMs)
    }
    report('a small query, raw engine, p50', quantile(engine, 0.5), 'ms', '(reference)')
    report('a small query through the API, p50', quantile(api, 0.5), 'ms', '(reference)')
    report('API overhead over the raw engine, p50', quantile(added, 0.5), 'ms', '<= 2')
    report('API overhead over the raw engine, p95', quantile(added, 0.95), 'ms', '<= 8')
    await measureSqlLab(server, dataset, raw, (i) => text.replace(bound, `< ${SMALL + i}`), report)
  } finally {
    line.close()
  }
}

/** The same for SQL Lab, which also stores the query and its rows. */
async function measureSqlLab(
  server: BenchServer,
  dataset: number,
  raw: { run(sql: string): Promise<void> },
  sqlOf: (round: number) => string,
  report: Report,
): Promise<void> {
  const answer = await server.call('GET', `/api/v1/dataset/${dataset}`)
  const { result } = JSON.parse(answer.body.toString()) as { result: { database: { id: number } } }
  const line = new Line(server, '/api/v1/sqllab/execute/')
  const added: number[] = []
  try {
    for (let i = 0; i < ROUNDS; i++) {
      const sql = sqlOf(i)
      const body = JSON.stringify({ database_id: result.database.id, sql, client_id: `bench${i}` })
      const engineMs = await timed(() => raw.run(sql))
      const labMs = await timed(() => line.ask(body))
      if (i >= WARM_UP) added.push(labMs - engineMs)
    }
  } finally {
    line.close()
  }
  report('SQL Lab overhead over the raw engine, p50', quantile(added, 0.5), 'ms', '<= 5')
  report('SQL Lab overhead over the raw engine, p95', quantile(added, 0.95), 'ms', '(reference)')
}
