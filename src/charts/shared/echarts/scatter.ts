import { ScatterChart } from 'echarts/charts'
import { registerParts } from './registerParts.ts'

registerParts(ScatterChart)
