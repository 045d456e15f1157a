import type { DrawInput } from '../shared/contract.ts'
import type { KeptPlace, LabelsOfView } from '../shared/maps/deck/engine.ts'
import { highlight, type LayerOfView } from '../shared/maps/deck/layerSpec.ts'
import type { Viewport } from '../shared/maps/viewport.ts'
import type { ChartTheme } from '../shared/theme.ts'
import { type Circle, circlesIn } from './clusters.ts'
import { labelsOf } from './labels.ts'
import { colorOf } from './look.ts'
import type { MapboxForm } from './query.ts'
import { startViewport } from './startViewport.ts'

type Input = Pick<DrawInput<MapboxForm>, 'formData' | 'data' | 'datasource'>

/** Maximum radius in px of circles that place names of the map may cover. */
const leastKept = 8

/** The circles of a map and their labels, computed once for each view and size. */
export function circlesOf(input: Input): {
  layer: LayerOfView
  labels: (theme: ChartTheme) => LabelsOfView
  /** the larger circles, which place names of the map must not cover */
  kept: (view: Viewport, size: { width: number; height: number }) => KeptPlace[]
} {
  let last: { view: Viewport; width: number; height: number; circles: Circle[] } | undefined
  const circlesAt = (view: Viewport, { width, height }: { width: number; height: number }) => {
    if (last?.view !== view || last.width !== width || last.height !== height) {
      last = { view, width, height, circles: circlesIn(input, view, { width, height }) }
    }
    return last.circles
  }
  const { formData: form } = input
  const color = colorOf(form)
  return {
    layer: (view, size) => ({
      kind: 'scatterplot',
      id: 'circles',
      props: {
        data: circlesAt(view, size),
        getPosition: ({ place }: Circle) => place,
        getRadius: ({ radius }: Circle) => radius,
        radiusUnits: 'pixels',
        getFillColor: color,
        ...highlight,
      },
    }),
    labels: (theme) => (view, size, page) => labelsOf(circlesAt(view, size), { form, theme, size, ...page }),
    kept: (view, size) =>
      circlesAt(view, size).flatMap(({ place, radius }) => (radius > leastKept ? { place, radius } : [])),
  }
}

/** The viewport of the chart. A chart that still has the initial viewport shows all of its points. */
export function mapForm({ viewport_longitude, viewport_latitude, viewport_zoom, mapbox_style }: MapboxForm) {
  const viewport = { longitude: viewport_longitude, latitude: viewport_latitude, zoom: viewport_zoom }
  const isNew = (['longitude', 'latitude', 'zoom'] as const).every((name) => viewport[name] === startViewport[name])
  return { viewport, autozoom: isNew, mapbox_style }
}
