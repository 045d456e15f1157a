import { geoContains } from 'd3-geo'
import { getMap } from 'echarts/core'
import { describe, expect, it } from 'vitest'
import { countries } from '../../model/geography/countries.ts'
import { answer, drawInput } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import { registerWorld } from './boundaries.ts'
import { drawing } from './drawing.ts'
import { projection } from './projection.ts'
import type { WorldMapForm } from './query.ts'

const rows = answer({ c: [1, ['FR', 'Atlantis', null]], m: [0, [3, 5, 1]], n: [0, [2, 4, 9]] })

const input = (saved: Record<string, unknown> = {}, given = rows) =>
  drawInput(openSaved({ viz_type: 'world_map', entity: 'c', metric: 'm', ...saved })!.formData as WorldMapForm, [given])

describe('areas', () => {
  it('belong to the countries that they are named after', async () => {
    await drawing.register(input().formData)
    registerWorld()
    const { features } = getMap('countries')!.geoJSON as unknown as GeoJSON.FeatureCollection
    const areaOf = new Map(features.map((area) => [area.properties?.['name'] as string, area]))
    // the centers are rounded, so some of those of narrow countries are in the sea
    const inside = countries.filter(({ name, longitude, latitude }) => {
      const area = areaOf.get(name)
      return area !== undefined && geoContains(area, [longitude, latitude])
    })
    expect(areaOf.size).toBe(174)
    expect(inside.length).toBeGreaterThan(160)
    for (const name of [
      'France',
      'Germany',
      'India',
      'Brazil',
      'Nigeria',
      'Mexico',
      'Iran',
      'Poland',
      'Somalia',
      'China',
    ])
      expect(inside.map((country) => country.name)).toContain(name)
  })
})

describe('projection', () => {
  it('has an inverse', () => {
    const [longitude, latitude] = projection.unproject(projection.project([100, -40])!)!
    expect(longitude).toBeCloseTo(100)
    expect(latitude).toBeCloseTo(-40)
  })
})

describe('needs', () => {
  const none = answer({ c: [1, ['x']], m: [0, [1]] })
  it.each([
    ['a column', input({ entity: undefined }), /column of countries/],
    ['countries', input({}, none), /no value of its column is one/],
    ['numbers', input({}, answer({ c: [1, ['FR']], m: [0, [null]] })), /every value of this one is empty/],
    ['nothing else', input(), undefined],
  ])('%s', (_name, given, expected) => {
    const said = drawing.needs?.(given)
    if (expected) expect(said).toMatch(expected)
    else expect(said).toBeUndefined()
  })
})

describe('a click on a country', () => {
  it('filters by the value that the rows have, and a second one removes the filter', () => {
    const mask = drawing.crossFilter?.(input(), { name: 'France' })
    expect(mask).toEqual({
      extraFormData: { filters: [{ col: 'c', op: 'IN', val: ['FR'] }] },
      filterState: { value: [['FR']], selectedValues: ['France'], label: 'France' },
    })
    const selected = { ...input(), filterState: mask?.filterState }
    expect(drawing.crossFilter?.(selected, { name: 'France' })?.extraFormData).toEqual({})
    expect(drawing.crossFilter?.(input(), { name: 'Germany' })).toBeNull()
  })
  it('is offered by keyboard for the countries of the rows', () =>
    expect(drawing.marks?.(input())).toEqual([{ name: 'France', label: 'France', text: 'France: 3' }]))
  it('have the values of both metrics, with their names', () =>
    expect(drawing.marks?.(input({ show_bubbles: true, secondary_metric: 'n' }))[0]?.text).toBe('France: m: 3, n: 2'))
})

describe('the room beside the map', () => {
  const saved = { show_bubbles: true, secondary_metric: 'n', max_bubble_size: '25' }
  const at = (country: string, size = 5) => answer({ c: [1, ['FR', country]], m: [0, [1, 2]], n: [0, [5, size]] })
  const roomOf = (given: typeof rows) => (drawing.option(input(saved, given)) as { geo: { left: number } }).geo.left
  it.each([
    ['is small without marks near the edge', at('DE'), 4],
    ['holds the bubble of Fiji', at('FJ'), 26],
    ['holds a small bubble', at('FJ', 0.05), 4.5],
  ])('%s', (_name, given, expected) => expect(roomOf(given)).toBeCloseTo(expected))
})

describe('bubbles', () => {
  const saved = { show_bubbles: true, secondary_metric: 'n', max_bubble_size: '25' }
  const given = answer({ c: [1, ['FR', 'DE']], m: [0, [1, 2]], n: [0, [100, 25]] })
  it.each([
    [800, [50, 25]],
    [200, [25, 12.5]],
  ])('in a tile of %i px', (width, expected) => {
    const option = drawing.option({ ...input(saved, given), size: { width, height: width / 2 } })
    const bubbles = (option as unknown as { series: { name?: string; data: { symbolSize: number }[] }[] }).series.find(
      ({ name }) => name === 'bubbles',
    )
    expect(bubbles?.data.map(({ symbolSize }) => symbolSize)).toEqual(expected)
  })
})

it('bubbles are opaque, and small ones are above large ones; dots and small bubbles shrink with the map', () => {
  const given = answer({ c: [1, ['FR', 'DE', 'IN']], m: [0, [1, 2, 3]], n: [0, [0.01, 25, 100]] })
  const seriesOf = (width: number) => {
    const saved = { show_bubbles: true, secondary_metric: 'n', max_bubble_size: '25' }
    const option = drawing.option({ ...input(saved, given), size: { width, height: width / 2 } })
    type Series = { name?: string; symbolSize?: number; data: { symbolSize: number; itemStyle: { opacity: number } }[] }
    const { series } = option as unknown as { series: Series[] }
    return (name: string) => series.find((one) => one.name === name)!
  }
  const bubblesIn = (width: number) => seriesOf(width)('bubbles').data
  expect(bubblesIn(800).map(({ symbolSize }) => symbolSize)).toEqual([50, 25, 2])
  expect(bubblesIn(200).map(({ symbolSize }) => symbolSize)).toEqual([25, 12.5, 1])
  expect(bubblesIn(200).map(({ itemStyle }) => itemStyle.opacity)).toEqual([1, 1, 1])
  expect([800, 200].map((width) => seriesOf(width)('small').symbolSize)).toEqual([7, 3.5])
})
