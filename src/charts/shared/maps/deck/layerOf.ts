import type { Layer } from '@deck.gl/core'
import { ArcLayer, BitmapLayer, PathLayer, PolygonLayer, ScatterplotLayer } from '@deck.gl/layers'
import type { LayerSpec } from './layerSpec.ts'
import { withinMap } from './withinMap.ts'

/** The material of columns. The sum of ambient and diffuse light on their tops is 0.5 + 0.57 * cos(29 degrees) = 1. */
const material = {
  ambient: 0.5,
  diffuse: 0.57,
  shininess: 1,
  specularColor: [0, 0, 0] as [number, number, number],
}

/** Columns can be transparent: without the walls at their back, which coincide with those of neighbors, they look solid. */
const frontOnly = { cullMode: 'back' as const }

export const layerOf = (spec: LayerSpec): Layer => {
  const { kind, id } = spec
  const props = withinMap(spec)
  switch (kind) {
    case 'scatterplot':
      return new ScatterplotLayer({ id, ...props })
    case 'arc':
      return new ArcLayer({ id, ...props })
    case 'path':
      return new PathLayer({ id, ...props })
    case 'polygon':
      return new PolygonLayer({ id, material, ...props, ...(props['extruded'] === true && { parameters: frontOnly }) })
    case 'bitmap':
      return new BitmapLayer({ id, ...props, image: imageOf(props['image']) })
  }
}

/** Colors as a browser image. */
function imageOf(image: unknown): ImageData {
  const { data, width, height } = image as { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number }
  return new ImageData(data, width, height)
}
