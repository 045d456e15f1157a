import { DatasetComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'

use([DatasetComponent, GridComponent, LegendComponent, TooltipComponent, LabelLayout])
