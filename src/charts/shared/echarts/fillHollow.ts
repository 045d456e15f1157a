import View from 'echarts/lib/chart/tree/TreeView.js'

interface SymbolPath {
  __isEmptyBrush?: boolean
  style: { fill?: unknown; stroke?: unknown }
  setStyle: (style: { fill: string }) => void
}

/** ECharts' view of a tree, which has no public type. */
interface TreeView {
  _data: { eachItemGraphicEl: (each: (element: { getSymbolPath: () => SymbolPath }) => void) => void } | null
  render: (model: { get: (name: string) => unknown }, ...given: unknown[]) => void
}

/**
 * ECharts fills the empty symbols of a tree with white, in any theme. With this patch, it uses the `hollowColor` of the
 * series. Nodes whose children are hidden remain filled with their own color.
 */
export function fillHollow(): void {
  const view = View.prototype as TreeView
  const { render } = view
  view.render = function (model, ...given) {
    render.call(this, model, ...given)
    const fill = model.get('hollowColor')
    if (typeof fill !== 'string') return
    this._data?.eachItemGraphicEl((element) => {
      const path = element.getSymbolPath()
      if (path.__isEmptyBrush && path.style.fill !== path.style.stroke) path.setStyle({ fill })
    })
  }
}
