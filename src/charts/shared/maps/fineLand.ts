import type { Feature, MultiLineString } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import outline from './fineLand.json' with { type: 'json' }
import type { Land } from './land.ts'

type Fine = Topology<{ land: GeometryCollection; borders: GeometryCollection; states: GeometryCollection }>

let read: { land: Land; borders: MultiLineString; states: MultiLineString } | undefined

/** Land, and the borders between countries and between the states of large countries (1:50 million), in degrees. */
export function fineLand() {
  if (read) return read
  // the inferred type of the file would contain the values of all its coordinates
  const topology = outline as unknown as Fine
  const { land, borders, states } = topology.objects
  const linesOf = (object: GeometryCollection) =>
    feature(topology, object as never) as unknown as Feature<MultiLineString>
  read = {
    land: feature(topology, land) as Land,
    borders: linesOf(borders).geometry,
    states: linesOf(states).geometry,
  }
  return read
}
