type Point = [x: number, y: number]

interface Rect {
  x: number
  y: number
  width: number
  height: number
}

type Side = 'right' | 'left' | 'top' | 'bottom'

/** The symbol of a node with its name. */
interface SymbolPath {
  getTextContent: () => { ignore: boolean; getBoundingRect: () => Rect } | undefined
  setTextConfig: (config: { position: Side }) => void
  ensureState: (state: 'emphasis') => { textConfig?: object }
}

/** The model of a graph series, which has no public type. */
export interface GraphModel {
  get: (path: string[]) => unknown
  coordinateSystem: { getBoundingRect: () => Rect }
  getData: () => {
    count: () => number
    getItemLayout: (at: number) => Point
    getItemVisual: (at: number, key: 'symbolSize') => number
    getItemGraphicEl: (at: number) => { getSymbolPath: () => SymbolPath } | undefined
  }
  getEdgeData: () => { count: () => number; getItemLayout: (at: number) => Point[] }
}

/** From the positions of a layout to those in the chart. */
export interface Fit {
  scale: Point
  from: Point
  to: Point
}

/** A layout is enlarged by no more than this: two nodes are not moved to opposite sides of a large chart. */
const mostGrowth = 3
/** One direction is enlarged by no more than this multiple of the other one. */
const mostStretch = 1.5

const indices = (count: number) => Array.from({ length: count }, (_, at) => at)

/** Enlarges or reduces a settled layout to the size of its box. */
export function fitOf(points: Point[], box: Rect): Fit {
  const ends = ([0, 1] as const).map((axis) =>
    points.reduce(([low, high], point) => [Math.min(low, point[axis]), Math.max(high, point[axis])] as const, [
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ] as const),
  ) as [Point, Point]
  const scales = ends.map(([low, high], axis) =>
    Math.min(mostGrowth, Math.max(1, axis === 0 ? box.width : box.height) / Math.max(1e-6, high - low)),
  )
  const least = Math.min(...scales) * mostStretch
  return {
    scale: scales.map((scale) => Math.min(scale, least)) as Point,
    from: ends.map(([low, high]) => (low + high) / 2) as Point,
    to: [box.x + box.width / 2, box.y + box.height / 2],
  }
}

/** Moves the nodes and the links of a graph by a fit, in place: the layout continues from these positions. */
export function moveGraph(model: GraphModel, { scale, from, to }: Fit): void {
  const move = (point: Point) => {
    for (const axis of [0, 1] as const) point[axis] = to[axis] + (point[axis] - from[axis]) * scale[axis]
  }
  const [data, edges] = [model.getData(), model.getEdgeData()]
  for (const at of indices(data.count())) move(data.getItemLayout(at))
  for (const at of indices(edges.count())) for (const point of edges.getItemLayout(at)) move(point)
}

/** The way back of a fit. */
export const inverse = ({ scale, from, to }: Fit): Fit => ({
  scale: [1 / scale[0], 1 / scale[1]],
  from: to,
  to: from,
})

export const pointsOf = (model: GraphModel): Point[] =>
  indices(model.getData().count()).map((at) => model.getData().getItemLayout(at))

/** px between a circle and its name */
const distance = 5
/** px between two names: nearer ones would be hidden */
const apart = 5

function boxAt([x, y]: Point, radius: number, { width, height }: Rect, side: Side): Rect {
  const gap = radius + distance
  const left = { right: x + gap, left: x - gap - width, top: x - width / 2, bottom: x - width / 2 }[side]
  const top = { right: y - height / 2, left: y - height / 2, top: y - gap - height, bottom: y + gap }[side]
  return { x: left, y: top, width, height }
}

function overlap(one: Rect, other: Rect): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  return across > 0 && down > 0 ? across * down : 0
}

/**
 * The side of each circle at which its name covers the fewest circles and names, larger circles first. Of equal sides,
 * the one that points away from the middle of the graph.
 */
export function sidesOf(
  knots: { at: Point; radius: number; name: Rect | undefined }[],
  chart: { width: number; height: number },
): (Side | undefined)[] {
  const circles = knots.map(({ at: [x, y], radius }) => ({
    x: x - radius,
    y: y - radius,
    width: 2 * radius,
    height: 2 * radius,
  }))
  const middle = knots.reduce((sum, { at }) => sum + at[0], 0) / Math.max(1, knots.length)
  const names: Rect[] = []
  const sides: (Side | undefined)[] = knots.map(() => undefined)
  const order = indices(knots.length).toSorted((one, other) => knots[other]!.radius - knots[one]!.radius)
  for (const index of order) {
    const { at, radius, name } = knots[index]!
    if (name === undefined) continue
    const isLeft = at[0] < middle
    const choices: Side[] = isLeft ? ['left', 'right', 'top', 'bottom'] : ['right', 'left', 'top', 'bottom']
    const costs = choices.map((side) => {
      const box = boxAt(at, radius, name, side)
      const inside = overlap(box, { x: 0, y: 0, ...chart })
      const covered = [...names, ...circles].reduce((sum, each) => sum + overlap(box, each), 0)
      return covered + 4 * (box.width * box.height - inside)
    })
    const best = choices[costs.indexOf(Math.min(...costs))]!
    sides[index] = best
    const { x, y, width, height } = boxAt(at, radius, name, best)
    names.push({ x: x - apart, y: y - apart, width: width + 2 * apart, height: height + 2 * apart })
  }
  return sides
}

/** Places the names of the nodes. ECharts reads these positions after the graph was rendered. */
export function placeNames(model: GraphModel, chart: { width: number; height: number }): void {
  const data = model.getData()
  const paths = indices(data.count()).map((at) => data.getItemGraphicEl(at)?.getSymbolPath())
  const knots = paths.map((path, at) => {
    const text = path?.getTextContent()
    return {
      at: data.getItemLayout(at),
      radius: data.getItemVisual(at, 'symbolSize') / 2,
      name: text === undefined || text.ignore ? undefined : text.getBoundingRect(),
    }
  })
  for (const [at, side] of sidesOf(knots, chart).entries()) {
    if (side === undefined) continue
    const path = paths[at]!
    path.setTextConfig({ position: side })
    const state = path.ensureState('emphasis')
    state.textConfig = { ...state.textConfig, position: side }
  }
}
