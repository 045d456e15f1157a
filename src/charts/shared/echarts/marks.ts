import { MarkAreaComponent, MarkLineComponent } from 'echarts/components'
import { registerParts } from './registerParts.ts'

registerParts([MarkLineComponent, MarkAreaComponent])
