import { TreemapChart } from 'echarts/charts'
import { registerParts } from './registerParts.ts'
import { snapTiles } from './snapTiles.ts'
import { tellTileSizes } from './tellTileSizes.ts'

snapTiles()
tellTileSizes()
registerParts(TreemapChart)
