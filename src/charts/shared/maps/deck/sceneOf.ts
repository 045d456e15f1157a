import type { ChartTheme } from '../../theme.ts'
import { readViewport } from '../viewport.ts'
import type { DeckMapProps } from './deckMapProps.ts'
import type { Scene } from './engine.ts'
import { focusLayers } from './focusedMark.ts'
import type { LayerSpec } from './layerSpec.ts'
import { colorList } from './rgba.ts'

type Ring = readonly (readonly [longitude: number, latitude: number])[]

interface Looks extends Pick<Scene, 'theme' | 'covered' | 'reserved' | 'hasNames' | 'label'> {
  /** the corners of the area by which the map filters */
  ring: Ring | undefined
}

/** What a map of a chart shows. */
export function sceneOf(props: DeckMapProps, { ring, ...looks }: Looks): Scene {
  const { chart, layers, bounds } = props
  const { formData: form, size } = chart
  return {
    ...looks,
    size,
    layers: [...layers, ...(ring ? [areaLayer(ring, looks.theme)] : []), ...focusLayers(props.focused, looks.theme)],
    ...(props.labels && { labels: props.labels, waitsForRest: props.waitsForRest }),
    ...(props.keepFree && { keepFree: props.keepFree }),
    ...(form.autozoom && bounds && { bounds }),
    ...(bounds && { data: bounds }),
    padding: props.padding,
    marksAt: props.marksAt,
    repeats: bounds !== undefined && (bounds[0][0] < -180 || bounds[1][0] > 180),
    viewport: readViewport(form.viewport),
    ...(chart.mapStyle && { style: chart.mapStyle[looks.theme.mode] }),
  }
}

/** The outline of the area by which the map filters. */
const areaLayer = (ring: Ring, theme: ChartTheme): LayerSpec => ({
  kind: 'path',
  id: 'area',
  props: {
    data: [[...ring, ...ring.slice(0, 1)]],
    getPath: (ring: unknown) => ring,
    getColor: colorList(theme.text),
    getWidth: 2,
    widthUnits: 'pixels',
  },
})
