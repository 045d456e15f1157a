import { ExpressionParser, KEYWORD_CONSTANTS } from './expressions.ts'
import { limitFault, syntaxFault } from './fault.ts'
import { tokenise, tokenName } from './lexer.ts'
import type { Node, Parameter, Statement, Target } from './syntax.ts'

/** Maximum number of tokens of a template. */
const MAX_TOKENS = 100_000

/** Parses a template. Its content is only data until it is rendered. @throws TemplateFault */
export function parseTemplate(template: string): Statement[] {
  const tokens = tokenise(template)
  if (tokens.length > MAX_TOKENS) throw limitFault('The template is too long')
  return new Parser(tokens).template()
}

/** Parses blocks and the text between them. */
class Parser extends ExpressionParser {
  /** Open blocks, with the tags that continue or end them; innermost last. */
  private readonly open: { tag: string; ends: string[] }[] = []

  template(): Statement[] {
    return this.statements([])
  }

  /** Parses up to one of the tags, which is not consumed, or to the end of the template. */
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

  /** The content of a block up to one of the tags. What follows the tag is not parsed yet. */
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
}

function orList(tags: readonly string[]): string {
  return tags.map((tag) => `'${tag}'`).join(' or ')
}
