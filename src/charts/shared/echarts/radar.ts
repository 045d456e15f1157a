import { RadarChart } from 'echarts/charts'
import { RadarComponent } from 'echarts/components'
import { registerParts } from './registerParts.ts'

registerParts([RadarChart, RadarComponent])
