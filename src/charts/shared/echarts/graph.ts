import { GraphChart } from 'echarts/charts'
import { registerParts } from './registerParts.ts'

registerParts(GraphChart)
