import { TreemapChart } from 'echarts/charts'
import { registerParts } from './registerParts.ts'

registerParts(TreemapChart)
