import { geohashAlphabet, geohashRanges } from '../../model/geography/geohash.ts'
import type { Cell, Column, Frame } from '../frame.ts'
import { columnsNamed, MISSING_COLUMNS, toFloats } from './columns.ts'
import { refuse } from './error.ts'
import { type Options, text } from './options.ts'

const LENGTH = 12

/** Adds the center of each geohash cell. */
export function geohashDecode(frame: Frame, options: Options): Frame {
  const source = columnsNamed(frame, text(options, 'geohash'))[0] ?? refuse(MISSING_COLUMNS)
  const points = source.values.map((cell) => (cell === null ? null : decode(String(cell))))
  const column = (name: string, of: 'latitude' | 'longitude'): Column => ({
    name,
    type: 'float',
    values: points.map((point) => point?.[of] ?? null),
  })
  const added = [column(text(options, 'latitude'), 'latitude'), column(text(options, 'longitude'), 'longitude')]
  return { ...frame, columns: [...frame.columns, ...added] }
}

/** Adds copies of the coordinates as `latitude` and `longitude`, then the 12-character geohash of each point. */
export function geohashEncode(frame: Frame, options: Options): Frame {
  const read = (key: string): Column => columnsNamed(frame, text(options, key))[0] ?? refuse(MISSING_COLUMNS)
  const latitude = read('latitude')
  const longitude = read('longitude')
  const latitudes = toFloats(latitude)
  const longitudes = toFloats(longitude)
  const values: Cell[] = Array.from(latitudes, (at, row) => encode(at, longitudes[row] as number))
  const added: Column[] = [
    { ...latitude, name: 'latitude' },
    { ...longitude, name: 'longitude' },
    { name: text(options, 'geohash'), type: 'object', values },
  ]
  return { ...frame, columns: [...frame.columns, ...added] }
}

/** The bounds of a geohash cell, in degrees. @throws PostProcessingError */
export function geohashBounds(geohash: string): { west: number; east: number; south: number; north: number } {
  const [[west, east], [south, north]] = rangesOf(geohash)
  return { west, east, south, north }
}

const rangesOf = (geohash: string) => geohashRanges(geohash) ?? refuse('Invalid geohash string')

function decode(geohash: string): { latitude: number; longitude: number } {
  const [longitudes, latitudes] = rangesOf(geohash)
  const centre = ([low, high]: [number, number]): number => (low + high) / 2
  return { longitude: centre(longitudes), latitude: centre(latitudes) }
}

function encode(latitude: number, longitude: number): string {
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return refuse('Invalid longitude/latitude')
  const ranges: [number, number][] = [
    [-180, 180],
    [-90, 90],
  ]
  const point = [longitude, latitude]
  let axis = 0
  let geohash = ''
  while (geohash.length < LENGTH) {
    let bits = 0
    for (let bit = 16; bit > 0; bit >>= 1) {
      const range = ranges[axis] as [number, number]
      const middle = (range[0] + range[1]) / 2
      const isUpper = (point[axis] as number) >= middle
      if (isUpper) bits |= bit
      range[isUpper ? 0 : 1] = middle
      axis = 1 - axis
    }
    geohash += geohashAlphabet[bits]
  }
  return geohash
}
