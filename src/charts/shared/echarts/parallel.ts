import { ParallelChart } from 'echarts/charts'
import { ParallelComponent } from 'echarts/components'
import { registerParts } from './registerParts.ts'

registerParts([ParallelChart, ParallelComponent])
