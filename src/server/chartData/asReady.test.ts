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
  const ends = ['a', 'b', 'c'].map((name) => ({ name, ...Promise.withResolvers<string>() }))
  const outcomes = asReady(
    ends,
    3,
    ({ promise }) => promise,
    () => expect.fail('nobody left'),
  )
  const seen: string[] = []
  for (const at of [1, 2, 0]) {
    ends[at]?.resolve(ends[at].name)
    seen.push((await outcomes.next()).value as string)
  }
  expect(seen).toEqual(['b', 'c', 'a'])
  expect((await outcomes.next()).done).toBe(true)
})
