/** Whether a JSON text may hold an integer that a double cannot: sixteen digits in a row, text included. */
const LONG_NUMBER = /\d{16}/

/**
 * JSON with integers beyond 2^53 as bigint. Almost no text has one, so most are read by the plain parser, which is many
 * times faster than one that looks at every number's digits.
 */
export function parseExactJson(text: string): unknown {
  return LONG_NUMBER.test(text) ? JSON.parse(text, exactNumber) : JSON.parse(text)
}

function exactNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  const source = context?.source ?? ''
  return /^-?\d+$/.test(source) ? BigInt(source) : value
}
