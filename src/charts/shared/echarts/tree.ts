import { TreeChart } from 'echarts/charts'
import { registerParts } from './registerParts.ts'

registerParts(TreeChart)
