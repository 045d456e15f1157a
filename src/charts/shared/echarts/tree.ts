import { TreeChart } from 'echarts/charts'
import { fillHollow } from './fillHollow.ts'
import { labelTree } from './labelTree.ts'
import { registerParts } from './registerParts.ts'
import { straightenRoot } from './straightenRoot.ts'

fillHollow()
straightenRoot()
labelTree()
registerParts(TreeChart)
