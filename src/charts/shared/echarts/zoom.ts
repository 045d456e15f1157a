import { DataZoomComponent, ToolboxComponent } from 'echarts/components'
import { use } from 'echarts/core'

use([DataZoomComponent, ToolboxComponent])
