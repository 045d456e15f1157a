import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../testing/freePort.ts'
import { type CachedAnswer, type CacheStore, createCache } from './cache.ts'
import { createMemoryStore } from './memoryStore.ts'
import { createRedisStore } from './redisStore.ts'

const answer = (text: string): CachedAnswer => ({ body: Buffer.from(text), rowcount: text.length, computedOn: 5 })
/** Work that ends when the test says so, or when its signal is aborted. */
function manualWork() {
  let calls = 0
  let finish: (value: CachedAnswer) => void = () => undefined
  let fail: (reason: Error) => void = () => undefined
  let stopped = false
  return {
    get calls() {
      return calls
    },
    get stopped() {
      return stopped
    },
    finish: (text: string) => finish(answer(text)),
    fail: () => fail(new Error('engine trouble')),
    compute: (stop: AbortSignal) => {
      calls++
      return new Promise<CachedAnswer>((resolve, reject) => {
        finish = resolve
        fail = reject
        stop.addEventListener('abort', () => {
          stopped = true
          reject(new Error('stopped'))
        })
      })
    },
  }
}

describe('wrap', () => {
  const open = () => createCache(createMemoryStore({ maxBytes: 1_000_000, now: Date.now }))

  it('computes once, then reads from the cache', async () => {
    const cache = open()
    const compute = async () => answer('a')
    expect(await cache.wrap('k', { ttlMs: 1000 }, compute)).toEqual({ answer: answer('a'), isHit: false })
    expect(await cache.wrap('k', { ttlMs: 1000 }, () => expect.fail())).toEqual({ answer: answer('a'), isHit: true })
  })

  it('computes equal concurrent keys once, and different ones separately', async () => {
    const cache = open()
    const work = manualWork()
    const both = [cache.wrap('k', { ttlMs: 1000 }, work.compute), cache.wrap('k', { ttlMs: 1000 }, work.compute)]
    const other = cache.wrap('other', { ttlMs: 1000 }, async () => answer('o'))
    expect((await other).answer).toEqual(answer('o'))
    work.finish('a')
    expect((await Promise.all(both)).map(({ answer: { body } }) => body.toString())).toEqual(['a', 'a'])
    expect(work.calls).toBe(1)
  })

  it('lets one caller cancel alone, and stops the work with the last', async () => {
    const cache = open()
    const work = manualWork()
    const [first, second] = [new AbortController(), new AbortController()]
    const a = cache.wrap('k', { ttlMs: 1000, signal: first.signal }, work.compute)
    const b = cache.wrap('k', { ttlMs: 1000, signal: second.signal }, work.compute)
    await vi.waitFor(() => expect(work.calls).toBe(1))
    first.abort()
    await expect(a).rejects.toMatchObject({ status: 499 })
    expect(work.stopped).toBe(false)
    second.abort()
    await expect(b).rejects.toMatchObject({ status: 499 })
    expect(work.stopped).toBe(true)
    // a new request starts new work
    expect((await cache.wrap('k', { ttlMs: 1000 }, async () => answer('new'))).answer).toEqual(answer('new'))
  })

  it('does not cache errors or results of cancelled callers', async () => {
    const cache = open()
    const work = manualWork()
    const both = [cache.wrap('k', { ttlMs: 1000 }, work.compute), cache.wrap('k', { ttlMs: 1000 }, work.compute)]
    await vi.waitFor(() => expect(work.calls).toBe(1))
    work.fail()
    for (const waiter of both) await expect(waiter).rejects.toThrow('engine trouble')
    expect(await cache.get('k')).toBeUndefined()
    const gone = cache.wrap('k', { ttlMs: 1000, signal: AbortSignal.abort() }, () => expect.fail())
    await expect(gone).rejects.toMatchObject({ status: 499 })
  })

  it('forced: does not read, does not join earlier work, and overwrites', async () => {
    const cache = open()
    await cache.set('k', answer('old'), 1000)
    const before = manualWork()
    await cache.delete('k')
    const ordinary = cache.wrap('k', { ttlMs: 1000 }, before.compute)
    await vi.waitFor(() => expect(before.calls).toBe(1))
    const forced = await cache.wrap('k', { ttlMs: 1000, force: true }, async () => answer('fresh'))
    expect(forced).toEqual({ answer: answer('fresh'), isHit: false })
    expect(await cache.get('k')).toEqual(answer('fresh'))
    before.finish('ordinary')
    expect((await ordinary).answer).toEqual(answer('ordinary'))
    // work that started earlier and ended later has the older result
    expect(await cache.get('k')).toEqual(answer('fresh'))
    await cache.wrap('k', { ttlMs: 1000, force: true }, async () => answer('fresher'))
    expect(await cache.get('k')).toEqual(answer('fresher'))
  })
})

describe('the memory store', () => {
  it('drops expired entries', async () => {
    let now = 1000
    const store = createMemoryStore({ maxBytes: 1_000_000, now: () => now })
    await store.set('k', answer('a'), 500)
    now += 499
    expect(await store.get('k')).toEqual(answer('a'))
    now += 2
    expect(await store.get('k')).toBeUndefined()
  })

  it('stays below its cap, evicting the least recently used first', async () => {
    const store = createMemoryStore({ maxBytes: 10_000, now: Date.now })
    const big = answer('x'.repeat(2000))
    for (const key of ['a', 'b', 'c', 'd']) await store.set(key, big, 1000)
    await store.get('a')
    await store.set('e', big, 1000)
    expect(await store.get('a')).toBeDefined()
    expect(await store.get('b')).toBeUndefined()
  })

  it('does not cache a result that would evict all others', async () => {
    const store = createMemoryStore({ maxBytes: 10_000, now: Date.now })
    await store.set('small', answer('x'), 1000)
    await store.set('big', answer('x'.repeat(5000)), 1000)
    expect(await store.get('big')).toBeUndefined()
    expect(await store.get('small')).toBeDefined()
  })
})

const REDIS = 'redis-server'
const hasRedis = spawnSync(REDIS, ['--version']).status === 0
const PORT = await freePort()

describe.skipIf(!hasRedis && process.env['CI'] !== 'true')('the Redis store', () => {
  let server: ChildProcess
  let store: CacheStore
  const warnings: string[] = []
  const startServer = () => {
    server = spawn(REDIS, ['--port', String(PORT), '--bind', '127.0.0.1', '--save', ''], { stdio: 'ignore' })
  }
  const stopServer = () =>
    new Promise<void>((done) => {
      server.once('exit', () => done())
      server.kill('SIGKILL')
    })
  const connected = () =>
    vi.waitFor(
      async () => {
        await store.set('probe', answer('x'), 10_000)
        expect(await store.get('probe'), 'Redis answers').toBeDefined()
      },
      { timeout: 40_000, interval: 50 },
    )

  beforeAll(async () => {
    startServer()
    store = await createRedisStore(`redis://127.0.0.1:${PORT}`, {
      maxEntryBytes: 10_000,
      onWarning: (message) => warnings.push(message),
    })
    await connected()
  })
  afterAll(async () => {
    await store.close()
    await stopServer()
  })

  it('returns the stored bytes, and drops them after their expiry', async () => {
    const body = Buffer.from([0, 255, 13, 10, 34])
    await store.set('k', { body, rowcount: 7, computedOn: 1_600_000_000_123 }, 3000)
    expect(await store.get('k')).toEqual({ body, rowcount: 7, computedOn: 1_600_000_000_123 })
    expect(await store.get('other')).toBeUndefined()
    await vi.waitFor(async () => expect(await store.get('k')).toBeUndefined(), 10_000)
  })

  it('deletes, and does not store entries that are too large', async () => {
    await store.set('k', answer('a'), 10_000)
    await store.delete('k')
    expect(await store.get('k')).toBeUndefined()
    await store.set('big', answer('x'.repeat(20_000)), 10_000)
    expect(await store.get('big')).toBeUndefined()
  })

  it('misses while the server is down, and reconnects', async () => {
    await store.set('k', answer('a'), 60_000)
    await stopServer()
    expect(await store.get('k')).toBeUndefined()
    await store.set('k', answer('b'), 60_000)
    const cache = createCache(store)
    expect((await cache.wrap('k', { ttlMs: 1000 }, async () => answer('c'))).isHit).toBe(false)
    await vi.waitFor(() => expect(warnings.length).toBeGreaterThan(0), 10_000)
    startServer()
    await connected()
  })
})
