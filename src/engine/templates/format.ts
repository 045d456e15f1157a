import { spendCharacters } from './budget.ts'
import { limitFault, TemplateFault, typeFault } from './fault.ts'
import { concat, isText, plain, type Text } from './text.ts'
import { asText, Dict, floatText, isNumber, repr, Tuple, typeName, type Value } from './values.ts'

const PERCENT = /%(?:\(([^)]*)\))?([#0\- +]*)(\*|\d+)?(?:\.(\d+))?[hlL]?(.)/gsu
const MAX_WIDTH = 1000

/** `'%s rows' % value`: printf-like formatting. */
export function formatPercent(template: Text, values: Value): Text {
  const positional = values instanceof Tuple ? [...values.items] : [values]
  const source = plain(template)
  const parts: Text[] = []
  let at = 0
  let used = 0
  let isNamed = false
  for (const match of source.matchAll(PERCENT)) {
    const [all, name, flags = '', width, precision, conversion = ''] = match
    parts.push(source.slice(at, match.index))
    at = match.index + all.length
    if (conversion === '%') {
      parts.push('%')
      continue
    }
    let value: Value | undefined
    if (name !== undefined) {
      isNamed = true
      if (!(values instanceof Dict)) throw typeFault('format requires a mapping')
      value = values.get(name)
      if (value === undefined) throw new TemplateFault('KeyError', `'${name}'`)
    } else {
      value = positional[used++]
      if (value === undefined) throw typeFault('not enough arguments for format string')
    }
    parts.push(padded(converted(conversion, value, precision, flags), flags, width))
  }
  if (source.slice(at).includes('%')) throw new TemplateFault('ValueError', 'incomplete format')
  if (!isNamed && used < positional.length && !(values instanceof Dict)) {
    throw typeFault('not all arguments converted during string formatting')
  }
  return concat([...parts, source.slice(at)])
}

function converted(conversion: string, value: Value, precision: string | undefined, flags: string): Text {
  if (conversion === 's') return cut(asText(value), precision)
  if (conversion === 'r' || conversion === 'a') return cut(repr(value), precision)
  if (conversion === 'c' && isText(value)) return value
  if (!isNumber(value)) {
    throw typeFault(
      'dioxXu'.includes(conversion)
        ? `%${conversion} format: a real number is required, not ${typeName(value)}`
        : `must be real number, not ${typeName(value)}`,
    )
  }
  const digits = digitsOf(precision)
  const sign = flags.includes('+') && Number(value) >= 0 ? '+' : ''
  switch (conversion) {
    case 'd':
    case 'i':
    case 'u':
      return sign + BigInt(typeof value === 'number' ? Math.trunc(value) : value).toString()
    case 'x':
      return sign + BigInt(value).toString(16)
    case 'X':
      return sign + BigInt(value).toString(16).toUpperCase()
    case 'o':
      return sign + BigInt(value).toString(8)
    case 'f':
    case 'F':
      return sign + Number(value).toFixed(digits)
    case 'e':
    case 'E': {
      const text = Number(value)
        .toExponential(digits)
        .replace(/e([+-])(\d)$/, 'e$10$2')
      return sign + (conversion === 'E' ? text.toUpperCase() : text)
    }
    case 'g':
    case 'G':
      return sign + String(Number(Number(value).toPrecision(Math.max(1, digits))))
    default:
      throw new TemplateFault('ValueError', `unsupported format character '${conversion}'`)
  }
}

const digitsOf = (precision: string | undefined): number =>
  Math.min(precision === undefined ? 6 : Number(precision), 100)

const cut = (text: Text, precision: string | undefined): Text =>
  precision === undefined ? text : concat([plain(text).slice(0, Number(precision))])

function padded(text: Text, flags: string, width: string | undefined): Text {
  if (width === undefined) return text
  if (width === '*' || Number(width) > MAX_WIDTH) throw limitFault('A width in the template is too large')
  const missing = Number(width) - plain(text).length
  if (missing <= 0) return text
  spendCharacters(missing)
  if (flags.includes('-')) return concat([text, ' '.repeat(missing)])
  const sign = /^[+-]/.exec(plain(text))?.[0] ?? ''
  return flags.includes('0')
    ? concat([sign, '0'.repeat(missing), plain(text).slice(sign.length)])
    : concat([' '.repeat(missing), text])
}

const FIELD = /\{\{|\}\}|\{([^{}!:]*)(?:!([rsa]))?(?::([^{}]*))?\}/g
const SPECIFICATION = /^(?:(.)?([<>=^]))?([+\- ])?(#)?(0)?(\d+)?([,_])?(?:\.(\d+))?([bcdeEfFgGnosxX%])?$/u

/** `'{} of {total}'.format(…)`; nested replacement fields are not supported. */
export function formatBraces(template: Text, positional: readonly Value[], named: ReadonlyMap<string, Value>): Text {
  const source = plain(template)
  const parts: Text[] = []
  let at = 0
  let next = 0
  for (const match of source.matchAll(FIELD)) {
    const [all, name = '', conversion, specification = ''] = match
    parts.push(source.slice(at, match.index))
    at = match.index + all.length
    if (all === '{{' || all === '}}') {
      parts.push(all.slice(1))
      continue
    }
    const key = name === '' ? String(next++) : name
    const value = /^\d+$/.test(key) ? positional[Number(key)] : named.get(key)
    if (value === undefined) {
      if (/^\d+$/.test(key)) {
        throw new TemplateFault('IndexError', `Replacement index ${key} out of range for positional args tuple`)
      }
      throw new TemplateFault('KeyError', `'${key}'`)
    }
    parts.push(conversion === 'r' ? formatted(repr(value), specification) : formatted(value, specification))
  }
  return concat([...parts, source.slice(at)])
}

/** `format(value, specification)`. */
export function formatted(value: Value, specification: string): Text {
  if (specification === '') return asText(value)
  const match = SPECIFICATION.exec(specification)
  if (!match) throw new TemplateFault('ValueError', 'Invalid format specifier')
  const [, fill, align, sign = '-', , zero, width, group, precision, type] = match
  const isNumeric = isNumber(value) && type !== 's'
  let text: Text = isNumeric ? number(value, type, precision, group) : cut(asText(value), precision)
  if (isNumeric && Number(value) >= 0 && sign !== '-') text = concat([sign, text])
  const missing = Number(width ?? 0) - plain(text).length
  if (Number(width ?? 0) > MAX_WIDTH) throw limitFault('A width in the template is too large')
  if (missing <= 0) return text
  const by = fill ?? (zero ? '0' : ' ')
  const where = align ?? (zero ? '=' : isNumeric ? '>' : '<')
  if (where === '<') return concat([text, by.repeat(missing)])
  if (where === '^') return concat([by.repeat(Math.floor(missing / 2)), text, by.repeat(Math.ceil(missing / 2))])
  const lead = where === '=' ? (/^[+-]/.exec(plain(text))?.[0] ?? '') : ''
  return lead ? concat([lead, by.repeat(missing), plain(text).slice(1)]) : concat([by.repeat(missing), text])
}

function number(
  value: boolean | bigint | number,
  type: string | undefined,
  precision: string | undefined,
  group: string | undefined,
): string {
  const text = plainNumber(value, type, precision)
  return group ? text.replace(/^(-?\d+)/, (whole) => whole.replaceAll(/\B(?=(?:\d{3})+(?!\d))/g, group)) : text
}

function plainNumber(
  value: boolean | bigint | number,
  type: string | undefined,
  precision: string | undefined,
): string {
  if (type === '%') return `${(Number(value) * 100).toFixed(digitsOf(precision))}%`
  if (type && 'eEfFgG'.includes(type)) return plain(converted(type, value, precision, ''))
  if (type && 'dxXo'.includes(type)) {
    if (typeof value === 'number') {
      throw new TemplateFault('ValueError', `Unknown format code '${type}' for object of type 'float'`)
    }
    return plain(converted(type, value, undefined, ''))
  }
  if (type === 'b') return BigInt(value).toString(2)
  if (typeof value !== 'number') return BigInt(value).toString()
  return precision === undefined ? floatText(value) : String(Number(value.toPrecision(Math.max(1, Number(precision)))))
}
