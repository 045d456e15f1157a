import View from 'echarts/lib/chart/tree/TreeView.js'

/** A node of a tree as it is drawn. */
export interface DrawnNode {
  /** whether its children are shown */
  isExpand: boolean
  /** px from the left and the top of the tree; of a radial tree, `rawX` is the angle */
  getLayout: () => { x: number; y: number; rawX?: number } | undefined
}

/** The labels of the nodes, by their positions among all nodes: parents before their children, the root is 0. */
export type LabelTree = (nodeAt: (at: number) => DrawnNode | undefined) => Map<number, object>

interface TreeData {
  tree: { getNodeByDataIndex: (at: number) => DrawnNode | undefined }
  getRawDataItem: (at: number) => { label?: object }
}

/** ECharts' view of a tree, which has no public type. */
interface TreeView {
  render: (model: { get: (name: string) => unknown; getData: () => TreeData }, ...given: unknown[]) => void
}

/**
 * ECharts places labels before it knows where the nodes are, and keeps them when a node is closed by a click and the others
 * move. With this patch, a tree with a function `labelTree` gets the labels of its nodes from it each time it is drawn.
 */
export function labelTree(): void {
  const view = View.prototype as TreeView
  const { render } = view
  view.render = function (model, ...given) {
    const labelsOf = model.get('labelTree') as LabelTree | undefined
    if (labelsOf) {
      const data = model.getData()
      // number zero is above the root
      const labels = labelsOf((at) => data.tree.getNodeByDataIndex(at + 1))
      for (const [at, label] of labels) data.getRawDataItem(at + 1).label = label
    }
    render.call(this, model, ...given)
  }
}
