import { attributeOf } from './access.ts'
import { bindArguments, type Formal } from './arguments.ts'
import { spendSteps } from './budget.ts'
import { TemplateFault, typeFault } from './fault.ts'
import { formatPercent } from './format.ts'
import { chunks, extreme, folded, grouped, reader, slices, sorted, summed, unique } from './lists.ts'
import { capitalised, integer, padded, strip } from './methods.ts'
import { change, concat, isText, join, madeOf, plain, replace, slice, type Text } from './text.ts'
import {
  type Arguments,
  asText,
  Dict,
  floatText,
  isNumber,
  itemsOf,
  List,
  nothing,
  or,
  repr,
  Tuple,
  truth,
  typeName,
  Undefined,
  type Value,
} from './values.ts'

/** What filters need from the running template. */
export interface FilterContext {
  filter(name: string, value: Value, args: Arguments): Value
  test(name: string, value: Value, args: Arguments): boolean
}

type Filter = (context: FilterContext, value: Value, args: Arguments) => Value

/** `signature`: parameters in order, separated by spaces; `name` is required, `name=1` is optional. */
function filter(signature: string, run: (value: Value, ...values: Value[]) => Value): Filter {
  const formals: Formal[] = signature
    .split(' ')
    .filter(Boolean)
    .map((part) => {
      const [name = '', otherwise] = part.split('=')
      return otherwise === undefined ? { name } : { name, otherwise: JSON.parse(otherwise) as null | boolean | string }
    })
  return (_, value, args) => run(value, ...bindArguments('filter', formals, args))
}

const text = (value: Value): Text => asText(value)

function lengthOf(value: Value): bigint {
  if (value instanceof Dict) return BigInt(value.size)
  if (isText(value)) return BigInt([...plain(value)].length)
  if (
    isNumber(value) ||
    value === null ||
    !(value instanceof List || value instanceof Tuple || value instanceof Undefined)
  ) {
    throw typeFault(`object of type '${typeName(value)}' has no len()`)
  }
  return BigInt(itemsOf(value).length)
}

function rounded(value: Value, precision: Value, method: Value): Value {
  if (!isNumber(value)) throw typeFault(`type ${typeName(value)} doesn't define __round__ method`)
  const factor = 10 ** integer(precision, 0)
  const number = Number(value)
  const how = isText(method) ? plain(method) : ''
  if (how === 'ceil') return Math.ceil(number * factor) / factor
  if (how === 'floor') return Math.floor(number * factor) / factor
  if (how !== 'common') throw new TemplateFault('FilterArgumentError', 'method must be common, ceil or floor')
  if (typeof value !== 'number') return BigInt(value)
  const scaled = number * factor
  const down = Math.floor(scaled)
  const tie = Math.abs(scaled - down - 0.5) < Number.EPSILON * Math.abs(scaled)
  return (tie ? (down % 2 === 0 ? down : down + 1) : Math.round(scaled)) / factor
}

function toInteger(value: Value, otherwise: Value): Value {
  if (value instanceof Undefined) throw value.fault()
  if (typeof value === 'bigint' || typeof value === 'boolean') return BigInt(value)
  if (typeof value === 'number') return Number.isFinite(value) ? BigInt(Math.trunc(value)) : otherwise
  const number = isText(value) ? plain(value).trim() : ''
  if (/^[+-]?\d{1,300}$/.test(number)) return BigInt(number)
  const float = number === '' ? Number.NaN : Number(number)
  return Number.isFinite(float) ? BigInt(Math.trunc(float)) : otherwise
}

function toFloat(value: Value, otherwise: Value): Value {
  if (value instanceof Undefined) throw value.fault()
  if (isNumber(value)) return Number(value)
  const number = isText(value) ? plain(value).trim() : ''
  const float = number === '' ? Number.NaN : Number(number)
  return Number.isNaN(float) ? otherwise : float
}

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' }
const escaped = (value: Value) =>
  change(text(value), (plainText) => plainText.replaceAll(/[&<>"']/g, (one) => ESCAPED[one] ?? one))

function indented(value: Text, width: Value, first: Value, blank: Value): Text {
  const pad = isText(width) ? plain(width) : ' '.repeat(Math.min(integer(width, 4), 1000))
  const lines = plain(value).split('\n')
  let at = 0
  const parts = lines.map((line, index) => {
    const part = slice(value, at, at + line.length)
    at += line.length + 1
    const wanted = index === 0 ? truth(first) : line !== '' || truth(blank)
    return wanted ? concat([pad, part]) : part
  })
  return join(parts, '\n')
}

/** The items that these filters iterate over; null and undefined are an empty list. */
const itemsIfAny = (value: Value): readonly Value[] => (truth(value) ? itemsOf(value) : [])

/** The first two arguments are the name of an attribute, or a filter or test with its own arguments. */
function mapped(context: FilterContext, value: Value, { positional, named }: Arguments): Value {
  const attribute = named.get('attribute')
  if (attribute !== undefined && positional.length === 0) {
    const read = reader(attribute)
    const otherwise = named.get('default')
    return new List(
      itemsIfAny(value).map((item) => {
        const found = read(item)
        return found instanceof Undefined && otherwise !== undefined ? otherwise : found
      }),
    )
  }
  const [name, ...rest] = positional
  if (name === undefined) throw new TemplateFault('FilterArgumentError', 'map requires a filter argument')
  const of = plain(text(name))
  return new List(itemsIfAny(value).map((item) => context.filter(of, item, { positional: rest, named })))
}

const selection =
  (wanted: boolean, byAttribute: boolean): Filter =>
  (context, value, { positional, named }) => {
    const [attribute, rest] = byAttribute ? [positional[0] ?? null, positional.slice(1)] : [null, positional]
    const read = reader(attribute)
    const [name, ...more] = rest
    const passes = (item: Value) =>
      name === undefined ? truth(item) : context.test(plain(text(name)), item, { positional: more, named })
    return new List(itemsIfAny(value).filter((item) => passes(read(item)) === wanted))
  }

function toJson(value: Value): string {
  spendSteps()
  if (value === null) return 'null'
  if (value instanceof Undefined) throw typeFault('Object of type Undefined is not JSON serializable')
  if (typeof value === 'number') return floatText(value)
  if (isNumber(value)) return String(value)
  if (isText(value))
    return JSON.stringify(plain(value)).replaceAll(
      /[\u0080-\uffff]/g,
      (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
  if (value instanceof Dict) {
    const entries = value.entries().map(([key, item]) => [plain(text(key)), item] as const)
    return `{${entries
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => `${JSON.stringify(key)}: ${toJson(item)}`)
      .join(', ')}}`
  }
  return `[${itemsOf(value).map(toJson).join(', ')}]`
}

const leaves = (value: Value): Text[] => {
  if (isText(value)) return [value]
  if (value instanceof Dict) return value.entries().flatMap(([key, item]) => [...leaves(key), ...leaves(item)])
  return value instanceof List || value instanceof Tuple ? value.items.flatMap(leaves) : []
}

const UNITS = ['kB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB']

/** `1.2 MB`; with powers of 1024 `1.2 MiB`. */
function fileSize(value: Value, binary: boolean): string {
  const bytes = toFloat(value, null)
  if (!isNumber(bytes)) {
    throw typeFault(`float() argument must be a string or a real number, not '${typeName(value)}'`)
  }
  const size = Number(bytes)
  const base = binary ? 1024 : 1000
  if (size === 1) return '1 Byte'
  if (size < base) return `${Math.trunc(size)} Bytes`
  const power = Math.min(Math.floor(Math.log(size) / Math.log(base)), UNITS.length)
  const unit = UNITS[power - 1] ?? ''
  return `${(size / base ** power).toFixed(1)} ${binary ? `${unit.charAt(0).toUpperCase()}iB` : unit}`
}

/**
 * A text without the parts between these delimiters. One pass, because a pattern would look ahead at each delimiter.
 */
function without(text: string, open: string, close: string): string {
  let left = ''
  let from = 0
  for (;;) {
    const start = text.indexOf(open, from)
    const end = start < 0 ? -1 : text.indexOf(close, start)
    if (end < 0) return left + text.slice(from)
    left += text.slice(from, start)
    from = end + close.length
  }
}

/** Text as a part of a URL; pairs of a mapping or list as its query string. */
function urlEncoded(value: Value): Text {
  const part = (one: Value, space: string) =>
    change(text(one), (plainText) =>
      encodeURIComponent(plainText)
        .replaceAll(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
        .replaceAll('%20', space),
    )
  const isPairs = value instanceof Dict || value instanceof List || value instanceof Tuple
  if (!isPairs) return change(part(value, '%20'), (encoded) => encoded.replaceAll('%2F', '/'))
  const pairs = value instanceof Dict ? value.entries() : value.items.map(itemsOf)
  return join(
    pairs.map(([key, item]) => {
      if (key === undefined || item === undefined) {
        throw new TemplateFault('ValueError', 'not enough values to unpack (expected 2)')
      }
      return concat([part(key, '+'), '=', part(item, '+')])
    }),
    '&',
  )
}

const count = filter('', (value) => lengthOf(value))
const defaulted = filter('default_value="" boolean=false', (value, otherwise = '', boolean = false) =>
  value instanceof Undefined || (truth(boolean) && !truth(value)) ? otherwise : value,
)

const HTML_SAFE: Record<string, string> = { '<': '\\u003c', '>': '\\u003e', '&': '\\u0026', "'": '\\u0027' }

/** Every Jinja filter that is useful in SQL. */
export const FILTERS: Readonly<Record<string, Filter>> = {
  abs: filter('', (value) => {
    if (!isNumber(value)) throw typeFault(`bad operand type for abs(): '${typeName(value)}'`)
    return typeof value === 'number' ? Math.abs(value) : BigInt(value) < 0n ? -BigInt(value) : BigInt(value)
  }),
  attr: filter('name', (value, name = null) => attributeOf(value, text(name))),
  batch: filter('linecount fill_with=null', (value, size = null, fill = null) => chunks(value, size, fill)),
  capitalize: filter('', (value) => change(text(value), capitalised)),
  center: filter('width=80', (value, width = null) => padded(text(value), width ?? 80n, null, 'both')),
  count,
  d: defaulted,
  default: defaulted,
  dictsort: filter(
    'case_sensitive=false by="key" reverse=false',
    (value, sensitive = false, by = 'key', reverse = false) => {
      if (!(value instanceof Dict)) throw typeFault(`'${typeName(value)}' object is not a mapping`)
      const at = isText(by) && plain(by) === 'value' ? 1 : 0
      const entries = value.entries().map((entry) => new Tuple(entry))
      return new List(
        sorted(entries, truth(reverse), (entry) => folded((entry as Tuple).items[at] as Value, sensitive)),
      )
    },
  ),
  e: filter('', escaped),
  escape: filter('', escaped),
  filesizeformat: filter('binary=false', (value, binary = false) => fileSize(value, truth(binary))),
  first: filter('', (value) => or(itemsOf(value)[0], () => nothing('No first item, sequence was empty.'))),
  float: filter('default=0', (value, otherwise = 0) => toFloat(value, otherwise)),
  forceescape: filter('', escaped),
  format: (_, value, { positional, named }) =>
    formatPercent(
      text(value),
      named.size > 0 ? new Dict([...named].map(([key, item]) => [key, item])) : new Tuple(positional),
    ),
  groupby: filter(
    'attribute default=null case_sensitive=false',
    (value, attribute = null, otherwise = null, sensitive = false) => grouped(value, attribute, otherwise, sensitive),
  ),
  indent: filter('width=4 first=false blank=false', (value, width = 4n, first = false, blank = false) =>
    indented(text(value), typeof width === 'number' ? BigInt(width) : width, first, blank),
  ),
  int: filter('default=0 base=10', (value, otherwise = 0n) => toInteger(value, otherwise === 0 ? 0n : otherwise)),
  items: filter('', (value) => {
    if (value instanceof Undefined) return new List([])
    if (!(value instanceof Dict)) throw typeFault('Can only get item pairs from a mapping.')
    return new List(value.entries().map((entry) => new Tuple(entry)))
  }),
  join: filter('d="" attribute=null', (value, by = '', attribute = null) =>
    join(
      itemsOf(value).map((item) => text(reader(attribute)(item))),
      text(by),
    ),
  ),
  last: filter('', (value) => or(itemsOf(value).at(-1), () => nothing('No last item, sequence was empty.'))),
  length: count,
  list: filter('', (value) => new List([...itemsOf(value)])),
  lower: filter('', (value) => change(text(value), (plainText) => plainText.toLowerCase())),
  map: mapped,
  max: filter('case_sensitive=false attribute=null', (value, sensitive = false, attribute = null) =>
    extreme('max', value, sensitive, attribute),
  ),
  min: filter('case_sensitive=false attribute=null', (value, sensitive = false, attribute = null) =>
    extreme('min', value, sensitive, attribute),
  ),
  pprint: filter('', (value) => repr(value)),
  // always the same item: a query must have one text
  random: filter('', (value) => or(itemsOf(value)[0], () => nothing('No random item, sequence was empty.'))),
  reject: selection(false, false),
  rejectattr: selection(false, true),
  replace: filter('old new count=null', (value, old = null, by = null, most = null) =>
    replace(text(value), plain(text(old)), text(by), most === null ? Number.POSITIVE_INFINITY : integer(most, 0)),
  ),
  reverse: filter('', (value) =>
    isText(value) ? concat([...itemsOf(value)].reverse() as Text[]) : new List([...itemsOf(value)].reverse()),
  ),
  round: filter('precision=0 method="common"', (value, precision = 0n, method = 'common') =>
    rounded(value, typeof precision === 'number' ? BigInt(precision) : precision, method),
  ),
  safe: filter('', (value) => text(value)),
  select: selection(true, false),
  selectattr: selection(true, true),
  slice: filter('slices fill_with=null', (value, parts = null, fill = null) => slices(value, parts, fill)),
  sort: filter(
    'reverse=false case_sensitive=false attribute=null',
    (value, reverse = false, sensitive = false, attribute = null) =>
      new List(sorted(itemsOf(value), truth(reverse), (item) => folded(reader(attribute)(item), sensitive))),
  ),
  string: filter('', (value) => text(value)),
  striptags: filter('', (value) =>
    change(text(value), (plainText) =>
      without(without(plainText, '<!--', '-->'), '<', '>')
        .trim()
        .replaceAll(/\s+/g, ' '),
    ),
  ),
  sum: filter('attribute=null start=0', (value, attribute = null, start = 0n) =>
    summed(value, attribute, start === 0 ? 0n : start),
  ),
  title: filter('', (value) =>
    change(text(value), (plainText) => plainText.replaceAll(/[^-\s({[<]+/g, (part) => capitalised(part))),
  ),
  tojson: filter('indent=null', (value) =>
    madeOf(
      toJson(value).replaceAll(/[<>&']/g, (one) => HTML_SAFE[one] ?? one),
      leaves(value),
    ),
  ),
  trim: filter('chars=null', (value, set = null) => strip(text(value), set, 'both')),
  truncate: filter(
    'length=255 killwords=false end="..." leeway=null',
    (value, length = 255n, kill = false, end = '...', leeway = null) => {
      const whole = text(value)
      const most = isNumber(length) ? Number(length) : 255
      if (plain(whole).length <= most + (leeway === null ? 5 : Number(leeway))) return whole
      const cut = slice(whole, 0, Math.max(0, most - plain(text(end)).length))
      const space = plain(cut).lastIndexOf(' ')
      return concat([truth(kill) || space < 0 ? cut : slice(cut, 0, space), text(end)])
    },
  ),
  unique: filter('case_sensitive=false attribute=null', unique),
  upper: filter('', (value) => change(text(value), (plainText) => plainText.toUpperCase())),
  urlencode: filter('', urlEncoded),
  wordcount: filter('', (value) => BigInt(plain(text(value)).match(/[\p{L}\p{N}_]+/gu)?.length ?? 0)),
}
