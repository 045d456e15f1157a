import { LegendComponent, TitleComponent, TooltipComponent } from 'echarts/components'
import { use as registerParts } from 'echarts/core'
import { LabelLayout } from 'echarts/features'

registerParts([LegendComponent, TitleComponent, TooltipComponent, LabelLayout])
