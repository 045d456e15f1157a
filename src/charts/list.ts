import { about as area } from './area/about.ts'
import { about as bar } from './bar/about.ts'
import { about as bigNumber } from './bigNumber/about.ts'
import { about as bigNumberTotal } from './bigNumberTotal/about.ts'
import { about as boxPlot } from './boxPlot/about.ts'
import { about as bubble } from './bubble/about.ts'
import { about as bullet } from './bullet/about.ts'
import { about as calHeatmap } from './calHeatmap/about.ts'
import { about as cartodiagram } from './cartodiagram/about.ts'
import { about as chord } from './chord/about.ts'
import { about as compare } from './compare/about.ts'
import { about as countryMap } from './countryMap/about.ts'
import { about as deckArc } from './deckArc/about.ts'
import { about as deckContour } from './deckContour/about.ts'
import { about as deckGeojson } from './deckGeojson/about.ts'
import { about as deckGrid } from './deckGrid/about.ts'
import { about as deckHeatmap } from './deckHeatmap/about.ts'
import { about as deckHex } from './deckHex/about.ts'
import { about as deckMulti } from './deckMulti/about.ts'
import { about as deckPath } from './deckPath/about.ts'
import { about as deckPolygon } from './deckPolygon/about.ts'
import { about as deckScatter } from './deckScatter/about.ts'
import { about as deckScreengrid } from './deckScreengrid/about.ts'
import { about as dualLine } from './dualLine/about.ts'
import { about as eventFlow } from './eventFlow/about.ts'
import { about as filterBox } from './filterBox/about.ts'
import { about as funnel } from './funnel/about.ts'
import { about as gantt } from './gantt/about.ts'
import { about as gauge } from './gauge/about.ts'
import { about as graph } from './graph/about.ts'
import { about as handlebars } from './handlebars/about.ts'
import { about as heatmap } from './heatmap/about.ts'
import { about as histogram } from './histogram/about.ts'
import { about as horizon } from './horizon/about.ts'
import { about as line } from './line/about.ts'
import { about as lineMulti } from './lineMulti/about.ts'
import { about as mapbox } from './mapbox/about.ts'
import { about as mixed } from './mixed/about.ts'
import { about as pairedTTest } from './pairedTTest/about.ts'
import { about as para } from './para/about.ts'
import { about as partition } from './partition/about.ts'
import { about as pie } from './pie/about.ts'
import { about as pivotTable } from './pivotTable/about.ts'
import { about as popKpi } from './popKpi/about.ts'
import { about as radar } from './radar/about.ts'
import { about as rose } from './rose/about.ts'
import { about as sankey } from './sankey/about.ts'
import { about as scatter } from './scatter/about.ts'
import type { ChartAbout } from './shared/contract.ts'
import { about as smoothLine } from './smoothLine/about.ts'
import { about as steppedLine } from './steppedLine/about.ts'
import { about as sunburst } from './sunburst/about.ts'
import { about as table } from './table/about.ts'
import { about as timePivot } from './timePivot/about.ts'
import { about as timeseries } from './timeseries/about.ts'
import { about as timeTable } from './timeTable/about.ts'
import { about as tree } from './tree/about.ts'
import { about as treemap } from './treemap/about.ts'
import { about as waterfall } from './waterfall/about.ts'
import { about as wordCloud } from './wordCloud/about.ts'
import { about as worldMap } from './worldMap/about.ts'

/** Every supported chart type by its folder name. `galleryOrder.ts` defines the order of the gallery. */
export const byFolder: Record<string, ChartAbout> = {
  table,
  pivotTable,
  timeTable,
  bigNumberTotal,
  bigNumber,
  line,
  bar,
  area,
  scatter,
  smoothLine,
  steppedLine,
  timeseries,
  pie,
  mixed,
  timePivot,
  compare,
  dualLine,
  lineMulti,
  histogram,
  heatmap,
  boxPlot,
  wordCloud,
  worldMap,
  countryMap,
  deckScatter,
  deckArc,
  deckPath,
  deckPolygon,
  deckGeojson,
  deckGrid,
  deckHex,
  deckScreengrid,
  deckHeatmap,
  deckContour,
  deckMulti,
  mapbox,
  cartodiagram,
  calHeatmap,
  bubble,
  horizon,
  bullet,
  popKpi,
  waterfall,
  gantt,
  treemap,
  sunburst,
  funnel,
  gauge,
  radar,
  pairedTTest,
  sankey,
  chord,
  graph,
  tree,
  para,
  eventFlow,
  partition,
  rose,
  handlebars,
  filterBox,
}
