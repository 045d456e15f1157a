import { DataZoomComponent, ToolboxComponent } from 'echarts/components'
import { use as registerParts } from 'echarts/core'

registerParts([DataZoomComponent, ToolboxComponent])
