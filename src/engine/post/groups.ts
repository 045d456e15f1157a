import type { Cell, CellType, Column } from '../frame.ts'
import { isMissing } from './columns.ts'
import { compareCells } from './order.ts'

/** A column as indexes into its sorted distinct values; -1 for a missing value. */
export interface Keys {
  codes: Int32Array
  levels: Cell[]
  type: CellType
}

export function encodeKeys(column: Column): Keys {
  const { values } = column
  const seen = new Map<Cell, number>()
  const codes = new Int32Array(values.length)
  for (let row = 0; row < values.length; row++) {
    const cell = values[row] as Cell
    if (isMissing(cell)) {
      codes[row] = -1
      continue
    }
    let code = seen.get(cell)
    if (code === undefined) {
      code = seen.size
      seen.set(cell, code)
    }
    codes[row] = code
  }
  const met = [...seen.keys()]
  const order = met.map((_, code) => code).sort((a, b) => compareCells(met[a] as Cell, met[b] as Cell))
  const rank = new Int32Array(met.length)
  order.forEach((code, at) => {
    rank[code] = at
  })
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] as number
    if (code >= 0) codes[row] = rank[code] as number
  }
  return { codes, levels: order.map((code) => met[code] as Cell), type: column.type }
}

/**
 * Combinations of several keys as one number each, ascending in the order of the key values; -1 if any key is missing.
 * `size` is the number of possible combinations.
 */
export interface Composite {
  codes: Float64Array
  size: number
}

export function compose(keys: readonly Keys[], rowCount: number): Composite {
  const codes = new Float64Array(rowCount)
  let size = 1
  for (const key of keys) {
    const count = key.levels.length
    for (let row = 0; row < rowCount; row++) {
      const code = key.codes[row] as number
      const before = codes[row] as number
      codes[row] = code < 0 || before < 0 ? -1 : before * count + code
    }
    size *= count
  }
  return { codes, size }
}

/** The values that a composite number encodes, one per key. */
export function decompose(code: number, keys: readonly Keys[]): number[] {
  const parts: number[] = keys.map(() => 0)
  let rest = code
  for (let at = keys.length - 1; at >= 0; at--) {
    const count = (keys[at] as Keys).levels.length
    parts[at] = rest % count
    rest = Math.floor(rest / count)
  }
  return parts
}

/**
 * Rows assigned to groups: `of[row]` is the number of the group or -1, `keys[group]` the composite number, ascending.
 */
export interface Groups {
  count: number
  of: Int32Array
  keys: number[]
}

export function groupRows({ codes, size }: Composite): Groups {
  const keys = distinct(codes, size)
  const place = placer(keys, size)
  const of = new Int32Array(codes.length)
  for (let row = 0; row < of.length; row++) of[row] = place(codes[row] as number)
  return { count: keys.length, of, keys }
}

/** A table over all combinations is faster only if there are not many more combinations than rows. */
const isDense = (count: number, size: number): boolean => size <= 4 * count + 65_536

/** The numbers that occur, ascending, without -1. */
function distinct(codes: Float64Array, size: number): number[] {
  if (isDense(codes.length, size)) {
    const occurs = new Uint8Array(size)
    for (const code of codes) if (code >= 0) occurs[code] = 1
    const keys: number[] = []
    for (let code = 0; code < size; code++) if (occurs[code]) keys.push(code)
    return keys
  }
  const met = Float64Array.from(new Set(codes)).sort()
  return Array.from(met[0] === -1 ? met.subarray(1) : met)
}

/** Finds the position of a number in a list of distinct numbers; -1 if it is missing. */
export function placer(keys: readonly number[], size: number): (code: number) => number {
  if (isDense(keys.length, size)) {
    const places = new Int32Array(size).fill(-1)
    keys.forEach((code, at) => {
      places[code] = at
    })
    return (code) => places[code] ?? -1
  }
  const places = new Map(keys.map((code, at) => [code, at]))
  return (code) => places.get(code) ?? -1
}

/** Assigns all rows to one group, for an operation without keys. */
export function oneGroup(rowCount: number): Groups {
  return { count: 1, of: new Int32Array(rowCount), keys: [0] }
}

/** Rows of each group in frame order: those of group g are `rows[starts[g] … starts[g + 1])`. */
export function membersOf(groups: Groups): { starts: Int32Array; rows: Int32Array } {
  const starts = new Int32Array(groups.count + 1)
  for (const group of groups.of) if (group >= 0) starts[group + 1] = (starts[group + 1] as number) + 1
  for (let group = 0; group < groups.count; group++) {
    starts[group + 1] = (starts[group + 1] as number) + (starts[group] as number)
  }
  const next = starts.slice(0, groups.count)
  const rows = new Int32Array(starts[groups.count] as number)
  for (let row = 0; row < groups.of.length; row++) {
    const group = groups.of[row] as number
    if (group < 0) continue
    const at = next[group] as number
    rows[at] = row
    next[group] = at + 1
  }
  return { starts, rows }
}
