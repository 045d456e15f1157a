import { expect, it, vi } from 'vitest'
import { readInSteps } from './readInSteps.ts'
import { atOnce, inSlices, pausesAfter, type Steps } from './steps.ts'

function* sumOf(values: number[]): Steps<number> {
  let sum = 0
  for (const [row, value] of values.entries()) {
    sum += value
    if (pausesAfter(row)) yield
  }
  return sum
}

const values = Array.from({ length: 20_000 }, (_, at) => at)
const sum = (values.length * (values.length - 1)) / 2

it('has the same result in one go and in slices', async () => {
  expect(atOnce(sumOf(values))).toBe(sum)
  expect(await inSlices(sumOf(values), new AbortController().signal)).toBe(sum)
})

it('stops between two slices', async () => {
  const stop = new AbortController()
  const next = vi.fn<() => void>()
  function* endless(): Steps<never> {
    for (;;) {
      next()
      yield
    }
  }
  const work = inSlices(endless(), stop.signal)
  setTimeout(() => stop.abort(), 5)
  await expect(work).rejects.toThrow(/abort/i)
  const calls = next.mock.calls.length
  await new Promise((done) => setTimeout(done, 30))
  expect(next.mock.calls.length).toBe(calls)
})

it('reads a result once, however it is read', async () => {
  const read = vi.fn<(rows: { values: number[] }) => void>()
  const total = readInSteps(function* ({ data: [rows] }: { formData: object; data: { values: number[] }[] }) {
    read(rows!)
    return yield* sumOf(rows!.values)
  })
  const input = { formData: {}, data: [{ values }] }
  expect(await inSlices(total.steps(input), new AbortController().signal)).toBe(sum)
  expect(total(input)).toBe(sum)
  expect(read).toHaveBeenCalledTimes(1)
  expect(total({ ...input, data: [{ values: [1, 2] }] })).toBe(3)
})
