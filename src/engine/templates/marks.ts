import { plain, spansOf, type Text } from './text.ts'

const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$|^(?:true|false|null|none)$/i
const DOLLAR = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy

/**
 * Whether every part of the rendered SQL that came with the request is a value: inside quotes that it does not close,
 * or a number. Then no request can change the meaning of the SQL.
 * `backslash`: it is an escape inside quotes in this database; such databases may also have comments that start with
 * `#`.
 */
export function standAsValues(sql: Text, backslash: boolean): boolean {
  if (typeof sql === 'string') return true
  return new Scan(plain(sql), spansOf(sql), backslash).holds()
}

class Scan {
  private readonly sql: string
  private readonly isMarked: Uint8Array
  private readonly backslash: boolean
  private at = 0

  constructor(sql: string, spans: readonly (readonly [number, number])[], backslash: boolean) {
    this.sql = sql
    this.backslash = backslash
    this.isMarked = new Uint8Array(sql.length + 1)
    for (const [from, to] of spans) this.isMarked.fill(1, from, to)
  }

  holds(): boolean {
    while (this.at < this.sql.length) if (!this.step()) return false
    return true
  }

  private marked(at: number): boolean {
    return this.isMarked[at] === 1
  }

  private step(): boolean {
    const { sql, at } = this
    if (this.marked(at)) return this.bare()
    const character = sql[at] as string
    if (character === "'" || character === '"' || character === '`') return this.quoted(character)
    if (sql.startsWith('--', at)) return this.lineComment(/\s/.test(sql[at + 2] ?? ' '))
    if (sql.startsWith('/*', at)) return !this.marked(at + 1) && sql[at + 2] !== '!' && this.until('*/')
    if (character === '#' && this.backslash) return this.lineComment(false)
    if (character === '$') {
      DOLLAR.lastIndex = at
      const tag = DOLLAR.exec(sql)?.[0]
      if (tag) {
        for (let inside = at; inside < at + tag.length; inside++) if (this.marked(inside)) return false
        this.at += tag.length
        return this.until(tag, '$')
      }
    }
    this.at++
    return true
  }

  /** `isSure`: every database reads it as a comment; otherwise its content must be valid outside a comment as well. */
  private lineComment(isSure: boolean): boolean {
    if (isSure) return !this.marked(this.at + 1) && this.until('\n', '\n\r')
    const stop = this.sql.indexOf('\n', this.at)
    const to = stop < 0 ? this.sql.length : stop
    while (this.at < to) {
      if (!this.marked(this.at)) this.at++
      else if (!this.bare()) return false
    }
    return true
  }

  /** Outside of quotes. */
  private bare(): boolean {
    const from = this.at
    while (this.marked(this.at)) this.at++
    const text = this.sql.slice(from, this.at)
    const before = this.sql[from - 1]
    return NUMBER.test(text) && !(before && text.startsWith(before))
  }

  private quoted(quote: string): boolean {
    const before = this.sql[this.at - 1]
    const escapes = this.backslash || before === 'e' || before === 'E'
    this.at++
    while (this.at < this.sql.length) {
      const isMarked = this.marked(this.at)
      const character = this.sql[this.at]
      if (character === quote) {
        const isDoubled = this.sql[this.at + 1] === quote && this.marked(this.at + 1) === isMarked
        if (isMarked && !isDoubled) return false
        if (!isDoubled) {
          this.at++
          return true
        }
        this.at += 2
      } else if (character === '\\' && escapes) {
        // half of a surrogate pair would extend past the end of the value
        if (isMarked !== this.marked(this.at + 1)) return false
        if (isMarked && this.sql[this.at + 1] !== '\\') return false
        this.at += 2
      } else this.at++
    }
    return true
  }

  /** A comment or another kind of quotes, up to its end. It may not contain any part of a value. */
  private until(end: string, never = end): boolean {
    const stop = this.sql.indexOf(end, this.at)
    const to = stop < 0 ? this.sql.length : stop + end.length
    for (let at = this.at; at < to; at++) if (this.marked(at) && never.includes(this.sql[at] as string)) return false
    this.at = to
    return true
  }
}
