/** Matches if the text contains an integer too long for a double (possibly inside a string: then nothing changes). */
const longInteger = /(?:^|[:[,\s])-?\d{16,}\s*(?:$|[,}\]])/

/** The start or end of a string, an escape in it, and a long integer that is not part of a fraction or exponent. */
const marks = /\\.|"|(?<![-+.\deE])-?\d{16,}(?![.\deE])/g

/**
 * Parses JSON. Whole numbers beyond 2^53 become text with all their digits, because a double would show other digits.
 * They are quoted before parsing, because not every browser exposes the source text of a number.
 */
export function parseBigSafe(text: string): unknown {
  if (!longInteger.test(text)) return JSON.parse(text)
  let isInString = false
  const quoted = text.replace(marks, (mark) => {
    if (mark === '"') isInString = !isInString
    else if (!isInString && !Number.isSafeInteger(Number(mark))) return `"${mark}"`
    return mark
  })
  return JSON.parse(quoted)
}
