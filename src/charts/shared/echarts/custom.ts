import { CustomChart } from 'echarts/charts'
import { registerParts } from './registerParts.ts'

registerParts(CustomChart)
