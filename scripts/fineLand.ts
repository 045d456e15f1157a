/**
 * Writes land and borders for maps that show a region, src/charts/shared/maps/fineLand.json: coasts and borders between
 * countries of the scale 1:50 million, and borders between the states of large countries, simplified to a tenth of a
 * degree or less. For maintainers; the file is committed.
 *
 *   node scripts/fineLand.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { MultiLineString } from 'geojson'
import { feature, mesh } from 'topojson-client'
import { topology } from 'topojson-server'
import { filter, filterWeight, presimplify, simplify } from 'topojson-simplify'
import type { GeometryCollection, Objects, Topology } from 'topojson-specification'

type Outline = Topology<Objects<object>>

const root = resolve(import.meta.dirname, '..')
const target = resolve(root, 'src/charts/shared/maps/fineLand.json')
/** The area of the smallest detail, in square degrees. */
const detail = 0.006
/** Positions along each axis: 400 m at the equator. */
const positions = 1e5
/** Countries whose states are as large as countries elsewhere. */
const withStates = ['argentina', 'australia', 'brazil', 'canada', 'china', 'india', 'mexico', 'russia', 'usa']

/** The simplified shapes of a file. */
function read(path: string): Outline {
  return simplify(presimplify(JSON.parse(readFileSync(resolve(root, path), 'utf8')) as Outline), detail) as Outline
}

/** The lines between two areas of a file. */
const inside = (shapes: Outline, name: string): MultiLineString =>
  mesh(shapes, shapes.objects[name] as GeometryCollection, (one, other) => one !== other)

const linesOf = (coordinates: MultiLineString['coordinates']): MultiLineString => ({
  type: 'MultiLineString',
  coordinates,
})

const countries = read('node_modules/world-atlas/countries-50m.json')
// islands smaller than the detail are left out
const shown = filter(countries, filterWeight(countries, detail)) as Outline
const states = withStates.map((key) => inside(read(`src/charts/countryMap/boundaries/${key}.json`), 'regions'))
const written = topology(
  {
    land: feature(shown, shown.objects['land'] as GeometryCollection),
    borders: inside(countries, 'countries'),
    states: linesOf(states.flatMap(({ coordinates }) => coordinates)),
  },
  positions,
)
writeFileSync(target, `${JSON.stringify(written)}\n`)
