import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Services } from '../services.ts'
import type { Family, Sample } from './text.ts'

const one = (value: number): Sample[] => [{ value }]
const byGroup = <T>(items: readonly T[], groupOf: (item: T) => string, valueOf: (item: T) => number): Sample[] => {
  const sums = new Map<string, number>()
  for (const item of items) sums.set(groupOf(item), (sums.get(groupOf(item)) ?? 0) + valueOf(item))
  return [...sums].map(([group, value]) => ({ labels: { group }, value }))
}

const NANO = 1e9

/** The event loop delay since the last request for metrics. Measuring starts with the first request. */
let delay: ReturnType<typeof monitorEventLoopDelay> | undefined

function loopFamilies(): Family[] {
  const isFirst = delay === undefined
  delay ??= monitorEventLoopDelay({ resolution: 20 })
  if (isFirst) delay.enable()
  const samples = isFirst
    ? []
    : [
        { labels: { quantile: '0.99' }, value: delay.percentile(99) / NANO },
        { labels: { quantile: '1' }, value: delay.max / NANO },
      ]
  delay.reset()
  return [
    {
      name: 'event_loop_delay_seconds',
      help: 'Delay of the event loop of the web process since the last request for metrics.',
      type: 'gauge',
      samples,
    },
  ]
}

async function jobFamilies({ db, now }: Pick<Services, 'db' | 'now'>): Promise<Family[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['kind', 'state'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .select((eb) => eb.fn.min('start_after').as('oldest'))
    .where('state', 'in', ['waiting', 'running', 'failed'])
    .groupBy(['kind', 'state'])
    .execute()
  return [
    {
      name: 'jobs',
      help: 'Background jobs in the store, of all nodes: waiting, running, and failed in the last 30 days.',
      type: 'gauge',
      samples: rows.map(({ kind, state, count }) => ({ labels: { kind, state }, value: Number(count) })),
    },
    {
      name: 'jobs_late_seconds',
      help: 'For how long the oldest waiting job could have been started.',
      type: 'gauge',
      samples: rows
        .filter(({ state }) => state === 'waiting')
        .map(({ kind, oldest }) => ({ labels: { kind }, value: Math.max(0, now() - Number(oldest)) / 1000 })),
    },
  ]
}

/** The state of this process and of the jobs. */
export async function metricFamilies(services: Services): Promise<Family[]> {
  const { asyncQueries, engine, metrics, version } = services
  const { children, running, waiting } = engine.state()
  const memory = process.memoryUsage()
  const cpu = process.cpuUsage()
  return [
    {
      name: 'info',
      help: 'The version of the product and of Node.',
      type: 'gauge',
      samples: [{ labels: { version, node: process.versions.node, role: services.config.role }, value: 1 }],
    },
    {
      name: 'uptime_seconds',
      help: 'Since the start of the process.',
      type: 'gauge',
      samples: one(process.uptime()),
    },
    {
      name: 'cpu_seconds_total',
      help: 'Processor time of the web process.',
      type: 'counter',
      samples: one((cpu.user + cpu.system) / 1e6),
    },
    {
      name: 'memory_bytes',
      help: 'Memory of the web process.',
      type: 'gauge',
      samples: [
        { labels: { kind: 'resident' }, value: memory.rss },
        { labels: { kind: 'heap' }, value: memory.heapUsed },
        { labels: { kind: 'external' }, value: memory.external },
      ],
    },
    ...loopFamilies(),
    {
      name: 'http_requests_total',
      help: 'Responses by method and status.',
      type: 'counter',
      samples: metrics.requests.samples(),
    },
    {
      name: 'http_request_seconds',
      help: 'Time until a response was sent.',
      type: 'histogram',
      samples: metrics.requestSeconds.samples(),
    },
    {
      name: 'queries_total',
      help: 'Queries of the engine by outcome.',
      type: 'counter',
      samples: metrics.queries.samples(),
    },
    {
      name: 'query_seconds',
      help: 'Time of a query in the engine, its wait for a child included.',
      type: 'histogram',
      samples: metrics.querySeconds.samples(),
    },
    { name: 'queries_running', help: 'Queries in engine children.', type: 'gauge', samples: one(running) },
    { name: 'queries_waiting', help: 'Queries that wait for an engine child.', type: 'gauge', samples: one(waiting) },
    {
      name: 'async_queries',
      help: 'Queries of charts that run in the background of this node.',
      type: 'gauge',
      samples: one(asyncQueries.count()),
    },
    {
      name: 'cache_reads_total',
      help: 'Reads of cached results.',
      type: 'counter',
      samples: metrics.cacheReads.samples(),
    },
    {
      name: 'engine_children',
      help: 'Engine children of this node.',
      type: 'gauge',
      samples: byGroup(
        children,
        ({ group }) => group,
        () => 1,
      ),
    },
    {
      name: 'engine_memory_bytes',
      help: 'Resident memory of the engine children (Linux).',
      type: 'gauge',
      samples: byGroup(
        children.filter(({ residentBytes }) => residentBytes !== undefined),
        ({ group }) => group,
        ({ residentBytes = 0 }) => residentBytes,
      ),
    },
    ...(await jobFamilies(services)),
  ]
}
