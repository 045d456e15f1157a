import { TemplateStop } from './fault.ts'
import { BadArgument, helpers } from './helpers.ts'
import { Meter, OutputFull } from './Meter.ts'
import type {
  Block,
  Call,
  Expression,
  Literal,
  Mustache,
  Partial,
  Path,
  Program,
  Statement,
  SubExpression,
} from './syntax.ts'
import { escapeHtml, isFilled, partOf, textOf, type Values } from './values.ts'

export interface Rendered {
  /** not sanitized */
  html: string
  /** whether the output was truncated at the limit */
  isCut: boolean
}

/** Values with an `@`, such as the position in a loop. */
interface LoopData {
  values: Values
  /** the data of the surrounding loop */
  outer?: LoopData
}

/** A partial that the template defines. A block that a caller passes to a partial also has the scope of the caller. */
interface Defined {
  program: Program
  scope?: Scope
}

/** The meaning of names at a position in the template. */
interface Scope {
  /** the current value, then the surrounding ones */
  contexts: readonly unknown[]
  loop: LoopData
  /** names that a block gives to its values: `as |row|` */
  names: ReadonlyMap<string, unknown>
  partials: ReadonlyMap<string, Defined>
}

/** The name of the partial that renders the block passed by the caller. */
const callersBlock = '@partial-block'
/** Helpers that are part of the language itself. `block` implements them; they do not return values. */
const blockHelpers = new Set(['if', 'unless', 'each', 'with'])

/** Renders the syntax tree of one template once. */
export class Interpreter {
  private readonly meter = new Meter()
  private readonly start: Scope

  constructor(values: Values) {
    this.start = { contexts: [values], loop: { values: { root: values } }, names: new Map(), partials: new Map() }
  }

  /** Throws a `TemplateStop` if the template cannot be rendered. */
  run(program: Program): Rendered {
    try {
      this.program(program, this.start)
      return { html: this.meter.html, isCut: false }
    } catch (error) {
      if (error instanceof OutputFull) return { html: this.meter.html, isCut: true }
      // the JavaScript engine cannot create such a long text or nest so deeply
      if (error instanceof RangeError) throw new TemplateStop('tooMuchWork', this.meter.line)
      throw error
    }
  }

  private program(program: Program | undefined, scope: Scope): void {
    if (!program) return
    const inner = this.withDefinitions(program, scope)
    for (const statement of program.body) this.statement(statement, inner)
  }

  /** The scope with the partials that the program defines: they can be used before their definition. */
  private withDefinitions(program: Program, scope: Scope): Scope {
    const definitions = program.body.filter((each): each is Block => each.type === 'DecoratorBlock')
    if (definitions.length === 0) return scope
    this.meter.parts(definitions[0]?.loc.start.line ?? 1, definitions.length + scope.partials.size)
    const partials = new Map(scope.partials)
    for (const { path, params, program: content, loc } of definitions) {
      if (path.original !== 'inline') throw new TemplateStop('noHelper', loc.start.line, `*${path.original}`)
      if (content && params[0]) partials.set(textOf(this.value(params[0], scope)), { program: content })
    }
    return { ...scope, partials }
  }

  private statement(statement: Statement, scope: Scope): void {
    const { line } = statement.loc.start
    this.meter.step(line)
    switch (statement.type) {
      case 'ContentStatement':
        return this.meter.write(statement.value)
      case 'MustacheStatement':
        return this.mustache(statement, scope)
      case 'BlockStatement':
        return this.meter.nested(line, () => this.block(statement, scope))
      case 'PartialStatement':
      case 'PartialBlockStatement':
        return this.meter.nested(line, () => this.partial(statement, scope))
      case 'Decorator':
        throw new TemplateStop('noHelper', line, '*')
      case 'CommentStatement':
      case 'DecoratorBlock':
    }
  }

  private mustache(mustache: Mustache, scope: Scope): void {
    const value = this.call(mustache, scope)
    this.meter.weigh(mustache.loc.start.line, [value])
    const text = textOf(value)
    this.meter.write(mustache.escaped ? escapeHtml(text) : text)
  }

  // --- blocks ---

  private block(block: Block, scope: Scope): void {
    const { line } = block.loc.start
    const name = helperName(block.path, scope)
    if (name === undefined || !blockHelpers.has(name)) return this.section(block, scope)
    const argument = block.params[0]
    if (!argument) throw new TemplateStop('badArgument', line, `${name}: it needs a value`)
    const value = this.value(argument, scope)
    const named = this.named(block, scope)
    if (name === 'if' || name === 'unless') {
      const holds = isFilled(value) || (value === 0 && Boolean(named['includeZero']))
      return this.program(holds === (name === 'if') ? block.program : block.inverse, scope)
    }
    if (name === 'each') return this.each(block, value, scope)
    if (isFilled(value) || value === 0) return this.program(block.program, this.inside(scope, value, block, [value]))
    return this.program(block.inverse, scope)
  }

  /** A block with a value instead of a helper: a loop over a list, a condition, or a change of the context. */
  private section(block: Block, scope: Scope): void {
    const value = this.call(block, scope)
    if (Array.isArray(value)) return this.each(block, value, scope)
    if (value === true) return this.program(block.program, scope)
    if (value === false || value === null || value === undefined) return this.program(block.inverse, scope)
    this.program(block.program, this.inside(scope, value, block, [value]))
  }

  private each(block: Block, value: unknown, scope: Scope): void {
    const isList = Array.isArray(value)
    const keys = isList ? value.keys() : Object.keys(typeof value === 'object' && value !== null ? value : {})
    const count = isList ? value.length : (keys as string[]).length
    if (count === 0) return this.program(block.inverse, scope)
    let index = 0
    for (const key of keys) {
      this.meter.step(block.loc.start.line)
      const item = isList ? (value[key as number] as unknown) : partOf(value, String(key))
      const values = { ...scope.loop.values, key, index, first: index === 0, last: index === count - 1 }
      const inner = this.inside(scope, item, block, [item, key])
      this.program(block.program, { ...inner, loop: { values, outer: scope.loop } })
      index++
    }
  }

  /** The scope of a block's content: the value of the block becomes the context, and may have a name. */
  private inside(scope: Scope, value: unknown, { program, loc }: Block, given: unknown[]): Scope {
    const contexts = value === scope.contexts[0] ? scope.contexts : [value, ...scope.contexts]
    const wanted = program?.blockParams ?? []
    if (wanted.length === 0) return { ...scope, contexts }
    this.meter.parts(loc.start.line, scope.names.size + wanted.length)
    return {
      ...scope,
      contexts,
      names: new Map([...scope.names, ...wanted.map((name, at) => [name, given[at]] as const)]),
    }
  }

  // --- partials ---

  private partial(partial: Partial, scope: Scope): void {
    const { line } = partial.loc.start
    const name =
      partial.name.type === 'SubExpression' ? textOf(this.value(partial.name, scope)) : String(partial.name.original)
    const defined = scope.partials.get(name) ?? (partial.program && { program: partial.program, scope })
    if (!defined) throw new TemplateStop('noPartial', line, name)
    const context = partial.params[0] ? this.value(partial.params[0], scope) : scope.contexts[0]
    const named = this.named(partial, scope)
    const isNamed = Object.keys(named).length > 0
    if (isNamed) this.meter.weigh(line, [context])
    const value = isNamed ? { ...(typeof context === 'object' ? context : {}), ...named } : context
    const outer = defined.scope ?? scope
    this.meter.parts(line, outer.partials.size)
    const partials = new Map(outer.partials)
    if (partial.program) partials.set(callersBlock, { program: partial.program, scope })
    this.program(defined.program, { ...outer, contexts: [value, ...scope.contexts], partials })
  }

  // --- values ---

  /** The value of a tag or a block: the result of a helper, or the value with that name. */
  private call(call: Call | SubExpression, scope: Scope): unknown {
    const { line } = call.loc.start
    const hasArguments = call.params.length > 0 || (call.hash?.pairs.length ?? 0) > 0
    const name = helperName(call.path, scope)
    const helper = name === undefined ? undefined : helpers.get(name)
    if (helper) return this.help(helper, name ?? '', call, scope)
    if (name === 'lookup') return this.lookup(call, scope)
    if (name === 'log') return undefined
    if (hasArguments) throw new TemplateStop('noHelper', line, textOf(pathText(call.path)))
    return call.path.type === 'SubExpression' ? this.call(call.path, scope) : this.valueNamed(call.path, scope)
  }

  private help(helper: (args: unknown[], named: Values) => unknown, name: string, call: Call, scope: Scope): unknown {
    const { line } = call.loc.start
    const args = call.params.map((param) => this.value(param, scope))
    const named = this.named(call, scope)
    this.meter.weigh(line, [...args, ...Object.values(named)])
    try {
      const result = helper(args, named)
      this.meter.weigh(line, [result])
      return result
    } catch (error) {
      if (error instanceof BadArgument) throw new TemplateStop('badArgument', line, `${name}: ${error.message}`)
      throw error
    }
  }

  private lookup(call: Call, scope: Scope): unknown {
    const [holder, key] = call.params.map((param) => this.value(param, scope))
    return partOf(holder, textOf(key))
  }

  /** `name=value` arguments. */
  private named({ hash }: Pick<Call, 'hash'>, scope: Scope): Values {
    return Object.fromEntries((hash?.pairs ?? []).map(({ key, value }) => [key, this.value(value, scope)]))
  }

  private value(expression: Expression, scope: Scope): unknown {
    this.meter.parts(expression.loc.start.line, 1)
    switch (expression.type) {
      case 'SubExpression':
        return this.call(expression, scope)
      case 'PathExpression':
        return this.at(expression, scope)
      case 'NullLiteral':
        return null
      case 'UndefinedLiteral':
        return undefined
      default:
        return expression.value
    }
  }

  /** A literal as a tag means the column with this name: `{{"total sales"}}`. */
  private valueNamed(path: Path | Literal, scope: Scope): unknown {
    return path.type === 'PathExpression' ? this.at(path, scope) : partOf(scope.contexts[0], String(path.original))
  }

  private at({ data, depth, parts, original, loc }: Path, scope: Scope): unknown {
    this.meter.parts(loc.start.line, parts.length)
    const [head, ...rest] = parts
    if (typeof head === 'object')
      return rest.reduce<unknown>((value, part) => partOf(value, String(part)), this.call(head, scope))
    if (data) {
      let loop: LoopData | undefined = scope.loop
      for (let up = 0; up < depth; up++) loop = loop?.outer
      return follow(loop?.values, parts)
    }
    if (head !== undefined && depth === 0 && !isScoped(original) && scope.names.has(head)) {
      return follow(scope.names.get(head), rest)
    }
    return follow(scope.contexts[depth], parts)
  }
}

const follow = (value: unknown, parts: Path['parts']) =>
  parts.reduce<unknown>((each, part) => partOf(each, String(part)), value)

/** `this.name` and `./name` are values, even if a helper has the same name. */
const isScoped = (original: string) => /^(?:\.|this\b)/.test(original)

/** The name that a helper could have; undefined for paths and for names that a block defines. */
function helperName(path: Call['path'], scope: Scope): string | undefined {
  if (path.type !== 'PathExpression' || path.data || path.depth > 0 || path.parts.length !== 1) return undefined
  const [name] = path.parts
  return typeof name !== 'string' || isScoped(path.original) || scope.names.has(name) ? undefined : name
}

const pathText = (path: Call['path']): Path['original'] | Literal['original'] =>
  path.type === 'SubExpression' ? pathText(path.path) : path.original
