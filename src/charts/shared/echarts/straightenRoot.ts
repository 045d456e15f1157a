import View from 'echarts/lib/chart/tree/TreeView.js'

interface Curve {
  shape: { x1: number; y1: number; x2: number; y2: number }
  setShape: (shape: { cpx1: number; cpy1: number; cpx2: number; cpy2: number }) => void
}

/** ECharts' view of a tree, which has no public type. */
interface TreeView {
  _data: { eachItemGraphicEl: (each: (element: { __edge?: Curve }) => void) => void } | null
  render: (model: { get: (name: string) => unknown }, ...given: unknown[]) => void
}

/**
 * In a radial tree of ECharts, all edges leave the root in one direction and bend back to their nodes. With this patch,
 * each runs straight to its node.
 */
export function straightenRoot(): void {
  const view = View.prototype as TreeView
  const { render } = view
  view.render = function (model, ...given) {
    render.call(this, model, ...given)
    if (model.get('layout') !== 'radial') return
    this._data?.eachItemGraphicEl(({ __edge: edge }) => {
      if (edge === undefined) return
      const { x1, y1, x2, y2 } = edge.shape
      // the root is at the origin
      if (Math.hypot(x1, y1) > 0.01) return
      edge.setShape({ cpx1: x2 / 3, cpy1: y2 / 3, cpx2: (x2 * 2) / 3, cpy2: (y2 * 2) / 3 })
    })
  }
}
