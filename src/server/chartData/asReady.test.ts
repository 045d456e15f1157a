import { expect, it } from 'vitest'
import { asReady } from './asReady.ts'

const settle = () => new Promise((resolve) => setImmediate(resolve))

it('computes ahead only up to the limit while nothing is consumed', async () => {
  let started = 0
  let isStopped = false
  const items = Array.from({ length: 50 }, (_, at) => at)
  const work = async (item: number) => {
    started += 1
    return item
  }
  const outcomes = asReady(items, 4, work, () => {
    isStopped = true
  })
  expect(await outcomes.next()).toMatchObject({ done: false })
  for (let i = 0; i < 20; i++) await settle()
  expect(started).toBe(4)
  await outcomes.next()
  for (let i = 0; i < 20; i++) await settle()
  expect(started).toBe(5)
  // a caller that leaves stops the remaining work
  await outcomes.return(undefined)
  expect([isStopped, started]).toEqual([true, 5])
})

it('yields every result when it is ready', async () => {
  const work = (ms: number) => new Promise<number>((done) => setTimeout(done, ms, ms))
  const seen: number[] = []
  for await (const ms of asReady([60, 1, 30], 3, work, () => expect.fail('nobody left'))) seen.push(ms)
  expect(seen).toEqual([1, 30, 60])
})
