import type { ConnectionSpec } from '../contracts.ts'
import { dialectOf, gateOf } from '../dialects/index.ts'
import { EMBEDDED_LEXIS } from './embedded/rules.ts'
import { type Lexis, lex, type Token } from './sql/lexis.ts'

/** A statement of a longer text: without comments before and behind it, and without its semicolon. */
export interface SplitStatement {
  sql: string
  /** Where it begins in the text. */
  start: number
}

export type SplitText = { ok: true; statements: SplitStatement[] } | { ok: false; message: string }

const lexisOf = ({ dialect }: ConnectionSpec): Lexis => {
  const gate = gateOf(dialect)
  return gate === 'engine' ? EMBEDDED_LEXIS : gate.lexis
}

const isSymbol = (token: Token | undefined, text: string) => token?.kind === 'symbol' && token.text === text
const isWord = (token: Token | undefined, text: string) =>
  token?.kind === 'word' && token.text.toLowerCase() === text

/** The statements of a text, in order. Empty ones are left out. */
export function splitStatements(connection: ConnectionSpec, text: string): SplitText {
  const lexed = lex(text, lexisOf(connection))
  if (!lexed.ok) return lexed
  const statements: SplitStatement[] = []
  let first: Token | undefined
  let last: Token | undefined
  const close = () => {
    if (first && last) statements.push({ sql: text.slice(first.start, last.end), start: first.start })
    first = undefined
  }
  for (const token of lexed.tokens) {
    if (isSymbol(token, ';')) close()
    else {
      first ??= token
      last = token
    }
  }
  close()
  return { ok: true, statements }
}

/** LIMIT with a number, at the end of a query. */
interface OwnLimit {
  rows: number
  /** Where the number stands in the text. */
  start: number
  end: number
}

/** The tokens of a query that are in no parentheses. */
function outerTokens(tokens: readonly Token[]): Token[] {
  let depth = 0
  return tokens.filter((token) => {
    if (isSymbol(token, '(')) depth += 1
    if (isSymbol(token, ')')) depth -= 1
    return depth === 0 && !isSymbol(token, ')')
  })
}

/** Clauses behind which LIMIT may not stand everywhere. */
const LAST_CLAUSES = ['offset', 'fetch', 'for', 'settings', 'format']

/** How a query limits its own rows: with LIMIT and a number, in another way, or not at all. */
export function ownLimit(connection: ConnectionSpec, sql: string): OwnLimit | 'other' | null {
  const lexed = lex(sql, lexisOf(connection))
  if (!lexed.ok) return 'other'
  const tokens = outerTokens(lexed.tokens)
  const at = tokens.findLastIndex((token) => isWord(token, 'limit'))
  if (at < 0) return tokens.some((token) => LAST_CLAUSES.some((word) => isWord(token, word))) ? 'other' : null
  const number = tokens[at + 1]
  const behind = tokens[at + 2]
  const isPlain = number?.kind === 'number' && /^\d+$/.test(number.text)
  if (!isPlain || (behind !== undefined && !isWord(behind, 'offset'))) return 'other'
  return { rows: Number(number.text), start: number.start, end: number.end }
}

/**
 * A query with a limit: its own, if that is smaller. A query that limits its rows in another way stays as it is; the
 * reader of its rows must stop.
 */
export function limitedSql(connection: ConnectionSpec, sql: string, rows: number): string {
  const own = ownLimit(connection, sql)
  if (own === 'other') return sql
  if (own) return own.rows < rows ? sql : `${sql.slice(0, own.start)}${rows}${sql.slice(own.end)}`
  const { head, tail } = dialectOf(connection.dialect).rowWindow({ limit: rows, offset: 0, isOrdered: true })
  return head ? sql : [sql, ...tail].join('\n')
}
