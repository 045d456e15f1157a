import { GraphChart } from 'echarts/charts'
import { registerParts } from './registerParts.ts'
import { settleGraph } from './settleGraph.ts'

settleGraph()
registerParts(GraphChart)
