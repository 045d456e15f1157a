import { written } from '../../model/language/written.ts'

export interface ResultInput {
  formData: object
  data: readonly unknown[]
  datasource?: object
}

/**
 * A function that reads a result once. The message about missing data, the option, the marks and the filters of a chart
 * all need the same reading, and reading a large result takes a tenth of a second. The last reading of a result is
 * cached as long as the result is in use and the language of the page does not change. Callers must not change the
 * returned value.
 */
export function readOnce<T extends ResultInput, Read>(read: (input: T) => Read): (input: T) => Read {
  const last = lastReading<T, Read>()
  return (input) => {
    const known = last.of(input)
    return known ? known.result : last.keep(input, read(input))
  }
}

/** The last reading of each result. */
export function lastReading<T extends ResultInput, Read>() {
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
const isSame = (one: ResultInput, other: ResultInput): boolean =>
  one.formData === other.formData &&
  one.datasource === other.datasource &&
  one.data.length === other.data.length &&
  one.data.every((answer, at) => answer === other.data[at])
