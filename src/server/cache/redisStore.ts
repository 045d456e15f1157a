import type { CacheStore } from './cache.ts'

const KEY_PREFIX = 'sextant:answer:'
/** computedOn as a double, rowcount as an unsigned integer; then the body. */
const HEADER_BYTES = 12
/** Maximum time for reading a result: if Redis takes longer, it costs more time than it saves. */
const ANSWER_WITHIN_MS = 500
/** A command that takes longer than this fails and is not repeated. */
const COMMAND_TIMEOUT_MS = 5000
const RETRY_STEP_MS = 200
const RETRY_LIMIT_MS = 5000

/**
 * Results in Redis, shared by all nodes. While Redis is unavailable, every read is a miss and every write is dropped.
 * The connection is restored without a restart.
 */
export async function createRedisStore(
  url: string,
  options: { maxEntryBytes: number; onWarning: (message: string) => void },
): Promise<CacheStore> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: RETRY_LIMIT_MS,
    // no queue while Redis is unavailable: a miss now is better than a result later
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    lazyConnect: true,
    retryStrategy: (attempt) => Math.min(attempt * RETRY_STEP_MS, RETRY_LIMIT_MS),
  })
  let isAway = false
  redis.on('ready', () => {
    isAway = false
  })
  redis.on('error', (error: Error) => {
    if (!isAway) options.onWarning(`the cache server does not respond: ${error.message}`)
    isAway = true
  })
  await redis.connect().catch(() => undefined)

  async function orMiss<T>(work: Promise<T>): Promise<T | undefined> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<undefined>((resolve) => {
      // if this process was blocked, data that has already arrived is read first
      timer = setTimeout(() => setImmediate(() => resolve(undefined)), ANSWER_WITHIN_MS)
    })
    try {
      return await Promise.race([work, late])
    } catch {
      return undefined
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async get(key) {
      const bytes = await orMiss(redis.getBuffer(KEY_PREFIX + key))
      if (!bytes || bytes.length < HEADER_BYTES) return undefined
      return { computedOn: bytes.readDoubleLE(0), rowcount: bytes.readUInt32LE(8), body: bytes.subarray(HEADER_BYTES) }
    },
    async set(key, { body, rowcount, computedOn }, ttlMs) {
      if (body.length > options.maxEntryBytes) return
      const header = Buffer.allocUnsafe(HEADER_BYTES)
      header.writeDoubleLE(computedOn, 0)
      header.writeUInt32LE(rowcount, 8)
      await orMiss(redis.set(KEY_PREFIX + key, Buffer.concat([header, body]), 'PX', Math.max(1, Math.round(ttlMs))))
    },
    async delete(key) {
      await orMiss(redis.del(KEY_PREFIX + key))
    },
    close: async () => redis.disconnect(),
  }
}
