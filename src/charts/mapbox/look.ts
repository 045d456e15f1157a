import type { RgbaList } from '../shared/maps/deck/layerSpec.ts'
import { colorList, readColor } from '../shared/maps/deck/rgba.ts'
import type { MapboxForm } from './query.ts'
import { startColor } from './startViewport.ts'

export const opacityOf = ({ global_opacity: opacity }: MapboxForm) => Math.min(1, Math.max(0, opacity))

/** The color of the circles, with the opacity of the chart. */
export function colorOf(form: MapboxForm): RgbaList {
  const [red, green, blue] = readColor(form.mapbox_color) ?? colorList(startColor)
  return [red, green, blue, Math.round(255 * opacityOf(form))]
}
