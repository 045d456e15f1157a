import { DataZoomComponent, ToolboxComponent } from 'echarts/components'
import { registerParts } from './registerParts.ts'

registerParts([DataZoomComponent, ToolboxComponent])
