import { layer as arc } from './deckArc/layer.ts'
import { layer as contour } from './deckContour/layer.ts'
import { layer as geojson } from './deckGeojson/layer.ts'
import { layer as grid } from './deckGrid/layer.ts'
import { layer as heatmap } from './deckHeatmap/layer.ts'
import { layer as hex } from './deckHex/layer.ts'
import { layer as path } from './deckPath/layer.ts'
import { layer as polygon } from './deckPolygon/layer.ts'
import { layer as scatter } from './deckScatter/layer.ts'
import { layer as screengrid } from './deckScreengrid/layer.ts'
import type { MakeLayer } from './shared/maps/mapLayer.ts'

/** What charts draw on a map, by their types: for maps of several charts. */
export const mapLayers: Readonly<Record<string, MakeLayer<never> | undefined>> = {
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
