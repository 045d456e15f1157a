/**
 * `npm run overload [-- --short]`: measures the highest rate of queries that a server completes, and what happens if
 * ten times as many arrive and the queue is short. Each query is different and reads three million rows, so that no
 * result is cached. Exit code 1 if a goal is missed.
 */
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { load, quantile } from '../bench/measure.ts'
import { PASSWORD, startServer } from '../bench/server.ts'
import { datasetId, signInPeople } from './reliability/people.ts'
import { createReport } from './reliability/report.ts'
import { type Answer, createVisitor, type Visitor } from './reliability/visitor.ts'

const TIMES = 10
/** Users who have waited this long reload the page, so a later response is useless. */
const PATIENCE_MS = 10_000
const TICK_MS = 5
/** Time until the queues are full. */
const FILLING_S = 3
const REFUSALS = [429, 503]
const goals = { goodputPercent: 80, refusalMs: 50, healthMs: 200 }
/** The queue is so short that its last query completes before a user gives up, on two processors. */
const settings = { SEXTANT_QUERIES_PER_USER: '2', SEXTANT_QUERIES_WAITING: '40', SEXTANT_SIGN_INS_PER_MINUTE: '100000' }
const short = { people: 10, widths: [4, 16], seconds: 4, overloadSeconds: 10 }
const long = { people: 10, widths: [2, 4, 8, 16, 32], seconds: 10, overloadSeconds: 40 }

const words = process.argv.slice(2)
if (words.length > 1 || (words[0] !== undefined && words[0] !== '--short')) {
  process.stderr.write('Usage: npm run overload [-- --short]\n')
  process.exit(2)
}
const plan = words.length > 0 ? short : long

let queries = 0

/** A query that has not been sent before. */
function query(visitor: Visitor, flights: number): Promise<Answer> {
  queries += 1
  const json = {
    datasource: { id: flights, type: 'table' },
    queries: [
      {
        columns: ['origin'],
        metrics: [{ expressionType: 'SQL', sqlExpression: 'avg(delay)', label: 'delay' }],
        filters: [{ col: 'delay', op: '>', val: queries / 100_000 }],
        row_limit: 100,
      },
    ],
  }
  return visitor.send('POST', '/api/v1/chart/data', { json }, PATIENCE_MS)
}

/** The highest number of responses per second, with an increasing number of users who each wait for a response. */
async function measurePeak(people: readonly Visitor[], flights: number): Promise<number> {
  const found: number[] = []
  for (const width of plan.widths) {
    let next = 0
    const { perSecond } = await load(
      async () => {
        next += 1
        const { status, text } = await query(people[next % people.length] as Visitor, flights)
        if (status !== 200) throw new Error(`without overload: ${status} ${text.slice(0, 300)}`)
      },
      width,
      plan.seconds,
    )
    found.push(perSecond)
  }
  return Math.max(...found)
}

/** Sends this many queries per second without waiting for responses. Returns how many were sent, and the responses. */
async function offer(people: readonly Visitor[], flights: number, perSecond: number) {
  const answers: Answer[] = []
  let sent = 0
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  for (; seconds() < plan.overloadSeconds; await pause(TICK_MS)) {
    for (const due = seconds() * perSecond; sent < due; sent += 1) {
      void query(people[sent % people.length] as Visitor, flights).then((answer) => answers.push(answer))
    }
  }
  return { sent, answers: [...answers] }
}

/** Delays of the event loop of the server since the last call, in milliseconds. */
async function loopDelays(): Promise<{ p99: number; slowest: number }> {
  const text = (await server.call('GET', '/metrics')).body.toString()
  const at = (quantile: string) =>
    1000 * Number(new RegExp(`event_loop_delay_seconds{quantile="${quantile}"} (.*)`).exec(text)?.[1] ?? Number.NaN)
  return { p99: at('0.99'), slowest: at('1') }
}

async function watchHealth(address: string, work: () => Promise<void>): Promise<number[]> {
  const watch = new Worker(new URL('./reliability/healthWatch.ts', import.meta.url), { workerData: { address } })
  await once(watch, 'online')
  await work()
  watch.postMessage('stop')
  const [times] = (await once(watch, 'message')) as [number[]]
  return times
}

const { report, areGoalsMet } = createReport()
const server = await startServer({ examples: true, env: settings })
try {
  const admin = createVisitor(server.base, 'admin', PASSWORD)
  await admin.signIn()
  const people = await signInPeople(server.base, admin, plan.people, Infinity)
  const flights = await datasetId(admin, 'flights_2001')
  const peak = await measurePeak(people, flights)
  const delay = monitorEventLoopDelay({ resolution: TICK_MS })
  delay.enable()
  let [sent, answers]: [number, Answer[]] = [0, []]
  await loopDelays()
  const started = performance.now()
  const health = await watchHealth(server.base, async () => {
    ;({ sent, answers } = await offer(people, flights, TIMES * peak))
  })
  const seconds = (performance.now() - started) / 1000
  const loop = await loopDelays()
  const from = started + FILLING_S * 1000
  const late = answers.filter(({ endedAt }) => endedAt >= from)
  const good = late.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => REFUSALS.includes(status))
  const refusalMs = refused.map(({ startedAt, endedAt }) => endedAt - startedAt)
  const failed = answers.filter(({ status }) => status !== 0 && status !== 200 && !REFUSALS.includes(status))
  for (const text of new Set(failed.map(({ status, text }) => `${status} ${text.slice(0, 200)}`)))
    process.stderr.write(`${text}\n`)
  const goodput = good.length / (seconds - FILLING_S)

  report('peak: queries answered a second', peak, '/s')
  report('overload: queries offered a second', sent / seconds, '/s')
  report('overload: queries answered a second', goodput, '/s')
  report('overload: goodput, of the peak', (100 * goodput) / peak, '%', { least: goals.goodputPercent })
  report(
    'overload: time of an answer, median',
    quantile(
      good.map(({ startedAt, endedAt }) => endedAt - startedAt),
      0.5,
    ),
    'ms',
  )
  report('overload: refused with 429 or 503', refused.length, '')
  report('overload: time of a refusal, median', quantile(refusalMs, 0.5), 'ms')
  report('overload: time of a refusal, p99', quantile(refusalMs, 0.99), 'ms', { most: goals.refusalMs })
  report('overload: neither answered nor refused within 10 s', answers.filter(({ status }) => status === 0).length, '')
  report('overload: failed otherwise', failed.length, '', { most: 0 })
  report('overload: health, p99', quantile(health, 0.99), 'ms')
  report('overload: health, slowest', Math.max(...health), 'ms', { most: goals.healthMs })
  report('overload: event loop of the server, p99', loop.p99, 'ms')
  report('overload: event loop of the server, longest delay', loop.slowest, 'ms')
  report('overload: delay of the sender, p99', delay.percentile(99) / 1e6, 'ms')
  for (const visitor of [admin, ...people]) visitor.leave()
} finally {
  await server.stop()
}
process.exit(areGoalsMet() ? 0 : 1)
