import { contrastingText } from '../shared/color/index.ts'
import type { DrawInput } from '../shared/contract.ts'
import type { KeptPlace } from '../shared/maps/deck/engine.ts'
import { highlight, type LayerOfView, type RgbaList } from '../shared/maps/deck/layerSpec.ts'
import type { MapLabel } from '../shared/maps/deck/mapLabels.ts'
import { colorList, readColor } from '../shared/maps/deck/rgba.ts'
import { placesIn, type Viewport } from '../shared/maps/viewport.ts'
import { textWidth } from '../shared/textWidth.ts'
import type { ChartTheme } from '../shared/theme.ts'
import { type Circle, circlesIn } from './clusters.ts'
import type { MapboxForm } from './query.ts'
import { startColor, startViewport } from './startViewport.ts'

type Input = Pick<DrawInput<MapboxForm>, 'formData' | 'data' | 'datasource'>

const labelSize = 11
/** px: names of places may be on a smaller circle */
const leastKept = 8
/** px between a circle and a label that does not fit into it */
const gap = 8
/** px beside a label, and of a row of labels */
const [labelGap, labelRow] = [2, 7]

export const opacityOf = ({ global_opacity: opacity }: MapboxForm) => Math.min(1, Math.max(0, opacity))

/** The color of the circles, with the opacity of the chart. */
export function colorOf(form: MapboxForm): RgbaList {
  const [red, green, blue] = readColor(form.mapbox_color) ?? colorList(startColor)
  return [red, green, blue, Math.round(255 * opacityOf(form))]
}

/** A label and its position: in its circle, or above it if it does not fit. */
export function labelled({ label, radius }: Circle, form: MapboxForm, theme: Pick<ChartTheme, 'text' | 'surface'>) {
  if (label === undefined || label === '') return undefined
  const fits = textWidth(label) * (labelSize / 12) <= 2 * radius - 2
  const [red, green, blue] = colorOf(form)
  return fits && opacityOf(form) > 0.5
    ? { text: label, up: 0, size: labelSize, color: contrastingText(`rgb(${red}, ${green}, ${blue})`) }
    : { text: label, up: fits ? 0 : radius + gap, size: labelSize, color: theme.text, halo: theme.surface }
}

/** The labels of circles. Of labels that would overlap, only that of the largest circle remains. */
export function labelsOf(
  circles: readonly Circle[],
  {
    form,
    theme,
    place,
  }: {
    form: MapboxForm
    theme: Pick<ChartTheme, 'text' | 'surface'>
    /** px of a place */
    place: (point: Circle['place']) => [x: number, y: number]
  },
): (MapLabel & { at: [x: number, y: number] })[] {
  /** the ends of the labels in each row of px */
  const taken = new Map<number, [left: number, right: number][]>()
  return circles
    .toSorted((one, other) => other.radius - one.radius)
    .flatMap((circle) => {
      const label = labelled(circle, form, theme)
      if (!label) return []
      const [x, y] = place(circle.place)
      const half = (textWidth(label.text) * (labelSize / 12)) / 2 + labelGap
      const row = Math.floor((y - label.up) / labelRow)
      const isTaken = [-2, -1, 0, 1, 2].some((rows) =>
        taken.get(row + rows)?.some(([left, right]) => x + half > left && x - half < right),
      )
      if (isTaken) return []
      taken.set(row, [...(taken.get(row) ?? []), [x - half, x + half]])
      return [{ ...label, place: circle.place, at: [x, y - label.up] }]
    })
}

/** The circles of a map and their labels, computed once for each view and size. */
export function circlesOf(input: Input): {
  layer: LayerOfView
  labels: (theme: ChartTheme) => (view: Viewport, size: { width: number; height: number }) => MapLabel[]
  /** where names of places would hide a circle or its label */
  kept: (theme: ChartTheme) => (view: Viewport, size: { width: number; height: number }) => KeptPlace[]
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
    labels: (theme) => (view, size) => labelsOf(circlesAt(view, size), { form, theme, place: placesIn(view, size) }),
    kept: (theme) => (view, size) =>
      circlesAt(view, size).flatMap((circle) => {
        const above = labelled(circle, form, theme)?.up ?? 0
        const radius = above > 0 ? above + labelSize : circle.radius
        return radius > leastKept ? { place: circle.place, radius } : []
      }),
  }
}

/** The viewport of the chart. A chart that still has the initial viewport shows all of its points. */
export function mapForm({ viewport_longitude, viewport_latitude, viewport_zoom, mapbox_style }: MapboxForm) {
  const viewport = { longitude: viewport_longitude, latitude: viewport_latitude, zoom: viewport_zoom }
  const isNew = (['longitude', 'latitude', 'zoom'] as const).every((name) => viewport[name] === startViewport[name])
  return { viewport, autozoom: isNew, mapbox_style }
}
