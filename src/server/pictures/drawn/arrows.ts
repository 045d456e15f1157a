import type { Glyph } from './trueType.ts'

type Point = readonly [x: number, y: number]

/** An arrow to the right, in fractions of the font size. */
const arrow: Point[] = [
  [0.08, 0.325],
  [0.6, 0.325],
  [0.44, 0.165],
  [0.5, 0.105],
  [0.76, 0.365],
  [0.5, 0.625],
  [0.44, 0.565],
  [0.6, 0.405],
  [0.08, 0.405],
]
const middle: Point = [0.42, 0.365]
const advance = 0.84

const turns = { '→': 0, '↗': 45, '↑': 90, '↖': 135, '←': 180, '↙': 225, '↓': 270, '↘': 315 }

/** Glyphs of arrows, with which charts show changes: the font packages do not have them. */
export function arrows(unitsPerEm: number): [character: number, glyph: Glyph][] {
  return Object.entries(turns).map(([letter, degrees]) => [
    letter.codePointAt(0) ?? 0,
    polygon(
      arrow.map((point) => turned(point, degrees).map((each) => Math.round(each * unitsPerEm)) as [number, number]),
      Math.round(advance * unitsPerEm),
    ),
  ])
}

function turned([x, y]: Point, degrees: number): [number, number] {
  const angle = (degrees / 180) * Math.PI
  const [dx, dy] = [x - middle[0], y - middle[1]]
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return [middle[0] + dx * cos - dy * sin, middle[1] + dx * sin + dy * cos]
}

/** A glyph of one closed line between corners. */
function polygon(points: [number, number][], width: number): Glyph {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const count = points.length
  const outline = Buffer.alloc(14 + count * 5)
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  for (const [index, value] of [1, ...box, count - 1, 0].entries()) outline.writeInt16BE(value, index * 2)
  // flags: each point is a corner, and its distance from the previous one has two bytes
  outline.fill(1, 14, 14 + count)
  for (const [part, values] of [xs, ys].entries()) {
    for (const [index, value] of values.entries()) {
      outline.writeInt16BE(value - (values[index - 1] ?? 0), 14 + count + part * count * 2 + index * 2)
    }
  }
  const metrics = Buffer.alloc(4)
  metrics.writeUInt16BE(width, 0)
  metrics.writeInt16BE(box[0] ?? 0, 2)
  return { outline, metrics }
}
