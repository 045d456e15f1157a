import { SunburstChart } from 'echarts/charts'
import { registerParts } from './registerParts.ts'

registerParts(SunburstChart)
