import { GaugeChart } from 'echarts/charts'
import { registerParts } from './registerParts.ts'

registerParts(GaugeChart)
