/** Deeper than any real value; protects code that walks or writes the value later. */
const MAX_DEPTH = 100

/** Whether the objects and lists of a JSON text are nested too deeply. One pass, without building anything. */
export function isTooDeep(text: string, limit = MAX_DEPTH): boolean {
  let depth = 0
  let inText = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (inText) {
      if (char === BACKSLASH) at++
      else if (char === QUOTE) inText = false
    } else if (char === QUOTE) inText = true
    else if (char === OPEN_LIST || char === OPEN_OBJECT) {
      if (++depth > limit) return true
    } else if (char === CLOSE_LIST || char === CLOSE_OBJECT) depth--
  }
  return false
}

/**
 * Reading this many takes some 30 ms, during which nobody else is answered. The largest dashboards have some thousand
 * components with seven names each; filters have up to 50,000 values.
 */
const MOST_NAMES = 40_000
const MOST_VALUES = 200_000
/** A shorter text cannot have that many. */
const LEAST_LENGTH = Math.min(MOST_NAMES * '"":1,'.length, MOST_VALUES * '1,'.length)

/**
 * Whether reading a JSON text would hold the process: it has more names of fields, or more values, than any real request.
 * One pass at most, without building anything.
 */
export function isTooManifold(text: string): boolean {
  if (text.length < LEAST_LENGTH) return false
  let names = 0
  let values = 0
  let inText = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (inText) {
      if (char === BACKSLASH) at++
      else if (char === QUOTE) inText = false
    } else if (char === QUOTE) inText = true
    else if (char === COLON) {
      if (++names > MOST_NAMES) return true
    } else if (char === COMMA || char === OPEN_LIST || char === OPEN_OBJECT) {
      if (++values > MOST_VALUES) return true
    }
  }
  return false
}

const [COLON, COMMA] = [0x3a, 0x2c]
const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** `JSON.parse` for what a request sends. Throws SyntaxError, also for text that is nested too deeply or too manifold. */
export function parseJson(text: string): unknown {
  if (isTooManifold(text)) throw new SyntaxError('The JSON has too many values')
  return parseLargeJson(text)
}

/**
 * `JSON.parse` for stored text, and for files and cells that are read outside of the web process. Throws SyntaxError, also
 * if it is too deep.
 */
export function parseLargeJson(text: string): unknown {
  if (isTooDeep(text)) throw new SyntaxError('The JSON is nested too deeply')
  return JSON.parse(text)
}

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
