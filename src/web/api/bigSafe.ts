/** An integer too long for a double stands somewhere in the text (perhaps inside a string: then nothing changes). */
const longInteger = /(?:^|[:[,\s])-?\d{16,}\s*(?:$|[,}\]])/

/** Where a string begins or ends, what is escaped in it, and a long integer: no part of a fraction or of an exponent. */
const marks = /\\.|"|(?<![-+.\deE])-?\d{16,}(?![.\deE])/g

/**
 * Parses JSON; whole numbers beyond 2^53 become text with all their digits, since a double would show other digits.
 * They are put in quotes before parsing: not every browser tells a number's source.
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
