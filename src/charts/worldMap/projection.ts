import { geoNaturalEarth1 } from 'd3-geo'

/** The name of the world map in ECharts. */
export const mapName = 'countries'

/** Natural Earth I: areas and shapes are both close to the true ones. */
const natural = geoNaturalEarth1()

/** Projects degrees to px. `stream` cuts areas where they cross 180 degrees of longitude. */
export const projection = {
  project: ([longitude = 0, latitude = 0]: number[]) => natural([longitude, latitude]),
  unproject: ([x = 0, y = 0]: number[]) => natural.invert?.([x, y]),
  stream: natural.stream,
}
