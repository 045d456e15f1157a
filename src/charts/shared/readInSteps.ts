import { lastReading, type ResultInput } from './readOnce.ts'
import { atOnce, type Steps } from './steps.ts'

/** Like the functions of `readOnce`, but the reading can pause: `steps` reads in steps, and uses the same cache. */
export interface ReadInSteps<T, Read> {
  (input: T): Read
  steps: (input: T) => Steps<Read>
}

export function readInSteps<T extends ResultInput, Read>(read: (input: T) => Steps<Read>): ReadInSteps<T, Read> {
  const last = lastReading<T, Read>()
  function* steps(input: T): Steps<Read> {
    const known = last.of(input)
    return known ? known.result : last.keep(input, yield* read(input))
  }
  return Object.assign((input: T) => atOnce(steps(input)), { steps })
}
