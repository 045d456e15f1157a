import type { LabelTree } from '../shared/echarts/labelTree.ts'
import { labelWidth, linesOf } from '../shared/textWidth.ts'
import type { TreeNode } from './nodes.ts'
import type { TreeForm } from './query.ts'
import { placeRadial, type SideLabel, type Spoke } from './radial.ts'

/** A node that is drawn. The node of a closed branch has no children. */
interface Drawn extends Spoke {
  /** its position among all nodes */
  at: number
  /** px from the left of the tree */
  x: number
}

function drawnNodes(root: TreeNode, nodeAt: Parameters<LabelTree>[0]): Drawn[] {
  const drawn: Drawn[] = []
  let next = 0
  const visit = (node: TreeNode, level: number, isShown: boolean) => {
    const at = next
    next += 1
    const isOpen = nodeAt(at)?.isExpand ?? true
    const place = nodeAt(at)?.getLayout()
    if (isShown && place) {
      const { x, rawX: angle = 0 } = place
      drawn.push({ node: isOpen ? node : { ...node, children: [] }, level, at, x, angle })
    }
    for (const child of node.children) visit(child, level + 1, isShown && isOpen)
  }
  visit(root, 0, true)
  return drawn
}

/** The labels of a radial tree with this radius. */
export function radialLabels(
  root: TreeNode,
  nodeAt: Parameters<LabelTree>[0],
  {
    radius,
    leastRoom,
    symbol,
    ...size
  }: { radius: number; leastRoom: number; symbol: number; width: number; height: number },
): ReturnType<LabelTree> {
  const spokes = drawnNodes(root, nodeAt)
  const { labels, leaves } = placeRadial(root, size, leastRoom, { radius, spokes })
  return new Map(
    spokes.map(({ node, at }) => {
      const [beside, end] = [labels.get(node.id), leaves.get(node.id)]
      // the name of the root is left out if it has no space between its edges
      const label = beside ? besideNode(beside, symbol) : { show: end !== undefined, formatter: () => end ?? '' }
      return [at, label]
    }),
  )
}

/** ECharts places the label in px from the corner of the symbol. */
const besideNode = ({ text, offset: [x, y] }: SideLabel, symbol: number) => ({
  position: [x + symbol / 2, y + symbol / 2],
  align: 'center',
  rotate: 0,
  formatter: () => text,
})

/** px between a name and the next node, besides the symbols */
const besideName = 10
/** A name of less than this many px cannot be recognized. */
const leastName = 24

/**
 * The labels of a vertical tree: names reach up to the next node of their level, or share the space with its name. Rotated
 * names of leaves are as long as the space below the tree.
 */
export function verticalLabels(
  root: TreeNode,
  nodeAt: Parameters<LabelTree>[0],
  { form, edge, width, areTurned }: { form: TreeForm; edge: number; width: number; areTurned: boolean },
): ReturnType<LabelTree> {
  const drawn = drawnNodes(root, nodeAt)
  const labels = new Map<number, object>()
  for (const level of new Set(drawn.map((each) => each.level))) {
    const nodes = drawn.filter((each) => each.level === level)
    for (const [place, { node, at, x }] of nodes.entries()) {
      const isLeaf = node.children.length === 0
      if (isLeaf && areTurned) {
        labels.set(at, {})
        continue
      }
      const [before, after] = [nodes[place - 1]?.x, nodes[place + 1]?.x]
      const [left, right] = [x - (before ?? -edge), (after ?? width - edge) - x]
      const half = Math.min(before === undefined ? left : left / 2, after === undefined ? right : right / 2)
      const position = isLeaf ? form.child_label_position : form.node_label_position
      const around = form.symbolSize + besideName
      const room = {
        left: left - around,
        right: right - around,
        top: 2 * half - besideName,
        bottom: 2 * half - besideName,
      }
      const isBeside = position === 'left' || position === 'right'
      const isShown = room[position] >= Math.min(leastName, labelWidth(node.name))
      const text = linesOf(node.name, room[position], isBeside ? 2 : 1).join('\n')
      labels.set(at, { show: isShown, formatter: () => text })
    }
  }
  return labels
}
