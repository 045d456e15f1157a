import { bindArguments, type Formal } from './arguments.ts'
import { spendSteps } from './budget.ts'
import { TemplateFault, typeFault } from './fault.ts'
import { formatBraces } from './format.ts'
import { change, concat, isText, join, madeOf, plain, replace, slice, type Text } from './text.ts'
import { Callable, compare, Dict, equal, isNumber, itemsOf, List, or, Tuple, typeName, type Value } from './values.ts'

/** Returns null, for calls that are made for their side effect. */
const after = (_done: unknown): null => null

type Method<Of> = { formals: readonly Formal[]; run: (of: Of, ...values: Value[]) => Value }
type Methods<Of> = Readonly<Record<string, Method<Of>>>

const method = <Of>(names: string, run: (of: Of, ...values: Value[]) => Value): Method<Of> => ({
  formals: names
    .split(' ')
    .filter(Boolean)
    .map((name) => (name.endsWith('?') ? { name: name.slice(0, -1), otherwise: null } : { name })),
  run,
})

/** The method of a value that a template may call; undefined if there is none with this name. */
export function methodOf(value: Value, name: string): Callable | undefined {
  if (isText(value)) {
    if (name === 'format') {
      return new Callable(name, ({ positional, named }) => formatBraces(value, positional, named))
    }
    return bound('str', TEXT, value, name)
  }
  if (value instanceof List) return bound('list', LIST, value, name)
  if (value instanceof Tuple) return bound('tuple', TUPLE, value, name)
  if (value instanceof Dict) {
    if (name === 'update') return new Callable(name, ({ positional, named }) => updated(value, positional, named))
    return bound('dict', DICT, value, name)
  }
  return undefined
}

function bound<Of extends Value>(type: string, methods: Methods<Of>, value: Of, name: string): Callable | undefined {
  const found = Object.hasOwn(methods, name) ? methods[name] : undefined
  if (!found) return undefined
  const full = `${type}.${name}`
  return new Callable(
    full,
    (args) => {
      spendSteps()
      return found.run(value, ...bindArguments(full, found.formals, args))
    },
    `<built-in method ${name} of ${type} object>`,
  )
}

const textOf = (value: Value, what: string): Text => {
  if (!isText(value)) throw typeFault(`${what} must be str, not ${typeName(value)}`)
  return value
}

const word = (value: Value): string => plain(textOf(value, 'argument'))

export function integer(value: Value, otherwise: number): number {
  if (value === null) return otherwise
  if (typeof value === 'bigint' || typeof value === 'boolean') return Number(value)
  throw typeFault(`'${typeName(value)}' object cannot be interpreted as an integer`)
}

/** Removes white space, or the given characters, at the ends of a text. */
export function strip(text: Text, set: Value, where: 'both' | 'start' | 'end'): Text {
  const characters = set === null ? null : new Set(word(set))
  const goes = (character: string) => (characters ? characters.has(character) : /\s/.test(character))
  const whole = plain(text)
  let [from, to] = [0, whole.length]
  if (where !== 'end') while (from < to && goes(whole[from] as string)) from++
  if (where !== 'start') while (to > from && goes(whole[to - 1] as string)) to--
  return slice(text, from, to)
}

export function split(text: Text, separator: Value, most: number, fromEnd = false): List {
  const whole = plain(text)
  const cuts: [number, number][] = []
  if (separator === null) {
    for (const match of whole.matchAll(/\S+/g)) cuts.push([match.index, match.index + match[0].length])
    const limited = most < 0 || cuts.length <= most + 1
    if (limited) return new List(cuts.map(([from, to]) => slice(text, from, to)))
    const kept = fromEnd ? cuts.slice(-most) : cuts.slice(0, most)
    const rest: [number, number] = fromEnd
      ? [0, (cuts.at(-most - 1) as [number, number])[1]]
      : [(cuts[most] as [number, number])[0], whole.length]
    const all = fromEnd ? [rest, ...kept] : [...kept, rest]
    return new List(all.map(([from, to]) => slice(text, from, to)))
  }
  const by = word(separator)
  if (by === '') throw new TemplateFault('ValueError', 'empty separator')
  const at: number[] = []
  for (let found = whole.indexOf(by); found >= 0; found = whole.indexOf(by, found + by.length)) at.push(found)
  const used = most < 0 ? at : fromEnd ? at.slice(Math.max(0, at.length - most)) : at.slice(0, most)
  let from = 0
  const parts = used.map((cut) => {
    const part = slice(text, from, cut)
    from = cut + by.length
    return part
  })
  return new List([...parts, slice(text, from)])
}

export function joined(separator: Text, of: Value): Text {
  const items = itemsOf(of)
  const texts = items.map((item, index) => {
    if (isText(item)) return item
    throw typeFault(`sequence item ${index}: expected str instance, ${typeName(item)} found`)
  })
  return join(texts, separator)
}

export const capitalised = (text: string): string => {
  const [first = '', ...rest] = [...text]
  return first.toUpperCase() + rest.join('').toLowerCase()
}

const titled = (text: string) => text.replaceAll(/\p{L}+/gu, (part) => capitalised(part))
const swapped = (text: string) =>
  [...text].map((one) => (one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase())).join('')
const all = (pattern: RegExp) => (text: Text) => pattern.test(plain(text))

/**
 * A text padded to this width. If the spaces on both sides differ, an odd width has the additional one before the text.
 */
export function padded(text: Text, width: Value, fill: Value, where: 'left' | 'right' | 'both'): Text {
  const missing = Math.min(integer(width, 0), 10_000) - plain(text).length
  if (missing <= 0) return text
  const by = fill === null ? ' ' : word(fill)
  const left = where === 'left' ? missing : where === 'both' ? (missing >> 1) + (missing & integer(width, 0) & 1) : 0
  return concat([by.repeat(left), text, by.repeat(missing - left)])
}

function ends(text: Text, what: Value, check: 'startsWith' | 'endsWith'): boolean {
  const options = what instanceof Tuple ? what.items : [what]
  return options.some((option) => plain(text)[check](word(option)))
}

function partition(text: Text, separator: Value, last: boolean): Tuple {
  const by = word(separator)
  const at = last ? plain(text).lastIndexOf(by) : plain(text).indexOf(by)
  if (at < 0) return new Tuple(last ? ['', '', text] : [text, '', ''])
  return new Tuple([slice(text, 0, at), slice(text, at, at + by.length), slice(text, at + by.length)])
}

function position(text: Text, part: Value, last: boolean, must: boolean): bigint {
  const at = last ? plain(text).lastIndexOf(word(part)) : plain(text).indexOf(word(part))
  if (at < 0 && must) throw new TemplateFault('ValueError', 'substring not found')
  return BigInt(at)
}

const isCased = /\p{Lu}|\p{Ll}/u

const TEXT: Methods<Text> = {
  upper: method('', (of) => change(of, (text) => text.toUpperCase())),
  lower: method('', (of) => change(of, (text) => text.toLowerCase())),
  casefold: method('', (of) => change(of, (text) => text.toLowerCase())),
  capitalize: method('', (of) => change(of, capitalised)),
  title: method('', (of) => change(of, titled)),
  swapcase: method('', (of) => change(of, swapped)),
  strip: method('chars?', (of, set = null) => strip(of, set, 'both')),
  lstrip: method('chars?', (of, set = null) => strip(of, set, 'start')),
  rstrip: method('chars?', (of, set = null) => strip(of, set, 'end')),
  split: method('sep? maxsplit?', (of, by = null, most = null) => split(of, by, integer(most, -1))),
  rsplit: method('sep? maxsplit?', (of, by = null, most = null) => split(of, by, integer(most, -1), true)),
  splitlines: method('', (of) => {
    const lines = split(of, '\n', -1).items
    return new List(lines.at(-1) === '' ? lines.slice(0, -1) : lines)
  }),
  partition: method('sep', (of, by = null) => partition(of, by, false)),
  rpartition: method('sep', (of, by = null) => partition(of, by, true)),
  join: method('iterable', (of, items = null) => joined(of, items)),
  replace: method('old new count?', (of, old = null, by = null, count = null) => {
    const most = integer(count, -1)
    return replace(of, word(old), textOf(by, 'replace() argument 2'), most < 0 ? Number.POSITIVE_INFINITY : most)
  }),
  startswith: method('prefix', (of, what = null) => ends(of, what, 'startsWith')),
  endswith: method('suffix', (of, what = null) => ends(of, what, 'endsWith')),
  removeprefix: method('prefix', (of, what = null) =>
    plain(of).startsWith(word(what)) ? slice(of, word(what).length) : of,
  ),
  removesuffix: method('suffix', (of, what = null) =>
    word(what) && plain(of).endsWith(word(what)) ? slice(of, 0, plain(of).length - word(what).length) : of,
  ),
  find: method('sub', (of, part = null) => position(of, part, false, false)),
  rfind: method('sub', (of, part = null) => position(of, part, true, false)),
  index: method('sub', (of, part = null) => position(of, part, false, true)),
  rindex: method('sub', (of, part = null) => position(of, part, true, true)),
  count: method('sub', (of, part = null) => BigInt(plain(of).split(word(part)).length - 1)),
  isdigit: method('', all(/^\p{Nd}+$/u)),
  isdecimal: method('', all(/^\p{Nd}+$/u)),
  isnumeric: method('', all(/^\p{N}+$/u)),
  isalpha: method('', all(/^\p{L}+$/u)),
  isalnum: method('', all(/^[\p{L}\p{N}]+$/u)),
  isspace: method('', all(/^\s+$/u)),
  isidentifier: method('', all(/^[\p{L}_][\p{L}\p{N}_]*$/u)),
  isascii: method('', (of) => [...plain(of)].every((character) => (character.codePointAt(0) as number) < 128)),
  isupper: method('', (of) => isCased.test(plain(of)) && plain(of) === plain(of).toUpperCase()),
  islower: method('', (of) => isCased.test(plain(of)) && plain(of) === plain(of).toLowerCase()),
  ljust: method('width fillchar?', (of, width = null, fill = null) => padded(of, width, fill, 'right')),
  rjust: method('width fillchar?', (of, width = null, fill = null) => padded(of, width, fill, 'left')),
  center: method('width fillchar?', (of, width = null, fill = null) => padded(of, width, fill, 'both')),
  zfill: method('width', (of, width = null) => {
    const sign = /^[+-]/.exec(plain(of))?.[0] ?? ''
    const missing = Math.min(integer(width, 0), 10_000) - plain(of).length
    return missing > 0 ? concat([sign, '0'.repeat(missing), slice(of, sign.length)]) : of
  }),
  expandtabs: method('', (of) => madeOf(plain(of).replaceAll('\t', '        '), [of])),
}

function indexOf(items: readonly Value[], item: Value, type: string): bigint {
  const at = items.findIndex((other) => equal(other, item))
  if (at < 0)
    throw new TemplateFault('ValueError', type === 'list' ? 'item is not in list' : 'tuple.index(x): x not in tuple')
  return BigInt(at)
}

const counted = (items: readonly Value[], item: Value) => BigInt(items.filter((other) => equal(other, item)).length)

const LIST: Methods<List> = {
  append: method('object', (of, item = null) => after(of.items.push(item))),
  extend: method('iterable', (of, items = null) => {
    const added = itemsOf(items)
    spendSteps(added.length)
    of.items.push(...added)
    return null
  }),
  insert: method('index object', (of, at = null, item = null) => after(of.items.splice(integer(at, 0), 0, item))),
  pop: method('index?', (of, at = null) => {
    if (of.items.length === 0) throw new TemplateFault('IndexError', 'pop from empty list')
    const [item] = of.items.splice(integer(at, -1), 1)
    if (item === undefined) throw new TemplateFault('IndexError', 'pop index out of range')
    return item
  }),
  remove: method('value', (of, item = null) => {
    of.items.splice(Number(indexOf(of.items, item, 'list')), 1)
    return null
  }),
  clear: method('', (of) => after(of.items.splice(0))),
  reverse: method('', (of) => after(of.items.reverse())),
  sort: method('', (of) => after(of.items.sort((a, b) => compare(a, b, '<')))),
  copy: method('', (of) => new List([...of.items])),
  index: method('value', (of, item = null) => indexOf(of.items, item, 'list')),
  count: method('value', (of, item = null) => counted(of.items, item)),
}

const TUPLE: Methods<Tuple> = {
  index: method('value', (of, item = null) => indexOf(of.items, item, 'tuple')),
  count: method('value', (of, item = null) => counted(of.items, item)),
}

const pairs = (of: Dict) => new List(of.entries().map((entry) => new Tuple(entry)))

function keyFault(key: Value): TemplateFault {
  return new TemplateFault('KeyError', isText(key) ? `'${plain(key)}'` : isNumber(key) ? String(key) : typeName(key))
}

const DICT: Methods<Dict> = {
  get: method('key default?', (of, key = null, otherwise = null) => or(of.get(key), () => otherwise)),
  keys: method('', (of) => new List(of.keys())),
  values: method('', (of) => new List(of.values())),
  items: method('', pairs),
  copy: method('', (of) => new Dict(of.entries())),
  clear: method('', (of) => after(of.clear())),
  setdefault: method('key default?', (of, key = null, otherwise = null) => {
    if (!of.has(key)) of.set(key, otherwise)
    return of.get(key) as Value
  }),
  pop: {
    formals: [{ name: 'key' }, { name: 'default', otherwise: new Tuple([]) }],
    run: (of, key = null, otherwise = null) => {
      const value = of.get(key)
      if (value === undefined) {
        if (otherwise instanceof Tuple && otherwise.items.length === 0) throw keyFault(key)
        return otherwise
      }
      of.delete(key)
      return value
    },
  },
}

function updated(of: Dict, positional: readonly Value[], named: ReadonlyMap<string, Value>): null {
  for (const source of positional) {
    if (!(source instanceof Dict)) throw typeFault(`'${typeName(source)}' object is not iterable`)
    for (const [key, value] of source.entries()) of.set(key, value)
  }
  for (const [key, value] of named) of.set(key, value)
  return null
}
