import { expect, it, onTestFinished, vi } from 'vitest'
import { wallClock } from './wallClock.ts'

it('zones with many spellings do not fill the memory', () => {
  // spellings of `europe/london` in upper and lower case that no other test of this process uses: the first letter is
  // always a small one
  const letters = 'uropelondon'
  const written = (at: number) => {
    const cased = [...letters].map((letter, bit) => ((at >> bit) & 1 ? letter.toUpperCase() : letter)).join('')
    return `e${cased.slice(0, 5)}/${cased.slice(5)}`
  }
  let made = 0
  const Original = Intl.DateTimeFormat
  class Counted extends Original {
    constructor(...given: ConstructorParameters<typeof Original>) {
      super(...given)
      made += 1
    }
  }
  vi.stubGlobal('Intl', { DateTimeFormat: Counted })
  onTestFinished(() => void vi.unstubAllGlobals())
  for (let at = 0; at <= 1000; at += 1) expect(wallClock(0, written(at))).toBe(3_600_000)
  expect(made).toBe(1001)
  // the last spelling is cached, the first one is not cached any more
  wallClock(0, written(1000))
  expect(made).toBe(1001)
  wallClock(0, written(0))
  expect(made).toBe(1002)
})
