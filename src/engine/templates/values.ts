import { spendSteps } from './budget.ts'
import { TemplateFault, typeFault, undefinedFault } from './fault.ts'
import { concat, isText, join, Marked, plain, type Text } from './text.ts'

/**
 * Values of the template language. Whole numbers are bigint, others number. Lists and dictionaries are our own classes:
 * no host object is ever reachable from a template.
 */
export type Value =
  | null
  | boolean
  | bigint
  | number
  | Text
  | List
  | Tuple
  | Dict
  | Undefined
  | Callable
  | Namespace
  | HostObject
  | Foreign

export class List {
  readonly items: Value[]
  constructor(items: Value[]) {
    this.items = items
  }
}

export class Tuple {
  readonly items: readonly Value[]
  /** The fields by which items can also be accessed. */
  readonly names: readonly string[]
  constructor(items: readonly Value[], names: readonly string[] = []) {
    this.items = items
    this.names = names
  }
}

export class Dict {
  private readonly entriesByKey = new Map<string, [Value, Value]>()
  constructor(entries: Iterable<[Value, Value]> = []) {
    for (const [key, value] of entries) this.set(key, value)
  }
  get size(): number {
    return this.entriesByKey.size
  }
  get(key: Value): Value | undefined {
    return this.entriesByKey.get(hashKey(key))?.[1]
  }
  has(key: Value): boolean {
    return this.entriesByKey.has(hashKey(key))
  }
  set(key: Value, value: Value): void {
    const hash = hashKey(key)
    this.entriesByKey.set(hash, [this.entriesByKey.get(hash)?.[0] ?? key, value])
  }
  delete(key: Value): boolean {
    return this.entriesByKey.delete(hashKey(key))
  }
  clear(): void {
    this.entriesByKey.clear()
  }
  entries(): [Value, Value][] {
    return [...this.entriesByKey.values()].map(([key, value]) => [key, value])
  }
  keys(): Value[] {
    return this.entries().map(([key]) => key)
  }
  values(): Value[] {
    return this.entries().map(([, value]) => value)
  }
}

interface Hint {
  kind: string
  message: string
  /** Prints as an empty text. */
  isSilent?: boolean
}

/** A name or an element that does not exist. Prints as the source text; most other uses fail. */
export class Undefined {
  readonly name: Value
  /** The value that was searched; undefined for a name of the template. */
  readonly of: Value | undefined
  /** Why the value is undefined, if it is not just missing, and which error its use raises. */
  readonly hint: Hint | undefined
  constructor(name: Value, of?: Value, hint?: Hint) {
    this.name = name
    this.of = of
    this.hint = hint
  }
  print(): Text {
    if (this.hint?.isSilent) return ''
    if (this.hint) return `{{ undefined value printed: ${this.hint.message} }}`
    if (this.of === undefined) return concat(['{{ ', asText(this.name), ' }}'])
    return concat([`{{ no such element: ${typeTitle(this.of)}[`, repr(this.name), '] }}'])
  }
  fault(): TemplateFault {
    if (this.hint) return new TemplateFault(this.hint.kind, this.hint.message)
    const name = plain(repr(this.name))
    if (this.of === undefined) return undefinedFault(`${name} is undefined`)
    const of = typeTitle(this.of)
    return undefinedFault(isText(this.name) ? `'${of}' has no attribute ${name}` : `${of} has no element ${name}`)
  }
}

/** Undefined, with a reason that is reported. */
export const nothing = (message: string) => new Undefined('', undefined, { kind: 'UndefinedError', message })

/** null is a value: only undefined values are missing. */
export const or = <T>(value: Value | undefined, otherwise: () => T): Value | T =>
  value === undefined ? otherwise() : value

/** Arguments of a call as written in the template. */
export interface Arguments {
  positional: Value[]
  named: ReadonlyMap<string, Value>
}

export class Callable {
  readonly name: string
  readonly call: (args: Arguments) => Value
  readonly printed: string
  constructor(name: string, call: (args: Arguments) => Value, printed = `<function ${name}>`) {
    this.name = name
    this.call = call
    this.printed = printed
  }
}

export class Namespace {
  readonly fields = new Map<string, Value>()
}

/** `loop`, `self` and similar objects: fields that a template may read. */
export class HostObject {
  readonly printed: string
  readonly field: (name: string) => Value | undefined
  readonly callable: Callable | undefined
  constructor(printed: string, field: (name: string) => Value | undefined, callable?: Callable) {
    this.printed = printed
    this.field = field
    this.callable = callable
  }
}

/** A variable of a type that templates may not use. */
export class Foreign {
  readonly type: string
  constructor(type: string) {
    this.type = type
  }
}

function hashKey(value: Value): string {
  spendSteps()
  if (isText(value)) return `s${plain(value)}`
  if (value === null) return 'none'
  if (typeof value === 'boolean') return `n${Number(value)}`
  if (typeof value === 'bigint') return `n${value}`
  if (typeof value === 'number') return Number.isInteger(value) ? `n${BigInt(value)}` : `n${value}`
  if (value instanceof Tuple) return `t${JSON.stringify(value.items.map(hashKey))}`
  throw typeFault(`unhashable type: '${typeName(value)}'`)
}

/** The name of a value's type in Jinja. */
export function typeName(value: Value): string {
  if (value === null) return 'NoneType'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'bigint') return 'int'
  if (typeof value === 'number') return 'float'
  if (isText(value)) return 'str'
  if (value instanceof List) return 'list'
  if (value instanceof Tuple) return 'tuple'
  if (value instanceof Dict) return 'dict'
  if (value instanceof Undefined) return 'Undefined'
  if (value instanceof Callable) return 'function'
  if (value instanceof Namespace) return 'Namespace'
  return value instanceof Foreign ? value.type : 'object'
}

const typeTitle = (value: Value): string => (value === null ? 'None' : `${typeName(value)} object`)

export function truth(value: Value): boolean {
  if (value === null || value instanceof Undefined) return false
  if (typeof value === 'boolean') return value
  if (typeof value === 'bigint') return value !== 0n
  if (typeof value === 'number') return value !== 0
  if (isText(value)) return plain(value) !== ''
  if (value instanceof List || value instanceof Tuple) return value.items.length > 0
  if (value instanceof Dict) return value.size > 0
  return true
}

export const isNumber = (value: Value): value is boolean | bigint | number =>
  typeof value === 'boolean' || typeof value === 'bigint' || typeof value === 'number'

export function equal(left: Value, right: Value): boolean {
  spendSteps()
  if (isText(left) || isText(right)) return isText(left) && isText(right) && plain(left) === plain(right)
  if (isNumber(left) && isNumber(right)) return compareNumbers(left, right) === 0
  if (left instanceof Undefined && right instanceof Undefined) return true
  if (left instanceof List || left instanceof Tuple) {
    return (
      ((left instanceof List && right instanceof List) || (left instanceof Tuple && right instanceof Tuple)) &&
      left.items.length === right.items.length &&
      left.items.every((item, index) => equal(item, right.items[index] as Value))
    )
  }
  if (left instanceof Dict && right instanceof Dict) {
    return (
      left.size === right.size &&
      left.entries().every(([key, value]) => {
        const other = right.get(key)
        return other !== undefined && equal(value, other)
      })
    )
  }
  return left === right
}

const numeric = (value: boolean | bigint | number) => (typeof value === 'boolean' ? BigInt(value) : value)

export function compareNumbers(a: boolean | bigint | number, b: boolean | bigint | number): number {
  const [left, right] = [numeric(a), numeric(b)]
  // bigint and number compare exactly
  if (Number.isNaN(left) || Number.isNaN(right)) return Number.NaN
  return left < right ? -1 : left > right ? 1 : 0
}

/** The order of two values: negative, 0 or positive. @throws TemplateFault for values without an order */
export function compare(left: Value, right: Value, operator: string): number {
  if (isNumber(left) && isNumber(right)) return compareNumbers(left, right)
  if (isText(left) && isText(right)) return compareText(plain(left), plain(right))
  if (left instanceof Undefined) throw left.fault()
  if (right instanceof Undefined) throw right.fault()
  if ((left instanceof List && right instanceof List) || (left instanceof Tuple && right instanceof Tuple)) {
    for (const [index, item] of left.items.entries()) {
      const other = right.items[index]
      if (other === undefined) return 1
      if (!equal(item, other)) return compare(item, other, operator)
    }
    return left.items.length - right.items.length
  }
  throw typeFault(`'${operator}' not supported between instances of '${typeName(left)}' and '${typeName(right)}'`)
}

/** Compares texts by code point, as Jinja does. */
function compareText(left: string, right: string): number {
  if (left === right) return 0
  const [a, b] = [[...left], [...right]]
  for (const [index, character] of a.entries()) {
    const other = b[index]
    if (other === undefined) return 1
    if (character !== other) return (character.codePointAt(0) as number) - (other.codePointAt(0) as number)
  }
  return -1
}

export function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  if (Object.is(value, -0)) return '-0.0'
  const size = Math.abs(value)
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) {
    const [digits = '', exponent = '0'] = value.toExponential().split('e')
    const sign = exponent.startsWith('-') ? '-' : '+'
    return `${digits}e${sign}${exponent.replace(/^[+-]/, '').padStart(2, '0')}`
  }
  const text = Number.isInteger(value) ? BigInt(value).toString() : String(value)
  return text.includes('.') ? text : `${text}.0`
}

/** What `{{ value }}` prints. */
export function asText(value: Value): Text {
  if (isText(value)) return value
  if (value instanceof Undefined) return value.print()
  return repr(value)
}

/** The text of a value inside a list: quoted if it is text. */
export function repr(value: Value): Text {
  spendSteps()
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'number') return floatText(value)
  if (isText(value)) return quotedText(value)
  if (value instanceof List) return concat(['[', join(value.items.map(repr), ', '), ']'])
  if (value instanceof Tuple) {
    return concat(['(', join(value.items.map(repr), ', '), value.items.length === 1 ? ',)' : ')'])
  }
  if (value instanceof Dict) {
    const pairs = value.entries().map(([key, item]) => concat([repr(key), ': ', repr(item)]))
    return concat(['{', join(pairs, ', '), '}'])
  }
  if (value instanceof Undefined) return 'Undefined'
  if (value instanceof Callable || value instanceof HostObject) return value.printed
  if (value instanceof Namespace) {
    return concat(['<Namespace ', repr(new Dict([...value.fields].map(([key, item]) => [key, item]))), '>'])
  }
  throw new TemplateFault('TypeError', `a value of type ${typeName(value)} cannot be printed`)
}

const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cn}\p{Co}\p{Cs}]|(?! )\p{Zs}/gu

function quotedText(text: Text): Text {
  const content = plain(text)
  const quote = content.includes("'") && !content.includes('"') ? '"' : "'"
  const escaped = content
    .replaceAll('\\', '\\\\')
    .replaceAll(quote, `\\${quote}`)
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replaceAll(CONTROL, (character) => {
      const code = character.codePointAt(0) as number
      if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`
      return code < 0x10000 ? `\\u${code.toString(16).padStart(4, '0')}` : `\\U${code.toString(16).padStart(8, '0')}`
    })
  const inner = escaped === content ? text : typeof text === 'string' ? escaped : markedAgain(text, escaped)
  return concat([quote, inner, quote])
}

const markedAgain = (text: Marked, escaped: string) =>
  text.spans.length > 0 ? new Marked(escaped, [[0, escaped.length]]) : escaped

/** The items that a loop over a value visits. @throws TemplateFault if it is not iterable */
export function itemsOf(value: Value): readonly Value[] {
  if (value instanceof List || value instanceof Tuple) return value.items
  if (value instanceof Dict) return value.keys()
  if (value instanceof Undefined) return []
  if (isText(value)) return characters(value)
  throw typeFault(`'${typeName(value)}' object is not iterable`)
}

export function characters(text: Text): Text[] {
  if (typeof text === 'string') return [...text]
  let at = 0
  return [...text.text].map((character) => {
    const from = at
    at += character.length
    return text.spans.some(([start, end]) => start < at && from < end)
      ? new Marked(character, [[0, character.length]])
      : character
  })
}
