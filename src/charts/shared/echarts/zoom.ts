import { DataZoomComponent, ToolboxComponent } from 'echarts/components'
import { fitMarkers, type LineModel } from './fitMarkers.ts'
import { registerParts } from './registerParts.ts'

registerParts([DataZoomComponent, ToolboxComponent])
registerParts((registers) => {
  registers.registerVisual({ seriesType: 'line', reset: (series) => fitMarkers(series as unknown as LineModel) })
})
