import type { MessageDescriptor } from 'react-intl'
import type { ChartData, JsonCell } from '../../model/query/chartData.ts'
import { columnLabel } from '../../model/query/labels.ts'
import type { DrawInput, ShownType } from '../shared/contract.ts'
import { flatPositions, type Point, readFeatures } from '../shared/maps/shapes.ts'
import { type Bounds, boundsOf, readViewport } from '../shared/maps/viewport.ts'
import { noDatasource } from '../shared/noDatasource.ts'
import type { CartodiagramForm } from './query.ts'
import { startBackground } from './start.ts'
import { texts } from './texts.ts'

type Input = Pick<DrawInput<CartodiagramForm>, 'formData' | 'data'>

/** More charts would take seconds, and overlap. */
export const mostPlaces = 60

/** The chart of a place. */
interface PlacedChart {
  place: Point
  /** the place as it was written */
  text: string
  data: ChartData
}

export interface Placed {
  name: string
  type: ShownType
  formData: Record<string, unknown>
  datasource: DrawInput<unknown>['datasource']
  charts: PlacedChart[]
  bounds: Bounds
  /** number of all places */
  places: number
  /** number of values that are not a place; an empty value counts as one */
  missing: number
  /** what the map does not show */
  notes: Note[]
}

type Note = [text: MessageDescriptor, values: Record<string, string>]

/** The charts of the places, or why there are none. */
export function readPlaces({ formData: form, data }: Input): Placed | { why: MessageDescriptor; name: string } {
  const [source] = form.source_charts ?? []
  const [answer] = data
  const name = source?.name ?? ''
  if (form.geom_column === undefined) return { why: texts.needsPlaces, name }
  const parts = answer && partsOf(answer, columnLabel(form.geom_column))
  if (!source?.type || !answer || parts === undefined) return { why: texts.noDimension, name }
  const found = [...parts.places].flatMap(([text, part]) => {
    const place = placeOf(text)
    return place ? [{ place, text, data: part }] : []
  })
  const bounds = boundsOf(flatPositions([found.map(({ place }) => place)]))
  if (bounds === undefined) return { why: texts.needsRows, name }
  const missing = parts.places.size + parts.empty - found.length
  return {
    name,
    type: source.type,
    formData: source.formData,
    datasource: source.datasource ?? noDatasource,
    charts: found.slice(0, mostPlaces),
    bounds,
    places: found.length,
    missing,
    notes: notesOf(answer, { places: found.length, missing }),
  }
}

function notesOf({ left_out: leftOut }: ChartData, { places, missing }: { places: number; missing: number }): Note[] {
  const notes: (Note | false)[] = [
    leftOut?.rows !== undefined && [texts.limited, { rows: String(leftOut.rows) }],
    leftOut?.series !== undefined && [texts.limitedSeries, { series: String(leftOut.series) }],
    places > mostPlaces && [texts.tooMany, { most: String(mostPlaces), places: String(places) }],
    missing > 0 && [texts.noPlace, { missing: String(missing), places: String(places + missing) }],
  ]
  return notes.filter((note) => note !== false)
}

/** The middle of the shape at a place. */
function placeOf(text: string): Point | undefined {
  const cell = { colnames: ['place'], columns: [[text]], rowcount: 1 } as unknown as ChartData
  const [shape] = readFeatures(cell, 'place').marks
  if (shape === undefined) return undefined
  const all = [...shape.points, ...shape.lines.flat(), ...shape.areas.flatMap(([outer = []]) => outer)]
  const bounds = boundsOf(flatPositions([all]))
  return bounds && [(bounds[0][0] + bounds[1][0]) / 2, (bounds[0][1] + bounds[1][1]) / 2]
}

interface Parts {
  places: Map<string, ChartData>
  /** how many values are left out: all rows without a place count as one */
  empty: number
}

/**
 * The result of each place, without the place itself: a part of the rows, or of the columns if the places were pivoted.
 */
export function partsOf(answer: ChartData, column: string): Parts | undefined {
  const at = answer.colnames.indexOf(column)
  return at >= 0 ? partsByRow(answer, at) : partsByColumn(answer)
}

function partsByRow(answer: ChartData, at: number): Parts {
  const rows = new Map<string, number[]>()
  let empty = 0
  for (const [row, cell] of (answer.columns[at] ?? []).entries()) {
    if (cell === null) {
      empty = 1
      continue
    }
    const known = rows.get(String(cell))
    if (known) known.push(row)
    else rows.set(String(cell), [row])
  }
  const others = answer.colnames.map((_, each) => each).filter((each) => each !== at)
  const pick = <T>(values: readonly T[]) => others.map((each) => values[each]!)
  const part = (wanted: readonly number[]): ChartData => ({
    ...answer,
    colnames: pick(answer.colnames),
    coltypes: pick(answer.coltypes),
    columns: pick(answer.columns).map((cells: readonly JsonCell[]) => wanted.map((row) => cells[row] ?? null)),
    rowcount: wanted.length,
  })
  return { places: new Map([...rows].map(([text, wanted]) => [text, part(wanted)])), empty }
}

/**
 * A result over time has a column for each series, and the place is the last part of its name. Columns of no
 * series are part of the result of every place.
 */
function partsByColumn(answer: ChartData): Parts | undefined {
  const places = new Map<string, number[]>()
  const unread = new Set<string>()
  const common: number[] = []
  for (const [at, name] of answer.colnames.entries()) {
    const parts = answer.label_map?.[name] ?? []
    const place = parts.at(-1)
    if (place === undefined || !/^\s*\{/.test(place)) {
      if (place !== undefined && parts.length > 1) unread.add(place)
      else common.push(at)
    } else places.set(place, [...(places.get(place) ?? []), at])
  }
  if (places.size === 0) return undefined
  const part = (own: readonly number[]): ChartData => {
    const shown = [...common, ...own]
    const parts = own.map((at) => (answer.label_map?.[answer.colnames[at]!] ?? []).slice(0, -1))
    const names = parts.map((each, index) => (each.length > 0 ? each.join(', ') : answer.colnames[own[index]!]!))
    return {
      ...answer,
      colnames: [...common.map((at) => answer.colnames[at]!), ...names],
      coltypes: shown.map((at) => answer.coltypes[at]!),
      columns: shown.map((at) => answer.columns[at] ?? []),
      label_map: {
        ...Object.fromEntries(
          common.map((at) => [answer.colnames[at]!, answer.label_map?.[answer.colnames[at]!] ?? []]),
        ),
        ...Object.fromEntries(names.map((name, index) => [name, parts[index]!])),
      },
    }
  }
  return { places: new Map([...places].map(([text, own]) => [text, part(own)])), empty: unread.size }
}

/** Switches off what small charts have no room for. */
export const smallForm = (form: Record<string, unknown>): Record<string, unknown> => ({
  ...form,
  show_legend: false,
  zoomable: false,
  show_labels: form['viz_type'] === 'pie' ? false : form['show_labels'],
})

/** Side of a small chart in px. */
export const sizeOf = ({ chart_size: size }: CartodiagramForm) => Math.min(600, Math.max(24, size))

/** The corner radius of the background, in percent of its side. It is saved in percent of half of the side. */
export const cornersOf = ({ chart_background_border_radius: radius }: CartodiagramForm) =>
  Math.min(100, Math.max(0, radius)) / 2

export const isRound = (form: CartodiagramForm) => cornersOf(form) === 50

/** px around the places of a map that shows all of them, so that no chart is cut at the edge */
export const paddingOf = (form: CartodiagramForm) => sizeOf(form) / 2 + 4

export const mapForm = ({ map_view, autozoom, mapbox_style }: CartodiagramForm) => ({
  viewport: readViewport(map_view),
  autozoom,
  mapbox_style,
})

/** The background of the small charts; as long as the default is not changed, it has a color of the theme. */
export function backgroundOf({ chart_background_color: color }: CartodiagramForm, { surface }: { surface: string }) {
  const isNew = (['r', 'g', 'b', 'a'] as const).every((channel) => color[channel] === startBackground[channel])
  return isNew
    ? { fill: surface, opacity: color.a }
    : { fill: `rgb(${color.r},${color.g},${color.b})`, opacity: color.a }
}
