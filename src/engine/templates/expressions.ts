import { limitFault, syntaxFault } from './fault.ts'
import { tokenName } from './lexer.ts'
import type { BinaryOperator, CallArguments, ComparisonOperator, Node } from './syntax.ts'
import { TokenReader } from './tokenReader.ts'

export const KEYWORD_CONSTANTS: Record<string, null | boolean> = {
  true: true,
  True: true,
  false: false,
  False: false,
  none: null,
  None: null,
}
const COMPARISONS = new Set(['==', '!=', '<', '<=', '>', '>='])
/** Keywords that end the argument of a test without parentheses. */
const AFTER_TEST = new Set(['else', 'or', 'and', 'is'])

const NO_ARGUMENTS: CallArguments = { positional: [], named: [], spread: null, spreadNamed: null }

const integerOf = (text: string): bigint => {
  if (text.length > 1000) throw limitFault('A number in the template is too long')
  return BigInt(text)
}

/** Parses expressions, from the lowest to the highest precedence. */
export class ExpressionParser extends TokenReader {
  /** Expressions separated by commas are a tuple. */
  protected tuple(withCondition = true): Node {
    const one = () => (withCondition ? this.expression() : this.or())
    const items = [one()]
    let isTuple = false
    while (this.skip('operator', ',')) {
      isTuple = true
      if (this.endsTuple()) break
      items.push(one())
    }
    return isTuple ? { kind: 'tuple', items } : (items[0] as Node)
  }

  private endsTuple(): boolean {
    return this.is('printEnd') || this.is('blockEnd') || this.is('operator', ')') || this.is('name', 'in')
  }

  protected expression(): Node {
    return this.nested(() => this.condition())
  }

  private condition(): Node {
    let value = this.or()
    while (this.skipName('if')) {
      const test = this.or()
      const no = this.skipName('else') ? this.expression() : null
      value = { kind: 'choice', test, yes: value, no }
    }
    return value
  }

  protected or(): Node {
    let left = this.and()
    while (this.skipName('or')) left = { kind: 'logic', operator: 'or', left, right: this.and() }
    return left
  }

  private and(): Node {
    let left = this.not()
    while (this.skipName('and')) left = { kind: 'logic', operator: 'and', left, right: this.not() }
    return left
  }

  private not(): Node {
    if (!this.skipName('not')) return this.comparison()
    return { kind: 'unary', operator: 'not', of: this.nested(() => this.not()) }
  }

  private comparison(): Node {
    const first = this.sum()
    const rest: [ComparisonOperator, Node][] = []
    for (;;) {
      const operator = this.comparisonOperator()
      if (!operator) return rest.length > 0 ? { kind: 'compare', first, rest } : first
      rest.push([operator, this.sum()])
    }
  }

  private comparisonOperator(): ComparisonOperator | undefined {
    if (this.is('operator') && COMPARISONS.has(this.current.text)) return this.next().text as ComparisonOperator
    if (this.skipName('in')) return 'in'
    const after = this.following
    if (this.is('name', 'not') && after?.kind === 'name' && after.text === 'in') {
      this.next()
      this.next()
      return 'not in'
    }
    return undefined
  }

  private binary(operators: readonly BinaryOperator[], operand: () => Node): Node {
    let left = operand()
    for (;;) {
      const operator = operators.find((text) => this.is('operator', text))
      if (!operator) return left
      this.next()
      left = { kind: 'binary', operator, left, right: operand() }
    }
  }

  private sum(): Node {
    return this.binary(['+', '-'], () => this.concatenation())
  }

  private concatenation(): Node {
    const parts = [this.product()]
    while (this.skip('operator', '~')) parts.push(this.product())
    return parts.length > 1 ? { kind: 'concat', parts } : (parts[0] as Node)
  }

  private product(): Node {
    return this.binary(['*', '/', '//', '%'], () => this.power())
  }

  private power(): Node {
    return this.binary(['**'], () => this.unary(true))
  }

  private unary(withFilters: boolean): Node {
    const operator = (['-', '+'] as const).find((text) => this.is('operator', text))
    const value = operator ? this.signed(operator) : this.postfix(this.primary())
    const whole = operator ? this.postfix(value) : value
    return withFilters ? this.filterExpression(whole) : whole
  }

  private signed(operator: '-' | '+'): Node {
    this.next()
    return { kind: 'unary', operator, of: this.nested(() => this.unary(false)) }
  }

  private primary(): Node {
    const token = this.next()
    switch (token.kind) {
      case 'name':
        return Object.hasOwn(KEYWORD_CONSTANTS, token.text)
          ? { kind: 'constant', value: KEYWORD_CONSTANTS[token.text] as null | boolean }
          : { kind: 'name', name: token.text }
      case 'string': {
        let text = token.text
        while (this.is('string')) text += this.next().text
        return { kind: 'constant', value: text }
      }
      case 'integer':
        return { kind: 'constant', value: integerOf(token.text.replaceAll('_', '')) }
      case 'float':
        return { kind: 'constant', value: Number(token.text.replaceAll('_', '')) }
      case 'operator':
        if (token.text === '(') return this.nested(() => this.parenthesised())
        if (token.text === '[') return { kind: 'list', items: this.items(']') }
        if (token.text === '{') return { kind: 'dict', items: this.pairs() }
        throw syntaxFault(`unexpected '${token.text}'`)
      case 'end':
        throw syntaxFault("unexpected end of template, expected 'end of print statement'.")
      default:
        throw syntaxFault(`Expected an expression, got '${tokenName(token)}'`)
    }
  }

  private parenthesised(): Node {
    if (this.skip('operator', ')')) return { kind: 'tuple', items: [] }
    const inner = this.tuple()
    this.expect('operator', ')')
    return inner
  }

  private items(close: string): Node[] {
    const items: Node[] = []
    while (!this.is('operator', close)) {
      if (items.length > 0) this.expect('operator', ',')
      if (this.is('operator', close)) break
      items.push(this.expression())
    }
    this.expect('operator', close)
    return items
  }

  private pairs(): [Node, Node][] {
    const pairs: [Node, Node][] = []
    while (!this.is('operator', '}')) {
      if (pairs.length > 0) this.expect('operator', ',')
      if (this.is('operator', '}')) break
      const key = this.expression()
      this.expect('operator', ':')
      pairs.push([key, this.expression()])
    }
    this.expect('operator', '}')
    return pairs
  }

  private postfix(start: Node): Node {
    let node = start
    for (;;) {
      if (this.skip('operator', '.')) node = this.dotted(node)
      else if (this.skip('operator', '[')) node = { kind: 'item', of: node, key: this.subscript() }
      else if (this.is('operator', '(')) node = { kind: 'call', of: node, call: this.call() }
      else return node
    }
  }

  private dotted(of: Node): Node {
    const token = this.next()
    if (token.kind === 'name') return { kind: 'attribute', of, name: token.text }
    if (token.kind === 'integer') return { kind: 'item', of, key: { kind: 'constant', value: BigInt(token.text) } }
    throw syntaxFault('expected name or number')
  }

  private subscript(): Node {
    const items: Node[] = []
    while (!this.is('operator', ']')) {
      if (items.length > 0) this.expect('operator', ',')
      items.push(this.oneSubscript())
    }
    this.expect('operator', ']')
    return items.length === 1 ? (items[0] as Node) : { kind: 'tuple', items }
  }

  private oneSubscript(): Node {
    const part = () =>
      this.is('operator', ':') || this.is('operator', ']') || this.is('operator', ',') ? null : this.expression()
    const from = part()
    if (!this.skip('operator', ':')) return from ?? { kind: 'constant', value: null }
    const to = part()
    const step = this.skip('operator', ':') ? part() : null
    return { kind: 'slice', from, to, step }
  }

  private call(): CallArguments {
    const call: CallArguments = { positional: [], named: [], spread: null, spreadNamed: null }
    let isFirst = true
    this.expect('operator', '(')
    while (!this.is('operator', ')')) {
      if (!isFirst) {
        this.expect('operator', ',')
        if (this.is('operator', ')')) break
      }
      isFirst = false
      this.argument(call)
    }
    this.expect('operator', ')')
    return call
  }

  private argument(call: CallArguments): void {
    const invalid = () => syntaxFault('invalid syntax for function call expression')
    const after = this.following
    if (this.skip('operator', '*')) {
      if (call.spread || call.spreadNamed) throw invalid()
      call.spread = this.expression()
    } else if (this.skip('operator', '**')) {
      if (call.spreadNamed) throw invalid()
      call.spreadNamed = this.expression()
    } else if (this.is('name') && after?.kind === 'operator' && after.text === '=') {
      if (call.spreadNamed) throw invalid()
      const { text } = this.next()
      this.next()
      call.named.push([text, this.expression()])
    } else {
      if (call.named.length > 0 || call.spread || call.spreadNamed) throw invalid()
      call.positional.push(this.expression())
    }
  }

  private filterExpression(start: Node): Node {
    let node = start
    for (;;) {
      if (this.is('operator', '|')) node = this.filters(node, false) ?? node
      else if (this.skipName('is')) node = this.test(node)
      else if (this.is('operator', '(')) node = { kind: 'call', of: node, call: this.call() }
      else return node
    }
  }

  /** `inline`: there is no bar before the first filter. */
  protected filters(of: Node | null, inline: boolean): Node | null {
    let node = of
    let isInline = inline
    while (isInline || this.skip('operator', '|')) {
      isInline = false
      const name = this.qualifiedName()
      const call = this.is('operator', '(') ? this.call() : NO_ARGUMENTS
      node = { kind: 'filter', of: node, name, call }
    }
    return node
  }

  private test(of: Node): Node {
    const negated = this.skipName('not')
    const name = this.qualifiedName()
    let call = NO_ARGUMENTS
    if (this.is('operator', '(')) call = this.call()
    else if (this.startsTestArgument()) {
      if (this.is('name', 'is')) throw syntaxFault('You cannot chain multiple tests with is')
      call = { ...NO_ARGUMENTS, positional: [this.postfix(this.primary())] }
    }
    const test: Node = { kind: 'test', of, name, call }
    return negated ? { kind: 'unary', operator: 'not', of: test } : test
  }

  private startsTestArgument(): boolean {
    const { kind, text } = this.current
    if (kind === 'name') return !AFTER_TEST.has(text)
    return kind === 'string' || kind === 'integer' || kind === 'float' || (kind === 'operator' && '[{'.includes(text))
  }

  private qualifiedName(): string {
    let name = this.expect('name').text
    while (this.skip('operator', '.')) name += `.${this.expect('name').text}`
    return name
  }
}
