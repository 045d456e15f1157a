import { ScatterChart } from 'echarts/charts'
import { use as registerParts } from 'echarts/core'

registerParts(ScatterChart)
