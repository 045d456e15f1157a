import type { KnownChart, PictureKind, RowsTable } from './shared/contract.ts'

type Entry = [type: string, name: string, category: string, picture: PictureKind, rowsTable?: RowsTable]

/** Saved types that are known but not supported yet. A type that gets a folder is removed from this list. */
const entries: Entry[] = [
  ['mapbox', 'MapBox', 'Map', 'scatter'],
  ['deck_arc', 'deck.gl Arc', 'Map', 'scatter'],
  ['deck_path', 'deck.gl Path', 'Map', 'scatter'],
  ['deck_polygon', 'deck.gl Polygon', 'Map', 'scatter'],
  ['deck_geojson', 'deck.gl Geojson', 'Map', 'scatter'],
  ['deck_grid', 'deck.gl Grid', 'Map', 'scatter'],
  ['deck_hex', 'deck.gl 3D Hexagon', 'Map', 'scatter'],
  ['deck_screengrid', 'deck.gl Screen Grid', 'Map', 'scatter'],
  ['deck_heatmap', 'deck.gl Heatmap', 'Map', 'heatmap'],
  ['deck_contour', 'deck.gl Contour', 'Map', 'scatter'],
  ['deck_multi', 'deck.gl Multiple Layers', 'Map', 'scatter'],
  ['cartodiagram', 'Cartodiagram', 'Map', 'line'],
]

export const notDrawn: KnownChart[] = entries.map(([type, name, category, picture, rowsTable]) => ({
  type,
  name,
  category,
  picture,
  ...(rowsTable && { rowsTable }),
}))
