import { HeatmapChart } from 'echarts/charts'
import { registerParts } from './registerParts.ts'

registerParts(HeatmapChart)
