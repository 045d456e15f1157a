import type { Cell, Column, Frame } from '../frame.ts'
import { columnsNamed, MISSING_COLUMNS } from './columns.ts'
import { refuse } from './error.ts'
import { type Options, text } from './options.ts'

const NUMBER = String.raw`\d+(?:\.\d+)?`
const COORDINATE = String.raw`([NSEW])?\s*([+-]?${NUMBER})\s*(?:°\s*)?(?:(${NUMBER})\s*['′]\s*)?(?:(${NUMBER})\s*["″]\s*)?([NSEW])?`
const POINT = new RegExp(
  String.raw`^\s*${COORDINATE}\s*[,;\s]\s*${COORDINATE}(?:\s*[,;]\s*([+-]?${NUMBER})\s*(km|m|mi|ft|nm)?)?\s*$`,
  'i',
)
const KM: Record<string, number> = { km: 1, m: 0.001, mi: 1.609344, ft: 0.0003048, nm: 1.852 }

interface Point {
  latitude: number
  longitude: number
  altitude: number
}

/**
 * Adds latitude, longitude and altitude (km) of points written as `lat, lon[, altitude unit]`, with signs or compass
 * letters, in decimal degrees or in degrees, minutes and seconds. An empty text is the origin.
 */
export function geodeticParse(frame: Frame, options: Options): Frame {
  const source = columnsNamed(frame, text(options, 'geodetic'))[0] ?? refuse(MISSING_COLUMNS)
  const points = source.values.map(parse)
  const column = (of: keyof Point, name: string): Column => ({
    name,
    type: 'float',
    values: points.map((point): Cell => point[of]),
  })
  const added = [
    column('latitude', text(options, 'latitude')),
    column('longitude', text(options, 'longitude')),
    column('altitude', text(options, 'altitude', 'altitude')),
  ]
  return { ...frame, columns: [...frame.columns, ...added] }
}

function parse(cell: Cell): Point {
  if (cell === null) return { latitude: 0, longitude: 0, altitude: 0 }
  const match = POINT.exec(String(cell))
  if (!match) return refuse('Invalid geodetic string')
  const latitude = degrees(match.slice(1, 6))
  const longitude = degrees(match.slice(6, 11))
  const altitude = Number(match[11] ?? 0) * (KM[(match[12] ?? 'km').toLowerCase()] as number)
  return Math.abs(latitude) <= 90 ? { latitude, longitude, altitude } : refuse('Invalid geodetic string')
}

function degrees([before, whole = '0', minutes = '0', seconds = '0', after]: (string | undefined)[]): number {
  const size = Math.abs(Number(whole)) + Number(minutes) / 60 + Number(seconds) / 3600
  const compass = (after ?? before ?? '').toUpperCase()
  return whole.startsWith('-') !== (compass === 'S' || compass === 'W') ? -size : size
}
