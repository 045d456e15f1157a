import { type ExtendedFeatureCollection, geoMercator, geoPath } from 'd3-geo'
import type { StillInput } from '../contract.ts'
import { wrapped } from '../svg/centeredText.ts'
import { h, type SvgChild, type SvgNode } from '../svg/tree.ts'
import { cutText } from '../textWidth.ts'
import { fontSans } from '../theme.ts'
import { landAndBorders } from './land.ts'
import { mapTheme } from './mapTheme.ts'
import type { Line, Point } from './shapes.ts'
import { type Bounds, fitBounds, placesIn, readViewport, type Viewport, worldPixels } from './viewport.ts'

/** Projects marks into the picture of a map. */
export interface Ground {
  view: Viewport
  place: (point: Point) => [x: number, y: number]
  /** the data of a path, on the side of 180 degrees that is closer to the center of the map */
  pathOf: (lines: readonly Line[], isClosed?: boolean) => string
}

/** What a chart draws in the picture of a map: its own map, or one with layers of other charts. */
export interface StillParts {
  bounds: Bounds
  marks: (ground: Ground) => SvgChild
  names?: { label: string; color: string }[]
  /** what the picture does not show, and a short form for pictures with too little space */
  notes?: { lines: readonly string[]; brief: string }
}

/** The marks of a chart, or a sentence that says what it needs. */
export type MakeStillParts<F> = (input: StillInput<F>) => StillParts | string

const mostNames = 8
const lineHeight = 18
const noteHeight = 15
/** Maximum fraction of the height that notes may cover. */
const notesPart = 0.4

/** The marks of a chart on a map, as a picture: land, borders, marks and a legend of the colors. */
export function stillMap<F extends { autozoom: boolean; viewport: unknown; mapbox_style: string }>(
  given: StillInput<F>,
  make: MakeStillParts<F>,
): SvgNode | string {
  const input = { ...given, theme: mapTheme(given.formData.mapbox_style, given.theme) }
  const parts = make(input)
  if (typeof parts === 'string') return parts
  const { bounds, marks, names = [], notes } = parts
  const { formData: form, size, theme, id } = input
  const view = form.autozoom ? fitBounds(bounds, size) : readViewport(form.viewport)
  const ground = groundOf(view, size)
  const path = geoPath(projectionOf(view, size))
  const { land, borders } = landAndBorders()
  const clip = `${id}map`
  return h(
    'svg',
    // a part that is clipped twice is lost if it reaches far beyond the picture, as land does
    { width: size.width, height: size.height, overflow: 'visible', fontFamily: fontSans, fontSize: 11 },
    h('clipPath', { id: clip }, h('rect', { width: size.width, height: size.height })),
    h(
      'g',
      { clipPath: `url(#${clip})` },
      input.theme !== given.theme && h('rect', { width: size.width, height: size.height, fill: theme.surface }),
      h('path', { d: path(land as ExtendedFeatureCollection) ?? '', fill: theme.sunken }),
      h('path', { d: path(borders) ?? '', fill: 'none', stroke: theme.chartAxis }),
      marks(ground),
    ),
    names
      .slice(0, mostNames)
      .map(({ label, color }, at) => [
        h('circle', { cx: 10, cy: 12 + at * lineHeight, r: 5, fill: color }),
        h('text', { x: 20, y: 16 + at * lineHeight, fill: theme.text }, cutText(label, size.width / 3)),
      ]),
    notes !== undefined && notes.lines.length > 0 && notesAt(notes, size, theme),
    h('text', { x: size.width - 4, y: size.height - 4, textAnchor: 'end', fill: theme.text3 }, 'Natural Earth'),
  )
}

/** Notes above the source of the map, with a background. */
function notesAt(
  { lines, brief }: NonNullable<StillParts['notes']>,
  { width, height }: { width: number; height: number },
  theme: StillInput<unknown>['theme'],
): SvgNode {
  const room = width - 16
  const all = lines.flatMap((line) => wrapped(line, room))
  const shown = all.length * noteHeight <= height * notesPart ? all : wrapped(brief, room)
  const top = height - lineHeight - shown.length * noteHeight
  return h(
    'g',
    {},
    h('rect', { y: top - 4, width, height: shown.length * noteHeight + 4, fill: theme.surface, fillOpacity: 0.85 }),
    shown.map((line, at) => h('text', { x: 8, y: top + at * noteHeight + 10, fill: theme.text }, cutText(line, room))),
  )
}

function projectionOf({ longitude, latitude, zoom }: Viewport, size: { width: number; height: number }) {
  const projection = geoMercator()
    .scale(worldPixels(zoom) / (2 * Math.PI))
    .translate([0, 0])
    .rotate([-longitude, 0])
  const [, middle = 0] = projection([longitude, latitude]) ?? []
  return projection.translate([size.width / 2, size.height / 2 - middle]).clipExtent([
    [-2, -2],
    [size.width + 2, size.height + 2],
  ])
}

function groundOf(view: Viewport, size: { width: number; height: number }): Ground {
  const placeOf = placesIn(view, size)
  const turnOf = (longitude: number) => 360 * Math.round((view.longitude - longitude) / 360)
  const write = (value: number) => value.toFixed(1)
  return {
    view,
    place: ([x, y]) => placeOf([x + turnOf(x), y]),
    pathOf(lines, isClosed = false) {
      const [west = 0, east = 0] = longitudes(lines)
      const turn = turnOf((west + east) / 2)
      const written = lines.map((line) =>
        line
          .map(([x, y]) =>
            placeOf([x + turn, y])
              .map(write)
              .join(','),
          )
          .join('L'),
      )
      return written.map((points) => `M${points}${isClosed ? 'Z' : ''}`).join('')
    },
  }
}

function longitudes(lines: readonly Line[]): [west: number, east: number] | [] {
  let [west, east] = [Infinity, -Infinity]
  for (const line of lines) {
    for (const [x] of line) {
      if (x < west) west = x
      if (x > east) east = x
    }
  }
  return west > east ? [] : [west, east]
}
