import type { FeatureCollection, MultiLineString, MultiPolygon, Polygon } from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import atlas from 'world-atlas/countries-110m.json' with { type: 'json' }

type Atlas = Topology<{ countries: GeometryCollection; land: GeometryCollection }>

export type Land = FeatureCollection<Polygon | MultiPolygon>

/** From this zoom on, maps show finer coasts and borders, and the states of large countries. */
export const fineLandZoom = 2.75
/** The opacity of borders between states, compared with those between countries. */
export const stateOpacity = 0.6

let read: { land: Land; borders: MultiLineString } | undefined

/** Land and the borders between countries (1:110 million), in degrees. */
export function landAndBorders() {
  if (read) return read
  // the inferred type of the file would contain the values of all its coordinates
  const topology = atlas as unknown as Atlas
  read = {
    land: feature(topology, topology.objects.land) as Land,
    borders: mesh(topology, topology.objects.countries as never, (one, other) => one !== other),
  }
  return read
}
