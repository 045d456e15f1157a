import { DatasetComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { LabelLayout } from 'echarts/features'
import { registerParts } from './registerParts.ts'

registerParts([DatasetComponent, GridComponent, LegendComponent, TooltipComponent, LabelLayout])
