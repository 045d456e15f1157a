/** Maximum nesting, deeper than any real value. It protects code that walks or writes the value later. */
const MAX_DEPTH = 100

/**
 * Maximum number of names and values. Parsing this many takes about 30 ms and blocks all other requests. The largest
 * dashboards have a few thousand components with seven names each; filters have up to 50,000 values.
 */
const MOST_NAMES = 40_000
const MOST_VALUES = 200_000

/** How a JSON text exceeds the limits: it is nested too deeply, or has more names or values than any real request. */
export type JsonExcess = 'depth' | 'values'

/** Whether parsing a JSON text would block the process. Reads the text at most once and creates no objects. */
export function jsonExcess(text: string, mostNames = MOST_NAMES, mostValues = MOST_VALUES): JsonExcess | undefined {
  let [depth, names, values] = [0, 0, 0]
  let inText = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (inText) {
      if (char === BACKSLASH) at++
      else if (char === QUOTE) inText = false
    } else if (char === QUOTE) inText = true
    else if (char === COLON) names++
    else if (char === COMMA) values++
    else if (char === OPEN_LIST || char === OPEN_OBJECT) {
      values++
      if (++depth > MAX_DEPTH) return 'depth'
    } else if (char === CLOSE_LIST || char === CLOSE_OBJECT) depth--
    if (names > mostNames || values > mostValues) return 'values'
  }
  return undefined
}

/** Whether a JSON text has more names of fields, or more values, than any real request. */
export const isTooManifold = (text: string): boolean => jsonExcess(text) === 'values'

const [COLON, COMMA] = [0x3a, 0x2c]
const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

const parsed = (text: string, excess: JsonExcess | undefined): unknown => {
  if (excess === undefined) return JSON.parse(text)
  throw new SyntaxError(excess === 'depth' ? 'The JSON is nested too deeply' : 'The JSON has too many values')
}

/**
 * `JSON.parse` for text from requests. Throws SyntaxError, also for text that is nested too deeply or is too complex.
 */
export const parseJson = (text: string): unknown => parsed(text, jsonExcess(text))

/**
 * `JSON.parse` for stored text, and for files and cells that are read outside of the web process. Throws SyntaxError,
 * also if it is nested too deeply.
 */
export const parseLargeJson = (text: string): unknown => parsed(text, jsonExcess(text, Infinity, Infinity))

/** Whether an untrusted value is a JSON object. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** JSON text as an object; anything else (null, a list, invalid text, excessive depth) is an empty object. */
export function parseObject(text: string | null): Record<string, unknown> {
  if (text === null || text === '') return {}
  try {
    const value = parseLargeJson(text)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}
