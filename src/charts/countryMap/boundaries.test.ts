import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { geoArea, geoContains } from 'd3-geo'
import type { Feature, FeatureCollection } from 'geojson'
import { feature } from 'topojson-client'
import { topology } from 'topojson-server'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { describe, expect, it } from 'vitest'
import { answer, drawInput } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import { loadCountry, loadedCountry } from './boundaries.ts'
import { countryChoices, countryOf } from './countries.ts'
import { drawing } from './drawing.ts'
import type { CountryMapForm } from './query.ts'

interface Region {
  code?: string
  name: string
  also?: string[]
}

const folder = join(import.meta.dirname, 'boundaries')
function areasOf(key: string): Feature[] {
  const file = readFileSync(join(folder, `${key}.json`), 'utf8')
  const topology = JSON.parse(file) as Topology<{ regions: GeometryCollection<Region> }>
  return (feature(topology, topology.objects.regions) as FeatureCollection).features
}
const regionOf = ({ properties }: Feature) => properties as Region
/** The code of the region at a place. */
const codeAt = (key: string, place: [longitude: number, latitude: number]) =>
  areasOf(key)
    .filter((area) => geoContains(area, place))
    .map((area) => regionOf(area).code)

describe('regions', () => {
  it.each([
    ['germany', 'Munich', 11.58, 48.14, 'DE-BY'],
    ['germany', 'Hamburg', 9.99, 53.55, 'DE-HH'],
    ['france', 'Lyon', 4.84, 45.76, 'FR-69'],
    ['france', 'Paris', 2.35, 48.86, 'FR-75'],
    ['usa', 'Austin', -97.74, 30.27, 'US-TX'],
    ['usa', 'Denver', -104.99, 39.74, 'US-CO'],
    ['italy_regions', 'Rome', 12.48, 41.89, 'IT-62'],
    ['poland', 'Kraków', 19.94, 50.06, 'PL-MA'],
    ['brazil', 'Manaus', -60.02, -3.12, 'BR-AM'],
    ['india', 'Hyderabad', 78.47, 17.38, 'IN-TG'],
    ['japan', 'Sapporo', 141.35, 43.06, 'JP-01'],
    ['canada', 'Calgary', -114.07, 51.05, 'CA-AB'],
    ['australia', 'Alice Springs', 133.88, -23.7, 'AU-NT'],
    ['spain', 'Sevilla', -5.98, 37.39, 'ES-SE'],
    ['switzerland', 'Zürich', 8.54, 47.37, 'CH-ZH'],
    ['russia', 'Novosibirsk', 82.93, 55.03, 'RU-NVS'],
    // repaired: the source has the code of the surrounding area
    ['colombia', 'Bogotá', -74.08, 4.65, 'CO-DC'],
    ['latvia', 'Jelgava', 23.71, 56.65, 'LV-JEL'],
    ['philippines', 'Manila', 120.98, 14.6, 'PH-MNL'],
    ['china', 'Hong Kong', 114.13, 22.41, 'CN-HK'],
  ])('%s: %s is in the region of its code', (key, _city, longitude, latitude, code) => {
    expect(codeAt(key, [longitude, latitude])).toEqual([code])
  })

  it.each(countryChoices)('%s: codes are unique and areas are on their side of the border', (key) => {
    const areas = areasOf(key)
    const codes = areas.flatMap((area) => [regionOf(area).code ?? [], regionOf(area).also ?? []].flat())
    expect(codes).toEqual([...new Set(codes)])
    for (const code of codes) expect(code).toMatch(/^([A-Z]{2}-[A-Z0-9]{1,3}|TR[1-9ABC]|PR|BL|MF)$/)
    for (const area of areas) {
      // an area that is wound the other way covers the rest of the world
      expect([regionOf(area).name, geoArea(area) < 2]).toEqual([regionOf(area).name, true])
      expect(geoArea(area)).toBeGreaterThan(0)
    }
  })

  it('has a file for each country of the list, and no other', () => {
    const files = readdirSync(folder).map((name) => name.replace('.json', ''))
    expect(countryChoices.map(([key]) => key).toSorted()).toEqual(files.toSorted())
  })
})

describe('countries of charts', () => {
  const saved =
    `argentina australia austria belgium bolivia brazil bulgaria burundi canada chile china colombia costa_rica
    cuba cyprus denmark dominican_republic ecuador egypt el_salvador estonia ethiopia finland france germany guatemala
    haiti honduras iceland india indonesia iran italy italy_regions japan jordan kenya korea kuwait latvia liechtenstein
    lithuania malaysia mexico morocco myanmar netherlands nicaragua nigeria norway oman pakistan panama
    papua_new_guinea paraguay peru philippines poland portugal puerto_rico qatar russia rwanda saint_barthelemy
    saint_martin saudi_arabia singapore slovenia spain srilanka sweden switzerland syria tanzania thailand timorleste
    turkey uganda uk ukraine united_arab_emirates uruguay usa venezuela vietnam zambia`.split(/\s+/)

  it.each(saved)('%s has boundaries', async (key) => {
    const file = countryOf(key)
    expect(file).toBeDefined()
    await loadCountry(file!)
    expect(loadedCountry(file!)?.labelOf.size).toBeGreaterThan(0)
  })
  it('are found with a capital letter', () => expect(countryOf('France')).toBe('france'))
})

const rows = answer({ c: [1, ['FR-75', 'Rhône', 'fr-13', 'Paris', 'Atlantis']], m: [0, [3, 5, 1, 9, 2]] })
const input = (form: Record<string, unknown> = {}, given = rows) =>
  drawInput(
    openSaved({ viz_type: 'country_map', select_country: 'France', entity: 'c', metric: 'm', ...form })!
      .formData as CountryMapForm,
    [given],
  )

describe('needs', () => {
  it.each([
    ['a country', input({ select_country: undefined }), /needs a country/],
    ['a known country', input({ select_country: 'Atlantis' }), /no map of “Atlantis”/],
    ['a column', input({ entity: undefined }), /column of regions/],
    ['numbers', input({}, answer({ c: [1, ['FR-75']], m: [0, [null]] })), /every value of this one is empty/],
    ['nothing else', input(), undefined],
  ])('%s', (_name, given, expected) => {
    const said = drawing.needs?.(given)
    if (expected) expect(said).toMatch(expected)
    else expect(said).toBeUndefined()
  })
})

describe("'a map with custom boundaries'", () => {
  const square = (x: number) => [
    [
      [x, 0],
      [x, 1],
      [x + 1, 1],
      [x + 1, 0],
      [x, 0],
    ],
  ]
  const region = (name: string, code: string, also: string[], at: number): Feature => ({
    type: 'Feature',
    properties: { name, code, also },
    geometry: { type: 'Polygon', coordinates: square(at) },
  })
  const features = [region('North', 'N1', ['17', 'S1'], 0), region('South', 'S1', ['18'], 1)]
  const districts = topology({ regions: { type: 'FeatureCollection', features } as FeatureCollection })
  const own = (select_country = 'own:sales districts') =>
    input({ select_country }, answer({ c: [1, ['n1', 'south', '17', 'S1', 'X']], m: [0, [1, 2, 3, 4, 5]] }))

  it('is read from the server once, and finds regions by code, name and other values', async () => {
    const addresses: string[] = []
    const read = async (address: string) => {
      addresses.push(address)
      return districts
    }
    await drawing.register(own().formData, false, read)
    expect(addresses).toEqual(['/api/v1/map_boundaries/areas/sales%20districts'])
    expect(drawing.ownMap?.(own().formData)).toBe('sales districts')
    expect(drawing.needs?.(own())).toBeUndefined()
    // a code takes precedence over another value, and the first row of a region counts
    expect(drawing.marks?.(own()).map(({ label }) => label)).toEqual(['North', 'South'])
    expect(drawing.marks?.(own()).map(({ text }) => text)).toEqual(['North: 1', 'South: 2'])
    const { geo, title } = drawing.option(own()) as { geo: { regions: { name: string }[] }; title: object }
    expect(geo.regions.map(({ name }) => name)).toEqual(['North', 'South'])
    expect(JSON.stringify(title)).toContain('One of 5 values is not a region: X')
  })

  it('that cannot be loaded is named, and is drawn as soon as it can be loaded', async () => {
    const gone = own('own:gone')
    const { title, geo } = drawing.option(gone) as { title: object; geo?: object }
    expect([geo, JSON.stringify(title)]).toEqual([
      undefined,
      expect.stringContaining('The map “gone” could not be loaded'),
    ])
    await drawing.register(gone.formData, false, () => Promise.reject(new Error('Not found')))
    expect(JSON.stringify(drawing.option(gone))).toContain('The map “gone” could not be loaded: Not found')
    await drawing.register(gone.formData, false, async () => districts)
    expect(drawing.option(gone)).toHaveProperty('geo')
  })

  it('of a plan has y pointing up', async () => {
    const floor = own('own:floor')
    await drawing.register(floor.formData, false, async () => ({ ...districts, isPlan: true }))
    const { geo } = drawing.option(floor) as { geo: { projection: { project: (at: number[]) => number[] } } }
    expect(geo.projection.project([400, 1200])).toEqual([400, -1200])
  })
})

describe('a click on a region', () => {
  it('filters by the value that the rows have, and a second one removes the filter', async () => {
    await drawing.register(input().formData)
    const mask = drawing.crossFilter?.(input(), { name: 'Rhône' })
    expect(mask).toEqual({
      extraFormData: { filters: [{ col: 'c', op: 'IN', val: ['Rhône'] }] },
      filterState: { value: [['Rhône']], selectedValues: ['Rhône'], label: 'Rhône' },
    })
    const selected = { ...input(), filterState: mask?.filterState }
    expect(drawing.crossFilter?.(selected, { name: 'Rhône' })?.extraFormData).toEqual({})
    expect(drawing.crossFilter?.(input(), { name: 'Loire' })).toBeNull()
    expect(drawing.marks?.(input()).map(({ label }) => label)).toEqual(['Paris', 'Rhône', 'Bouches-du-Rhône'])
  })
})
