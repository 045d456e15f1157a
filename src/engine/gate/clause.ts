/** A token of SQL text, on which the lexers of all supported databases agree. */
type Token =
  | { kind: 'word'; text: string }
  | { kind: 'open' | 'close' | 'semicolon' | 'quoted' | 'other' }
  | { kind: 'unclosedComment' | 'unopenedComment' }

const PATTERN =
  /(?<quoted>'(?:[^']|'')*'?|"(?:[^"]|"")*"?)|(?<line>--[^\n]*)|(?<open>\/\*)|(?<unopened>\*\/)|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|(?<symbol>[^\s])/gu

/** Splits SQL into tokens without comments. Only for error messages: a real parse decides what is allowed. */
function tokens(sql: string): Token[] {
  const found: Token[] = []
  const pattern = new RegExp(PATTERN)
  for (let match = pattern.exec(sql); match; match = pattern.exec(sql)) {
    const groups = match.groups ?? {}
    if (groups.quoted) found.push({ kind: 'quoted' })
    else if (groups.word) found.push({ kind: 'word', text: groups.word.toUpperCase() })
    else if (groups.unopened) found.push({ kind: 'unopenedComment' })
    else if (groups.open) {
      const end = commentEnd(sql, pattern.lastIndex)
      if (end < 0) return [...found, { kind: 'unclosedComment' }]
      pattern.lastIndex = end
    } else if (groups.symbol) found.push(symbol(groups.symbol))
  }
  return found
}

/** The position after the comment that was just opened; comments may be nested. -1 if one is not closed. */
function commentEnd(sql: string, from: number): number {
  const marks = /\/\*|\*\//g
  marks.lastIndex = from
  for (let depth = 1, mark = marks.exec(sql); mark; mark = marks.exec(sql)) {
    depth += mark[0] === '/*' ? 1 : -1
    if (depth === 0) return marks.lastIndex
  }
  return -1
}

function symbol(text: string): Token {
  if (text === '(') return { kind: 'open' }
  if (text === ')') return { kind: 'close' }
  return text === ';' ? { kind: 'semicolon' } : { kind: 'other' }
}

/** Obvious errors of a clause, as the contract's messages; null if there are none. */
export function clauseFault(sql: string): string | null {
  let depth = 0
  for (const token of tokens(sql)) {
    if (token.kind === 'semicolon') return 'Clause contains multiple statements'
    if (token.kind === 'unclosedComment') return 'Unclosed multiline comment'
    if (token.kind === 'unopenedComment') return 'Closing unopened multiline comment'
    if (token.kind === 'open') depth += 1
    if (token.kind === 'close') {
      depth -= 1
      if (depth < 0) return 'Closing unclosed parenthesis in filter clause'
    }
  }
  return depth > 0 ? 'Unclosed parenthesis in filter clause' : null
}

/**
 * Maximum number of block comments in one text: at each comment, a parser may search all previous ones. Real SQL has a
 * dozen.
 */
export const MOST_COMMENTS = 500

/**
 * Error for too many comments; null if there are fewer. Everything that looks like the start of a comment counts,
 * because databases do not agree where strings end.
 */
export const commentFault = (sql: string): string | null =>
  sql.split('/*', MOST_COMMENTS + 2).length > MOST_COMMENTS + 1
    ? `The SQL cannot have more than ${MOST_COMMENTS} comments`
    : null

/** Whether there are only spaces and comments. */
export const isBlank = (sql: string): boolean => tokens(sql).length === 0

/**
 * Whether FROM or JOIN is followed by a name: the contract treats this as a subquery, also in `EXTRACT(year FROM ds)`
 * (`date_part('year', ds)` means the same).
 */
export function readsFromSomewhere(sql: string): boolean {
  const found = tokens(sql)
  return found.some((token, index) => {
    const next = found[index + 1]
    const isSource = token.kind === 'word' && (token.text === 'FROM' || token.text === 'JOIN')
    return isSource && (next?.kind === 'word' || next?.kind === 'quoted')
  })
}
