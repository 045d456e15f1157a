import { expect, it } from 'vitest'
import { type CachedAnswer, createCache } from '../cache/cache.ts'
import { drawnOnce } from './chartPicture.ts'
import { pictureFailure } from './renderer.ts'

const HOUR_MS = 3_600_000

it('a picture that cannot be drawn is tried again after ten minutes, one that is drawn is cached for its time', async () => {
  const stored = new Map<string, { answer: CachedAnswer; ttlMs: number }>()
  const cache = createCache({
    get: async (key) => stored.get(key)?.answer,
    set: async (key, answer, ttlMs) => void stored.set(key, { answer, ttlMs }),
    delete: async (key) => void stored.delete(key),
    close: async () => undefined,
  })
  const services = { cache, now: () => 0 }
  let draws = 0
  const broken = async (): Promise<Buffer> => {
    draws += 1
    throw pictureFailure('The image could not be drawn.')
  }
  const draw = (key: string, how: () => Promise<Buffer>) => drawnOnce(services, key, { ttlMs: HOUR_MS }, how)
  expect(await draw('broken', broken)).toBeUndefined()
  expect(await draw('broken', broken)).toBeUndefined()
  expect([draws, stored.get('broken')?.ttlMs]).toEqual([1, 600_000])
  expect(await draw('good', async () => Buffer.from('png'))).toEqual(Buffer.from('png'))
  expect(stored.get('good')?.ttlMs).toBe(HOUR_MS)
  await expect(draw('lost', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
  expect(stored.has('lost')).toBe(false)
})
