import { hash } from 'node:crypto'
import { parseQueryContext } from '../../model/query/queryContext.ts'
import type { QueryContext } from '../../model/query/queryObject.ts'
import { isRecord, parseObject } from '../../model/wire/json.ts'
import type { CacheStore } from '../cache/cache.ts'
import type { AnswerOptions } from './queryAnswer.ts'

/** Everything that a query in the background needs to find its result again. */
export interface KeptRequest extends Pick<AnswerOptions, 'args' | 'data' | 'shape' | 'inDataZone'> {
  context: QueryContext
  encoding: 'rows' | 'columns'
  /** The time that `now` stands for, so that a range that ends now finds the cached result. */
  asOf: number
  /** Form data of the legacy endpoint. */
  form?: Record<string, unknown>
}

/**
 * The requests of queries that ran in the background, by key. Stored in the cache, so that every node can find them.
 */
export interface KeptRequests {
  keep(request: KeptRequest): Promise<string>
  find(key: string): Promise<KeptRequest | undefined>
}

const KEY = /^[0-9a-f]{32}$/
/** Passed to the cache as the time to compute: long enough for the request to be stored on disk, like the result. */
const WORTH_KEEPING_MS = 1000
const placeOf = (key: string) => `request ${key}`

/** `ttlMs`: for how long requests are stored, the same time as for the events that name them. */
export function createKeptRequests(
  store: Pick<CacheStore, 'get' | 'set'>,
  now: () => number,
  ttlMs: number,
): KeptRequests {
  return {
    async keep(request) {
      const body = Buffer.from(JSON.stringify({ ...request, context: { ...request.context, force: false } }))
      const key = hash('md5', body)
      await store.set(placeOf(key), { body, rowcount: 0, computedOn: now() }, ttlMs, WORTH_KEEPING_MS)
      return key
    },
    async find(key) {
      const kept = KEY.test(key) ? await store.get(placeOf(key)) : undefined
      if (!kept) return undefined
      // the request may have been written by another version of the product
      const { context, ...rest } = parseObject(kept.body.toString())
      const parsed = parseQueryContext(context)
      if (!parsed.ok || !isRecord(rest) || typeof rest['asOf'] !== 'number') return undefined
      return { ...(rest as unknown as Omit<KeptRequest, 'context'>), context: parsed.value }
    },
  }
}

/** Text that is the same for equal requests, whenever they are made. */
export const sameRequest = (request: KeptRequest): string => hash('md5', JSON.stringify({ ...request, asOf: 0 }))
