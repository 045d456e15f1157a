import { ChordChart } from 'echarts/charts'
import { registerParts } from './registerParts.ts'

registerParts(ChordChart)
