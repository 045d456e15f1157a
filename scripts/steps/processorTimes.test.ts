import { expect, it } from 'vitest'
import { busyPercent, processorTimes } from './processorTimes.ts'

it('is the share of the time in which the processors did not wait', () => {
  expect(busyPercent({ idle: 100, total: 1000 }, { idle: 150, total: 1200 })).toBe(75)
  expect(busyPercent({ idle: 100, total: 1000 }, { idle: 300, total: 1200 })).toBe(0)
})

it('is 0 if no time has passed', () => {
  expect(busyPercent({ idle: 1, total: 2 }, { idle: 1, total: 2 })).toBe(0)
})

it('reads the total time of the processors', () => {
  const { idle, total } = processorTimes()
  expect(idle).toBeGreaterThan(0)
  expect(total).toBeGreaterThanOrEqual(idle)
})
