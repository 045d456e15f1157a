import type { StillInput } from '../contract.ts'
import { wrapped } from '../svg/centeredText.ts'
import { h, type SvgChild, type SvgNode } from '../svg/tree.ts'
import { cutText, textWidth } from '../textWidth.ts'
import { fontSans } from '../theme.ts'
import { coverageOf } from './coverage.ts'
import { hasButtons } from './deck/legendPlace.ts'
import type { Box, MapLabel } from './deck/mapLabels.ts'
import { placeNames } from './deck/placeNames.ts'
import type { LayerLegend, LegendRamp } from './mapLayer.ts'
import { mapTheme } from './mapTheme.ts'
import type { Line, Point } from './shapes.ts'
import { stillBase } from './stillBase.ts'
import { placeOfLegend, type StillName, stillLegend } from './stillLegend.ts'
import type { Swatch } from './swatch.ts'
import { type Tilt, tiltOf } from './tilt.ts'
import { type SavedCode, unshownParts } from './unshown.ts'
import { type Bounds, fitMarks, placesIn, readViewport, type Viewport } from './viewport.ts'

/** Projects marks into the picture of a map. */
export interface Ground {
  view: Viewport
  /** `up`: px above the ground */
  place: (point: Point, up?: number) => [x: number, y: number]
  /** places in px seen from above, on the tilted map */
  tilt: Tilt
  /** the corners of a line in px seen from above, on the side of 180 degrees that is closer to the center of the map */
  pathPlaces: (line: Line) => [x: number, y: number][]
  /** the data of a path, on the side of 180 degrees that is closer to the center of the map */
  pathOf: (lines: readonly Line[], isClosed?: boolean) => string
  /** px of the name of the source of the map */
  source: Box
}

/** What a chart draws in the picture of a map: its own map, or one with layers of other charts. */
export interface StillParts {
  bounds: Bounds
  marks: (ground: Ground) => SvgChild
  names?: readonly StillName[]
  /** beside its name on a map of several charts, if it has no names */
  swatch?: Swatch | undefined
  /** the names are the steps of a range, from the lowest to the highest */
  isRange?: boolean
  /** a range without steps */
  ramp?: LegendRamp
  /** the corner of the legend; absent: the upper right one */
  position?: Exclude<LayerLegend['position'], null>
  /** px around the bounds; absent: those for small marks */
  padding?: number
  /** the box around all marks at a zoom; absent: marks are small */
  marksAt?: (zoom: number) => Bounds | undefined
  /** number of rows of all results; absent: those of the first */
  rows?: number
  /** number of rows without a place or shape */
  missing?: number
  /** number of rows whose shapes are too large to be drawn */
  tooLarge?: number
  /** whether the drawing replaces what the code of an older chart did with its rows */
  replacesMutator?: boolean
  notes?: StillNotes
  /** the notes, if they depend on the view */
  notesOn?: (ground: Ground) => StillNotes
}

/** What the picture does not show, and a short form for pictures with too little space. */
interface StillNotes {
  lines: readonly string[]
  brief: string
}

/** The marks of a chart, or a sentence that says what it needs. */
export type MakeStillParts<F> = (input: StillInput<F>) => StillParts | string

const sourceName = 'Natural Earth'
const namesSource = 'Natural Earth, GeoNames'
const sourceHeight = 18
const noteHeight = 15
/** Maximum fraction of the height that notes may cover. */
const notesPart = 0.4

interface MapForm extends SavedCode {
  autozoom: boolean
  viewport: unknown
  mapbox_style: string
}

/** The marks of a chart on a map, as a picture: land, borders, marks and a legend of the colors. */
export function stillMap<F extends MapForm>(given: StillInput<F>, make: MakeStillParts<F>): SvgNode | string {
  const input = { ...given, theme: mapTheme(given.formData.mapbox_style, given.theme) }
  const found = make(input)
  if (typeof found === 'string') return found
  const legend = legendOf(found, input)
  const space = placeOfLegend(legend, input.size)
  const below = space?.below ?? 0
  const { width, height } = input.size
  const size = { width, height: height - below }
  // marks depend on the size of the map
  const parts = below > 0 ? make({ ...input, size }) : found
  if (typeof parts === 'string') return parts
  const { theme, id } = input
  const view = viewOf(parts, size, input.formData)
  const ground = groundOf(view, size)
  const notes = notesAt(notesOf(parts, ground, input), size, theme)
  const drawn = parts.marks(ground)
  const listed = space && stillLegend(legend, { map: size, place: space, theme, id })
  const boxes = [ground.source, notes?.box, listed?.box].filter((box) => box !== undefined)
  const names = hasButtons(size)
    ? placeNames(([x, y]) => ground.place([x, y]), size, theme, { boxes, covered: coverageOf(drawn, size) })
    : []
  const clip = `${id}map`
  return h(
    'svg',
    // the renderer omits a part that is clipped twice and extends far beyond the picture, as land does
    { width, height, overflow: 'visible', fontFamily: fontSans, fontSize: 11 },
    h('clipPath', { id: clip }, h('rect', { width: size.width, height: size.height })),
    h(
      'g',
      { clipPath: `url(#${clip})` },
      theme.mapSea !== given.theme.surface && h('rect', { width: size.width, height: size.height, fill: theme.mapSea }),
      stillBase(view, size, theme),
      names.map((name) => nameAt(name, ground.place([name.place[0], name.place[1]]))),
      drawn,
    ),
    below > 0 &&
      theme.surface !== given.theme.surface &&
      h('rect', { y: size.height, width, height: below, fill: theme.surface }),
    listed?.drawn ?? false,
    notes?.drawn ?? false,
    h(
      'text',
      { x: size.width - 4, y: size.height - 4, textAnchor: 'end', fill: theme.text3 },
      names.length > 0 ? namesSource : sourceName,
    ),
  )
}

function legendOf({ names = [], isRange, ramp, position }: StillParts, { text }: Pick<StillInput<unknown>, 'text'>) {
  const [low, high] = (ramp?.ends ?? []).map((end) => text(end))
  return {
    names,
    isRange,
    position: position ?? ('tr' as const),
    ...(ramp && low !== undefined && high !== undefined && { ramp: { colors: ramp.colors, low, high } }),
  }
}

/** The view of a page, which buttons do not cover. */
function viewOf({ bounds, padding, marksAt }: StillParts, size: StillInput<unknown>['size'], form: MapForm): Viewport {
  const saved = readViewport(form.viewport)
  if (!form.autozoom) return saved
  return { ...fitMarks(bounds, size, padding, marksAt), bearing: saved.bearing, pitch: saved.pitch }
}

/** The name of a place, below the marks. */
function nameAt({ text, size, color, halo, up = 0 }: MapLabel, [x, y]: readonly [x: number, y: number]): SvgNode {
  const look = { fill: color, fontSize: size, fontWeight: 500, textAnchor: 'middle' }
  const outline = { stroke: halo, strokeWidth: 3, strokeLinejoin: 'round', paintOrder: 'stroke' }
  return h('text', { x: x.toFixed(1), y: (y - up + size * 0.35).toFixed(1), ...look, ...outline }, text)
}

/** The notes of a chart, and those that a page has for the rows and the code of each map. */
function notesOf(
  { notes, notesOn, rows, missing = 0, tooLarge = 0, replacesMutator = false }: StillParts,
  ground: Ground,
  { formData, data, text }: StillInput<MapForm>,
): StillNotes {
  const { lines, brief } = notesOn?.(ground) ?? notes ?? { lines: [], brief: '' }
  const counts = { rows: rows ?? data[0]?.rowcount ?? 0, missing, tooLarge, replacesMutator }
  const more = unshownParts(formData, counts).map(([note, values]) => text(note, values))
  return { lines: [...lines, ...more], brief: [brief, ...more].filter((note) => note !== '').join('; ') }
}

/** Notes above the source of the map, with a background; undefined if there are none. */
function notesAt(
  { lines, brief }: StillNotes,
  { width, height }: { width: number; height: number },
  theme: StillInput<unknown>['theme'],
): { drawn: SvgNode; box: Box } | undefined {
  if (lines.length === 0) return undefined
  const room = width - 16
  const all = lines.flatMap((line) => wrapped(line, room))
  const shown = all.length * noteHeight <= height * notesPart ? all : wrapped(brief, room)
  const top = height - sourceHeight - shown.length * noteHeight
  const drawn = h(
    'g',
    {},
    h('rect', { y: top - 4, width, height: shown.length * noteHeight + 4, fill: theme.surface, fillOpacity: 0.85 }),
    shown.map((line, at) => h('text', { x: 8, y: top + at * noteHeight + 10, fill: theme.text }, cutText(line, room))),
  )
  return { drawn, box: { left: 0, top: top - 4, right: width, bottom: height - sourceHeight } }
}

function groundOf(view: Viewport, size: { width: number; height: number }): Ground {
  const tilt = tiltOf(view, size)
  const flat = placesIn(view, size)
  const placeOf = (point: Point, up?: number) => tilt(flat(point), up)
  const turnOf = (longitude: number) => 360 * Math.round((view.longitude - longitude) / 360)
  const write = (value: number) => value.toFixed(1)
  const { width, height } = size
  return {
    view,
    tilt,
    source: { left: width - 8 - textWidth(namesSource), top: height - sourceHeight, right: width, bottom: height },
    place: ([x, y], up) => placeOf([x + turnOf(x), y], up),
    pathPlaces(line) {
      const [west = 0, east = 0] = longitudes([line])
      const turn = turnOf((west + east) / 2)
      return line.map(([x, y]) => flat([x + turn, y]))
    },
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
