import { lex } from '../gate/sql/lexis.ts'
import { STANDARD_LEXIS } from '../gate/sql/profile.ts'

/** Brackets and braces are quotes or symbols in some dialects, so only parentheses and words count. */
const LEXIS = { ...STANDARD_LEXIS, nameQuotes: '"[`', symbols: '{}:$@#?' }

/** The named queries of WITH, and the query after them. */
export interface SplitWith {
  /** `WITH a AS (…), b AS (…)` */
  names: string
  query: string
}

/** Splits a query with WITH, for databases that accept WITH only at the very beginning. null if there is no WITH. */
export function splitWith(sql: string): SplitWith | null {
  const lexed = lex(sql, LEXIS)
  if (!lexed.ok) return null
  const { tokens } = lexed
  const isSymbol = (at: number, text: string) => tokens[at]?.kind === 'symbol' && tokens[at].text === text
  const isWord = (at: number, text: string) => tokens[at]?.kind === 'word' && tokens[at].text.toLowerCase() === text
  if (!isWord(0, 'with')) return null
  let depth = 0
  for (const [at, token] of tokens.entries()) {
    if (isSymbol(at, '(')) depth += 1
    if (!isSymbol(at, ')')) continue
    depth -= 1
    // the column list of a name is followed by AS, its query by a comma or the main query
    const isLast = depth === 0 && !isSymbol(at + 1, ',') && !isWord(at + 1, 'as')
    const next = tokens[at + 1]
    if (isLast && next) return { names: sql.slice(0, token.end), query: sql.slice(next.start) }
  }
  return null
}
