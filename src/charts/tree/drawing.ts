import type { EChartsOption } from 'echarts'
import { metricLabel } from '../../model/query/labels.ts'
import type { DrawInput, EChartsDrawing } from '../shared/contract.ts'
import { metricFormat } from '../shared/metricFormat.ts'
import { notesBelow } from '../shared/note.ts'
import { cutText, labelWidth } from '../shared/textWidth.ts'
import { tooltipHtml } from '../shared/tooltipHtml.ts'
import { readTree, type TreeNode, treeNeeds } from './nodes.ts'
import type { TreeForm } from './query.ts'
import { placeRadial, type RadialPlace, type SideLabel } from './radial.ts'

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
  const most = (isHorizontal ? size.width : size.height) * 0.28
  const leaves = leavesOf(root)
  const hasSmallSymbols = form.symbolSize > smallSymbol && leaves > manyLeaves
  const below = notesBelow(
    [
      shown < all && `The first ${shown} of ${all} nodes`,
      hasSmallSymbols && `Symbols of ${smallSymbol} px instead of ${form.symbolSize}`,
    ],
    input,
  )
  const radial = isRadial
    ? placeRadial(
        root,
        { width: size.width, height: size.height - below.height },
        hasLabels ? leastLabel : Number.POSITIVE_INFINITY,
      )
    : undefined
  // in a small circle, only the inner nodes have names
  const namesLeaves = hasLabels && radial?.leaves.size !== 0
  const room = namesLeaves ? Math.min(most, labelRoom(root)) : 8
  const along = isHorizontal ? size.height : size.width
  const areTurned = hasLabels && !isHorizontal && !isRadial && along / leaves < leastLabel
  const line = {
    fontSize: 11,
    color: theme.chartText,
    textBorderColor: theme.surface,
    textBorderWidth: 2,
    minMargin: 4,
  }
  const write = metricFormat({}, datasource, metricLabel(form.metric ?? ''))
  const bottom = below.height
  const color = input.color(root.name)
  const horizontal = horizontalRooms(form, root, { width: size.width, room, hasLabels })
  const margins = radial
    ? marginsOf(radial.radius, size, bottom)
    : isHorizontal
      ? { left: horizontal.left, right: horizontal.right, top: 12, bottom: 16 + bottom }
      : {
          left: 24,
          right: 24,
          top: areTurned && form.orient === 'BT' ? room : hasLabels ? 28 : 8,
          bottom: (areTurned && form.orient === 'TB' ? room : hasLabels ? 28 : 8) + bottom,
        }
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
        label: {
          show: hasLabels,
          ...line,
          ...(!isRadial && placedAt(form.node_label_position)),
          formatter: textIn(!namesLeaves ? leastLabel : isHorizontal ? horizontal.nodes : room),
        },
        leaves: {
          label: {
            show: namesLeaves,
            formatter: textIn(isHorizontal && !isRadial ? horizontal.leaves : room),
            ...leafLabel(form, along / leaves),
          },
        },
        labelLayout: { hideOverlap: true },
        data: [
          {
            ...dataOf(root, radial, form.symbolSize),
            ...(isHorizontal && !isRadial && { label: { formatter: textIn(horizontal.root) } }),
          },
        ],
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

/**
 * The space in px at both sides of a horizontal tree, and the maximum widths of its names: a name that extends toward
 * another level may be as wide as the distance between two levels, a name at an outer side of the tree as wide as the
 * space there.
 */
function horizontalRooms(form: TreeForm, root: TreeNode, { width, room, hasLabels }: HorizontalSpace) {
  const isToRight = form.orient === 'LR'
  const [outside, inside] = isToRight ? (['left', 'right'] as const) : (['right', 'left'] as const)
  const { child_label_position: ofLeaf, node_label_position: ofNode } = form
  const hasLeafEdge = ofLeaf !== outside
  const hasRootEdge = ofNode !== inside
  // if leaves are close together, names above or below them are placed beside them instead, at the side of the tree
  const leafEdge = hasLeafEdge ? room : bareEdge
  const rootEdge = hasLabels && hasRootEdge ? Math.min(room, labelWidth(root.name) + 14) : bareEdge
  const step = (width - leafEdge - rootEdge) / Math.max(1, levelsBelow(root))
  const between = step - 2 * Math.min(form.symbolSize, 20)
  return {
    left: isToRight ? rootEdge : leafEdge,
    right: isToRight ? leafEdge : rootEdge,
    root: hasRootEdge ? room : between,
    nodes: between,
    leaves: hasLeafEdge ? room : between,
  }
}

interface HorizontalSpace {
  width: number
  /** px for the names of leaves */
  room: number
  hasLabels: boolean
}

const levelsBelow = ({ children }: TreeNode): number =>
  children.length === 0 ? 0 : 1 + Math.max(...children.map(levelsBelow))

const textIn =
  (room: number) =>
  ({ name }: { name: string }) =>
    cutText(name, Math.max(40, room - 10), 11)

/** Space in px for the longest name, within limits. */
function labelRoom(root: TreeNode): number {
  const widest = (node: TreeNode): number => Math.max(labelWidth(node.name), ...node.children.map(widest))
  return Math.min(190, Math.max(50, widest(root) + 14))
}

/**
 * If leaves are close together vertically, their names have space only beside them; if they are close together
 * horizontally, their names are rotated.
 */
function leafLabel(form: TreeForm, distance: number) {
  const { orient, child_label_position: position } = form
  const isCrossing = position === 'top' || position === 'bottom'
  const isHorizontal = orient === 'LR' || orient === 'RL'
  if (form.layout === 'radial') return {}
  if (!isHorizontal && distance < leastLabel) {
    const isDown = orient === 'TB'
    return {
      position: isDown ? ('bottom' as const) : ('top' as const),
      rotate: isDown ? -90 : 90,
      align: 'left' as const,
      verticalAlign: 'middle' as const,
    }
  }
  if (!isHorizontal || !isCrossing || distance > 40) return placedAt(position)
  const side = orient === 'LR' ? ('right' as const) : ('left' as const)
  return {
    position: side,
    align: orient === 'LR' ? ('left' as const) : ('right' as const),
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
  label?: Record<string, unknown>
  children?: TreeItem[]
}

const dataOf = ({ id, name, value, children }: TreeNode, radial?: RadialPlace, symbol = 0): TreeItem => {
  const [beside, end] = [radial?.labels.get(id), radial?.leaves.get(id)]
  return {
    name,
    ...(value !== null && { value }),
    // the name of the root is left out if it has no space between its edges
    ...(radial && children.length > 0 && !beside && { label: { show: false } }),
    ...(beside && { label: besideNode(beside, symbol) }),
    ...(end !== undefined && { label: { formatter: () => end } }),
    ...(children.length > 0 && { children: children.map((child) => dataOf(child, radial, symbol)) }),
  }
}

/** ECharts places the label in px from the corner of the symbol. */
const besideNode = ({ text, offset: [x, y] }: SideLabel, symbol: number) => ({
  position: [x + symbol / 2, y + symbol / 2],
  align: 'center',
  rotate: 0,
  lineHeight: 13,
  formatter: () => text,
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
