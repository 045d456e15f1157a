import { expect, it, vi } from 'vitest'
import { inTurn } from './inTurn.ts'

const { signal } = new AbortController()

it('runs three requests at a time, the others in order', async () => {
  const started: number[] = []
  const ends: (() => void)[] = []
  const all = [0, 1, 2, 3, 4].map((at) =>
    inTurn(signal, () => {
      started.push(at)
      return new Promise<number>((end) => ends.push(() => end(at)))
    }),
  )
  expect(started).toEqual([0, 1, 2])
  ends[1]?.()
  await vi.waitFor(() => expect(started).toEqual([0, 1, 2, 3]))
  for (const at of [0, 2, 3]) ends[at]?.()
  await vi.waitFor(() => expect(ends).toHaveLength(5))
  ends[4]?.()
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4])
})

it('a request that failed frees its place, and a cancelled one does not start', async () => {
  const stop = new AbortController()
  const failing = Array.from({ length: 3 }, () => inTurn(signal, () => Promise.reject(new Error('away'))))
  const work = vi.fn(async () => 1)
  const left = inTurn(stop.signal, work)
  stop.abort()
  for (const each of failing) await expect(each).rejects.toThrow('away')
  await expect(left).rejects.toThrow(/abort/i)
  expect(work).not.toHaveBeenCalled()
  expect(await inTurn(signal, async () => 'done')).toBe('done')
})
