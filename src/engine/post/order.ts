import type { Cell, NamePart } from '../frame.ts'

/** Compares texts by code point. Plain `<` compares UTF-16 units and would sort astral characters before U+E000. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at)
    const right = b.charCodeAt(at)
    if (left !== right) return codePointRank(left) - codePointRank(right)
  }
  return a.length - b.length
}

const codePointRank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)

/** Numbers, booleans and times by value, then text by code point. Missing values are last in both directions. */
export function compareCells(a: Cell, b: Cell): number {
  if (typeof a === 'string') return typeof b === 'string' ? compareText(a, b) : 1
  if (typeof b === 'string') return -1
  const left = a as number
  const right = b as number
  return left < right ? -1 : left > right ? 1 : 0
}

/** Parts of column names, level by level, in the same order as cells. */
export function compareParts(a: readonly NamePart[], b: readonly NamePart[]): number {
  for (let at = 0; at < a.length; at++) {
    const order = compareCells(cellOf(a[at] ?? null), cellOf(b[at] ?? null))
    if (order !== 0) return order
  }
  return 0
}

function cellOf(part: NamePart): Cell {
  if (part === null || typeof part !== 'object') return part
  return 't' in part ? part.t : part.f
}
