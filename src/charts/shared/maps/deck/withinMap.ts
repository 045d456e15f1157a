import { mercatorEdge, onMap } from '../viewport.ts'
import type { LayerSpec } from './layerSpec.ts'

type Position = readonly [longitude: number, latitude: number, ...more: number[]]
type Accessor = (mark: unknown, info: unknown) => Position

const positions: Partial<Record<LayerSpec['kind'], readonly string[]>> = {
  scatterplot: ['getPosition'],
  arc: ['getSourcePosition', 'getTargetPosition'],
}

/**
 * The properties of a layer, with places near the poles moved to the upper or lower edge of the map, which does not
 * show the poles.
 */
export function withinMap({ kind, props }: Pick<LayerSpec, 'kind' | 'props'>): LayerSpec['props'] {
  const within = (positions[kind] ?? []).flatMap((name) => {
    const accessor = props[name]
    if (typeof accessor !== 'function') return []
    const moved: Accessor = (mark, info) => {
      const place = (accessor as Accessor)(mark, info)
      // most places are on the map: they need no list of their own
      return Math.abs(place[1]) <= mercatorEdge ? place : [place[0], onMap(place[1]), ...place.slice(2)]
    }
    return [[name, moved] as const]
  })
  return { ...props, ...Object.fromEntries(within) }
}
