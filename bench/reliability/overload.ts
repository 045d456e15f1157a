/** Ten times as many queries as the engine can run: what is answered, how soon the rest is refused, and the health page. */
import { quantile } from '../measure.ts'
import type { Report } from './report.ts'
import { ask, type Reply, type Trial, uncached } from './trial.ts'

const FACTOR = 10
const PEAK_CLIENTS = 16
const HEALTH_EVERY_MS = 100

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

let next = 0
const query = ({ server, dataset, tokens }: Trial) => {
  next += 1
  return ask(
    server.base,
    String(tokens[next % tokens.length]),
    'POST',
    '/api/v1/chart/data',
    uncached(dataset, next % 100_000),
  )
}

/** Queries per second that are answered when as many clients as the engine can serve wait for their answers. */
async function peakPerSecond(trial: Trial, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000
  let answered = 0
  await Promise.all(
    Array.from({ length: PEAK_CLIENTS }, async () => {
      while (performance.now() < end) if ((await query(trial)).status === 200) answered += 1
    }),
  )
  return answered / seconds
}

export async function measureOverload(trial: Trial, report: Report, seconds: number): Promise<void> {
  await peakPerSecond(trial, 2)
  const peak = await peakPerSecond(trial, seconds)
  const offered = peak * FACTOR
  const replies: (Reply & { endedMs: number })[] = []
  const running = new Set<Promise<void>>()
  const health: number[] = []
  const began = performance.now()
  const end = began + seconds * 1000
  const watch = (async () => {
    while (performance.now() < end) {
      health.push((await ask(trial.server.base, '', 'GET', '/health')).ms)
      await pause(HEALTH_EVERY_MS)
    }
  })()
  // clients that do not wait for each other: each comes at its time
  let sent = 0
  while (performance.now() < end) {
    const due = ((performance.now() - began) / 1000) * offered
    for (; sent < due; sent++) {
      const one = query(trial).then((reply) => {
        replies.push({ ...reply, endedMs: performance.now() })
        running.delete(one)
      })
      running.add(one)
    }
    await pause(2)
  }
  await watch
  const inTime = replies.filter(({ status, endedMs }) => status === 200 && endedMs <= end).length
  await Promise.all(running)
  const refused = replies.filter(({ status }) => status === 429 || status === 503)
  const others = replies.filter(({ status }) => ![200, 429, 503].includes(status))
  report('queries a second at the peak', peak, '/s', () => true, '(reference)')
  report('overload: queries offered', sent / seconds, '/s', () => true, `(${FACTOR} x the peak)`)
  report('overload: goodput, of the peak', (inTime / seconds / peak) * 100, '%', (share) => share >= 80, '>= 80')
  report('overload: answers other than 200, 429, 503', others.length, '', (count) => count === 0, '0')
  const waited = refused.map(({ ms }) => ms)
  if (refused.length > 0) report('overload: refused, p99', quantile(waited, 0.99), 'ms', (ms) => ms <= 50, '<= 50')
  report('overload: health, slowest', quantile(health, 1), 'ms', (ms) => ms <= 200, '<= 200')
}
