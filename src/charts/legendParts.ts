import type { DrawingModule, EChartsDrawing, ShownType } from './shared/contract.ts'

type ReadLegendParts = EChartsDrawing<Record<string, unknown>>['legendParts']
type Loader = () => Promise<unknown>

/**
 * What reads the parts of a type's legend, by folder name, for maps of several charts. `loadDrawing` would load the maps
 * as well.
 */
const loaders: Readonly<Record<string, Loader | undefined>> = {
  area: () => import('./area/drawing.ts'),
  bar: () => import('./bar/drawing.ts'),
  line: () => import('./line/drawing.ts'),
  pie: () => import('./pie/drawing.ts'),
  scatter: () => import('./scatter/drawing.ts'),
  smoothLine: () => import('./smoothLine/drawing.ts'),
  steppedLine: () => import('./steppedLine/drawing.ts'),
  timeseries: () => import('./timeseries/drawing.ts'),
}

const loading = new Map<string, Promise<ReadLegendParts>>()
const loaded = new Map<string, ReadLegendParts>()

/** Reads the parts of a type's legend, after `loadLegendParts`; undefined if the type has none. */
export const legendPartsOf = ({ folder }: ShownType): ReadLegendParts => loaded.get(folder)

/** Loads what reads the parts of a type's legend. Returns the same promise each time. */
export function loadLegendParts({ folder }: ShownType): Promise<ReadLegendParts> {
  const known = loading.get(folder)
  if (known) return known
  const loader = Object.hasOwn(loaders, folder) ? loaders[folder] : undefined
  const promise = loader ? load(folder, loader) : Promise.resolve(undefined)
  // after a failed load, the next call loads the chunk again
  promise.catch(() => loading.delete(folder))
  loading.set(folder, promise)
  return promise
}

async function load(folder: string, loader: Loader): Promise<ReadLegendParts> {
  const { legendParts } = ((await loader()) as DrawingModule).drawing
  loaded.set(folder, legendParts)
  return legendParts
}
