import { BoxplotChart } from 'echarts/charts'
import { registerParts } from './registerParts.ts'

registerParts(BoxplotChart)
