import { TreeChart } from 'echarts/charts'
import { fillHollow } from './fillHollow.ts'
import { registerParts } from './registerParts.ts'
import { straightenRoot } from './straightenRoot.ts'

fillHollow()
straightenRoot()
registerParts(TreeChart)
