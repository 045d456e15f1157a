import { spendSteps } from './budget.ts'
import { TemplateFault, typeFault } from './fault.ts'
import { methodOf } from './methods.ts'
import { concat, isText, plain } from './text.ts'
import {
  characters,
  Dict,
  HostObject,
  isNumber,
  List,
  Namespace,
  or,
  Tuple,
  typeName,
  Undefined,
  type Value,
} from './values.ts'

/** `of.name`: a method or field, else the element with this name. Names with a leading underscore do not exist. */
export function attributeOf(of: Value, name: Value): Value {
  spendSteps()
  if (!isText(name)) return itemOf(of, name)
  const field = plain(name)
  if (of instanceof Undefined) throw of.fault()
  if (field.startsWith('_')) {
    const message = `access to attribute '${field}' of '${typeName(of)}' object is unsafe.`
    return new Undefined(name, of, { kind: 'SecurityError', message })
  }
  const found = or(fieldOf(of, field), () => methodOf(of, field))
  if (found !== undefined) return found
  return or(of instanceof Dict ? of.get(name) : undefined, () => new Undefined(name, of))
}

function fieldOf(of: Value, name: string): Value | undefined {
  if (of instanceof HostObject) return of.field(name)
  if (of instanceof Namespace) return of.fields.get(name)
  if (of instanceof Tuple) return of.items[of.names.indexOf(name)]
  return undefined
}

/** `of[key]`: an element, else a method or field with this name. */
export function itemOf(of: Value, key: Value): Value {
  spendSteps()
  if (of instanceof Undefined) throw of.fault()
  if (key instanceof Undefined) throw key.fault()
  if (of instanceof Dict) {
    const found = of.get(key)
    if (found !== undefined) return found
  } else if (isText(of) || of instanceof List || of instanceof Tuple) {
    const items = isText(of) ? characters(of) : of.items
    if (typeof key === 'bigint' || typeof key === 'boolean') {
      const index = Number(key)
      return or(items.at(index), () => new Undefined(BigInt(key), of))
    }
  }
  if (!isText(key)) return new Undefined(key, of)
  if (plain(key).startsWith('_')) return new Undefined(key, of)
  const found = or(fieldOf(of, plain(key)), () => methodOf(of, plain(key)))
  return or(found, () => new Undefined(key, of))
}

/** `of[from:to:step]` */
export function sliceOf(of: Value, from: Value, to: Value, step: Value): Value {
  if (of instanceof Undefined) throw of.fault()
  const items = isText(of) ? characters(of) : of instanceof List || of instanceof Tuple ? of.items : undefined
  if (!items) throw typeFault(`'${typeName(of)}' object is not subscriptable`)
  const by = bound(step, 1)
  if (by === 0) throw new TemplateFault('ValueError', 'slice step cannot be zero')
  const size = items.length
  const place = (value: Value, otherwise: number) => {
    const index = bound(value, otherwise)
    if (value === null) return index
    const [low, high] = by > 0 ? [0, size] : [-1, size - 1]
    return Math.min(Math.max(index < 0 ? index + size : index, low), high)
  }
  const [start, end] = by > 0 ? [place(from, 0), place(to, size)] : [place(from, size - 1), place(to, -1)]
  const picked: Value[] = []
  for (let at = start; by > 0 ? at < end : at > end; at += by) picked.push(items[at] as Value)
  spendSteps(picked.length)
  if (isText(of)) return concat(picked.filter(isText))
  return of instanceof List ? new List(picked) : new Tuple(picked)
}

function bound(value: Value, otherwise: number): number {
  if (value === null) return otherwise
  if (isNumber(value) && typeof value !== 'number') return Number(value)
  throw typeFault('slice indices must be integers or None or have an __index__ method')
}
