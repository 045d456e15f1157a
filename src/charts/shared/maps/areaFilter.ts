import type { DataMask } from '../../../model/dashboard/dataMask.ts'
import type { QueryFilter } from '../../../model/query/queryObject.ts'
import { readSpatial } from './spatial.ts'

/** An area of a map that is used as a filter, in degrees. */
export type Area = [west: number, south: number, east: number, north: number]

/** The columns with degrees by which an area filters: longitude, latitude. */
export type AreaColumns = readonly [longitude: string, latitude: string]

/**
 * The columns of a saved lat/long value; undefined if a place is not stored as two numbers, which databases can
 * compare.
 */
export function areaColumns(saved: unknown): AreaColumns | undefined {
  const spatial = readSpatial(saved)
  if (spatial?.type !== 'latlong') return undefined
  const columns = [spatial.longitude, spatial.latitude] as const
  return spatial.reversed ? [columns[1], columns[0]] : columns
}

/** The area, rounded outward to four decimals of a degree, which is about ten meters. */
const outwards = ([west, south, east, north]: Area): Area => {
  const [down, up] = [(value: number) => Math.floor(value * 1e4) / 1e4, (value: number) => Math.ceil(value * 1e4) / 1e4]
  return [down(west), down(south), up(east), up(north)]
}

/**
 * The same area between -180 and 180 degrees, like the places of rows: on a map that repeats the earth, users can
 * select an area outside of this range. If an area crosses the antimeridian, only the part with its center is used.
 */
function onEarth([west, south, east, north]: Area): Area {
  const turn = 360 * Math.round((west + east) / 720)
  return [Math.max(-180, west - turn), south, Math.min(180, east - turn), north]
}

/** The mask that selects the rows whose places are in an area. */
export function areaMask([longitude, latitude]: AreaColumns, area: Area): DataMask {
  const [west, south, east, north] = outwards(onEarth(area))
  return maskWith(
    [west, south, east, north],
    [
      { col: longitude, op: '>=', val: west },
      { col: longitude, op: '<=', val: east },
      { col: latitude, op: '>=', val: south },
      { col: latitude, op: '<=', val: north },
    ],
  )
}

/** The mask of the area, with the filters that select its rows. */
export const maskWith = (area: Area, filters: QueryFilter[]): DataMask => ({
  extraFormData: { filters },
  filterState: { value: [area], label: areaLabel(area), area },
})

/** `9.12° E – 10° E, 50° S – 50° N`, with as many decimals as the sides of the area need to differ. */
export function areaLabel([west, south, east, north]: Area): string {
  const write = (value: number, span: number, [below, above]: readonly [string, string]) => {
    const decimals = Math.min(4, Math.max(0, Math.ceil(-Math.log10(span || 1)) + 1))
    const rounded = Number(Math.abs(value).toFixed(decimals))
    return `${rounded}°${rounded === 0 ? '' : ` ${value < 0 ? below : above}`}`
  }
  const range = (from: number, to: number, letters: readonly [string, string]) =>
    `${write(from, to - from, letters)} – ${write(to, to - from, letters)}`
  return `${range(west, east, ['W', 'E'])}, ${range(south, north, ['S', 'N'])}`
}

/** The area by which a map filters. */
export function areaOf(filterState: DataMask['filterState']): Area | undefined {
  const area: unknown = filterState?.['area']
  return Array.isArray(area) && area.length === 4 && area.every((value) => typeof value === 'number')
    ? (area as Area)
    : undefined
}

/** The area around places; undefined if one of them is not a place. */
export function areaAround(places: readonly (readonly number[] | undefined)[]): Area | undefined {
  const [xs, ys] = [0, 1].map((at) => places.map((place) => place?.[at] ?? Number.NaN)) as [number[], number[]]
  const area: Area = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  return area.every(Number.isFinite) ? area : undefined
}

/** The corners of an area, as a ring. */
export const cornersOf = ([west, south, east, north]: Area): [number, number][] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]
