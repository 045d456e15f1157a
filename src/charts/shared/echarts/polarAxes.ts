import { PolarComponent } from 'echarts/components'
import { registerParts } from './registerParts.ts'

registerParts(PolarComponent)
