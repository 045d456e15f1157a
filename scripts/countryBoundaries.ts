/**
 * Writes the boundaries of the regions of countries, one small TopoJSON file per country, into
 * src/charts/countryMap/boundaries. For maintainers; the files are committed. They come from exactly one version of a
 * package whose later versions are empty, which is downloaded to a temporary folder. Regions whose codes are not those
 * of ISO 3166-2, or that share a code, are repaired by `countryBoundaries/repairs.ts`; the remaining ones are printed.
 *
 *   node scripts/countryBoundaries.ts
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Feature, FeatureCollection, MultiPolygon, Polygon, Position } from 'geojson'
import { feature, mergeArcs } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { leftOut, names, otherCodes, repair } from './countryBoundaries/repairs.ts'

type Area = Polygon | MultiPolygon
interface Source {
  ISO: string | null
  NAME_1: string | null
}
/** `code` is absent where the region has none; `also` are other codes of it, such as those of a later edition. */
interface Region {
  code?: string
  name: string
  also?: string[]
}
type Regions = Topology<{ regions: GeometryCollection<Region> }>

const boundaries = '@superset-ui/legacy-plugin-chart-country-map@0.20.3'
const tools = ['topojson-server@3.0.1', 'topojson-simplify@3.0.3']
/** Countries that the package lacks: their outlines, of the scale 1:50 million. */
const wholeCountries: Record<string, { atlasName: string; region: Region }> = {
  puerto_rico: { atlasName: 'Puerto Rico', region: { code: 'US-PR', name: 'Puerto Rico', also: ['PR'] } },
  saint_barthelemy: { atlasName: 'St-Barthélemy', region: { code: 'FR-BL', name: 'Saint Barthélemy', also: ['BL'] } },
  saint_martin: { atlasName: 'St-Martin', region: { code: 'FR-MF', name: 'Saint Martin', also: ['MF'] } },
}
/** Size of the smallest detail, as a fraction of a country's longer side: below one pixel on a map of up to 1200 px. */
const detail = 1 / 1400
const steps = 8000

const target = resolve(import.meta.dirname, '../src/charts/countryMap/boundaries')
interface Tools {
  topology(objects: Record<string, unknown>, quantization: number): Regions
  presimplify(topology: Regions): Regions
  simplify(topology: Regions, leastWeight: number): Regions
}

async function writeAll(folder: string): Promise<void> {
  const load = (path: string) => import(pathToFileURL(join(folder, 'node_modules', path)).href) as Promise<Tools>
  const { topology } = await load('topojson-server/src/index.js')
  const { presimplify, simplify } = await load('topojson-simplify/src/index.js')
  const use = { topology, presimplify, simplify }
  const sources = join(folder, 'package/lib/countries')
  for (const name of readdirSync(sources).toSorted()) {
    const key = basename(name, '.geojson')
    if (leftOut.has(key)) continue
    const { features } = JSON.parse(readFileSync(join(sources, name), 'utf8')) as FeatureCollection<Area, Source>
    write(key, regionsOf(key, features), use)
  }
  const atlasFile = resolve(import.meta.dirname, '../node_modules/world-atlas/countries-50m.json')
  const atlas = JSON.parse(readFileSync(atlasFile, 'utf8')) as Topology<{
    countries: GeometryCollection<{ name: string }>
  }>
  const { features } = feature(atlas, atlas.objects.countries) as FeatureCollection<Area, { name: string }>
  for (const [key, { atlasName, region }] of Object.entries(wholeCountries)) {
    const found = features.filter(({ properties }) => properties.name === atlasName)
    if (found.length === 0) throw new Error(`${atlasName} is missing`)
    write(
      key,
      found.map(({ geometry }) => ({ type: 'Feature', properties: region, geometry })),
      use,
    )
  }
}

/** The regions with their repaired codes. */
function regionsOf(key: string, features: Feature<Area, Source>[]): Feature<Area, Region>[] {
  const sizes = new Map<string, number>()
  for (const { properties, geometry } of features) {
    const code = properties.ISO ?? ''
    sizes.set(code, Math.max(sizes.get(code) ?? 0, flatArea(geometry)))
  }
  return features.map(({ properties, geometry }) => {
    const given = (properties.ISO ?? '').trim()
    const name = (properties.NAME_1 ?? '').trim()
    const isSmaller = flatArea(geometry) < (sizes.get(properties.ISO ?? '') ?? 0)
    const code = repair(key, given, name, isSmaller)
    const also = otherCodes(key, code)
    return {
      type: 'Feature',
      properties: { ...(code !== undefined && { code }), name, ...(also.length > 0 && { also }) },
      geometry: { type: 'MultiPolygon', coordinates: polygonsOf(geometry).map(wound) },
    }
  })
}

function write(key: string, regions: Feature<Area, Region>[], use: Tools): void {
  const features = inOnePiece(regions)
  const size = spanOf(features) * detail
  const all = collection(features.map((region) => withVisibleArea(region, size)))
  const detailed = use.presimplify(use.topology({ regions: all }, steps * 4))
  const merged = mergedByCode(key, use.simplify(detailed, size ** 2))
  const { features: simple } = feature(merged, merged.objects.regions) as FeatureCollection<Area, Region>
  const rounded = use.topology({ regions: collection(simple.map(withoutPoints)) }, steps)
  delete rounded.bbox
  const text = JSON.stringify(rounded)
  writeFileSync(join(target, `${key}.json`), `${text}\n`)
  const without = regions.map(({ properties }) => properties).filter(({ code }) => code === undefined)
  process.stdout.write(
    `${key}: ${rounded.objects.regions.geometries.length} regions, ${(text.length / 1000).toFixed(0)} KB` +
      (without.length > 0 ? `; no code: ${without.map(({ name }) => name || '(no name)').join(', ')}` : '') +
      '\n',
  )
}

const collection = (features: Feature<Area, Region>[]): FeatureCollection<Area, Region> => ({
  type: 'FeatureCollection',
  features,
})

const withPolygons = (region: Feature<Area, Region>, coordinates: Position[][][]): Feature<Area, Region> => ({
  ...region,
  geometry: { type: 'MultiPolygon', coordinates },
})

/** A country on both sides of 180 degrees continues above 180. */
function inOnePiece(regions: Feature<Area, Region>[]): Feature<Area, Region>[] {
  const [west, , east] = boxOf(regions)
  if (east - west < 180) return regions
  return regions.map((region) =>
    withPolygons(
      region,
      polygonsOf(region.geometry).map((rings) =>
        rings.map((ring) => ring.map(([x = 0, y = 0]) => [x < 0 ? x + 360 : x, y])),
      ),
    ),
  )
}

function boxOf(regions: Feature<Area, Region>[]): [west: number, south: number, east: number, north: number] {
  const points = regions.flatMap(({ geometry }) => polygonsOf(geometry).flat(2))
  const [xs, ys] = [points.map(([x = 0]) => x), points.map(([, y = 0]) => y)]
  const least = (values: number[]) => values.reduce((one, other) => Math.min(one, other))
  const most = (values: number[]) => values.reduce((one, other) => Math.max(one, other))
  return [least(xs), least(ys), most(xs), most(ys)]
}

function spanOf(regions: Feature<Area, Region>[]): number {
  const [west, south, east, north] = boxOf(regions)
  return Math.max(east - west, north - south)
}

/** A region that is too small to be seen becomes a small square at its place. */
function withVisibleArea(region: Feature<Area, Region>, size: number): Feature<Area, Region> {
  const polygons = polygonsOf(region.geometry).toSorted((one, other) => areaOf(other) - areaOf(one))
  const [largest = []] = polygons
  if (areaOf(largest) / 2 > (3 * size) ** 2) return region
  const [west, south, east, north] = boxOf([withPolygons(region, [largest])])
  const [x, y, half] = [(west + east) / 2, (south + north) / 2, 2 * size]
  const square = [
    [x - half, y - half],
    [x - half, y + half],
    [x + half, y + half],
    [x + half, y - half],
    [x - half, y - half],
  ]
  return withPolygons(region, [[square], ...polygons.slice(1)])
}

/** Islands that simplification has reduced to points are left out. */
const withoutPoints = (region: Feature<Area, Region>): Feature<Area, Region> =>
  withPolygons(
    region,
    polygonsOf(region.geometry)
      .filter((rings) => areaOf(rings) !== 0)
      .map((rings) => rings.filter((ring) => ringArea(ring) !== 0)),
  )

/** Regions of the same code become one. */
function mergedByCode(key: string, topology: Regions): Regions {
  const groups = new Map<string, Regions['objects']['regions']['geometries']>()
  for (const geometry of topology.objects.regions.geometries) {
    const { code, name } = geometry.properties as Region
    const id = code ?? name
    groups.set(id, [...(groups.get(id) ?? []), geometry])
  }
  const sizeOf = (geometry: Regions['objects']['regions']['geometries'][number]) =>
    flatArea((feature(topology, geometry) as Feature<Area>).geometry)
  const geometries = [...groups.values()].map((group) => {
    const [largest] = group.toSorted((one, other) => sizeOf(other) - sizeOf(one))
    const properties = largest!.properties as Region
    if (group.length === 1) return largest!
    const name = names[key]?.[properties.code ?? ''] ?? properties.name
    return { ...mergeArcs(topology, group as never), properties: { ...properties, name } }
  })
  return { ...topology, objects: { regions: { type: 'GeometryCollection', geometries: geometries as never } } }
}

const polygonsOf = (geometry: Area): Position[][][] =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates

/** Twice the area of a ring on a plane; negative if it is clockwise. */
const ringArea = (ring: Position[]): number =>
  ring.reduce((sum, [x = 0, y = 0], at) => {
    const [nextX = 0, nextY = 0] = ring[(at + 1) % ring.length]!
    return sum + x * nextY - nextX * y
  }, 0)

const areaOf = ([outer = []]: Position[][]): number => Math.abs(ringArea(outer))

const flatArea = (geometry: Area): number => polygonsOf(geometry).reduce((sum, rings) => sum + areaOf(rings), 0)

/** The outer ring clockwise and the holes not, as d3 reads them on a sphere. */
const wound = (polygon: Position[][]): Position[][] =>
  polygon.map((ring, at) => (ringArea(ring) > 0 === (at === 0) ? ring.toReversed() : ring))

const folder = mkdtempSync(join(tmpdir(), 'boundaries-'))
try {
  const npm = (...given: string[]) => execFileSync('npm', given, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
  npm('pack', boundaries)
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
  execFileSync('tar', ['xzf', archive], { cwd: folder })
  npm('init', '-y')
  npm('install', '--ignore-scripts', ...tools)
  await writeAll(folder)
} finally {
  rmSync(folder, { recursive: true })
}
