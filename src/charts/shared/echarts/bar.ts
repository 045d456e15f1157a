import { BarChart } from 'echarts/charts'
import { registerParts } from './registerParts.ts'

registerParts(BarChart)
