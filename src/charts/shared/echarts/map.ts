import { MapChart } from 'echarts/charts'
import { GeoComponent } from 'echarts/components'
import { registerParts } from './registerParts.ts'

registerParts([MapChart, GeoComponent])
