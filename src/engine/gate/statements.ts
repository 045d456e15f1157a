import { trimmedEnd } from '../../model/basics/trim.ts'
import type { ConnectionSpec } from '../contracts.ts'
import { dialectOf, gateOf } from '../dialects/index.ts'
import { EMBEDDED_LEXIS } from './embedded/rules.ts'
import { QUERY_LENGTH } from './gate.ts'
import { type Lexis, lex, type Token } from './sql/lexis.ts'
import { STANDARD_LEXIS } from './sql/profile.ts'

/** A statement of a longer text: without comments before and after it, and without its semicolon. */
export interface SplitStatement {
  sql: string
  /** Where it begins in the text. */
  start: number
}

export type SplitText = { ok: true; statements: SplitStatement[] } | { ok: false; message: string }

const lexisOf = ({ dialect }: ConnectionSpec): Lexis => {
  const gate = gateOf(dialect)
  if (gate === 'engine') return EMBEDDED_LEXIS
  return gate?.lexis ?? STANDARD_LEXIS
}

const isSymbol = (token: Token | undefined, text: string) => token?.kind === 'symbol' && token.text === text
const isWord = (token: Token | undefined, text: string) => token?.kind === 'word' && token.text.toLowerCase() === text

/** The statements of SQL text, in order. Empty statements are left out. */
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

/**
 * A query that can be used as a subquery: everything from the first semicolon after its last word is removed. The gate
 * reads it in the same way.
 */
export function withoutEnd(connection: ConnectionSpec, text: string): string {
  const plain = trimmedEnd(text, /[;\s]/)
  // the gate rejects longer SQL
  if (!plain.includes(';') || plain.length > QUERY_LENGTH) return plain
  const lexed = lex(plain, lexisOf(connection))
  if (!lexed.ok) return plain
  const last = lexed.tokens.findLastIndex((token) => !isSymbol(token, ';'))
  const end = lexed.tokens[last + 1]
  return end ? trimmedEnd(plain.slice(0, end.start), /\s/) : plain
}

/** LIMIT with a number, at the end of a query. */
interface OwnLimit {
  rows: number
  /** The position of the number in the text. */
  start: number
  end: number
}

/** The tokens of a query outside of parentheses. */
function outerTokens(tokens: readonly Token[]): Token[] {
  let depth = 0
  return tokens.filter((token) => {
    if (isSymbol(token, '(')) depth += 1
    if (isSymbol(token, ')')) depth -= 1
    return depth === 0 && !isSymbol(token, ')')
  })
}

/** Clauses after which some databases do not allow LIMIT. */
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

/** What determined the number of rows, as the contract names it. */
export type LimitingFactor = 'QUERY' | 'DROPDOWN' | 'QUERY_AND_DROPDOWN'

export interface LimitedSql {
  sql: string
  /** Number of rows to read: the smaller of the two limits. */
  rows: number
  factor: LimitingFactor
}

/**
 * A query with a limit that is one row higher than allowed, to detect whether there are more rows. A query that limits
 * its rows in another way than LIMIT and a number is not changed; the reader of its rows must stop after `rows`.
 * `more`: the number of additional rows; 0 if the rows are not read.
 */
export function limitedSql(connection: ConnectionSpec, sql: string, most: number, more = 1): LimitedSql {
  const own = ownLimit(connection, sql)
  if (own === 'other') return { sql, rows: most, factor: 'DROPDOWN' }
  if (own) {
    const rows = Math.min(own.rows, most)
    const factor = own.rows < most ? 'QUERY' : own.rows === most ? 'QUERY_AND_DROPDOWN' : 'DROPDOWN'
    return { sql: `${sql.slice(0, own.start)}${rows + more}${sql.slice(own.end)}`, rows, factor }
  }
  const { head, tail } = dialectOf(connection.dialect).rowWindow({ limit: most + more, offset: 0, isOrdered: true })
  return { sql: head ? sql : [sql, ...tail].join('\n'), rows: most, factor: 'DROPDOWN' }
}
