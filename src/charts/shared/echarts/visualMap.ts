import { VisualMapComponent } from 'echarts/components'
import { registerParts } from './registerParts.ts'

registerParts(VisualMapComponent)
