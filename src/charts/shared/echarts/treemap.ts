import { TreemapChart } from 'echarts/charts'
import { registerParts } from './registerParts.ts'
import { tellTileSizes } from './tellTileSizes.ts'

tellTileSizes()
registerParts(TreemapChart)
