import { attributeOf, itemOf, sliceOf } from './access.ts'
import { deeper, spendSteps } from './budget.ts'
import { TemplateFault, typeFault } from './fault.ts'
import { FILTERS, type FilterContext } from './filters.ts'
import { globals } from './globals.ts'
import { binary, holds, negated } from './operators.ts'
import type { CallArguments, Node, Parameter, Statement, Target } from './syntax.ts'
import { TESTS } from './tests.ts'
import { concat, plain, type Text } from './text.ts'
import {
  type Arguments,
  asText,
  Callable,
  Dict,
  equal,
  HostObject,
  itemsOf,
  List,
  Namespace,
  nothing,
  or,
  Tuple,
  truth,
  typeName,
  Undefined,
  type Value,
} from './values.ts'

const NO_ELSE = {
  kind: 'UndefinedError',
  message: 'the inline if-expression evaluated to false and no else section was defined.',
  isSilent: true,
}

/** A filter added by the host: the value is the first argument. */
export type HostFilter = (value: Value, args: Arguments) => Value

class Scope {
  readonly values: Map<string, Value>
  readonly outer: Scope | undefined
  constructor(outer?: Scope, values: Iterable<[string, Value]> = []) {
    this.outer = outer
    this.values = new Map(values)
  }
  get(name: string): Value | undefined {
    const own = this.values.get(name)
    return own === undefined ? this.outer?.get(name) : own
  }
}

/**
 * Runs a parsed template. The template can use only the variables and filters that are passed here, and the built-in
 * ones.
 */
export class Interpreter implements FilterContext {
  private readonly hostFilters: ReadonlyMap<string, HostFilter>
  private readonly root: Scope

  constructor(variables: ReadonlyMap<string, Value>, hostFilters: ReadonlyMap<string, HostFilter>) {
    this.hostFilters = hostFilters
    this.root = new Scope(new Scope(undefined, globals()), variables)
    this.root.values.set('self', new HostObject('<TemplateReference None>', () => undefined))
  }

  run(statements: readonly Statement[]): Text {
    checkNames(statements, this.hostFilters)
    return this.body(statements, new Scope(this.root))
  }

  private body(statements: readonly Statement[], scope: Scope): Text {
    return deeper(() => concat(statements.map((statement) => this.statement(statement, scope))))
  }

  private statement(statement: Statement, scope: Scope): Text {
    spendSteps()
    switch (statement.kind) {
      case 'data':
        return statement.text
      case 'print':
        return asText(this.value(statement.value, scope))
      case 'if': {
        const branch = statement.branches.find(({ test }) => truth(this.value(test, scope)))
        return this.body(branch?.body ?? statement.otherwise, scope)
      }
      case 'for':
        return this.loop(statement, this.value(statement.of, scope), scope, 0)
      case 'set':
        this.assign(statement.target, this.value(statement.value, scope), scope)
        return ''
      case 'setBlock': {
        const body = this.body(statement.body, new Scope(scope))
        this.assign(statement.target, statement.filter ? this.filtered(statement.filter, body, scope) : body, scope)
        return ''
      }
      case 'with': {
        const inner = new Scope(scope)
        const values = statement.assignments.map(([target, value]) => [target, this.value(value, scope)] as const)
        for (const [target, value] of values) this.assign(target, value, inner)
        return this.body(statement.body, inner)
      }
      case 'macro':
        scope.values.set(statement.name, this.macro(statement.name, statement.parameters, statement.body, scope))
        return ''
      case 'callBlock': {
        const caller = this.macro('caller', statement.parameters, statement.body, scope)
        return asText(this.call(statement.call, scope, caller))
      }
      case 'filterBlock':
        return asText(this.filtered(statement.filter, this.body(statement.body, new Scope(scope)), scope))
      case 'scope':
        return this.body(statement.body, new Scope(scope))
      case 'load':
        throw typeFault('no loader for this environment specified')
    }
  }

  private loop(loop: Extract<Statement, { kind: 'for' }>, of: Value, scope: Scope, depth: number): Text {
    const all = itemsOf(of)
    const items = loop.condition
      ? all.filter((item) => {
          const inner = new Scope(scope)
          this.assign(loop.target, item, inner)
          return truth(this.value(loop.condition as Node, inner))
        })
      : [...all]
    if (items.length === 0) return this.body(loop.otherwise, scope)
    const again = loop.recursive
      ? new Callable('loop', ({ positional }) => deeper(() => this.loop(loop, positional[0] ?? null, scope, depth + 1)))
      : undefined
    const changes: { last?: Value } = {}
    return concat(
      items.map((item, index) => {
        const inner = new Scope(scope)
        inner.values.set('loop', loopState({ items, index, depth, changes, again }))
        this.assign(loop.target, item, inner)
        return this.body(loop.body, inner)
      }),
    )
  }

  private assign(target: Target, value: Value, scope: Scope): void {
    if (target.kind === 'name') scope.values.set(target.name, value)
    else if (target.kind === 'field') {
      const namespace = scope.get(target.name)
      if (!(namespace instanceof Namespace)) {
        throw new TemplateFault('TemplateRuntimeError', 'cannot assign attribute on non-namespace object')
      }
      namespace.fields.set(target.field, value)
    } else {
      const items = itemsOf(value)
      const wanted = target.items.length
      if (items.length > wanted) throw new TemplateFault('ValueError', `too many values to unpack (expected ${wanted})`)
      if (items.length < wanted) {
        throw new TemplateFault('ValueError', `not enough values to unpack (expected ${wanted}, got ${items.length})`)
      }
      target.items.forEach((inner, index) => this.assign(inner, items[index] as Value, scope))
    }
  }

  private macro(name: string, parameters: readonly Parameter[], body: readonly Statement[], defined: Scope): Callable {
    return new Callable(
      name,
      ({ positional, named }) => {
        if (positional.length > parameters.length) {
          throw typeFault(`macro '${name}' takes not more than ${parameters.length} argument(s)`)
        }
        const scope = new Scope(defined)
        const rest = new Map(named)
        parameters.forEach((parameter, index) => {
          const value = index < positional.length ? positional[index] : rest.get(parameter.name)
          rest.delete(parameter.name)
          const otherwise = () =>
            parameter.otherwise
              ? this.value(parameter.otherwise, scope)
              : nothing(`parameter '${parameter.name}' was not provided`)
          scope.values.set(parameter.name, or(value, otherwise))
        })
        const caller = rest.get('caller')
        rest.delete('caller')
        if (caller !== undefined) scope.values.set('caller', caller)
        const [extra] = rest.keys()
        if (extra !== undefined) throw typeFault(`macro '${name}' takes no keyword argument '${extra}'`)
        return deeper(() => this.body(body, scope))
      },
      `<Macro '${name}'>`,
    )
  }

  private value(node: Node, scope: Scope): Value {
    spendSteps()
    switch (node.kind) {
      case 'constant':
        return node.value
      case 'name':
        return or(scope.get(node.name), () => new Undefined(node.name))
      case 'list':
        return new List(node.items.map((item) => this.value(item, scope)))
      case 'tuple':
        return new Tuple(node.items.map((item) => this.value(item, scope)))
      case 'dict':
        return new Dict(node.items.map(([key, item]) => [this.value(key, scope), this.value(item, scope)]))
      case 'attribute':
        return attributeOf(this.value(node.of, scope), node.name)
      case 'item':
        return this.item(node, scope)
      case 'slice':
        throw typeFault('a slice is only allowed in brackets')
      case 'call':
        return this.call(node, scope)
      case 'filter':
        return this.filter(node.name, node.of ? this.value(node.of, scope) : '', this.arguments(node.call, scope))
      case 'test':
        return this.test(node.name, this.value(node.of, scope), this.arguments(node.call, scope))
      case 'choice':
        if (truth(this.value(node.test, scope))) return this.value(node.yes, scope)
        return node.no ? this.value(node.no, scope) : new Undefined('', undefined, NO_ELSE)
      case 'binary':
        return binary(node.operator, this.value(node.left, scope), this.value(node.right, scope))
      case 'concat':
        return concat(node.parts.map((part) => asText(this.value(part, scope))))
      case 'unary': {
        const value = this.value(node.of, scope)
        return node.operator === 'not' ? !truth(value) : negated(node.operator, value)
      }
      case 'logic': {
        const left = this.value(node.left, scope)
        return truth(left) === (node.operator === 'or') ? left : this.value(node.right, scope)
      }
      case 'compare': {
        let left = this.value(node.first, scope)
        for (const [operator, operand] of node.rest) {
          const right = this.value(operand, scope)
          if (!holds(operator, left, right)) return false
          left = right
        }
        return true
      }
    }
  }

  private item({ of, key }: Extract<Node, { kind: 'item' }>, scope: Scope): Value {
    const value = this.value(of, scope)
    if (key.kind !== 'slice') return itemOf(value, this.value(key, scope))
    const part = (node: Node | null) => (node ? this.value(node, scope) : null)
    return sliceOf(value, part(key.from), part(key.to), part(key.step))
  }

  private arguments(call: CallArguments, scope: Scope): Arguments {
    const positional = call.positional.map((node) => this.value(node, scope))
    if (call.spread) positional.push(...itemsOf(this.value(call.spread, scope)))
    const named = new Map<string, Value>(call.named.map(([name, node]) => [name, this.value(node, scope)]))
    if (call.spreadNamed) {
      const more = this.value(call.spreadNamed, scope)
      if (!(more instanceof Dict)) throw typeFault(`argument after ** must be a mapping, not ${typeName(more)}`)
      for (const [key, value] of more.entries()) named.set(plain(asText(key)), value)
    }
    return { positional, named }
  }

  private call(node: Node, scope: Scope, caller?: Callable): Value {
    if (node.kind !== 'call') throw typeFault('expected call')
    const of = this.value(node.of, scope)
    const { positional, named } = this.arguments(node.call, scope)
    if (of instanceof Undefined) throw of.fault()
    const callable = of instanceof HostObject ? of.callable : of
    if (!(callable instanceof Callable)) throw typeFault(`'${typeName(of)}' object is not callable`)
    const all = caller ? new Map([...named, ['caller', caller] as const]) : named
    return deeper(() => callable.call({ positional, named: all }))
  }

  /** Filters of a block: the innermost gets the output of the block. */
  private filtered(node: Node, body: Value, scope: Scope): Value {
    if (node.kind !== 'filter') return body
    return this.filter(
      node.name,
      node.of ? this.filtered(node.of, body, scope) : body,
      this.arguments(node.call, scope),
    )
  }

  filter(name: string, value: Value, args: Arguments): Value {
    spendSteps()
    const host = this.hostFilters.get(name)
    if (host) return host(value, args)
    const own = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined
    if (!own) throw new TemplateFault('TemplateRuntimeError', `No filter named '${name}' found.`)
    return own(this, value, args)
  }

  test(name: string, value: Value, { positional }: Arguments): boolean {
    spendSteps()
    if (name === 'filter') return isFilter(plain(asText(value)), this.hostFilters)
    if (name === 'test') return isTest(plain(asText(value)))
    const own = Object.hasOwn(TESTS, name) ? TESTS[name] : undefined
    if (!own) throw new TemplateFault('TemplateRuntimeError', `No test named '${name}' found.`)
    return own(value, ...positional)
  }
}

const isFilter = (name: string, host: ReadonlyMap<string, HostFilter>) => host.has(name) || Object.hasOwn(FILTERS, name)
const isTest = (name: string) => name === 'filter' || name === 'test' || Object.hasOwn(TESTS, name)
const unknownFilter = (name: string) => new TemplateFault('TemplateAssertionError', `No filter named '${name}'.`)
const unknownTest = (name: string) => new TemplateFault('TemplateAssertionError', `No test named '${name}'.`)

/** Where unknown names fail only when they are reached. */
const conditions: ReadonlySet<unknown> = new Set(['if', 'choice'])
/** Blocks with a scope of their own: their names are checked even in a branch of a condition. */
const blocks: ReadonlySet<unknown> = new Set(['for', 'setBlock', 'with', 'macro', 'callBlock', 'filterBlock', 'scope'])

/** Unknown filters and tests fail before anything runs, except in a condition and its branches. */
function checkNames(statements: readonly Statement[], host: ReadonlyMap<string, HostFilter>): void {
  const walk = (value: unknown, isConditional: boolean): void => {
    if (typeof value !== 'object' || value === null) return
    const { kind, name } = value as { kind?: unknown; name?: unknown }
    if (typeof name === 'string' && !isConditional) {
      if (kind === 'filter' && !isFilter(name, host)) throw unknownFilter(name)
      if (kind === 'test' && !isTest(name)) throw unknownTest(name)
    }
    const isInner = conditions.has(kind) || (isConditional && !blocks.has(kind))
    for (const part of Object.values(value)) walk(part, isInner)
  }
  walk(statements, false)
}

interface LoopPlace {
  items: readonly Value[]
  index: number
  depth: number
  changes: { last?: Value }
  again: Callable | undefined
}

function loopState({ items, index, depth, changes, again }: LoopPlace): HostObject {
  const size = items.length
  const field = (name: string): Value | undefined => {
    switch (name) {
      case 'index':
        return BigInt(index + 1)
      case 'index0':
        return BigInt(index)
      case 'revindex':
        return BigInt(size - index)
      case 'revindex0':
        return BigInt(size - index - 1)
      case 'first':
        return index === 0
      case 'last':
        return index === size - 1
      case 'length':
        return BigInt(size)
      case 'depth':
        return BigInt(depth + 1)
      case 'depth0':
        return BigInt(depth)
      case 'previtem':
        return or(items[index - 1], () => nothing('there is no previous item'))
      case 'nextitem':
        return or(items[index + 1], () => nothing('there is no next item'))
      case 'cycle':
        return new Callable('cycle', ({ positional }) => {
          if (positional.length === 0) throw typeFault('no items for cycling given')
          return positional[index % positional.length] as Value
        })
      case 'changed':
        return new Callable('changed', ({ positional }) => {
          const now = new Tuple(positional)
          const isSame = changes.last !== undefined && equal(changes.last, now)
          changes.last = now
          return !isSame
        })
      default:
        return undefined
    }
  }
  return new HostObject(`<LoopContext ${index + 1}/${size}>`, field, again)
}
