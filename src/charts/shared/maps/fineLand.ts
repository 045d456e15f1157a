import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import outline from './fineLand.json' with { type: 'json' }
import type { Land } from './land.ts'

let read: Land | undefined

/** The outline of land (1:50 million), in degrees. */
export function fineLand(): Land {
  // the inferred type of the file would contain the values of all its coordinates
  const topology = outline as unknown as Topology<{ land: GeometryCollection }>
  read ??= feature(topology, topology.objects.land) as Land
  return read
}
