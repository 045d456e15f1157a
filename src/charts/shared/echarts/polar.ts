import { LegendComponent, TitleComponent, TooltipComponent } from 'echarts/components'
import { LabelLayout } from 'echarts/features'
import { registerParts } from './registerParts.ts'

registerParts([LegendComponent, TitleComponent, TooltipComponent, LabelLayout])
