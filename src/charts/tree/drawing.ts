import type { EChartsOption } from 'echarts'
import { metricLabel } from '../../model/query/labels.ts'
import type { DrawInput, EChartsDrawing } from '../shared/contract.ts'
import type { LabelTree } from '../shared/echarts/labelTree.ts'
import { metricFormat } from '../shared/metricFormat.ts'
import { notesBelow } from '../shared/note.ts'
import { labelWidth, linesOf } from '../shared/textWidth.ts'
import { tooltipHtml } from '../shared/tooltipHtml.ts'
import { radialLabels, verticalLabels } from './labels.ts'
import { readTree, type TreeNode, treeNeeds } from './nodes.ts'
import type { TreeForm } from './query.ts'
import { cutInside, placeRadial } from './radial.ts'

/** With more nodes, those of one level would overlap. */
const mostNodes = 1500
/** With more leaves, symbols shrink on every screen; a note says so. */
const manyLeaves = 200
const smallSymbol = 4
/** Minimum px for a legible name beside its leaf. */
const leastLabel = 72

function option(input: DrawInput<TreeForm>): EChartsOption {
  const { formData: form, theme, size, datasource } = input
  const whole = readTree(input)
  if (whole === undefined) return {}
  const { root, shown, all } = cutTree(whole, mostNodes)
  const isRadial = form.layout === 'radial'
  const isHorizontal = form.orient === 'LR' || form.orient === 'RL'
  const shorter = Math.min(size.width, size.height)
  const hasLabels = shorter >= (isRadial ? 180 : 130)
  const most = mostRoom(root, isHorizontal ? size.width : size.height, isHorizontal)
  const leaves = leavesOf(root)
  const hasSmallSymbols = form.symbolSize > smallSymbol && leaves > manyLeaves
  const below = notesBelow(
    [
      shown < all && `The first ${shown} of ${all} nodes`,
      hasSmallSymbols && `Symbols of ${smallSymbol} px instead of ${form.symbolSize}`,
    ],
    input,
  )
  const circle = { width: size.width, height: size.height - below.height }
  const leastRoom = hasLabels ? leastLabel : Number.POSITIVE_INFINITY
  const radial = isRadial ? placeRadial(root, circle, leastRoom) : undefined
  const room = hasLabels ? Math.min(most, labelRoom(root)) : 8
  const along = isHorizontal ? size.height : size.width
  const areTurned = hasLabels && !isHorizontal && !isRadial && along / leaves < leastLabel
  const write = metricFormat({}, datasource, metricLabel(form.metric ?? ''))
  const bottom = below.height
  const color = input.color(root.name)
  const horizontal = horizontalRooms(form, root, { width: size.width, distance: along / leaves, room, most, hasLabels })
  const margins = radial
    ? marginsOf(radial.radius, size, bottom)
    : isHorizontal
      ? { left: horizontal.left, right: horizontal.right, top: 12, bottom: 16 + bottom }
      : {
          left: besideVertical,
          right: besideVertical,
          top: areTurned && form.orient === 'BT' ? room : hasLabels ? 28 : 8,
          bottom: (areTurned && form.orient === 'TB' ? room : hasLabels ? 28 : 8) + bottom,
        }
  const labelTree: LabelTree | undefined = !hasLabels
    ? undefined
    : radial
      ? (nodeAt) => radialLabels(root, nodeAt, { ...circle, leastRoom, radius: radial.radius, symbol: form.symbolSize })
      : isHorizontal
        ? undefined
        : (nodeAt) => verticalLabels(root, nodeAt, { form, edge: besideVertical, width: size.width, areTurned })
  return {
    ...below.option,
    tooltip: {
      trigger: 'item',
      formatter: (params: unknown) => {
        const { name, value } = params as { name: string; value?: number }
        const isNumber = typeof value === 'number' && Number.isFinite(value)
        return tooltipHtml({ title: '', rows: [{ color, label: name, value: isNumber ? write(value) : '' }], theme })
      },
    },
    series: [
      {
        type: 'tree',
        animation: false,
        ...margins,
        layout: form.layout,
        orient: form.orient,
        edgeShape: 'curve',
        roam: form.roam,
        scaleLimit: { min: 0.3, max: 8 },
        expandAndCollapse: true,
        // every level is shown
        initialTreeDepth: -1,
        symbol: form.symbol,
        symbolSize: hasSmallSymbols || leaves > along / 6 ? Math.min(smallSymbol, form.symbolSize) : form.symbolSize,
        itemStyle: { color, borderColor: color, borderWidth: 1.5 },
        hollowColor: theme.surface,
        // the lines are the main information of a tree: they have more contrast than those of an axis
        lineStyle: { color: theme.chartCrosshair, opacity: 0.75, width: 1.2, curveness: 0.5 },
        emphasis: { focus: form.emphasis },
        labelTree,
        label: {
          show: hasLabels,
          fontSize: 11,
          lineHeight: 13,
          color: theme.chartText,
          minMargin: 4,
          // links that pass a name end at its ground
          backgroundColor: theme.surface,
          padding: [1, 2],
          borderRadius: 3,
          ...(!isRadial && placedAt(form.node_label_position)),
          formatter: textIn(horizontal.nodes),
        },
        leaves: {
          label: {
            show: hasLabels,
            lineHeight: 11,
            minMargin: 0,
            // the grounds of close names would cover each other
            ...((isRadial || along / leaves < closeLeaves) && { backgroundColor: 'transparent', padding: 0 }),
            formatter: textIn(isHorizontal ? horizontal.leaves : room),
            ...leafLabel(form, along / leaves),
          },
        },
        labelLayout: { hideOverlap: true },
        data: [{ ...dataOf(root), ...(isHorizontal && !isRadial && { label: { formatter: horizontal.rootText } }) }],
      },
    ],
  } as EChartsOption
}

/** The edges of a circle in the middle of the chart. */
function marginsOf(radius: number, { width, height }: { width: number; height: number }, bottom: number) {
  const [beside, above] = [width / 2 - radius, (height - bottom) / 2 - radius]
  return { left: beside, right: beside, top: above, bottom: above + bottom }
}

/** Width in px of an edge of the tree that has no names. */
const bareEdge = 16
/** px at both sides of a vertical tree */
const besideVertical = 24

/**
 * The space in px at both sides of a horizontal tree, and the maximum widths of its names: a name that extends toward
 * another level may be as wide as the distance between two levels, a name at an outer side of the tree as wide as the
 * space there.
 */
function horizontalRooms(form: TreeForm, root: TreeNode, { width, distance, room, most, hasLabels }: HorizontalSpace) {
  const isToRight = form.orient === 'LR'
  const [outside, inside] = isToRight ? (['left', 'right'] as const) : (['right', 'left'] as const)
  const hasLeafEdge = leafSide(form, distance) !== outside
  const hasRootEdge = form.node_label_position !== inside
  const leafEdge = hasLeafEdge ? room : bareEdge
  // the name of the root has two lines, if it has several words
  const longest = Math.max(...root.name.split(' ').map(labelWidth))
  const rootLines = linesOf(root.name, Math.min(most, Math.max(longest, width * 0.2)), 2)
  const rootEdge = hasLabels && hasRootEdge ? Math.max(...rootLines.map(labelWidth)) + 14 : bareEdge
  const step = (width - leafEdge - rootEdge) / Math.max(1, levelsBelow(root))
  const between = step - 2 * Math.min(form.symbolSize, 20)
  return {
    left: isToRight ? rootEdge : leafEdge,
    right: isToRight ? leafEdge : rootEdge,
    rootText: hasRootEdge ? () => rootLines.join('\n') : textIn(between),
    nodes: between,
    leaves: hasLeafEdge ? room : between,
  }
}

interface HorizontalSpace {
  width: number
  /** px between two leaves */
  distance: number
  /** px for the names of leaves, and at most for a name at a side */
  room: number
  most: number
  hasLabels: boolean
}

const levelsBelow = ({ children }: TreeNode): number =>
  children.length === 0 ? 0 : 1 + Math.max(...children.map(levelsBelow))

const textIn =
  (room: number) =>
  ({ name }: { name: string }) =>
    cutInside(name, Math.max(40, room - 10))

/** Space in px for the longest name of a leaf, within limits. */
function labelRoom(root: TreeNode): number {
  const widest = ({ name, children }: TreeNode): number =>
    children.length === 0 ? labelWidth(name) : Math.max(...children.map(widest))
  return Math.min(190, Math.max(50, widest(root) + 14))
}

/** The parts of the size that the names of leaves may take: more if the levels still have space. */
const shares = { usual: 0.28, most: 0.38 }
/** px between two levels: as much as the names there need, but not more */
const stepOf = { horizontal: 64, vertical: 40 }

/** Space in px for the names of leaves at the end of a tree, at most. */
function mostRoom(root: TreeNode, extent: number, isHorizontal: boolean): number {
  const widest = ({ name, children }: TreeNode): number =>
    children.length === 0 ? 0 : Math.max(labelWidth(name), ...children.map(widest))
  const inner = Math.max(0, ...root.children.map(widest))
  const step = isHorizontal ? Math.min(stepOf.horizontal, inner + 24) : stepOf.vertical
  // the name of the root takes as much as a level
  return Math.max(extent * shares.usual, Math.min(extent * shares.most, extent - (levelsBelow(root) + 1) * step))
}

/** px between leaves: at less, links run through a name that is toward them; at less than 40, names have no space above. */
const closeLeaves = 26
const leastAbove = 40

/** Where the names of the leaves of a horizontal tree are: if these are close together, only outside of the tree. */
function leafSide({ orient, child_label_position: position }: TreeForm, distance: number) {
  const [inner, outer] = orient === 'LR' ? (['left', 'right'] as const) : (['right', 'left'] as const)
  if (position === inner) return distance < closeLeaves ? outer : inner
  return distance <= leastAbove ? outer : position
}

/** If the leaves of a vertical tree are close together, their names are rotated. */
function leafLabel(form: TreeForm, distance: number) {
  const { orient, child_label_position: position } = form
  if (form.layout === 'radial') return {}
  if (orient === 'LR' || orient === 'RL') {
    const side = leafSide(form, distance)
    const isBeside = side === 'left' || side === 'right'
    return { ...placedAt(side), ...(isBeside && { align: side === 'right' ? ('left' as const) : ('right' as const) }) }
  }
  if (distance >= leastLabel) return placedAt(position)
  const isDown = orient === 'TB'
  return {
    position: isDown ? ('bottom' as const) : ('top' as const),
    rotate: isDown ? -90 : 90,
    align: 'left' as const,
    verticalAlign: 'middle' as const,
  }
}

/** A name beside its node is vertically centered; a name above or below has a distance. */
const placedAt = (position: TreeForm['node_label_position']) => ({
  position,
  verticalAlign:
    position === 'top' ? ('bottom' as const) : position === 'bottom' ? ('top' as const) : ('middle' as const),
})

interface TreeItem {
  name: string
  value?: number
  children?: TreeItem[]
}

const dataOf = ({ name, value, children }: TreeNode): TreeItem => ({
  name,
  ...(value !== null && { value }),
  ...(children.length > 0 && { children: children.map(dataOf) }),
})

const leavesOf = ({ children }: TreeNode): number =>
  children.length === 0 ? 1 : children.reduce((sum, child) => sum + leavesOf(child), 0)

/** The nodes closest to the root, at most `most`. */
export function cutTree(root: TreeNode, most: number): { root: TreeNode; shown: number; all: number } {
  const order: TreeNode[] = [root]
  for (let at = 0; at < order.length; at += 1) order.push(...(order[at]?.children ?? []))
  if (order.length <= most) return { root, shown: order.length, all: order.length }
  const kept = new Set(order.slice(0, most))
  const cut = (node: TreeNode): TreeNode => ({
    ...node,
    children: node.children.filter((child) => kept.has(child)).map(cut),
  })
  return { root: cut(root), shown: most, all: order.length }
}

export const drawing: EChartsDrawing<TreeForm> = {
  option,
  needs: treeNeeds,
  async register() {
    await Promise.all([import('../shared/echarts/polar.ts'), import('../shared/echarts/tree.ts')])
  },
}
