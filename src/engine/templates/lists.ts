import { attributeOf } from './access.ts'
import { spendSteps } from './budget.ts'
import { typeFault } from './fault.ts'
import { integer } from './methods.ts'
import { isText, plain } from './text.ts'
import {
  compare,
  equal,
  isNumber,
  itemsOf,
  List,
  nothing,
  Tuple,
  truth,
  typeName,
  Undefined,
  type Value,
} from './values.ts'

/** Filters on the items of a value. */

/** Reads the value that a filter uses of an item: the item itself, or with `attribute='a.b.0'` the value at a path. */
export function reader(attribute: Value): (item: Value) => Value {
  if (attribute === null) return (item) => item
  const path = isText(attribute) ? plain(attribute).split('.') : [attribute]
  return (item) =>
    path.reduce<Value>((value, part) => {
      spendSteps()
      const key = typeof part === 'string' && /^\d+$/.test(part) ? BigInt(part) : (part as Value)
      return attributeOf(value, key)
    }, item)
}

export const folded = (value: Value, sensitive: Value): Value =>
  !truth(sensitive) && isText(value) ? plain(value).toLowerCase() : value

export function sorted(items: readonly Value[], reverse: boolean, key: (item: Value) => Value): Value[] {
  const keyed = items.map((item) => ({ item, key: key(item) }))
  keyed.sort((a, b) => {
    spendSteps()
    return compare(a.key, b.key, '<') * (reverse ? -1 : 1)
  })
  return keyed.map(({ item }) => item)
}

export function unique(value: Value, sensitive: Value, attribute: Value): Value {
  const seen: Value[] = []
  const read = reader(attribute)
  return new List(
    itemsOf(value).filter((item) => {
      const key = folded(read(item), sensitive)
      spendSteps(seen.length)
      if (seen.some((other) => equal(other, key))) return false
      seen.push(key)
      return true
    }),
  )
}

export function extreme(name: 'min' | 'max', value: Value, sensitive: Value, attribute: Value): Value {
  const items = itemsOf(value)
  if (items.length === 0) return nothing('No aggregated item, sequence was empty.')
  const read = reader(attribute)
  const key = (item: Value) => folded(read(item), sensitive)
  return items.reduce((best, item) => {
    const order = compare(key(item), key(best), name === 'max' ? '>' : '<')
    return (name === 'max' ? order > 0 : order < 0) ? item : best
  })
}

export function summed(value: Value, attribute: Value, start: Value): Value {
  const read = reader(attribute)
  return itemsOf(value).reduce<Value>((sum, item) => {
    const [a, b] = [sum, read(item)]
    if (b instanceof Undefined) throw b.fault()
    if (!isNumber(a) || !isNumber(b)) {
      throw typeFault(`unsupported operand type(s) for +: '${typeName(a)}' and '${typeName(b)}'`)
    }
    return typeof a === 'number' || typeof b === 'number' ? Number(a) + Number(b) : BigInt(a) + BigInt(b)
  }, start)
}

export function chunks(value: Value, size: Value, fill: Value): Value {
  const count = Math.max(1, integer(size, 1))
  const items = itemsOf(value)
  const rows: Value[] = []
  for (let at = 0; at < items.length; at += count) {
    const row = items.slice(at, at + count)
    const missing = fill === null ? 0 : count - row.length
    rows.push(new List([...row, ...Array.from({ length: Math.min(missing, 10_000) }, () => fill)]))
  }
  return new List(rows)
}

export function slices(value: Value, count: Value, fill: Value): Value {
  const parts = Math.min(Math.max(1, integer(count, 1)), 10_000)
  const items = itemsOf(value)
  const size = Math.floor(items.length / parts)
  const more = items.length % parts
  let at = 0
  return new List(
    Array.from({ length: parts }, (_, index) => {
      const end = at + size + (index < more ? 1 : 0)
      const row = items.slice(at, end)
      at = end
      return new List(fill !== null && index >= more && more > 0 ? [...row, fill] : row)
    }),
  )
}

export function grouped(value: Value, attribute: Value, otherwise: Value, sensitive: Value): Value {
  const read = reader(attribute)
  const key = (item: Value) => {
    const found = read(item)
    return found instanceof Undefined && otherwise !== null ? otherwise : found
  }
  const groups: { key: Value; label: Value; items: Value[] }[] = []
  for (const item of sorted(itemsOf(value), false, (one) => folded(key(one), sensitive))) {
    const by = folded(key(item), sensitive)
    const last = groups.at(-1)
    if (last && equal(last.key, by)) last.items.push(item)
    else groups.push({ key: by, label: key(item), items: [item] })
  }
  return new List(groups.map(({ label, items }) => new Tuple([label, new List(items)], ['grouper', 'list'])))
}
