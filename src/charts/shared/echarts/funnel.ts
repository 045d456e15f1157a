import { FunnelChart } from 'echarts/charts'
import { registerParts } from './registerParts.ts'

registerParts(FunnelChart)
