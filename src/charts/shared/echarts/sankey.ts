import { SankeyChart } from 'echarts/charts'
import { registerParts } from './registerParts.ts'

registerParts(SankeyChart)
