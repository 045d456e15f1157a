import type { SvgChild, SvgNode } from '../svg/tree.ts'
import type { Box } from './deck/mapLabels.ts'

/** Returns the part of a box, from 0 to 1, that marks cover. */
export type Covered = (box: Box) => number

interface Size {
  width: number
  height: number
}

/** px of the side of a cell */
const side = 4

/** Cells of a picture that marks cover. */
interface Cells {
  across: number
  down: number
  marked: Uint8Array
}

/** The part of a box whose cells are marked. `cell`: px of their side. */
export const coveredBy =
  ({ across, down, marked }: Cells, cell: number): Covered =>
  ({ left, top, right, bottom }) => {
    let [all, found] = [0, 0]
    for (let row = Math.max(0, Math.floor(top / cell)); row < Math.min(down, Math.ceil(bottom / cell)); row += 1) {
      const last = Math.min(across, Math.ceil(right / cell))
      for (let column = Math.max(0, Math.floor(left / cell)); column < last; column += 1) {
        all += 1
        found += marked[row * across + column]!
      }
    }
    return all === 0 ? 0 : found / all
  }

/** What the circles, rectangles, texts and paths of a drawing cover. */
export function coverageOf(marks: SvgChild, { width, height }: Size): Covered {
  const [across, down] = [Math.ceil(width / side), Math.ceil(height / side)]
  const cells: Cells = { across, down, marked: new Uint8Array(across * down) }
  mark(cells, marks, { x: 0, y: 0, scale: 1 })
  return coveredBy(cells, side)
}

interface Shift {
  x: number
  y: number
  scale: number
}

function mark(cells: Cells, child: SvgChild, shift: Shift): void {
  if (child === null || child === false || typeof child === 'string') return
  if (Array.isArray(child)) {
    for (const each of child) mark(cells, each, shift)
    return
  }
  const inner = shifted(child, shift)
  const number = (name: string) => Number(child.attributes[name] ?? 0)
  const at = (x: number, y: number): [number, number] => [inner.x + x * inner.scale, inner.y + y * inner.scale]
  if (child.tag === 'circle') markDisc(cells, at(number('cx'), number('cy')), number('r') * inner.scale)
  if (child.tag === 'rect') {
    const [left, top] = at(number('x'), number('y'))
    const [right, bottom] = at(number('x') + number('width'), number('y') + number('height'))
    fillRings(cells, [corners({ left, top, right, bottom })])
  }
  if (child.tag === 'path') {
    const rings = linesIn(String(child.attributes['d'] ?? '')).map((line) => line.map(([x, y]) => at(x, y)))
    if (child.attributes['fill'] !== 'none') fillRings(cells, rings)
    for (const line of rings) markLine(cells, line)
  }
  for (const each of child.children) mark(cells, each, inner)
}

function shifted({ attributes: { transform } }: SvgNode, { x, y, scale }: Shift): Shift {
  if (typeof transform !== 'string') return { x, y, scale }
  const [, byX = '0', byY = '0'] = /translate\((-?[\d.]+),(-?[\d.]+)\)/.exec(transform) ?? []
  const [, by = '1'] = /scale\(([\d.]+)\)/.exec(transform) ?? []
  return { x: x + Number(byX) * scale, y: y + Number(byY) * scale, scale: scale * Number(by) }
}

type Line = [x: number, y: number][]

const corners = ({ left, top, right, bottom }: Box): Line => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
]

/** The lines of a path of the commands M, L, h, H, v and Z. */
function linesIn(path: string): Line[] {
  const lines: Line[] = []
  let [x, y] = [0, 0]
  for (const [, command = '', rest = ''] of path.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const [first = 0, second = 0] = rest.split(/[ ,]/).map(Number)
    if (command === 'Z' || command === 'z') {
      const [start] = lines.at(-1) ?? []
      if (start) lines.at(-1)?.push(start)
      continue
    }
    if (command === 'M' || command === 'L') [x, y] = [first, second]
    else if (command === 'h') x += first
    else if (command === 'H') x = first
    else if (command === 'v') y += first
    if (command === 'M') lines.push([])
    lines.at(-1)?.push([x, y])
  }
  return lines
}

function markAt({ across, down, marked }: Cells, x: number, y: number): void {
  const [column, row] = [Math.floor(x / side), Math.floor(y / side)]
  if (column >= 0 && column < across && row >= 0 && row < down) marked[row * across + column] = 1
}

function markDisc(cells: Cells, [x, y]: readonly [number, number], radius: number): void {
  markAt(cells, x, y)
  for (let down = -radius; down <= radius; down += side) {
    const half = Math.sqrt(radius ** 2 - down ** 2)
    for (let right = -half; right <= half; right += side) markAt(cells, x + right, y + down)
  }
}

function markLine(cells: Cells, line: Line): void {
  const [right, bottom] = [cells.across * side, cells.down * side]
  for (const [at, [x, y]] of line.entries()) {
    const [fromX, fromY] = line[Math.max(0, at - 1)]!
    if (Math.max(x, fromX) < 0 || Math.min(x, fromX) > right || Math.max(y, fromY) < 0 || Math.min(y, fromY) > bottom)
      continue
    const steps = Math.min(1000, Math.max(1, Math.ceil(Math.hypot(x - fromX, y - fromY) / side)))
    for (let step = 0; step <= steps; step += 1)
      markAt(cells, fromX + ((x - fromX) * step) / steps, fromY + ((y - fromY) * step) / steps)
  }
}

/** Marks the cells inside of rings: an odd number of edges is to the left of each. */
function fillRings(cells: Cells, rings: readonly Line[]): void {
  const edges = rings.flatMap((ring) => ring.map((to, at) => [ring.at(at - 1)!, to] as const))
  const [top, bottom] = edges.reduce<[number, number]>(
    ([low, high], [, [, y]]) => [Math.min(low, y), Math.max(high, y)],
    [Infinity, -Infinity],
  )
  const lastRow = Math.min(cells.down - 1, Math.floor(bottom / side))
  for (let row = Math.max(0, Math.floor(top / side)); row <= lastRow; row += 1) {
    const y = (row + 0.5) * side
    const crossings = edges
      .flatMap(([[x1, y1], [x2, y2]]) => (y1 > y !== y2 > y ? [x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)] : []))
      .toSorted((one, other) => one - other)
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      const end = Math.min(cells.across * side, crossings[at + 1]!)
      for (let x = Math.max(0, crossings[at]!); x < end; x += side) markAt(cells, x, y)
    }
  }
}
