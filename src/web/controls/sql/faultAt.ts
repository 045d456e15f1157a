export interface Span {
  from: number
  to: number
}

const quoted =
  /at or near "([^"]+)"|near '([^']+)'|[Cc]olumn[: ]+"([^"]+)"|[Ff]unction(?: with name| not allowed)?[: ]+"?([\w.]+)"?/

/**
 * Where in a text of SQL a database's complaint points: the words that it quotes. Empty where it quotes none that stand
 * there. A syntax error names where reading ended, so the last such word is meant; of a name, every place is.
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
  // what the reading met behind the text is not the writer's
  return isSyntax ? endOf(sql) : []
}

/** The last word or sign. */
function endOf(sql: string): Span[] {
  const match = /(\w+|\S)\s*$/.exec(sql)
  return match?.[1] === undefined ? [] : [{ from: match.index, to: match.index + match[1].length }]
}

/** A pattern for these words alone, not within others. */
function bounded(words: string): string {
  const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return `${/^\w/.test(words) ? '\\b' : ''}${escaped}${/\w$/.test(words) ? '\\b' : ''}`
}
