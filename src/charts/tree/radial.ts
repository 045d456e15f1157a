import { cutText, labelWidth, linesOf } from '../shared/textWidth.ts'
import type { TreeNode } from './nodes.ts'

/** A node of a radial tree. Angles are clockwise from the top. */
export interface Spoke {
  node: TreeNode
  angle: number
  /** 0 is the root */
  level: number
}

export interface RadialPlace {
  /** px from the root to the last level */
  radius: number
  /** the names of leaves, by id, truncated where there is no space for them; none in a small circle */
  leaves: Map<string, string>
  /** the labels of nodes that have children, by id */
  labels: Map<string, SideLabel>
}

export interface SideLabel {
  text: string
  /** px from the node to the middle of its label */
  offset: [x: number, y: number]
}

/** px of the longest name of a leaf */
const longest = 190
/** the part of the largest radius that is left if names need the space */
const leastCircle = 0.46
/** px between a node and the start of its name */
const nameGap = 9
const lineHeight = 13
const circle = 2 * Math.PI

/** The angles that ECharts gives the nodes: leaves of one parent are half as far apart as others. */
export function spokesOf(root: TreeNode): Spoke[] {
  const spokes: Spoke[] = []
  let [place, first, last] = [0, undefined, undefined] as [number, number | undefined, number | undefined]
  let previous: TreeNode | undefined
  const visit = (node: TreeNode, parent: TreeNode | undefined, level: number): number => {
    const spoke = { node, angle: 0, level }
    spokes.push(spoke)
    if (node.children.length === 0) {
      if (previous !== undefined) place += (previous === parent ? 1 : 2) / (level + 1)
      previous = parent
      first ??= place
      last = place
      spoke.angle = place
    } else {
      const angles = node.children.map((child) => visit(child, node, level + 1))
      spoke.angle = (angles[0]! + angles.at(-1)!) / 2
    }
    return spoke.angle
  }
  visit(root, undefined, 0)
  const levels = Math.max(...spokes.map(({ level }) => level))
  const span = (last ?? 0) - (first ?? 0)
  const edge = span === 0 ? 1 : (root.children.length > 1 ? 1 : 0.5) / (levels + 1)
  for (const spoke of spokes) spoke.angle = ((spoke.angle + edge) / (span + 2 * edge)) * circle
  return spokes
}

/**
 * A circle that uses the width and the height, and has space for the names of its leaves: names of `leastRoom` px or
 * more, unless it is infinite. `drawn`: the circle and its nodes, if they are known.
 */
export function placeRadial(
  root: TreeNode,
  size: { width: number; height: number },
  leastRoom: number,
  drawn?: { radius: number; spokes: Spoke[] },
): RadialPlace {
  const spokes = drawn?.spokes ?? spokesOf(root)
  const levels = Math.max(1, ...spokes.map(({ level }) => level))
  const [halfWidth, halfHeight] = [size.width / 2 - 3, size.height / 2 - 3]
  const most = Math.max(8, Math.min(halfWidth, halfHeight) - 10)
  const leaves = spokes
    .filter(({ node }) => node.children.length === 0)
    .map(({ node, angle, level }) => {
      const [across, down] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))]
      const reach = Math.min(
        (halfWidth - (down * lineHeight) / 2) / Math.max(across, 0.01),
        (halfHeight - (across * lineHeight) / 2) / Math.max(down, 0.01),
      )
      const width = Math.min(longest, labelWidth(node.name))
      const share = Math.max(1, level) / levels
      return {
        node,
        width,
        roomAt: (radius: number) => reach - radius * share - nameGap,
        fits: (reach - nameGap - width) / share,
      }
    })
  const complete = Math.min(most, ...leaves.map(({ fits }) => fits))
  const named = drawn?.radius ?? Math.max(complete, most * leastCircle)
  // a few letters of each name are not useful
  const hasNames =
    Number.isFinite(leastRoom) &&
    leaves.every(({ width, roomAt }) => roomAt(named) + rounding >= Math.min(width, leastRoom))
  const radius = hasNames ? named : (drawn?.radius ?? most)
  return {
    radius,
    leaves: new Map(
      hasNames
        ? leaves.map(({ node, roomAt }) => [
            node.id,
            cutInside(node.name, Math.min(longest, roomAt(radius) + rounding)),
          ])
        : [],
    ),
    labels: labelsBeside(spokes, radius / levels),
  }
}

/** px: the radius is chosen so that names fit exactly */
const rounding = 0.5

/** A name in this many px: its last word is kept, because it often tells names with one beginning apart. */
export function cutInside(name: string, room: number): string {
  const last = name.slice(name.lastIndexOf(' ') + 1)
  const before = room - labelWidth(` ${last}`)
  if (labelWidth(name) <= room || last === name || before < room / 3) return cutText(name, room, 11)
  return `${cutText(name.slice(0, -last.length - 1), before, 11)} ${last}`
}

/** The directions to the next nodes of the same level, in both directions. */
const turn = (from: number, to: number) => (((to - from) % circle) + circle) % circle

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

interface Point {
  x: number
  y: number
}

/**
 * The directions of a name from its node, in parts of a half circle from its edge's: at right angles to the edge first, then
 * toward the root, then away from it.
 */
const turns = [4, -4, 5, -5, 3, -3, 6, -6, 2, -2, 7, -7, 1, -1]
/** px around the middle of a node that names do not cover */
const nodeReach = 7
/** What names are not to cover, or to be close to, the most important first. */
const costs = { name: 1000, otherNode: 400, node: 300, edge: 25, turn: 4 }

/**
 * The names of the inner nodes: beside the node, where they cover no other node or name, and are closer to their own node
 * than to others. The name of the root is left out if it has no space close to it.
 */
function labelsBeside(spokes: Spoke[], step: number): Map<string, SideLabel> {
  const inner = spokes.filter(({ node, level }) => level > 0 && node.children.length > 0)
  const placeOf = ({ angle, level }: Spoke): Point => ({
    x: Math.sin(angle) * level * step,
    y: -Math.cos(angle) * level * step,
  })
  const places = new Map(spokes.map((spoke) => [spoke.node, placeOf(spoke)]))
  const edges = spokes.flatMap((spoke) =>
    spoke.node.children.flatMap((child) => pointsBetween(places.get(spoke.node)!, places.get(child))),
  )
  const placed = (order: Spoke[]) => {
    const surroundings: Surroundings = { nodes: [...places.values()], edges, names: [] }
    const labels = new Map<string, SideLabel>()
    let total = 0
    for (const spoke of order) {
      const text = [cutText(spoke.node.name, Math.max(40, step), 11)]
      const options = turns.map((part, at) => {
        const label = labelAt(text, spoke.angle + (part * Math.PI) / 8)
        return { label, cost: costOf(placeOf(spoke), label, surroundings) + Math.floor(at / 2) * costs.turn }
      })
      const best = options.toSorted((one, other) => one.cost - other.cost)[0]!
      total += best.cost
      const box = boxOf(placeOf(spoke), best.label)
      if (surroundings.names.some((name) => touches(name, box))) continue
      labels.set(spoke.node.id, best.label)
      surroundings.names.push(box)
    }
    return { labels, surroundings, total }
  }
  // a name may take the only place of the next one: another order may have space for both
  const orders = [inner, inner.toReversed()].map(placed)
  const { labels, surroundings } = orders.toSorted((one, other) => one.total - other.total)[0]!
  const root = spokes.find(({ node, level }) => level === 0 && node.children.length > 0)
  const label = root && rootLabel(root.node.name, spokes, step, surroundings)
  if (root && label) labels.set(root.node.id, label)
  return labels
}

interface Surroundings {
  nodes: Point[]
  /** points on the edges */
  edges: Point[]
  /** of the labels placed before */
  names: Box[]
}

/** Points on an edge, some px from its ends. */
const pointsBetween = (from: Point, to: Point | undefined): Point[] =>
  to === undefined
    ? []
    : [0.2, 0.35, 0.5, 0.65, 0.8].map((part) => ({
        x: from.x + (to.x - from.x) * part,
        y: from.y + (to.y - from.y) * part,
      }))

/** `closer`: how many times as close a label has to be to its node as to others */
function costOf(node: Point, label: SideLabel, { nodes, edges, names }: Surroundings, closer = 1.2): number {
  const box = boxOf(node, label)
  const toBox = ({ x, y }: Point) =>
    Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom))
  const own = toBox(node)
  const others = nodes.filter(({ x, y }) => Math.hypot(x - node.x, y - node.y) > 1).map(toBox)
  const nearest = Math.min(...others)
  return (
    names.filter((name) => touches(name, box)).length * costs.name +
    others.filter((distance) => distance < nodeReach).length * costs.otherNode +
    (nearest < own * closer ? costs.node : 0) +
    edges.filter((point) => toBox(point) === 0).length * costs.edge
  )
}

const boxOf = ({ x, y }: Point, { text, offset: [right, down] }: SideLabel): Box => {
  const lines = text.split('\n')
  const [width, height] = [Math.max(...lines.map((line) => labelWidth(line))), lines.length * lineHeight]
  return {
    left: x + right - width / 2,
    right: x + right + width / 2,
    top: y + down - height / 2,
    bottom: y + down + height / 2,
  }
}

const touches = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** px between the root and its name */
const mostFromRoot = 20

/** The name of the root, in the gap between two of its edges that brings it closest; undefined if it has no space. */
function rootLabel(name: string, spokes: Spoke[], step: number, surroundings: Surroundings): SideLabel | undefined {
  const angles = spokes.filter(({ level }) => level === 1).map(({ angle }) => angle)
  const options = angles.flatMap((from, at) => {
    const size = turn(from, angles[(at + 1) % angles.length]!) || circle
    const direction = from + size / 2
    return [[name], linesOf(name, Math.max(44, step * 1.1), 2)].map((lines) => {
      const { across, along } = extentsOf(lines, direction)
      // from this distance on, the gap is wider than the text
      const distance = size < Math.PI ? across / Math.tan(size / 2) + along : 0
      const label = labelAt(lines, direction, distance)
      return { label, away: Math.max(0, distance - along) }
    })
  })
  return options
    .filter(({ label, away }) => away <= mostFromRoot && costOf({ x: 0, y: 0 }, label, surroundings, 0.9) < costs.node)
    .toSorted((one, other) => one.away - other.away)[0]?.label
}

/** Half of the extents of a horizontal text: along a direction, and across. */
function extentsOf(lines: string[], direction: number) {
  const [x, y] = [Math.abs(Math.sin(direction)), Math.abs(Math.cos(direction))]
  const [width, height] = [Math.max(...lines.map((line) => labelWidth(line))) / 2, (lines.length * lineHeight) / 2]
  return { along: x * width + y * height, across: y * width + x * height }
}

/** A horizontal text in this direction of its node, which it does not touch, at this distance at least. */
function labelAt(lines: string[], direction: number, least = 0): SideLabel {
  const [x, y] = [Math.sin(direction), -Math.cos(direction)]
  const distance = Math.max(least, 8 + extentsOf(lines, direction).along)
  return { text: lines.join('\n'), offset: [Math.round(x * distance), Math.round(y * distance)] }
}
