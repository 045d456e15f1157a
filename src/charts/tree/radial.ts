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
  const named = drawn?.radius ?? Math.max(complete, most / 2)
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

/**
 * The names of the inner nodes: beside their edge, on the side where there is more space. The root's is in the largest gap
 * between its edges.
 */
function labelsBeside(spokes: Spoke[], step: number): Map<string, SideLabel> {
  const inner = spokes.filter(({ node }) => node.children.length > 0)
  const labels = new Map<string, SideLabel>()
  const angles = spokes.filter(({ level }) => level === 1).map(({ angle }) => angle)
  const gaps = angles.map((angle, at) => ({
    from: angle,
    size: turn(angle, angles[(at + 1) % angles.length]!) || circle,
  }))
  const widest = gaps.toSorted((one, other) => other.size - one.size)[0]
  const name = inner.find(({ level }) => level === 0)?.node.name
  const between = widest && name !== undefined ? rootLabel(name, widest, step) : undefined
  const root = between?.label
  const free = root && between?.direction
  for (const { node, angle, level } of inner) {
    if (level === 0) {
      if (root) labels.set(node.id, root)
      continue
    }
    const beside = spokes.filter((spoke) => spoke.level === level).map((spoke) => spoke.angle)
    const spaceOf = (sign: 1 | -1) => {
      const space = Math.min(
        circle,
        ...beside.map((other) => turn(0, sign * (other - angle))).filter((gap) => gap > 1e-6),
      )
      // the name of the root is there
      const isTaken = level === 1 && free !== undefined && turn(0, sign * (free - angle)) < space
      return isTaken ? 0 : space
    }
    const side = spaceOf(1) >= spaceOf(-1) ? 1 : -1
    labels.set(node.id, labelAt([cutText(node.name, Math.max(40, step), 11)], angle + (side * Math.PI) / 2))
  }
  return labels
}

/** The name of the root between two of its edges; undefined if it would reach the nodes at their ends. */
function rootLabel(name: string, gap: { from: number; size: number }, step: number) {
  const direction = gap.from + gap.size / 2
  const lines = linesOf(name, Math.max(44, step * 1.1), 2)
  const { across, along } = extentsOf(lines, direction)
  // from this distance on, the gap is wider than the text
  const distance = gap.size < Math.PI ? across / Math.tan(gap.size / 2) + along : 0
  const label = labelAt(lines, direction, distance)
  const isBefore = Math.hypot(...label.offset) + along <= step
  const isBetween = step * Math.sin(Math.min(gap.size / 2, Math.PI / 2)) >= across + 8
  return isBefore || isBetween ? { label, direction } : undefined
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
