import { findCountry } from '../../model/geography/countries.ts'
import type { Cell, Frame } from '../frame.ts'
import type { ShapeOptions } from './shapeOptions.ts'
import { valuesOf } from './shapes.ts'

/** Countries with their centers. A value that is not a country becomes XXX, without a center. */
export function worldMap(frame: Frame, { groups, metrics, choice }: ShapeOptions) {
  const first = valuesOf(frame, metrics[0])
  const second = valuesOf(frame, metrics[1] ?? metrics[0])
  return valuesOf(frame, groups[0]).map((cell: Cell, row) => {
    const country = typeof cell === 'string' ? findCountry(choice ?? 'cca2', cell) : undefined
    const values = { country: country?.cca3 ?? 'XXX', m1: first[row] ?? null, m2: second[row] ?? null }
    if (!country) return values
    return { ...values, latitude: country.latitude, longitude: country.longitude, name: country.name }
  })
}
