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

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** `JSON.parse` for untrusted text. Throws SyntaxError, also for text that is nested too deeply. */
export function parseJson(text: string): unknown {
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
    const value = parseJson(text)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}
