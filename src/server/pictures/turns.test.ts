import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

it('owners take turns, in the order of arrival', () => {
  const turns = createTurns<string>()
  const items = ['1a', '1b', '1c', '2a', '3a', '3b']
  for (const item of items) turns.push(Number(item[0]), item)
  expect([turns.size, turns.sizeOf(1), turns.sizeOf(undefined)]).toEqual([6, 3, 0])
  expect([turns.shift(), turns.shift()]).toEqual(['1a', '2a'])
  turns.push(2, '2b')
  expect(turns.clear()).toEqual(['3a', '3b', '1b', '1c', '2b'])
  expect([turns.size, turns.shift()]).toEqual([0, undefined])
})

it('an item that is removed takes no turn', () => {
  const turns = createTurns<string>()
  for (const item of ['1a', '1b', '2a', '2b']) turns.push(Number(item[0]), item)
  turns.remove(1, '1a')
  turns.remove(2, '1b')
  turns.remove(3, '3a')
  expect([turns.size, turns.sizeOf(1)]).toEqual([3, 1])
  turns.remove(1, '1b')
  expect([turns.shift(), turns.shift(), turns.shift(), turns.size]).toEqual(['2a', '2b', undefined, 0])
})

it('nobody waits for more than one item of each other owner, and no item is lost', () => {
  const requests = fc.array(fc.constantFrom(1, 2, 3, undefined), { maxLength: 60 })
  fc.assert(
    fc.property(requests, (owners) => {
      const turns = createTurns<{ owner: number | undefined; index: number }>()
      owners.forEach((owner, index) => turns.push(owner, { owner, index }))
      const order: { owner: number | undefined; index: number }[] = []
      while (turns.size > 0) order.push(turns.shift()!)
      expect(order.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual(owners.map((_, index) => index))
      const passed = new Map<number | undefined, number>()
      for (const { owner } of order) {
        const own = passed.get(owner) ?? 0
        for (const [other, count] of passed) {
          if (other !== owner) expect(count).toBeLessThanOrEqual(own + 1)
        }
        passed.set(owner, own + 1)
      }
    }),
  )
})
