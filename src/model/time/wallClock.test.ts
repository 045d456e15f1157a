import { expect, it, vi } from 'vitest'
import { wallClock } from './wallClock.ts'

it('zones that are written in many ways do not fill the memory', () => {
  // each way of writing `europe/london` in small and large letters
  const letters = 'europelondon'
  const written = (at: number) => {
    const cased = [...letters].map((letter, bit) => ((at >> bit) & 1 ? letter.toUpperCase() : letter)).join('')
    return `${cased.slice(0, 6)}/${cased.slice(6)}`
  }
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  for (let at = 0; at <= 1000; at += 1) expect(wallClock(0, written(at))).toBe(3_600_000)
  const before = made.mock.calls.length
  // the first one is not kept any more, the last one is
  wallClock(0, written(1000))
  expect(made.mock.calls.length).toBe(before)
  wallClock(0, written(0))
  expect(made.mock.calls.length).toBe(before + 1)
  made.mockRestore()
})
