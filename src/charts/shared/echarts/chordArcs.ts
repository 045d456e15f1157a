import { ChordEdge as Edge } from 'echarts/lib/chart/chord/ChordEdge.js'

/** A node or a link of ECharts' chord series, which has no public types. */
interface GraphNode {
  dataIndex: number
  getLayout: () => Arc & { r0: number }
  setLayout: (layout: Partial<Arc>, isMerged: boolean) => void
}

interface GraphEdge {
  node1: GraphNode
  node2: GraphNode
  getValue: (dimension: 'value') => number
  setLayout: (layout: Ribbon) => void
}

export interface ChordSeries {
  get: (name: string) => number
  getData: () => {
    graph: {
      eachNode: (each: (node: GraphNode) => void) => void
      eachEdge: (each: (edge: GraphEdge) => void) => void
    }
  }
}

interface Arc {
  cx: number
  cy: number
  value: number
  startAngle: number
  endAngle: number
}

type Point = [x: number, y: number]

interface Ribbon {
  s1: Point
  s2: Point
  sStartAngle: number
  sEndAngle: number
  t1: Point
  t2: Point
  tStartAngle: number
  tEndAngle: number
  cx: number
  cy: number
  r: number
  value: number
  clockwise: boolean
  /** a link of a name to itself */
  isOwn: boolean
}

/** What of a canvas a ribbon is drawn with. */
interface Path {
  moveTo: (x: number, y: number) => void
  arc: (x: number, y: number, radius: number, from: number, to: number) => void
  bezierCurveTo: (x1: number, y1: number, x2: number, y2: number, x: number, y: number) => void
  closePath: () => void
}

/**
 * The arcs of a chord diagram, clockwise. Unlike in ECharts' layout, a link of a name to itself counts once in the arc of
 * the name: otherwise a part of the arc as long as the link has no ribbon.
 */
export function layOutArcs(series: ChordSeries): void {
  const { graph } = series.getData()
  const sums = new Map<number, number>()
  const add = (node: GraphNode, value: number) => sums.set(node.dataIndex, (sums.get(node.dataIndex) ?? 0) + value)
  graph.eachEdge((edge) => {
    const value = edge.getValue('value')
    add(edge.node1, value)
    if (edge.node1 !== edge.node2) add(edge.node2, value)
  })
  const total = [...sums.values()].reduce((sum, value) => sum + value, 0)
  if (!(total > 0)) return
  const gap = Math.min((series.get('padAngle') * Math.PI) / 180, Math.PI / sums.size)
  const unit = (2 * Math.PI - gap * sums.size) / total
  const ends = new Map<number, number>()
  let angle = (-series.get('startAngle') * Math.PI) / 180
  graph.eachNode((node) => {
    const value = sums.get(node.dataIndex) ?? 0
    node.setLayout({ value, startAngle: angle, endAngle: angle + value * unit }, true)
    ends.set(node.dataIndex, angle)
    angle += value * unit + (value > 0 ? gap : 0)
  })
  graph.eachEdge((edge) => {
    const value = edge.getValue('value')
    const { cx, cy, r0: r } = edge.node1.getLayout()
    const isOwn = edge.node1 === edge.node2
    const take = (node: GraphNode, span: number) => {
      const from = ends.get(node.dataIndex) ?? 0
      ends.set(node.dataIndex, from + span)
      return [from, from + span] as const
    }
    const span = value * unit * (isOwn ? 0.5 : 1)
    const [sStartAngle, sEndAngle] = take(edge.node1, span)
    const [tStartAngle, tEndAngle] = take(edge.node2, span)
    const at = (each: number): Point => [cx + r * Math.cos(each), cy + r * Math.sin(each)]
    edge.setLayout({
      s1: at(sStartAngle),
      s2: at(sEndAngle),
      sStartAngle,
      sEndAngle,
      t1: at(tStartAngle),
      t2: at(tEndAngle),
      tStartAngle,
      tEndAngle,
      cx,
      cy,
      r,
      value,
      clockwise: true,
      isOwn,
    })
  })
}

/** The height of a hump as a part of its width, and of the radius at most. */
const humpParts = { width: 0.7, radius: 0.6 }

/** The ribbon of a link of a name to itself: a hump on its part of the arc. */
function hump(path: Path, { s1, t2, sStartAngle, tEndAngle, cx, cy, r }: Ribbon): void {
  const half = (tEndAngle - sStartAngle) / 2
  const width = 2 * r * Math.sin(Math.min(half, Math.PI / 2))
  const depth = Math.min(humpParts.radius * r, humpParts.width * width)
  // the middle of a Bezier curve is three quarters of the way to its control points, here on the radii of its ends
  const near = (1 - depth / r) / Math.max(0.2, Math.cos(half))
  const ratio = Math.min(0.9, Math.max(0, (1 - near) / 0.75))
  const toCenter = ([x, y]: Point): Point => [x + (cx - x) * ratio, y + (cy - y) * ratio]
  path.moveTo(...s1)
  path.arc(cx, cy, r, sStartAngle, tEndAngle)
  path.bezierCurveTo(...toCenter(t2), ...toCenter(s1), ...s1)
  path.closePath()
}

/** Draws links of a name to itself as humps. */
export function drawHumps(): void {
  const { buildPath } = Edge.prototype
  Edge.prototype.buildPath = function (path: Path, shape: Ribbon) {
    if (shape.isOwn) hump(path, shape)
    else buildPath.call(this, path as never, shape as never)
  }
}
