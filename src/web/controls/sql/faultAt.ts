export interface Span {
  from: number
  to: number
}

const quoted =
  /at or near "([^"]+)"|near '([^']+)'|[Cc]olumn[: ]+"([^"]+)"|[Ff]unction(?: with name| not allowed)?[: ]+"?([\w.]+)"?/

/**
 * The positions in a SQL text that a database's error message refers to: the words that it quotes. Empty if it quotes
 * none that occur in the text. A syntax error names the position where parsing stopped, so the last occurrence is used;
 * for a name, all occurrences are.
 */
export function faultAt(sql: string, message: string): Span[] {
  if (/at end of input|unexpected end|Unclosed parenthesis/i.test(message)) return endOf(sql)
  const match = quoted.exec(message)
  const words = match?.slice(1).find((word) => word !== undefined)
  if (!match || words === undefined) return []
  const isSyntax = match[1] !== undefined || match[2] !== undefined
  const found = [...sql.matchAll(new RegExp(bounded(words), 'gi'))].map(({ index }) => ({
    from: index,
    to: index + words.length,
  }))
  if (found.length > 0) return isSyntax ? found.slice(-1) : found
  // the parser also read generated text after the user's text
  return isSyntax ? endOf(sql) : []
}

/** The last word or symbol. */
function endOf(sql: string): Span[] {
  const match = /(\w+|\S)\s*$/.exec(sql)
  return match?.[1] === undefined ? [] : [{ from: match.index, to: match.index + match[1].length }]
}

/** A pattern for these words only, not within other words. */
function bounded(words: string): string {
  const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return `${/^\w/.test(words) ? '\\b' : ''}${escaped}${/\w$/.test(words) ? '\\b' : ''}`
}
