import { written } from '../../model/language/written.ts'

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
  const last = new WeakMap<object, { input: T; result: Read; translate: unknown }>()
  return (input) => {
    const [answer] = input.data
    if (typeof answer !== 'object' || answer === null) return read(input)
    const known = last.get(answer)
    if (known && known.translate === written.translate && isSame(known.input, input)) return known.result
    const result = read(input)
    last.set(answer, { input, result, translate: written.translate })
    return result
  }
}

/** Whether two inputs have the same form data, results and dataset. */
const isSame = (one: Input, other: Input): boolean =>
  one.formData === other.formData &&
  one.datasource === other.datasource &&
  one.data.length === other.data.length &&
  one.data.every((answer, at) => answer === other.data[at])
