import { isDeepStrictEqual } from 'node:util'

/** The assertions that stories use. */
export function expect<T>(actual: T) {
  const fail = (what: string): never => {
    throw new Error(`expected ${what}\n  got ${JSON.stringify(actual)}`)
  }
  return {
    toEqual: (wanted: T) => (isDeepStrictEqual(actual, wanted) ? undefined : fail(JSON.stringify(wanted))),
    notToEqual: (unwanted: T) =>
      isDeepStrictEqual(actual, unwanted) ? fail(`anything but ${JSON.stringify(unwanted)}`) : undefined,
    toMatch: (wanted: RegExp) => (wanted.test(String(actual)) ? undefined : fail(String(wanted))),
  }
}
