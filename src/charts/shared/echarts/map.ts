import { MapChart } from 'echarts/charts'
import { GeoComponent, TooltipComponent } from 'echarts/components'
import { registerParts } from './registerParts.ts'

registerParts([MapChart, GeoComponent, TooltipComponent])
