import { LegendComponent, TitleComponent, TooltipComponent } from 'echarts/components'
import { use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'

use([LegendComponent, TitleComponent, TooltipComponent, LabelLayout])
