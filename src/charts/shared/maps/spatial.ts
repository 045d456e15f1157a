import { geohashRanges } from '../../../model/geography/geohash.ts'
import type { ChartData, JsonCell } from '../../../model/query/chartData.ts'
import { isRecord } from '../../../model/wire/json.ts'
import { cellsOf, numberOf } from '../plot/cells.ts'

/** How columns contain a place. `reversed`: the latitude is first. */
export type Spatial =
  | { type: 'latlong'; longitude: string; latitude: string; reversed: boolean }
  | { type: 'delimited'; column: string; delimiter: string; reversed: boolean }
  | { type: 'geohash'; column: string; reversed: boolean }

/** A saved value of a lat/long control; undefined if it is incomplete. */
export function readSpatial(saved: unknown): Spatial | undefined {
  if (!isRecord(saved)) return undefined
  const { type, lonCol, latCol, lonlatCol, geohashCol, delimiter, reverseCheckbox } = saved
  const reversed = Boolean(reverseCheckbox)
  if (type === 'latlong' && isName(lonCol) && isName(latCol))
    return { type, longitude: lonCol, latitude: latCol, reversed }
  if (type === 'delimited' && isName(lonlatCol))
    return { type, column: lonlatCol, delimiter: isName(delimiter) ? delimiter : ',', reversed }
  if (type === 'geohash' && isName(geohashCol)) return { type, column: geohashCol, reversed }
  return undefined
}

const isName = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The columns that a place needs. */
export const spatialColumns = (spatial: Spatial | undefined): string[] =>
  spatial === undefined ? [] : spatial.type === 'latlong' ? [spatial.longitude, spatial.latitude] : [spatial.column]

/** Longitudes and latitudes, alternating, in degrees; NaN for a row without a place. */
export interface Positions {
  values: Float64Array
  /** number of rows without a valid place */
  missing: number
}

/** The places of the rows of a result. */
export function readPositions(answer: ChartData | undefined, spatial: Spatial | undefined): Positions {
  const count = answer?.rowcount ?? 0
  const values = new Float64Array(count * 2).fill(Number.NaN)
  if (spatial === undefined) return { values, missing: count }
  const placeAt = placeReader(answer, spatial)
  let missing = 0
  for (let row = 0; row < count; row += 1) {
    const [first, second] = placeAt(row)
    const place = placeOf(spatial.reversed ? [second, first] : [first, second])
    if (place) values.set(place, row * 2)
    else missing += 1
  }
  return { values, missing }
}

type Pair = readonly [number | null, number | null]

const placeOf = ([longitude, latitude]: Pair): [number, number] | undefined =>
  longitude !== null && latitude !== null && Math.abs(longitude) <= 360 && Math.abs(latitude) <= 90
    ? [longitude, latitude]
    : undefined

const nowhere: Pair = [null, null]

function placeReader(answer: ChartData | undefined, spatial: Spatial): (row: number) => Pair {
  if (spatial.type === 'latlong') {
    const [longitudes, latitudes] = [cellsOf(answer, spatial.longitude), cellsOf(answer, spatial.latitude)]
    return (row) => [numberOf(longitudes[row]), numberOf(latitudes[row])]
  }
  const cells = cellsOf(answer, spatial.column)
  const read = spatial.type === 'geohash' ? middleOfCell : (text: string) => splitPlace(text, spatial.delimiter)
  return (row) => {
    const cell: JsonCell = cells[row] ?? null
    return cell === null ? nowhere : read(String(cell))
  }
}

function middleOfCell(geohash: string): Pair {
  const ranges = geohash === '' ? undefined : geohashRanges(geohash)
  if (ranges === undefined) return nowhere
  const [[west, east], [south, north]] = ranges
  return [(west + east) / 2, (south + north) / 2]
}

/** Two numbers with the delimiter between them, or with a comma, a semicolon or spaces. */
function splitPlace(text: string, delimiter: string): Pair {
  const bare = text.trim().replaceAll(/^[([{]|[)\]}]$/g, '')
  const ways = [bare.split(delimiter), bare.split(/\s*[,;]\s*|\s+/)]
  for (const parts of ways) {
    const [first, second] = parts.map((part) => (part.trim() === '' ? null : numberOf(part)))
    if (parts.length === 2 && first != null && second != null) return [first, second]
  }
  return nowhere
}
