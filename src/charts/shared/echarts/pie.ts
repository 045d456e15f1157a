import { PieChart } from 'echarts/charts'
import { use as registerParts } from 'echarts/core'

registerParts(PieChart)
