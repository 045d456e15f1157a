/** The time until the next query can run after a query is canceled, times out, or its process is killed. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EMPTY_CONNECTION } from '../src/engine/dialects/testing/evaluate.ts'
import { createEnginePool, type Pool } from '../src/engine/run/pool.ts'
import { plainJob } from '../src/engine/run/testing/job.ts'
import { quantile, timed } from './measure.ts'

type Report = (name: string, value: number, unit: string, goal: string) => void

const ROUNDS = 20
const TIMEOUT_MS = 300
/** Runs for minutes and can be interrupted. */
const HUGE = 'SELECT count(*) AS n FROM range(10000000) a, range(10000000) b WHERE (a.range * b.range) % 7 = 3'
/** One call that the engine cannot interrupt. */
const STUBBORN = "SELECT levenshtein(repeat('ab', 60000), repeat('ba', 60000)) AS x"

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Milliseconds from the end of a long query to the result of the next one; the pool has only one slot. */
async function afterEnd(pool: Pool, sql: string, end: (leave: AbortController) => void): Promise<number> {
  const next = () => pool.run(plainJob(EMPTY_CONNECTION, 'SELECT 1 AS one'))
  await next()
  const leave = new AbortController()
  const long = pool.run(plainJob(EMPTY_CONNECTION, sql), leave.signal).catch(() => undefined)
  await pause(200)
  return timed(async () => {
    end(leave)
    await long
    await next()
  })
}

/**
 * Milliseconds from the end of a process to the result of the next query. The query that the process ran is a read, so
 * the pool runs it again: it needs a second slot.
 */
async function afterKill(pool: Pool): Promise<number> {
  const next = () => pool.run(plainJob(EMPTY_CONNECTION, 'SELECT 1 AS one'))
  await next()
  const leave = new AbortController()
  const long = pool.run(plainJob(EMPTY_CONNECTION, HUGE), leave.signal).catch(() => undefined)
  await pause(200)
  const ms = await timed(async () => {
    for (const pid of pool.pids) process.kill(pid, 'SIGKILL')
    await next()
  })
  leave.abort()
  await long
  return ms
}

async function rounds(measure: () => Promise<number>): Promise<number[]> {
  const ms: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) ms.push(await measure())
  return ms
}

export async function measureStops(report: Report): Promise<void> {
  const scratchFolder = mkdtempSync(join(tmpdir(), 'sextant-bench-stops-'))
  const pool = createEnginePool({ children: 1, jobsPerChild: 1, scratchFolder })
  const pairs = createEnginePool({ children: 1, jobsPerChild: 2, scratchFolder: join(scratchFolder, 'pairs') })
  try {
    const cancelled = await rounds(() => afterEnd(pool, HUGE, (leave) => leave.abort()))
    report('next query after a cancelled one, slowest', quantile(cancelled, 1), 'ms', '<= 1000')

    const timedOut = await rounds(() => {
      const limits = { timeoutMs: TIMEOUT_MS, maxRows: 10, maxBytes: 10_000 }
      return timed(async () => {
        await pool.run(plainJob(EMPTY_CONNECTION, HUGE, { limits })).catch(() => undefined)
        await pool.run(plainJob(EMPTY_CONNECTION, 'SELECT 1 AS one'))
      })
    })
    report('next query after a timeout, past the limit, slowest', quantile(timedOut, 1) - TIMEOUT_MS, 'ms', '<= 1000')

    const stubborn = await rounds(() => afterEnd(pool, STUBBORN, (leave) => leave.abort()))
    report('next query after one that cannot be interrupted, slowest', quantile(stubborn, 1), 'ms', '<= 3000')

    const killed = await rounds(() => afterKill(pairs))
    report('next query after a process was killed, slowest', quantile(killed, 1), 'ms', '<= 2000')
  } finally {
    await Promise.all([pool.close(), pairs.close()])
    rmSync(scratchFolder, { recursive: true, force: true })
  }
}
