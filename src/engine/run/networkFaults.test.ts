import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ConnectionSpec } from '../contracts.ts'
import { ENGINE_NAMES, engineConnection, engineUri } from '../dialects/testing/engines.ts'
import { EMPTY_CONNECTION, evaluateRows } from '../dialects/testing/evaluate.ts'
import { createEnginePool, type Pool } from './pool.ts'
import { type FaultyProxy, startFaultyProxy } from './testing/faultyProxy.ts'
import { plainJob } from './testing/job.ts'

/**
 * A network that fails between a child and its database: every query ends within its time limit and a second, the
 * database is used again soon after the network works, and other databases are not affected.
 */

const TIMEOUT_MS = 3000
const LATEST_MS = TIMEOUT_MS + 1000
const RECOVERED_MS = 2000
/** While a database is down, queries are refused for pauses that begin with a second. */
const PAUSE_MS = 1000
const QUERIES = 6

const faults: [name: string, begin: (proxy: FaultyProxy) => void, mayAnswer: boolean][] = [
  ['latency', (proxy) => proxy.delay(100), true],
  ['resets', (proxy) => proxy.reset(), false],
  ['no bytes', (proxy) => proxy.hang(), false],
  ['half-closed connections', (proxy) => proxy.halfClose(), false],
  ['garbage', (proxy) => proxy.garble(), false],
]

const embeddedAnswers = async (pool: Pool) => {
  const since = performance.now()
  expect(await evaluateRows(pool, 'SELECT 7 AS n', EMPTY_CONNECTION)).toEqual([{ n: 7 }])
  return performance.now() - since
}

describe.each(ENGINE_NAMES)('between the server and %s', (name) => {
  const uri = engineUri(name)

  describe.skipIf(uri === undefined)('a network with', () => {
    let proxy: FaultyProxy
    let pool: Pool
    let connection: ConnectionSpec

    beforeAll(async () => {
      const address = new URL(String(uri))
      proxy = await startFaultyProxy(Number(address.port))
      address.port = String(proxy.port)
      connection = engineConnection(address.href, 1).connection
      pool = createEnginePool({ children: 1, memoryLimitMb: 256 })
      await query()
      await embeddedAnswers(pool)
    }, 60_000)
    afterEach(() => proxy.pass())
    afterAll(async () => {
      await pool?.close()
      await proxy?.close()
    })

    const query = () =>
      pool.run(
        plainJob(connection, 'SELECT 1 AS n', { limits: { timeoutMs: TIMEOUT_MS, maxRows: 10, maxBytes: 10_000 } }),
      )

    it.each(faults)(
      '%s: queries end in time, and work again when it does',
      { timeout: 60_000 },
      async (_, begin, mayAnswer) => {
        begin(proxy)
        const outcomes = await Promise.all(
          Array.from({ length: QUERIES }, async () => {
            const since = performance.now()
            const outcome = await query().then(
              () => 200,
              ({ status }: { status?: number }) => status,
            )
            return { outcome, ms: performance.now() - since }
          }),
        )
        for (const { outcome, ms } of outcomes) {
          expect(ms).toBeLessThan(LATEST_MS)
          // an error of the network, told as such, and not a bug
          expect(mayAnswer ? [200] : [400, 408, 503]).toContain(outcome)
        }
        expect(await embeddedAnswers(pool)).toBeLessThan(1000)
        proxy.pass()
        const since = performance.now()
        let isBack = false
        while (!isBack) {
          isBack = await query().then(
            () => true,
            () => false,
          )
          if (!isBack) await new Promise((done) => setTimeout(done, 50))
          expect(performance.now() - since).toBeLessThan(RECOVERED_MS + PAUSE_MS)
        }
      },
    )
  })
})
