/** Users who do everything for a long time: memory and open files must not grow, and answers not become slower. */
import { readdirSync } from 'node:fs'
import { quantile } from '../measure.ts'
import { familyMb, residentMb } from '../server.ts'
import type { Report } from './report.ts'
import { ask, type Trial, uncached } from './trial.ts'

const USERS = 6
const SAMPLE_MS = 1000
/** Without a request for this time, memory has been given back. */
const REST_SECONDS = 75
const IDLE_SECONDS = 5

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const openFiles = (pid: number) => readdirSync(`/proc/${pid}/fd`).length

/** Slope of a straight line through the points, by least squares. */
function slope(points: [x: number, y: number][]): number {
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / points.length
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length
  const covariance = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  return covariance / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
}

/** What a user does next. */
function action(trial: Trial, token: string, n: number): Promise<{ status: number; ms: number }> {
  const { server, dataset, dashboard, charts } = trial
  const queries = charts.map((chartId) => ({ chartId }))
  const send = (method: string, path: string, json?: unknown) => ask(server.base, token, method, path, json)
  const list = '/api/v1/chart/?q=(page_size:25,order_column:changed_on_delta_humanized,order_direction:desc)'
  switch (n % 10) {
    case 0:
      return send('GET', list)
    case 1:
      return send('GET', `/api/v1/dashboard/${dashboard}`)
    case 2:
    case 3:
      return send('POST', `/api/v1/dashboard/${dashboard}/data`, { queries })
    case 4:
      return send('POST', `/api/v1/dashboard/${dashboard}/data`, { queries, force: true })
    case 5:
      return send('POST', '/api/v1/chart/data', uncached(dataset, n % 100_000))
    case 6:
      return send('PUT', `/api/v1/chart/${charts[n % charts.length]}`, { description: `changed ${n}` })
    case 7:
      return send('POST', '/api/v1/chart/data', {
        datasource: { id: dataset, type: 'table' },
        result_format: 'csv',
        queries: [{ columns: ['id', 'city', 'product', 'price'], row_limit: 20_000 }],
      })
    case 8:
      return send('GET', `/api/v1/chart/?q=(filters:!((col:slice_name,opr:chart_all_text,value:'by%20${n % 50}')))`)
    default:
      return send('POST', '/api/v1/explore/permalink', {
        formData: { datasource: `${dataset}__table`, viz_type: 'pie' },
      })
  }
}

export async function measureMixedUsers(trial: Trial, report: Report, minutes: number): Promise<void> {
  const { pid } = trial.server
  await pause(IDLE_SECONDS * 1000)
  const idleMb = residentMb(pid)
  const idleFamilyMb = familyMb(pid)
  const idleFiles = openFiles(pid)
  const began = performance.now()
  const end = began + minutes * 60_000
  const replies: { at: number; ms: number; status: number }[] = []
  const memory: [hours: number, mb: number][] = []
  const watch = (async () => {
    while (performance.now() < end) {
      memory.push([(performance.now() - began) / 3_600_000, residentMb(pid)])
      await pause(SAMPLE_MS)
    }
  })()
  await Promise.all(
    trial.tokens.slice(0, USERS).map(async (token, user) => {
      for (let n = user * 7; performance.now() < end; n++) {
        const { status, ms } = await action(trial, token, n)
        replies.push({ at: performance.now() - began, ms, status })
        // a person looks at what came
        await pause(20 + ((n * 37) % 60))
      }
    }),
  )
  await watch
  const failed = replies.filter(({ status }) => status !== 200 && status !== 201)
  report('mixed users: requests', replies.length, '', () => true, '(reference)')
  report('mixed users: failed requests', failed.length, '', (count) => count === 0, '0')
  const half = (minutes * 60_000) / 2
  const p99 = (part: typeof replies) =>
    quantile(
      part.map(({ ms }) => ms),
      0.99,
    )
  const first = p99(replies.filter(({ at }) => at < half))
  const second = p99(replies.filter(({ at }) => at >= half))
  report('mixed users: p99 of the second half over the first', second / first, 'x', (share) => share <= 1.5, '<= 1.5')
  // the first part of a run fills caches and compiles
  const warm = memory.slice(Math.floor(memory.length / 3))
  const isLong = minutes >= 20
  report(
    'web process: memory growth after warm-up',
    slope(warm),
    'MB/h',
    (growth) => !isLong || growth < 2,
    isLong ? '< 2' : '(only in long runs)',
  )
  report('web process: memory under load', Math.max(...memory.map(([, mb]) => mb)), 'MB', () => true, '(reference)')
  await pause(REST_SECONDS * 1000)
  report('web process: idle memory before', idleMb, 'MB', () => true, '(reference)')
  const restedMb = residentMb(pid)
  report('web process: idle memory after load', restedMb / idleMb, 'x', (share) => share <= 1.5, '<= 1.5')
  const familyShare = familyMb(pid) / idleFamilyMb
  report('web process and children: idle memory after load', familyShare, 'x', (share) => share <= 1.5, '<= 1.5')
  // sockets of clients that keep their connections
  const clients = 64
  report(
    'web process: open files after load',
    openFiles(pid) - idleFiles,
    '',
    (more) => more <= clients,
    `<= ${clients}`,
  )
}
