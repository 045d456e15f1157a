import View from 'echarts/lib/chart/graph/GraphView.js'
import { type Fit, fitOf, type GraphModel, inverse, moveGraph, placeNames, pointsOf } from './fitGraph.ts'

/** The layout of a graph as iterations. The nodes attract and repel each other, a little less in each. */
interface ForceLayout {
  step: (after: (isLast: boolean) => void) => void
}

/** ECharts' view of a graph, which has no public type. */
export interface GraphView {
  _model: GraphModel
  _mainGroup: { hide: () => void; show: () => void } | undefined
  /** true while iterations remain: dragging a node then starts no further iterations */
  _layouting: boolean
  /** cleared when the view is rendered again or removed */
  _layoutTimeout: ReturnType<typeof setTimeout>
  updateLayout: (model: GraphView['_model']) => void
  render: (...given: unknown[]) => void
  _startForceLayoutIteration: (layout: ForceLayout, api: Api, isAnimated: boolean) => void
}

interface Api {
  isSSR: () => boolean
  getWidth: () => number
  getHeight: () => number
  updateLabelLayout: () => void
}

/**
 * Maximum size of a graph that is laid out in one task, as a number of pairs of nodes: all its iterations take about 16
 * ms.
 */
const mostAtOnce = 2000
/** The work for one link, in the same unit. */
const pairsOfLink = 4
/** Maximum duration in ms of a task, if the layout takes several tasks. */
const sliceMs = 16

export function isLaidOutAtOnce(nodes: number, links: number): boolean {
  return (nodes * (nodes - 1)) / 2 + links * pairsOfLink <= mostAtOnce
}

/**
 * Lays out a graph without animation faster than ECharts, which moves all its lines after each of some 400 iterations:
 * here, they are moved after the last one, with the same result. The iterations of a large graph are several tasks, so that
 * the page can respond in between; the graph appears when they are done.
 *
 * With `force.isFitted`, the result fills the box of the series, and names of a small graph are at the side of their
 * circles that has room.
 */
export function settleGraph(): void {
  const view = View.prototype as GraphView
  const { render, _startForceLayoutIteration: animate } = view
  /** layouts that were shown: further iterations follow a node that is dragged */
  const shown = new WeakSet<ForceLayout>()
  const fits = new WeakMap<ForceLayout, Fit>()

  view.render = function (...given) {
    // the previous layout may have been stopped before its end, while the graph was hidden
    this._mainGroup?.show()
    render.apply(this, given)
  }

  view._startForceLayoutIteration = function (layout, api, isAnimated) {
    if (isAnimated) return animate.call(this, layout, api, isAnimated)
    const model = this._model
    const isFitted = model.get(['force', 'isFitted']) === true
    // iterations continue from the positions of the layout, not from those in the chart
    const unfit = () => {
      const fit = fits.get(layout)
      if (fit !== undefined) moveGraph(model, inverse(fit))
    }
    const refit = () => {
      if (!isFitted) return
      // while a node is dragged, the others do not get another size
      const fit = fits.get(layout) ?? fitOf(pointsOf(model), model.coordinateSystem.getBoundingRect())
      fits.set(layout, fit)
      moveGraph(model, fit)
    }
    let isLast = false
    const iterate = () => layout.step((stopped) => (isLast = stopped))
    const isSmall = isLaidOutAtOnce(model.getData().count(), model.getEdgeData().count())
    if (api.isSSR() || isSmall) {
      unfit()
      while (!isLast) iterate()
      refit()
      this._layouting = false
      this.updateLayout(model)
      // a large graph is drawn on the server as in a page
      if (isFitted && isSmall) placeNames(model, { width: api.getWidth(), height: api.getHeight() })
      return
    }
    this._layouting = true
    const slice = () => {
      const started = performance.now()
      unfit()
      do iterate()
      while (!isLast && performance.now() - started < sliceMs)
      if (isLast || shown.has(layout)) {
        refit()
        this.updateLayout(model)
      }
      if (!isLast) {
        this._layoutTimeout = setTimeout(slice, 0)
        return
      }
      this._layouting = false
      shown.add(layout)
      this._mainGroup?.show()
      // the names are still at the initial positions of the nodes
      api.updateLabelLayout()
    }
    this._layoutTimeout = setTimeout(slice, 0)
    // ECharts ignores the names of hidden nodes: the graph is hidden after the names were read, but before it is
    // painted
    if (!shown.has(layout)) queueMicrotask(() => this._layouting && this._mainGroup?.hide())
  }
}
