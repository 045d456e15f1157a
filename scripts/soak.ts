/**
 * `npm run soak -- MINUTES`: mixed users work with one server on two processors, next to a browser that refreshes a
 * dashboard every ten seconds. Prints how memory, descriptors and times developed after a warm-up; exit code 1 if a
 * goal is missed. A slope is judged by the lower bound of its interval (95 %), because short runs cannot distinguish
 * small slopes from none.
 */
import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { quantile } from '../bench/measure.ts'
import { type BenchServer, PASSWORD, startServer } from '../bench/server.ts'
import { openKiosk, REFRESH_S, refreshingDashboard } from './reliability/kiosk.ts'
import { type Action, type Place, work } from './reliability/mixedUsers.ts'
import { datasetId, findDashboards, signInPeople } from './reliability/people.ts'
import { type ProcessSample, sampleProcesses } from './reliability/processes.ts'
import { createReport } from './reliability/report.ts'
import { lowest, type Point, slopeOf } from './reliability/slope.ts'
import { createVisitor, resultOf } from './reliability/visitor.ts'

const USERS = 20
const CORES = 2
const SAMPLE_MS = 5000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const LONGEST_WARM_UP_MINUTES = 15
/** Shorter measurements determine neither slopes nor the slowest one percent of response times. */
const JUDGED_MINUTES = 5
const KIOSK_CHARTS = 8
const goals = { slopeMb: 2, descriptors: 2, loopMs: 50, p99Growth: 1.5 }

interface Sample extends ProcessSample {
  at: number
  heapMb: number
  /** Memory of buffers and other objects outside of the heap. */
  externalMb: number
  /** Delay of the event loop since the previous sample; NaN in the first sample. */
  loopP99Ms: number
  loopMaxMs: number
}

const minutes = Number(process.argv[2])
if (process.argv.length !== 3 || !(minutes > 0)) {
  process.stderr.write('Usage: npm run soak -- MINUTES\n')
  process.exit(2)
}
if (process.platform !== 'linux') {
  process.stderr.write('The soak reads memory and descriptors from /proc, which only Linux has.\n')
  process.exit(2)
}

/** A value of the product's metrics. */
const valueOf = (text: string, name: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1] ?? Number.NaN,
  )

async function sample(server: BenchServer): Promise<Sample> {
  const text = (await server.call('GET', '/metrics')).body.toString()
  return {
    at: performance.now(),
    ...sampleProcesses(server.pid),
    heapMb: valueOf(text, 'sextant_memory_bytes{kind="heap"}') / 1024 ** 2,
    externalMb: valueOf(text, 'sextant_memory_bytes{kind="external"}') / 1024 ** 2,
    loopP99Ms: 1000 * valueOf(text, 'sextant_event_loop_delay_seconds{quantile="0.99"}'),
    loopMaxMs: 1000 * valueOf(text, 'sextant_event_loop_delay_seconds{quantile="1"}'),
  }
}

/** A server limited to two processors, whatever the machine has. */
async function startOnTwoCores(): Promise<BenchServer> {
  const server = await startServer({
    examples: true,
    env: {
      SEXTANT_ENGINE_THREADS: String(Math.min(CORES, availableParallelism())),
      // full after the warm-up, so that it does not look like a leak
      SEXTANT_CACHE_MB: '16',
      // all users have the same address
      SEXTANT_SIGN_INS_PER_MINUTE: '100000',
    },
  })
  if (availableParallelism() > CORES) {
    const { status } = spawnSync('taskset', ['-acp', '0,1', String(server.pid)])
    if (status !== 0) process.stdout.write('taskset is missing: the product uses all processors\n')
  }
  return server
}

interface Run {
  samples: Sample[]
  actions: Action[]
  kiosk: { heap: Point[]; refreshes: number; problems: string[] } | undefined
}

async function soak(server: BenchServer): Promise<Run> {
  const admin = createVisitor(server.base, 'admin', PASSWORD)
  await admin.signIn()
  const visitors = await signInPeople(server.base, admin, USERS)
  const flights = await datasetId(admin, 'flights_2001')
  const { result: databases } = resultOf<{ result: { id: number; database_name: string }[] }>(
    await admin.send('GET', '/api/v1/database/'),
  )
  const database = databases.find(({ database_name }) => database_name === 'examples')?.id ?? 0
  const dashboards = await findDashboards(admin)
  const place: Place = { dashboards, flights, database }
  const made = resultOf<{ id: number }>(
    await admin.send('POST', '/api/v1/dashboard/', { json: { dashboard_title: 'Kiosk' } }),
  )
  const charts = dashboards.flatMap((dashboard) => dashboard.charts).slice(0, KIOSK_CHARTS)
  resultOf(
    await admin.send('PUT', `/api/v1/dashboard/${made.id}`, { json: { json_metadata: refreshingDashboard(charts) } }),
  )
  const kiosk = await openKiosk(server.base, { username: 'admin', password: PASSWORD }, made.id)
  if (!kiosk) process.stdout.write('skipped: the browser (no Chromium; set CHROMIUM_PATH)\n')

  const [samples, actions]: [Sample[], Action[]] = [[], []]
  const over = new AbortController()
  const working = visitors.map((visitor) => work(visitor, place, actions, over.signal))
  try {
    for (const until = performance.now() + minutes * MINUTE_MS; performance.now() < until; await pause(SAMPLE_MS)) {
      samples.push(await sample(server))
    }
  } finally {
    over.abort()
    await Promise.all(working)
    await kiosk?.close()
    for (const visitor of [admin, ...visitors]) visitor.leave()
  }
  return { samples, actions, kiosk: kiosk && { ...kiosk, refreshes: kiosk.refreshes() } }
}

const { report, areGoalsMet } = createReport()

/** The slope in megabytes an hour of the lowest values of each minute. */
function reportSlope(name: string, points: readonly Point[], isJudged: boolean): void {
  const { slope, uncertainty } = slopeOf(lowest(points, MINUTE_MS))
  const [perHour, around] = [slope * HOUR_MS, uncertainty * HOUR_MS]
  report(`${name}: slope`, perHour, 'MB/h')
  report(`${name}: slope, the least that it can be`, perHour - around, 'MB/h', isJudged ? { most: goals.slopeMb } : {})
}

const quarter = <T>(items: readonly T[], at: 0 | 3) =>
  items.slice(Math.floor((at * items.length) / 4), Math.ceil(((at + 1) * items.length) / 4))

function tell({ samples, actions, kiosk }: Run): void {
  const warmUpMinutes = Math.min(LONGEST_WARM_UP_MINUTES, minutes / 3)
  const from = (samples[0]?.at ?? 0) + warmUpMinutes * MINUTE_MS
  const isJudged = minutes - warmUpMinutes >= JUDGED_MINUTES
  const measured = samples.filter(({ at }) => at >= from)
  const points = (valueOf: (sample: Sample) => number) => measured.map((each) => ({ x: each.at, y: valueOf(each) }))
  const median = (valueOf: (sample: Sample) => number, part: readonly Sample[] = measured) =>
    quantile(part.map(valueOf), 0.5)

  const errors = actions.filter(({ error }) => error)
  for (const text of new Set(errors.map(({ error }) => error))) process.stderr.write(`${text}\n`)
  report('minutes measured, after the warm-up', minutes - warmUpMinutes, 'min')
  report('actions of users', actions.length, '')
  report('actions a second', actions.length / (minutes * 60), '/s')
  report('errors', errors.length, '', { most: 0 })

  report(
    'web process: memory, median',
    median(({ webMb }) => webMb),
    'MB',
  )
  report(
    'web process: heap, median',
    median(({ heapMb }) => heapMb),
    'MB',
  )
  reportSlope(
    'web process: memory',
    points(({ webMb }) => webMb),
    isJudged,
  )
  reportSlope(
    'web process: heap',
    points(({ heapMb }) => heapMb),
    isJudged,
  )
  report(
    'children: memory, median',
    median(({ childrenMb }) => childrenMb),
    'MB',
  )
  reportSlope(
    'children: memory',
    points(({ childrenMb }) => childrenMb),
    isJudged,
  )

  const descriptors = ({ descriptors: count }: Sample) => count
  const growth = median(descriptors, quarter(measured, 3)) - median(descriptors, quarter(measured, 0))
  report('web process: descriptors, median', median(descriptors), '')
  report(
    'web process: descriptors, last quarter less the first',
    growth,
    '',
    isJudged ? { most: goals.descriptors } : {},
  )

  report(
    'event loop: delay p99, median',
    median(({ loopP99Ms }) => loopP99Ms),
    'ms',
    { most: goals.loopMs },
  )
  report('event loop: longest delay', Math.max(...measured.map(({ loopMaxMs }) => loopMaxMs)), 'ms')

  const timed = actions.filter(({ at }) => at >= from)
  const [first, last] = ([0, 3] as const).map((at) =>
    quantile(
      quarter(timed, at).map(({ ms }) => ms),
      0.99,
    ),
  ) as [number, number]
  report('actions: p99 of the first quarter', first, 'ms')
  report('actions: p99 of the last quarter', last, 'ms')
  report('actions: p99, last quarter over the first', last / first, 'x', isJudged ? { most: goals.p99Growth } : {})
  for (const [name, done] of Map.groupBy(timed, (action) => action.name)) {
    const ms = done.map((action) => action.ms)
    report(`${name}: p50`, quantile(ms, 0.5), 'ms')
    report(`${name}: p99`, quantile(ms, 0.99), 'ms')
  }

  if (!kiosk) return
  for (const problem of new Set(kiosk.problems)) process.stderr.write(`browser: ${problem}\n`)
  // each chart requests its data; only half of the refreshes are required, because the first ones wait for the users'
  // first queries
  const wanted = Math.floor((minutes * MINUTE_MS * KIOSK_CHARTS) / (2 * REFRESH_S * 1000))
  report('browser: charts refreshed', kiosk.refreshes, '', { least: wanted })
  report('browser: errors', kiosk.problems.length, '', { most: 0 })
  const heap = kiosk.heap.filter(({ x }) => x >= from)
  report(
    'browser: heap, median',
    quantile(
      heap.map(({ y }) => y),
      0.5,
    ),
    'MB',
  )
  reportSlope('browser: heap', heap, isJudged)
}

/** The lowest values of each minute, in megabytes: with a leak, they rise until the end. */
function tellMinutes({ samples, kiosk }: Run): void {
  const from = samples[0]?.at ?? 0
  const columns: [name: string, points: Point[]][] = [
    ['web', samples.map(({ at, webMb }) => ({ x: at - from, y: webMb }))],
    ['heap', samples.map(({ at, heapMb }) => ({ x: at - from, y: heapMb }))],
    ['external', samples.map(({ at, externalMb }) => ({ x: at - from, y: externalMb }))],
    ['children', samples.map(({ at, childrenMb }) => ({ x: at - from, y: childrenMb }))],
    ['browser', (kiosk?.heap ?? []).map(({ x, y }) => ({ x: x - from, y }))],
  ]
  process.stdout.write(`minute ${columns.map(([name]) => name.padStart(9)).join('')}  (MB)\n`)
  const lines = columns.map(
    ([, points]) => new Map(lowest(points, MINUTE_MS).map(({ x, y }) => [Math.floor(x / MINUTE_MS), y])),
  )
  for (let minute = 0; minute < minutes; minute += 1) {
    const values = lines.map((line) => (line.get(minute)?.toFixed(1) ?? '').padStart(9))
    process.stdout.write(`${String(minute).padStart(6)} ${values.join('')}\n`)
  }
}

const server = await startOnTwoCores()
try {
  const run = await soak(server)
  tellMinutes(run)
  tell(run)
} finally {
  await server.stop()
}
process.exit(areGoalsMet() ? 0 : 1)
