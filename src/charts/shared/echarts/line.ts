import { LineChart } from 'echarts/charts'
import { use as registerParts } from 'echarts/core'

registerParts(LineChart)
