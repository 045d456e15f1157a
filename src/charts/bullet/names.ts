import { textWidth } from '../shared/textWidth.ts'
import type { Mark } from './layout.ts'

type Anchor = 'start' | 'middle' | 'end'

export interface PlacedName {
  label: string
  x: number
  anchor: Anchor
  /** 0 is the row next to the bar */
  row: number
}

/** px between two names */
const apart = 6
/** px of a name at the start or the end that are on the other side of its mark */
const overhang = 2

/** The x of a name's text, and where it begins. */
function anchored(x: number, room: number, anchor: Anchor) {
  if (anchor === 'middle') return { x, from: x - room / 2 }
  return anchor === 'start' ? { x: x - overhang, from: x - overhang } : { x: x + overhang, from: x + overhang - room }
}

/**
 * Every name above its mark. Where names would overlap, the left one ends at its mark and the right one begins there;
 * where that is not enough, the right one is one row higher.
 */
export function placeNames(marks: { label: string; x: number }[], width: number, font: number): PlacedName[] {
  const placed: (PlacedName & { at: number; from: number; room: number })[] = []
  const ends: number[] = []
  for (const { label, x: at } of marks.toSorted((one, other) => one.x - other.x)) {
    const room = (textWidth(label) * font) / 12
    const fits = (from: number, row: number) =>
      from >= 0 && from + room <= width && (ends[row] === undefined || from >= ends[row] + apart)
    const place = (row: number) => {
      for (const anchor of ['middle', 'start', 'end'] as const) {
        const { x, from } = anchored(at, room, anchor)
        if (fits(from, row)) return { label, x, anchor, row, at, from, room }
      }
      return undefined
    }
    let row = 0
    let found = place(row)
    const last = placed.findLast((each) => each.row === 0)
    if (found === undefined && last !== undefined && last.anchor !== 'end') {
      // the name before it makes room
      const back = anchored(last.at, last.room, 'end')
      const before = placed.findLast((each) => each.row === 0 && each !== last)
      if (back.from >= (before === undefined ? 0 : before.from + before.room + apart)) {
        const end = ends[0]
        ends[0] = back.from + last.room
        found = place(0)
        if (found === undefined) ends[0] = end!
        else Object.assign(last, back, { anchor: 'end' })
      }
    }
    while (found === undefined && ends[row] !== undefined) {
      row += 1
      found = place(row)
    }
    // too long for the chart
    found ??= { label, x: 0, anchor: 'start', row, at, from: 0, room }
    ends[found.row] = found.from + room
    placed.push(found)
  }
  return placed.map(({ label, x, anchor, row }) => ({ label, x, anchor, row }))
}

/** The names of ranges, each in the middle of the part that no shorter range covers, if it fits there. */
export function namesOfRanges(
  ranges: Mark[],
  xOf: (value: number) => number,
  domain: [number, number],
  font: number,
): Omit<PlacedName, 'row'>[] {
  const zero = Math.min(domain[1], Math.max(domain[0], 0))
  const ends: number[] = []
  return ranges
    .map(({ label, value }) => {
      const isSameSide = (other: Mark) => other.value !== value && Math.sign(other.value) === Math.sign(value)
      const inner = ranges
        .filter((other) => isSameSide(other) && Math.abs(other.value) < Math.abs(value))
        .reduce((far, other) => (Math.abs(other.value) > Math.abs(far) ? other.value : far), zero)
      return { label, middle: (xOf(inner) + xOf(value)) / 2 }
    })
    .filter(({ label }) => label !== '')
    .toSorted((one, other) => one.middle - other.middle)
    .flatMap(({ label, middle }) => {
      const room = (textWidth(label) * font) / 12
      const from = Math.max(0, middle - room / 2)
      if (from < (ends.at(-1) ?? -apart) + apart) return []
      ends.push(from + room)
      const isAtEdge = from === 0
      return [{ label, x: isAtEdge ? 0 : middle, anchor: isAtEdge ? ('start' as const) : ('middle' as const) }]
    })
}
