interface Input {
  formData: object
  data: readonly unknown[]
  datasource?: object
}

/**
 * A function that reads a result once: what a chart needs, its option, its marks and its filters are made of the same
 * reading, and a large result takes a tenth of a second each time. The last reading of an answer is cached,
 * as long as the answer is in use. Callers must not change what they get.
 */
export function readOnce<T extends Input, Read>(read: (input: T) => Read): (input: T) => Read {
  const last = new WeakMap<object, { input: T; result: Read }>()
  return (input) => {
    const [answer] = input.data
    if (typeof answer !== 'object' || answer === null) return read(input)
    const known = last.get(answer)
    if (known && isSame(known.input, input)) return known.result
    const result = read(input)
    last.set(answer, { input, result })
    return result
  }
}

/** Whether two inputs have the same form data, answers and dataset. */
const isSame = (one: Input, other: Input): boolean =>
  one.formData === other.formData &&
  one.datasource === other.datasource &&
  one.data.length === other.data.length &&
  one.data.every((answer, at) => answer === other.data[at])
