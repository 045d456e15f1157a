import { geoCentroid, geoMercator } from 'd3-geo'
import { getMap, registerMap } from 'echarts/core'
import type { Feature, FeatureCollection, MultiPolygon, Polygon } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { areasAddress, folded, keyOfSavedMap, type Region } from '../../model/geography/savedMap.ts'
import type { ReadJson } from '../shared/contract.ts'

/** `code` of a region is its code of ISO 3166-2, if it has one; `also` are its codes in other editions. */
type Boundaries = Topology<{ regions: GeometryCollection<Region> }> & { isPlan?: true }

interface Country {
  /** the file that it was read from */
  topology: Boundaries
  /** the name of an area on the map -> the region; names are unique */
  byLabel: Map<string, Region>
  /** the code or the name of a region, in upper case -> its label */
  labelOf: Map<string, string>
  projection: ReturnType<typeof projectionAround> | typeof plan
}

const known = new Map<string, Country>()

/** The regions of a country that has been loaded; undefined before that. */
export const loadedCountry = (key: string): Country | undefined => known.get(key)

/** The name of the map of a country in ECharts. */
export const mapNameOf = (key: string) => `regions of ${key}`

/** Loads the boundaries of one country and registers its map in ECharts, once. */
export async function loadCountry(key: string): Promise<void> {
  if (known.has(key) && getMap(mapNameOf(key))) return
  // ECharts accepts maps only after its map module is loaded
  const [{ default: topology }] = await Promise.all([
    import(`./boundaries/${key}.json`, { with: { type: 'json' } }) as Promise<{ default: Boundaries }>,
    import('../shared/echarts/map.ts'),
  ])
  register(key, topology)
}

/** The error of the last attempt to load a custom map, by its key. */
const failures = new Map<string, string>()

/** Why a custom map could not be loaded; undefined if it was loaded, or not tried yet. */
export const failureOf = (key: string): string | undefined => failures.get(key)

/** Loads a map with custom boundaries. `saved`: the value in the form data. If it fails, `failureOf` returns why. */
export async function loadOwnMap(saved: string, read: ReadJson): Promise<void> {
  const key = keyOfSavedMap(saved) ?? ''
  try {
    const [topology] = await Promise.all([
      read(areasAddress(key)) as Promise<Boundaries>,
      import('../shared/echarts/map.ts'),
    ])
    if (known.get(saved)?.topology !== topology) register(saved, topology)
    failures.delete(saved)
  } catch (error) {
    failures.set(saved, error instanceof Error ? error.message : String(error))
  }
}

function register(key: string, topology: Boundaries): void {
  const { features } = feature(topology, topology.objects.regions) as FeatureCollection<Polygon | MultiPolygon, Region>
  const [byLabel, labelOf] = [new Map<string, Region>(), new Map<string, string>()]
  const areas = features.map((area): Feature => {
    const region = area.properties
    const label = uniqueLabel(region, byLabel)
    byLabel.set(label, region)
    if (region.code !== undefined) labelOf.set(folded(region.code), label)
    return { ...area, properties: { name: label } }
  })
  // other codes and names identify a region only if no code does
  const add = (text: string, label: string) => {
    if (!labelOf.has(folded(text))) labelOf.set(folded(text), label)
  }
  for (const [label, { also = [] }] of byLabel) for (const each of also) add(each, label)
  for (const [label, { name }] of byLabel) add(name, label)
  const collection: FeatureCollection = { type: 'FeatureCollection', features: areas }
  registerMap(mapNameOf(key), { geoJSON: collection } as Parameters<typeof registerMap>[1])
  const projection = topology.isPlan ? plan : projectionAround(geoCentroid(collection)[0])
  known.set(key, { topology, byLabel, labelOf, projection })
}

/** Several regions of a country can have one name, such as a city and the district around it. */
function uniqueLabel({ name, code }: Region, taken: Map<string, Region>): string {
  if (name !== '' && !taken.has(name)) return name
  const label = [name, code ?? ''].filter(Boolean).join(' ')
  for (let at = 1; ; at += 1) {
    const tried = at === 1 && label !== '' ? label : `${label} ${at}`.trim()
    if (!taken.has(tried)) return tried
  }
}

/** Coordinates of a plan: y points up. */
const plan = {
  project: ([x = 0, y = 0]: number[]) => [x, -y],
  unproject: ([x = 0, y = 0]: number[]) => [x, -y],
}

/** Mercator, as in street maps, turned so that no country is cut at 180 degrees. */
function projectionAround(longitude: number) {
  const mercator = geoMercator().rotate([-longitude, 0])
  return {
    project: ([x = 0, y = 0]: number[]) => mercator([x, y]),
    unproject: ([x = 0, y = 0]: number[]) => mercator.invert?.([x, y]),
    stream: mercator.stream,
  }
}
