import { createHash } from 'node:crypto'
import type { Services } from '../../services.ts'

/**
 * What a screenshot shows, by its key. Only the request is stored, not the picture: each user who opens it gets an
 * image of what they may read.
 */

const KEEP_MS = 24 * 3_600_000

export async function storeScreenshot(
  { cache, now }: Pick<Services, 'cache' | 'now'>,
  kind: 'chart' | 'dashboard',
  wishes: unknown,
): Promise<string> {
  const text = JSON.stringify(wishes)
  const key = createHash('sha256').update(`${kind} ${text}`).digest('hex').slice(0, 32)
  await cache.set(`screenshot ${kind} ${key}`, { body: Buffer.from(text), rowcount: 0, computedOn: now() }, KEEP_MS)
  return key
}

/** undefined if the key is unknown, or too old. */
export async function findScreenshot<T>(
  { cache }: Pick<Services, 'cache'>,
  kind: 'chart' | 'dashboard',
  key: string,
): Promise<T | undefined> {
  const stored = await cache.get(`screenshot ${kind} ${key}`)
  return stored && (JSON.parse(stored.body.toString()) as T)
}
