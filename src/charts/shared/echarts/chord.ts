import { ChordChart } from 'echarts/charts'
import { type ChordSeries, drawHumps, layOutArcs } from './chordArcs.ts'
import { registerParts } from './registerParts.ts'

/** What ECharts gives to a module that registers itself; the types of layouts are not public. */
interface Registers {
  PRIORITY: { VISUAL: { POST_CHART_LAYOUT: number } }
  registerLayout: (priority: number, layout: object) => void
}

interface Model {
  eachSeriesByType: (type: 'chord', each: (series: ChordSeries) => void) => void
}

/** After the layout of ECharts, which it corrects. */
const arcs = (registers: Registers) =>
  registers.registerLayout(registers.PRIORITY.VISUAL.POST_CHART_LAYOUT + 1, {
    seriesType: 'chord',
    overallReset: (model: Model) => model.eachSeriesByType('chord', layOutArcs),
  })

drawHumps()
registerParts([ChordChart, arcs as never])
