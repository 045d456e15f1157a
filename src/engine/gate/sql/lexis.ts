/**
 * The tokens of SQL, read by rules on which the databases agree. A construct that two of them read differently (and so
 * possibly the parser and the engine) is rejected.
 */

export type Token = { start: number; end: number } & (
  | { kind: 'word'; text: string }
  /** `text` is the content of the quotes, with doubled quotes resolved. */
  | { kind: 'text' | 'name'; text: string }
  | { kind: 'number'; text: string }
  | { kind: 'symbol'; text: string }
)

/** The differences between databases. */
export interface Lexis {
  /** Quote characters of string literals. */
  textQuotes: string
  /** Opening quote characters of names; `[` closes with `]`. */
  nameQuotes: string
  /** Whether a quote within quotes is written twice. */
  doublesQuotes: boolean
  /** Whether a backslash may be an escape in a string. */
  backslash: boolean
  /** Words that may precede a string directly: `X'41'`. */
  prefixes: readonly string[]
  /** Characters that are symbols in addition to the common ones. */
  symbols: string
  /** Whether `--` is a comment only before a space. */
  dashesNeedBlank: boolean
}

export type Lexed = { ok: true; tokens: Token[] } | { ok: false; message: string }

const COMMON_SYMBOLS = '(),.+-*/%<>=!|&^~;[]'
const BLANK = /[ \t\n\r\f\v]/
const WORD_START = /[\p{L}_]/u
const WORD_PART = /[\p{L}\p{N}\p{M}_$]/u
const NUMBER = /(0[xX][0-9a-fA-F]+|(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?)/y

class LexFault extends Error {}

const refuse = (message: string): never => {
  throw new LexFault(message)
}

/** Reads the whole text without comments and spaces. */
export function lex(sql: string, lexis: Lexis): Lexed {
  try {
    return { ok: true, tokens: [...new Reader(sql, lexis).tokens()] }
  } catch (error) {
    if (error instanceof LexFault) return { ok: false, message: error.message }
    throw error
  }
}

/** At most `count` tokens from the start, whatever follows them; fewer if the text ends or cannot be read. */
export function firstTokens(sql: string, lexis: Lexis, count: number): Token[] {
  const found: Token[] = []
  try {
    for (const token of new Reader(sql, lexis).tokens()) {
      found.push(token)
      if (found.length === count) break
    }
  } catch (error) {
    if (!(error instanceof LexFault)) throw error
  }
  return found
}

class Reader {
  private readonly sql: string
  private readonly lexis: Lexis
  private at = 0

  constructor(sql: string, lexis: Lexis) {
    this.sql = sql
    this.lexis = lexis
  }

  *tokens(): Generator<Token> {
    for (;;) {
      this.skipBlanks()
      if (this.at >= this.sql.length) return
      yield this.token()
    }
  }

  private skipBlanks(): void {
    for (;;) {
      const rest = this.sql.slice(this.at, this.at + 2)
      if (BLANK.test(rest.charAt(0))) this.at += 1
      else if (rest === '--') this.lineComment()
      else if (rest === '/*') this.blockComment()
      else if (rest === '*/') refuse('Closing unopened multiline comment')
      else return
    }
  }

  private lineComment(): void {
    const next = this.sql.charAt(this.at + 2)
    if (next === '+') refuse('Optimizer hints are not allowed')
    // MySQL reads 1--1 as a sum, others as a comment
    if (this.lexis.dashesNeedBlank && next && !BLANK.test(next)) refuse('Two dashes must be followed by a space')
    const end = this.sql.indexOf('\n', this.at)
    const comment = this.sql.slice(this.at, end < 0 ? undefined : end)
    // some databases end a line here and some do not
    if (/\r(?!$)|[\u0085\u2028\u2029\f\v]/.test(comment)) refuse('Comments cannot contain unusual line breaks')
    this.at = end < 0 ? this.sql.length : end + 1
  }

  private blockComment(): void {
    const end = this.sql.indexOf('*/', this.at + 2)
    if (end < 0) refuse('Unclosed multiline comment')
    const comment = this.sql.slice(this.at + 2, end)
    if (/^(M?!|\+)/i.test(comment)) refuse('Executable comments are not allowed')
    // some databases nest comments and some do not
    if (comment.includes('/*')) refuse('Unclosed multiline comment')
    this.at = end + 2
  }

  private token(): Token {
    const start = this.at
    const character = String.fromCodePoint(this.sql.codePointAt(start) ?? 0)
    const { textQuotes, nameQuotes, symbols } = this.lexis
    if (textQuotes.includes(character)) return { kind: 'text', ...this.quoted(character) }
    if (nameQuotes.includes(character)) return { kind: 'name', ...this.quoted(character === '[' ? ']' : character) }
    NUMBER.lastIndex = start
    const number = NUMBER.exec(this.sql)?.[0]
    if (number !== undefined) return this.number(number)
    if (WORD_START.test(character)) return this.word()
    if (!COMMON_SYMBOLS.includes(character) && !symbols.includes(character)) {
      refuse(`Character not allowed here: ${character}`)
    }
    this.at += character.length
    return { kind: 'symbol', text: character, start, end: this.at }
  }

  private number(text: string): Token {
    const start = this.at
    this.at += text.length
    const next = this.sql.charAt(this.at)
    // 1e, 1x, 1union: one word in some databases and two in others
    if (WORD_PART.test(next)) refuse(`Invalid number: ${text}${next}`)
    return { kind: 'number', text, start, end: this.at }
  }

  private word(): Token {
    const start = this.at
    while (this.at < this.sql.length) {
      const character = String.fromCodePoint(this.sql.codePointAt(this.at) ?? 0)
      if (!WORD_PART.test(character)) break
      this.at += character.length
    }
    const text = this.sql.slice(start, this.at)
    const next = this.sql.charAt(this.at)
    if (next !== '' && this.lexis.textQuotes.includes(next) && !this.lexis.prefixes.includes(text.toUpperCase())) {
      refuse(`Strings with the prefix ${text} are not allowed`)
    }
    return { kind: 'word', text, start, end: this.at }
  }

  private quoted(close: string): { text: string; start: number; end: number } {
    const start = this.at
    const { doublesQuotes, backslash, textQuotes } = this.lexis
    const isText = textQuotes.includes(close)
    let from = start + 1
    for (;;) {
      const end = this.sql.indexOf(close, from)
      if (end < 0) refuse('unterminated quoted text')
      // whether the backslash or the quote has precedence depends on the settings of the server
      if (backslash && this.backslashesBefore(end) % 2 === 1)
        refuse('A backslash before a quote is not allowed; write the quote twice')
      if (this.sql.charAt(end + 1) !== close) {
        this.at = end + 1
        const inner = this.sql.slice(start + 1, end)
        if (!isText && (inner === '' || /[\\\0]/.test(inner))) refuse('Names cannot be empty or contain backslashes')
        return { text: inner.replaceAll(close + close, close), start, end: this.at }
      }
      if (!doublesQuotes) refuse('Quotes cannot be doubled here')
      from = end + 2
    }
  }

  private backslashesBefore(end: number): number {
    let count = 0
    while (this.sql.charAt(end - 1 - count) === '\\') count += 1
    return count
  }
}
