/**
 * Whether a JSON text may contain an integer that a double cannot represent: sixteen digits in a row, also inside
 * strings.
 */
const LONG_NUMBER = /\d{16}/

/**
 * Parses JSON with integers beyond 2^53 as bigint. Almost no text has one, so most are parsed by the native parser,
 * which is many times faster than one that checks the digits of every number.
 */
export function parseExactJson(text: string): unknown {
  return LONG_NUMBER.test(text) ? JSON.parse(text, exactNumber) : JSON.parse(text)
}

function exactNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  const source = context?.source ?? ''
  return /^-?\d+$/.test(source) ? BigInt(source) : value
}
