import View from 'echarts/lib/chart/line/LineView.js'
import { heldSteps } from './heldSteps.ts'
import { registerParts } from './registerParts.ts'

/** ECharts' model of a series with a line, in the stage after its layout. */
interface LineModel {
  get: (name: 'step') => string | undefined
  getData: () => { getLayout: (name: 'points') => Float32Array | undefined }
  coordinateSystem?: { getBaseAxis?: () => { dim: string } }
}

interface Shape {
  segmentIgnoreThreshold: number
}

/** ECharts' view of a line, which has no public type. */
interface LineView {
  _polyline: Shape | undefined
  _polygon: Shape | undefined
  render: (model: LineModel, ...given: unknown[]) => void
}

/** On a canvas, ECharts leaves out points that are less than 2 px from the last one. With this patch, steps have all. */
function keepCorners(): void {
  const view = View.prototype as LineView
  const { render } = view
  view.render = function (model, ...given) {
    render.call(this, model, ...given)
    if (!model.get('step')) return
    for (const shape of [this._polyline, this._polygon]) if (shape) shape.segmentIgnoreThreshold = 0
  }
}

keepCorners()

/** After the layout of stepped lines, their points are moved so that each step is drawn. */
registerParts((registers) => {
  registers.registerLayout(registers.PRIORITY.VISUAL.PROGRESSIVE_LAYOUT, {
    seriesType: 'line',
    reset: (series) => {
      const model = series as unknown as LineModel
      const step = model.get('step')
      if (!step) return undefined
      const isBelow = model.coordinateSystem?.getBaseAxis?.().dim !== 'y'
      return {
        progress: () => {
          const points = model.getData().getLayout('points')
          if (points) heldSteps(points, isBelow ? 0 : 1, step === 'middle')
        },
      }
    },
  })
})
