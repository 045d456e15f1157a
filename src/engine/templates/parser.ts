import { limitFault, syntaxFault } from './fault.ts'
import { type Token, tokenise, tokenName } from './lexer.ts'
import type { BinaryOperator, CallArguments, ComparisonOperator, Node, Parameter, Statement, Target } from './syntax.ts'

/** Nesting of blocks and brackets. */
const MAX_DEPTH = 100
/** Pieces of a template. */
const MAX_TOKENS = 100_000

/** Reads a template. Whatever it says is data until it is rendered. @throws TemplateFault */
export function parseTemplate(template: string): Statement[] {
  const tokens = tokenise(template)
  if (tokens.length > MAX_TOKENS) throw limitFault('The template is too long')
  return new Parser(tokens).template()
}

const KEYWORD_CONSTANTS: Record<string, null | boolean> = {
  true: true,
  True: true,
  false: false,
  False: false,
  none: null,
  None: null,
}
const COMPARISONS = new Set(['==', '!=', '<', '<=', '>', '>='])
/** Names that end the argument of a test without parentheses. */
const AFTER_TEST = new Set(['else', 'or', 'and', 'is'])

class Parser {
  private readonly tokens: Token[]
  private at = 0
  private depth = 0
  /** Blocks that are open, with the tags that would go on or end them; innermost last. */
  private readonly open: { tag: string; ends: string[] }[] = []

  constructor(tokens: Token[]) {
    this.tokens = tokens
  }

  template(): Statement[] {
    return this.statements([])
  }

  private get current(): Token {
    return this.tokens[this.at] as Token
  }

  private next(): Token {
    const token = this.current
    if (token.kind !== 'end') this.at++
    return token
  }

  private is(kind: Token['kind'], text?: string): boolean {
    return this.current.kind === kind && (text === undefined || this.current.text === text)
  }

  private skip(kind: Token['kind'], text?: string): boolean {
    if (!this.is(kind, text)) return false
    this.next()
    return true
  }

  private skipName(name: string): boolean {
    return this.skip('name', name)
  }

  private expect(kind: Token['kind'], text?: string): Token {
    if (this.is(kind, text)) return this.next()
    const wanted = tokenName({ kind, text: text ?? kind })
    if (this.current.kind === 'end') throw syntaxFault(`unexpected end of template, expected '${wanted}'.`)
    throw syntaxFault(`expected token '${wanted}', got '${tokenName(this.current)}'`)
  }

  private nested<T>(work: () => T): T {
    if (++this.depth > MAX_DEPTH) throw limitFault('The template is nested too deeply')
    try {
      return work()
    } finally {
      this.depth--
    }
  }

  /** Up to one of the tags, which is left standing, or to the end of the template. */
  private statements(ends: string[]): Statement[] {
    const body: Statement[] = []
    for (;;) {
      const token = this.current
      if (token.kind === 'end') {
        if (ends.length > 0) this.failAtEnd()
        return body
      }
      this.next()
      if (token.kind === 'data') body.push({ kind: 'data', text: token.text })
      else if (token.kind === 'printBegin') {
        body.push({ kind: 'print', value: this.tuple() })
        this.expect('printEnd')
      } else if (token.kind === 'blockBegin') {
        if (this.is('name') && ends.includes(this.current.text)) return body
        body.push(this.nested(() => this.statement()))
        this.expect('blockEnd')
      } else throw syntaxFault(`unexpected '${tokenName(token)}'`)
    }
  }

  private failAtEnd(): never {
    const { tag, ends } = this.open.at(-1) ?? { tag: '', ends: [] }
    throw syntaxFault(
      `Unexpected end of template. Jinja was looking for the following tags: ${orList(ends)}. The innermost block that needs to be closed is '${tag}'.`,
    )
  }

  private unknownTag(tag: string): never {
    const parts = [`Encountered unknown tag '${tag}'.`]
    const innermost = this.open.at(-1)
    if (innermost) {
      if (this.open.some(({ ends }) => ends.includes(tag))) {
        parts.push(
          `You probably made a nesting mistake. Jinja is expecting this tag, but currently looking for ${orList(innermost.ends)}.`,
        )
      } else parts.push(`Jinja was looking for the following tags: ${orList(innermost.ends)}.`)
      parts.push(`The innermost block that needs to be closed is '${innermost.tag}'.`)
    }
    throw syntaxFault(parts.join(' '))
  }

  /** The inside of a block up to one of the tags; what follows the tag is still to be read. */
  private body(tag: string, ends: string[]): Statement[] {
    this.skip('operator', ':')
    this.expect('blockEnd')
    this.open.push({ tag, ends })
    const body = this.statements(ends)
    this.open.pop()
    return body
  }

  private statement(): Statement {
    if (!this.is('name')) throw syntaxFault('tag name expected')
    const tag = this.next().text
    switch (tag) {
      case 'if':
        return this.ifStatement()
      case 'for':
        return this.forStatement()
      case 'set':
        return this.setStatement()
      case 'with':
        return this.withStatement()
      case 'macro': {
        const name = this.expect('name').text
        return { kind: 'macro', name, parameters: this.parameters(), body: this.closedBody(tag) }
      }
      case 'call': {
        const parameters = this.is('operator', '(') ? this.parameters() : []
        const call = this.expression()
        if (call.kind !== 'call') throw syntaxFault('expected call')
        return { kind: 'callBlock', parameters, call, body: this.closedBody(tag) }
      }
      case 'filter': {
        const filter = this.filters(null, true)
        if (!filter) throw syntaxFault('expected a filter')
        return { kind: 'filterBlock', filter, body: this.closedBody(tag) }
      }
      case 'block': {
        this.expect('name')
        this.skipName('scoped')
        const body = this.body(tag, ['endblock'])
        this.next()
        this.skip('name')
        return { kind: 'scope', body }
      }
      case 'autoescape':
        this.expression()
        return { kind: 'scope', body: this.closedBody(tag) }
      case 'print':
        return { kind: 'print', value: this.tuple() }
      case 'import':
      case 'from':
      case 'include':
      case 'extends':
        while (!this.is('blockEnd') && !this.is('end')) this.next()
        return { kind: 'load' }
      default:
        return this.unknownTag(tag)
    }
  }

  private closedBody(tag: string): Statement[] {
    const body = this.body(tag, [`end${tag}`])
    this.next()
    return body
  }

  private ifStatement(): Statement {
    const branches: { test: Node; body: Statement[] }[] = []
    for (;;) {
      const test = this.tuple(false)
      branches.push({ test, body: this.body('if', ['elif', 'else', 'endif']) })
      const tag = this.next().text
      if (tag === 'elif') continue
      const otherwise = tag === 'else' ? this.body('if', ['endif']) : []
      if (tag === 'else') this.next()
      return { kind: 'if', branches, otherwise }
    }
  }

  private forStatement(): Statement {
    const target = this.target(['in'])
    this.expect('name', 'in')
    const of = this.tuple(false)
    const condition = this.skipName('if') ? this.expression() : null
    const recursive = this.skipName('recursive')
    const body = this.body('for', ['endfor', 'else'])
    const otherwise = this.next().text === 'else' ? this.body('for', ['endfor']) : []
    if (this.is('name', 'endfor')) this.next()
    return { kind: 'for', target, of, condition, recursive, body, otherwise }
  }

  private setStatement(): Statement {
    const target = this.target([])
    if (this.skip('operator', '=')) return { kind: 'set', target, value: this.tuple() }
    const filter = this.filters(null, false)
    return { kind: 'setBlock', target, filter, body: this.closedBody('set') }
  }

  private withStatement(): Statement {
    const assignments: [Target, Node][] = []
    while (!this.is('blockEnd')) {
      if (assignments.length > 0) this.expect('operator', ',')
      const target = this.target([])
      this.expect('operator', '=')
      assignments.push([target, this.expression()])
    }
    return { kind: 'with', assignments, body: this.closedBody('with') }
  }

  private target(until: string[]): Target {
    const items: Target[] = []
    let isTuple = false
    do {
      if (items.length > 0 && (this.is('operator', '=') || (this.is('name') && until.includes(this.current.text)))) {
        isTuple = true
        break
      }
      items.push(this.oneTarget())
    } while (this.skip('operator', ','))
    return items.length > 1 || isTuple ? { kind: 'tuple', items } : (items[0] as Target)
  }

  private oneTarget(): Target {
    if (this.skip('operator', '(')) {
      const inner = this.nested(() => this.target([]))
      this.expect('operator', ')')
      return inner
    }
    const { text } = this.expect('name')
    if (Object.hasOwn(KEYWORD_CONSTANTS, text)) throw syntaxFault(`can't assign to '${text}'`)
    return this.skip('operator', '.')
      ? { kind: 'field', name: text, field: this.expect('name').text }
      : { kind: 'name', name: text }
  }

  private parameters(): Parameter[] {
    const parameters: Parameter[] = []
    this.expect('operator', '(')
    while (!this.is('operator', ')')) {
      if (parameters.length > 0) this.expect('operator', ',')
      const { text: name } = this.expect('name')
      const otherwise = this.skip('operator', '=') ? this.expression() : null
      if (!otherwise && parameters.some((parameter) => parameter.otherwise)) {
        throw syntaxFault('non-default argument follows default argument')
      }
      parameters.push({ name, otherwise })
    }
    this.expect('operator', ')')
    return parameters
  }

  /** Expressions with commas between them are a tuple. */
  private tuple(withCondition = true): Node {
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

  private expression(): Node {
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

  private or(): Node {
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
    const after = this.tokens[this.at + 1]
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
    const after = this.tokens[this.at + 1]
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

  /** `inline`: the first filter has no bar before it. */
  private filters(of: Node | null, inline: boolean): Node | null {
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

const NO_ARGUMENTS: CallArguments = { positional: [], named: [], spread: null, spreadNamed: null }

const integerOf = (text: string): bigint => {
  if (text.length > 1000) throw limitFault('A number of the template is too long')
  return BigInt(text)
}

function orList(tags: readonly string[]): string {
  return tags.map((tag) => `'${tag}'`).join(' or ')
}
