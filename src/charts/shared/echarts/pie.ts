import { PieChart } from 'echarts/charts'
import { registerParts } from './registerParts.ts'

registerParts(PieChart)
