import { LineChart } from 'echarts/charts'
import { registerParts } from './registerParts.ts'

registerParts(LineChart)
