import { written } from '../../model/language/written.ts'
import { atOnce, type Steps } from './steps.ts'

interface Input {
  formData: object
  data: readonly unknown[]
  datasource?: object
}

/**
 * A function that reads a result once. The message about missing data, the option, the marks and the filters of a chart
 * all need the same reading, and reading a large result takes a tenth of a second. The last reading of a result is
 * cached as long as the result is in use and the language of the page stays. Callers must not change the returned value.
 */
export function readOnce<T extends Input, Read>(read: (input: T) => Read): (input: T) => Read {
  const last = lastReading<T, Read>()
  return (input) => {
    const known = last.of(input)
    return known ? known.result : last.keep(input, read(input))
  }
}

/** The same for a reading that can pause. `steps` reads into the same cache. */
export interface ReadInSteps<T, Read> {
  (input: T): Read
  steps: (input: T) => Steps<Read>
}

export function readInSteps<T extends Input, Read>(read: (input: T) => Steps<Read>): ReadInSteps<T, Read> {
  const last = lastReading<T, Read>()
  function* steps(input: T): Steps<Read> {
    const known = last.of(input)
    return known ? known.result : last.keep(input, yield* read(input))
  }
  return Object.assign((input: T) => atOnce(steps(input)), { steps })
}

/** The last reading of each result. */
function lastReading<T extends Input, Read>() {
  const last = new WeakMap<object, { input: T; result: Read; translate: unknown }>()
  return {
    of(input: T): { result: Read } | undefined {
      const [answer] = input.data
      const known = typeof answer === 'object' && answer !== null ? last.get(answer) : undefined
      return known && known.translate === written.translate && isSame(known.input, input) ? known : undefined
    },
    keep(input: T, result: Read): Read {
      const [answer] = input.data
      if (typeof answer === 'object' && answer !== null)
        last.set(answer, { input, result, translate: written.translate })
      return result
    },
  }
}

/** Whether two inputs have the same form data, results and dataset. */
const isSame = (one: Input, other: Input): boolean =>
  one.formData === other.formData &&
  one.datasource === other.datasource &&
  one.data.length === other.data.length &&
  one.data.every((answer, at) => answer === other.data[at])
