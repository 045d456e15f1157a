import type { MakeLayer } from './shared/maps/mapLayer.ts'

export type MapLayers = ReadonlyMap<string, MakeLayer<never>>

/** The layer that each chart type draws on a map, for maps of several charts. */
const loaders: Readonly<Record<string, (() => Promise<{ layer: MakeLayer<never> }>) | undefined>> = {
  deck_scatter: () => import('./deckScatter/layer.ts'),
  deck_arc: () => import('./deckArc/layer.ts'),
  deck_path: () => import('./deckPath/layer.ts'),
  deck_polygon: () => import('./deckPolygon/layer.ts'),
  deck_geojson: () => import('./deckGeojson/layer.ts'),
  deck_grid: () => import('./deckGrid/layer.ts'),
  deck_hex: () => import('./deckHex/layer.ts'),
  deck_screengrid: () => import('./deckScreengrid/layer.ts'),
  deck_heatmap: () => import('./deckHeatmap/layer.ts'),
  deck_contour: () => import('./deckContour/layer.ts'),
}

const loading = new Map<string, Promise<MapLayers>>()

/** The layers of the types on a map. Returns the same promise each time. Types without a layer are left out. */
export function loadMapLayers(types: readonly string[]): Promise<MapLayers> {
  const key = JSON.stringify([...new Set(types)].toSorted())
  const known = loading.get(key)
  if (known) return known
  const promise = load([...new Set(types)])
  // after a failed load, the next call loads the chunk again
  promise.catch(() => loading.delete(key))
  loading.set(key, promise)
  return promise
}

async function load(types: readonly string[]): Promise<MapLayers> {
  const found = await Promise.all(
    types.map(async (type) => {
      const layer = Object.hasOwn(loaders, type) ? (await loaders[type]?.())?.layer : undefined
      return layer ? ([[type, layer]] as const) : []
    }),
  )
  return new Map(found.flat())
}
