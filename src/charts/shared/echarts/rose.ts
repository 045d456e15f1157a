import { LegendComponent, PolarComponent, TitleComponent, TooltipComponent } from 'echarts/components'
import { registerParts } from './registerParts.ts'

registerParts([LegendComponent, PolarComponent, TitleComponent, TooltipComponent])
