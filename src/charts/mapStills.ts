import { stillParts as arc } from './deckArc/still.ts'
import { stillParts as contour } from './deckContour/still.ts'
import { stillParts as geojson } from './deckGeojson/still.ts'
import { stillParts as grid } from './deckGrid/still.ts'
import { stillParts as heatmap } from './deckHeatmap/still.ts'
import { stillParts as hex } from './deckHex/still.ts'
import { stillParts as path } from './deckPath/still.ts'
import { stillParts as polygon } from './deckPolygon/still.ts'
import { stillParts as scatter } from './deckScatter/still.ts'
import { stillParts as screengrid } from './deckScreengrid/still.ts'
import type { MakeStillParts } from './shared/maps/stillMap.ts'

/** The drawing of each chart type on maps that the server renders, for maps of several charts. */
export const mapStills: Readonly<Record<string, MakeStillParts<never> | undefined>> = {
  deck_scatter: scatter,
  deck_arc: arc,
  deck_path: path,
  deck_polygon: polygon,
  deck_geojson: geojson,
  deck_grid: grid,
  deck_hex: hex,
  deck_screengrid: screengrid,
  deck_heatmap: heatmap,
  deck_contour: contour,
}
