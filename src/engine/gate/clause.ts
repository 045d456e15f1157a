/** A piece of SQL text: what the lexer of every supported database agrees on. */
type Token =
  | { kind: 'word'; text: string }
  | { kind: 'open' | 'close' | 'semicolon' | 'quoted' | 'other' }
  | { kind: 'unclosedComment' | 'unopenedComment' }

const PATTERN =
  /(?<quoted>'(?:[^']|'')*'?|"(?:[^"]|"")*"?)|(?<line>--[^\n]*)|(?<open>\/\*)|(?<unopened>\*\/)|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|(?<symbol>[^\s])/gu

/** Splits SQL into tokens; comments are left out. Only for wording complaints: what is allowed, a real parse decides. */
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

/** Where the comment that was just opened ends: comments nest. -1 when they do not all close. */
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

/** What is plainly wrong with a clause, in the contract's words; null where nothing is. */
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

/** Block comments of one text: a parser may look back over all of them at each. What people write has a dozen. */
export const MOST_COMMENTS = 500

/**
 * Complaint about more comments than anybody reads; null where there are fewer. What looks like the beginning of one
 * counts wherever it stands: where texts end, databases do not agree.
 */
export const commentFault = (sql: string): string | null =>
  sql.split('/*', MOST_COMMENTS + 2).length > MOST_COMMENTS + 1
    ? `The SQL cannot have more than ${MOST_COMMENTS} comments`
    : null

/** Whether there is nothing but blanks and comments. */
export const isBlank = (sql: string): boolean => tokens(sql).length === 0

/**
 * FROM or JOIN followed by a name: the contract takes it for a sub-query, also in `EXTRACT(year FROM ds)`
 * (`date_part('year', ds)` says the same).
 */
export function readsFromSomewhere(sql: string): boolean {
  const found = tokens(sql)
  return found.some((token, index) => {
    const next = found[index + 1]
    const isSource = token.kind === 'word' && (token.text === 'FROM' || token.text === 'JOIN')
    return isSource && (next?.kind === 'word' || next?.kind === 'quoted')
  })
}
