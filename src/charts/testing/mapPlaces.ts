import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  type GeoPermissibleObjects,
  type GeoProjection,
  geoCentroid,
  geoMercator,
  geoNaturalEarth1,
  geoPath,
} from 'd3-geo'
import type { FeatureCollection } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

/** Known places on maps. Their positions are computed from the boundaries, without the code that draws the maps. */

/** A place in the region of a code: longitude, latitude, code, and whether the region has the larger of two values. */
export type KnownPlace = readonly [longitude: number, latitude: number, code: string, isLarge: boolean]

export const knownPlaces: Record<string, readonly [KnownPlace, KnownPlace]> = {
  germany: [
    [11.58, 48.14, 'DE-BY', true],
    [9.74, 52.6, 'DE-NI', false],
  ],
  france: [
    [4.6, 45.9, 'FR-69', true],
    [-0.6, 44.8, 'FR-33', false],
  ],
  usa: [
    [-98.5, 31, 'US-TX', true],
    [-105.5, 39, 'US-CO', false],
  ],
  italy_regions: [
    [12.6, 41.9, 'IT-62', true],
    [9.6, 45.5, 'IT-25', false],
  ],
  poland: [
    [20.3, 49.9, 'PL-MA', true],
    [21, 52.3, 'PL-MZ', false],
  ],
  brazil: [
    [-63, -4.5, 'BR-AM', true],
    [-42, -12.3, 'BR-BA', false],
  ],
  india: [
    [78.8, 17.6, 'IN-TG', true],
    [73.8, 26.6, 'IN-RJ', false],
  ],
  japan: [
    [142.8, 43.4, 'JP-01', true],
    [138, 36.1, 'JP-20', false],
  ],
  canada: [
    [-114.5, 54.5, 'CA-AB', true],
    [-106, 54, 'CA-SK', false],
  ],
  australia: [
    [133.5, -20, 'AU-NT', true],
    [121.5, -26, 'AU-WA', false],
  ],
}

export const knownCountries: readonly KnownPlace[] = [
  [-52, -10, 'BR', true],
  [100, 62, 'RU', true],
  [-100, 40, 'US', false],
  [134, -24, 'AU', false],
]

const root = resolve(import.meta.dirname, '../../..')
const areasIn = (path: string, name: string) => {
  const topology = JSON.parse(readFileSync(join(root, path), 'utf8')) as Topology<Record<string, GeometryCollection>>
  return feature(topology, topology.objects[name]!) as FeatureCollection
}

export interface DrawnAreas {
  areas: FeatureCollection
  projection: GeoProjection
}

export function areasOfCountry(key: string): DrawnAreas {
  const areas = areasIn(`src/charts/countryMap/boundaries/${key}.json`, 'regions')
  return { areas, projection: geoMercator().rotate([-geoCentroid(areas)[0], 0]) }
}

export function areasOfWorld(): DrawnAreas {
  const { features } = areasIn('node_modules/world-atlas/countries-110m.json', 'countries')
  const shown = features.filter(({ properties }) => properties?.['name'] !== 'Antarctica')
  return { areas: { type: 'FeatureCollection', features: shown }, projection: geoNaturalEarth1() }
}

/** padding around a map in px, and the height of the scale of colors below it */
const [edge, scaleHeight] = [4, 22]

/** The positions in px of places on a map that is centered, and as large as its box allows. */
export function placesOn(
  { areas, projection }: DrawnAreas,
  { width, height }: { width: number; height: number },
  hasScale = true,
) {
  const below = hasScale ? scaleHeight : edge
  const [[west, north], [east, south]] = geoPath(projection).bounds(areas as GeoPermissibleObjects)
  const [roomX, roomY] = [width - 2 * edge, height - edge - below]
  const scale = Math.min(roomX / (east - west), roomY / (south - north))
  const [left, top] = [edge + (roomX - scale * (east - west)) / 2, edge + (roomY - scale * (south - north)) / 2]
  return ([longitude, latitude]: KnownPlace) => {
    const [x, y] = projection([longitude, latitude])!
    return [left + (x - west) * scale, top + (y - north) * scale]
  }
}
