/** An integer too long for a double stands somewhere in the text (perhaps inside a string: then nothing changes). */
const longInteger = /[:[,\s]-?\d{16,}\s*[,}\]]/

interface SourceContext {
  source?: string
}

type SourceReviver = (key: string, value: unknown, context?: SourceContext) => unknown

/**
 * Parses JSON; whole numbers beyond 2^53 become text with all their digits, since a double would show other digits.
 * Where the engine cannot name a number's source, they stay doubles.
 */
export function parseBigSafe(text: string): unknown {
  if (!longInteger.test(text)) return JSON.parse(text)
  const keepDigits: SourceReviver = (_key, value, context) =>
    typeof value === 'number' &&
    !Number.isSafeInteger(value) &&
    context?.source !== undefined &&
    /^-?\d+$/.test(context.source)
      ? context.source
      : value
  return JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown)
}
