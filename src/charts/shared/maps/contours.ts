import type { Cell } from './cells.ts'
import type { Line, Point } from './shapes.ts'
import { latitudeOf } from './viewport.ts'

/** Lines of equal values and bands between them, over squares with values. */

/**
 * A corner of a quad: the center of a square, with x and y on the Mercator map. Four neighboring centers form a quad.
 */
type Corner = readonly [x: number, y: number, value: number]

interface Lattice {
  quads: Corner[][]
}

/** The quads around the cells. Places without a cell have the value 0. `side`: side of the squares. */
export function latticeOf(cells: readonly Cell[], side: number): Lattice {
  const placeOf = (at: number) => Math.floor(at / side)
  const values = new Map(cells.map(({ x, y, value }) => [`${placeOf(x)},${placeOf(y)}`, value]))
  const cornerAt = (column: number, row: number): Corner => [
    (column + 0.5) * side,
    (row + 0.5) * side,
    values.get(`${column},${row}`) ?? 0,
  ]
  const quads = new Map<string, Corner[]>()
  for (const { x, y } of cells) {
    for (const column of [placeOf(x) - 1, placeOf(x)]) {
      for (const row of [placeOf(y) - 1, placeOf(y)]) {
        const key = `${column},${row}`
        if (quads.has(key)) continue
        quads.set(key, [
          cornerAt(column, row),
          cornerAt(column + 1, row),
          cornerAt(column + 1, row + 1),
          cornerAt(column, row + 1),
        ])
      }
    }
  }
  return { quads: [...quads.values()] }
}

const degreesOf = ([x, y]: readonly [number, number, ...unknown[]]): Point => [x * 360, latitudeOf(y)]

/** If the value of a square equals the threshold, the line goes around its center at this distance, in sides. */
const distanceOfEqual = 0.25

const between = (one: Corner, other: Corner, threshold: number): Corner => {
  const [low, high] = [Math.min(one[2], other[2]), Math.max(one[2], other[2])]
  const fromHigh = high === threshold ? distanceOfEqual : (high - threshold) / (high - low)
  const part = one[2] > other[2] ? fromHigh : 1 - fromHigh
  return [one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part, threshold]
}

/** The pieces of the line along which the values reach a threshold. */
export function contourLines({ quads }: Lattice, threshold: number): Line[] {
  return quads.flatMap((quad) => {
    const crossings = quad.flatMap((corner, at) => {
      const next = quad[(at + 1) % quad.length]!
      return corner[2] >= threshold === next[2] >= threshold ? [] : [between(corner, next, threshold)]
    })
    if (crossings.length < 2) return []
    if (crossings.length === 2) return [crossings.map(degreesOf)]
    // at a saddle, the center decides which corners are connected
    const middle = quad.reduce((sum, corner) => sum + corner[2], 0) / quad.length
    const isJoined = middle >= threshold === quad[0]![2] >= threshold
    const [a, b, c, d] = crossings.map(degreesOf) as [Point, Point, Point, Point]
    return isJoined
      ? [
          [a, b],
          [c, d],
        ]
      : [
          [d, a],
          [b, c],
        ]
  })
}

/** The areas with values from the lower threshold up to the upper one. */
export function contourBands({ quads }: Lattice, lower: number, upper: number): Line[] {
  return quads.flatMap((quad) => {
    const above = cut(quad, (value) => value >= lower, lower)
    const band = cut(above, (value) => value <= upper, upper)
    return band.length < 3 ? [] : [band.map(degreesOf)]
  })
}

/** The part of a polygon whose values are on one side of a threshold. */
function cut(polygon: readonly Corner[], isIn: (value: number) => boolean, threshold: number): Corner[] {
  return polygon.flatMap((corner, at) => {
    const next = polygon[(at + 1) % polygon.length]!
    const own = isIn(corner[2]) ? [corner] : []
    return isIn(corner[2]) === isIn(next[2]) ? own : [...own, between(corner, next, threshold)]
  })
}
