import { DatasetComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { use as registerParts } from 'echarts/core'
import { LabelLayout } from 'echarts/features'

registerParts([DatasetComponent, GridComponent, LegendComponent, TooltipComponent, LabelLayout])
