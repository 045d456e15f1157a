import { type ExtendedFeatureCollection, geoMercator, geoPath } from 'd3-geo'
import type { StillInput } from '../shared/contract.ts'
import { landAndBorders } from '../shared/maps/land.ts'
import { readSpatial } from '../shared/maps/spatial.ts'
import { boundsOf, fitBounds, mercatorEdge, pixelsOfMeter, readViewport, worldPixels } from '../shared/maps/viewport.ts'
import { h, type SvgNode } from '../shared/svg/tree.ts'
import { cutText } from '../shared/textWidth.ts'
import { fontSans } from '../shared/theme.ts'
import { categoriesOf, readPoints } from './points.ts'
import type { DeckScatterForm } from './query.ts'
import { texts } from './texts.ts'

const mostNames = 8
const lineHeight = 18

/** The same map as a picture: land, borders and circles. */
export function still(input: StillInput<DeckScatterForm>): SvgNode | string {
  const { formData: form, size, theme, color, text, id } = input
  const points = readPoints(input)
  if (readSpatial(form.spatial) === undefined) return text(texts.needsPlaces)
  const bounds = boundsOf(points.positions)
  if (bounds === undefined) return text(texts.needsRows)

  const { longitude, latitude, zoom } = form.autozoom ? fitBounds(bounds, size) : readViewport(form.viewport)
  const world = worldPixels(zoom)
  const projection = geoMercator()
    .scale(world / (2 * Math.PI))
    .translate([0, 0])
    .rotate([-longitude, 0])
  const [, middle = 0] = projection([longitude, latitude]) ?? []
  projection.translate([size.width / 2, size.height / 2 - middle]).clipExtent([
    [-2, -2],
    [size.width + 2, size.height + 2],
  ])
  const path = geoPath(projection)
  const { land, borders } = landAndBorders()
  const circles = points.rows.map((_, at) => {
    const [x, y] = [points.positions[at * 2]!, points.positions[at * 2 + 1]!]
    const [cx = 0, cy = 0] = projection([x, Math.min(mercatorEdge, Math.max(-mercatorEdge, y))]) ?? []
    const radius = points.radii[at]! * pixelsOfMeter(zoom, y)
    const category = points.categories?.[at]
    return h('circle', {
      cx: cx.toFixed(1),
      cy: cy.toFixed(1),
      r: Math.min(form.max_radius, Math.max(form.min_radius, radius)).toFixed(1),
      fill: category === undefined ? plainColor(form) : color(category),
      fillOpacity: form.color_picker.a,
    })
  })
  const names = form.legend_position === null ? [] : categoriesOf(points).slice(0, mostNames)
  const clip = `${id}map`
  return h(
    'svg',
    { width: size.width, height: size.height, fontFamily: fontSans, fontSize: 11 },
    h('clipPath', { id: clip }, h('rect', { width: size.width, height: size.height })),
    h(
      'g',
      { clipPath: `url(#${clip})` },
      h('path', { d: path(land as ExtendedFeatureCollection) ?? '', fill: theme.sunken }),
      h('path', { d: path(borders) ?? '', fill: 'none', stroke: theme.chartAxis }),
      circles,
    ),
    names.map((name, at) => [
      h('circle', { cx: 10, cy: 12 + at * lineHeight, r: 5, fill: color(name) }),
      h('text', { x: 20, y: 16 + at * lineHeight, fill: theme.text }, cutText(name, size.width / 3)),
    ]),
    h('text', { x: size.width - 4, y: size.height - 4, textAnchor: 'end', fill: theme.text3 }, 'Natural Earth'),
  )
}

const plainColor = ({ color_picker: { r, g, b } }: DeckScatterForm) => `rgb(${r},${g},${b})`
