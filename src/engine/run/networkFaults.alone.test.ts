import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINE_NAMES, type EngineName, engineConnection, engineUri } from '../dialects/testing/engines.ts'
import { EMPTY_CONNECTION } from '../dialects/testing/evaluate.ts'
import { createEnginePool, type Pool } from './pool.ts'
import { type FaultyProxy, startFaultyProxy } from './testing/faultyProxy.ts'
import { plainJob } from './testing/job.ts'

/**
 * A network that fails between a child and its database: every query ends within its time limit and a second, the
 * database is used again within two seconds after the network works, and other databases are not affected.
 */

const TIMEOUT_MS = 3000
const LATEST_MS = TIMEOUT_MS + 1000
const RECOVERED_MS = 2000
/** Maximum time of a query on an unaffected database: it does not wait for time limits of the failing one. */
const UNTOUCHED_MS = 1500
const LIMITS = { timeoutMs: TIMEOUT_MS, maxRows: 10, maxBytes: 10_000 }
const QUERIES = 6
const BETWEEN_MS = 50

interface Fault {
  name: string
  begin: (proxy: FaultyProxy) => void
  outcomes: readonly (number | undefined)[]
}

const failures = [400, 408, 503]
const faults: readonly Fault[] = [
  { name: 'latency', begin: (proxy) => proxy.delay(100), outcomes: [200] },
  { name: 'resets', begin: (proxy) => proxy.reset(), outcomes: failures },
  { name: 'no bytes', begin: (proxy) => proxy.hang(), outcomes: failures },
  { name: 'half-closed connections', begin: (proxy) => proxy.halfClose(), outcomes: failures },
  { name: 'garbage', begin: (proxy) => proxy.garble(), outcomes: failures },
]

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** How a query ended, and after how long. An error without a status is a bug, not a failure of the network. */
async function ended(query: Promise<unknown>): Promise<{ outcome: number | undefined; ms: number }> {
  const since = performance.now()
  const outcome = await query.then(
    () => 200,
    ({ status }: { status?: number }) => status,
  )
  return { outcome, ms: performance.now() - since }
}

describe('a network that fails between the server and', () => {
  const uris = new Map(
    ENGINE_NAMES.flatMap((name) => {
      const uri = engineUri(name)
      return uri === undefined ? [] : [[name, new URL(uri)] as const]
    }),
  )
  const proxies = new Map<EngineName, FaultyProxy>()
  let pool: Pool

  /** Runs a query in the pool: on a database behind its proxy, on one without a proxy, or in the embedded engine. */
  function query(to: EngineName | 'embedded', how?: 'direct'): Promise<unknown> {
    const address = new URL(uris.get(to as EngineName) ?? 'none:')
    if (how === undefined) address.port = String(proxies.get(to as EngineName)?.port ?? '')
    const databaseId = 2 * ENGINE_NAMES.indexOf(to as EngineName) + (how ? 10 : 11)
    const connection = to === 'embedded' ? EMPTY_CONNECTION : engineConnection(address.href, databaseId).connection
    return pool.run(plainJob(connection, 'SELECT 1 AS n', { limits: LIMITS }))
  }

  beforeAll(async () => {
    pool = createEnginePool({ children: 1, memoryLimitMb: 256 })
    for (const [name, { port }] of uris) proxies.set(name, await startFaultyProxy(Number(port)))
    const first = [...uris.keys()].flatMap((name) => [() => query(name), () => query(name, 'direct')])
    for (const start of [() => query('embedded'), ...first]) await start()
  })
  afterAll(async () => {
    for (const proxy of proxies.values()) proxy.pass()
    await pool.close()
    for (const proxy of proxies.values()) await proxy.close()
  })

  async function tryFault(name: EngineName, { begin, name: what, outcomes }: Fault): Promise<void> {
    const where = `${name}, ${what}`
    const proxy = proxies.get(name) as FaultyProxy
    begin(proxy)
    const own = Promise.all(Array.from({ length: QUERIES }, () => ended(query(name))))
    const others = { neighbour: await ended(query(name, 'direct')), embedded: await ended(query('embedded')) }
    for (const [other, { outcome, ms }] of Object.entries(others)) {
      expect(outcome, `${where}: ${other}`).toBe(200)
      expect(ms, `${where}: ${other}`).toBeLessThan(UNTOUCHED_MS)
    }
    for (const { outcome, ms } of await own) {
      expect(outcomes, where).toContain(outcome)
      expect(ms, where).toBeLessThan(LATEST_MS)
    }
    proxy.pass()
    const since = performance.now()
    while ((await ended(query(name))).outcome !== 200) await pause(BETWEEN_MS)
    expect(performance.now() - since, `${where}: back`).toBeLessThan(RECOVERED_MS)
  }

  // all at the same time, because they mostly wait for time limits
  for (const name of ENGINE_NAMES) {
    it.skipIf(!uris.has(name)).concurrent(name, { timeout: 120_000 }, async () => {
      for (const fault of faults) await tryFault(name, fault)
    })
  }
})
