import { LineChart } from 'echarts/charts'
import { leadEndLabels } from './leadEndLabels.ts'
import { registerParts } from './registerParts.ts'

registerParts([LineChart, leadEndLabels])
