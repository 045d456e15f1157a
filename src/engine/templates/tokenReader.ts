import { limitFault, syntaxFault } from './fault.ts'
import { type Token, tokenName } from './lexer.ts'

/** Maximum nesting of blocks and brackets. */
const MAX_DEPTH = 100

/** A position in a list of tokens, with methods to read them. */
export class TokenReader {
  private readonly tokens: Token[]
  private at = 0
  private depth = 0

  constructor(tokens: Token[]) {
    this.tokens = tokens
  }

  protected get current(): Token {
    return this.tokens[this.at] as Token
  }

  protected get following(): Token | undefined {
    return this.tokens[this.at + 1]
  }

  protected next(): Token {
    const token = this.current
    if (token.kind !== 'end') this.at++
    return token
  }

  protected is(kind: Token['kind'], text?: string): boolean {
    return this.current.kind === kind && (text === undefined || this.current.text === text)
  }

  protected skip(kind: Token['kind'], text?: string): boolean {
    if (!this.is(kind, text)) return false
    this.next()
    return true
  }

  protected skipName(name: string): boolean {
    return this.skip('name', name)
  }

  protected expect(kind: Token['kind'], text?: string): Token {
    if (this.is(kind, text)) return this.next()
    const wanted = tokenName({ kind, text: text ?? kind })
    if (this.current.kind === 'end') throw syntaxFault(`unexpected end of template, expected '${wanted}'.`)
    throw syntaxFault(`expected token '${wanted}', got '${tokenName(this.current)}'`)
  }

  protected nested<T>(work: () => T): T {
    if (++this.depth > MAX_DEPTH) throw limitFault('The template is nested too deeply')
    try {
      return work()
    } finally {
      this.depth--
    }
  }
}
