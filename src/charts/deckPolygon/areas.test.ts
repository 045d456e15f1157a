import { Resvg } from '@resvg/resvg-js'
import { describe, expect, it } from 'vitest'
import type { DataMask } from '../../model/dashboard/dataMask.ts'
import { clearedMask } from '../shared/crossFilter.ts'
import { fitBounds, placesIn } from '../shared/maps/viewport.ts'
import { answer, drawInput, noDatasource } from '../testing/drawInput.ts'
import { drawStill } from '../testing/drawStill.ts'
import { contextOfSaved, openSaved } from '../testing/parts.ts'
import { areaLayer, fillsOf, readBuckets, readEntries, readPolygons } from './areas.ts'
import type { DeckPolygonForm } from './query.ts'
import { areaMask } from './selection.ts'
import { still } from './still.ts'

const square = (x: number) => `[[${x},0],[${x + 1},0],[${x + 1},1],[${x},1]]`
const rows = answer({
  area: [1, [square(0), square(2), 'x', square(4), square(6)]],
  m: [0, [0, 10, 5, null, 4]],
  h: [0, [1, 2, 3, null, -5]],
})
const input = (form: Record<string, unknown> = {}, filterState?: DataMask['filterState']) => ({
  ...drawInput(
    openSaved({ viz_type: 'deck_polygon', line_column: 'area', metric: 'm', ...form })!.formData as DeckPolygonForm,
    [rows],
  ),
  filterState,
})
const propsOf = (form?: Record<string, unknown>, hidden: string[] = []) =>
  areaLayer(input(form), new Set(hidden)).props as Record<string, unknown> & {
    data: number[]
    getElevation: (at: number) => number
  }
const plain = { fill_color_picker: { r: 1, g: 2, b: 3, a: 1 }, opacity: 100 }

describe('the query', () => {
  const queryOf = (form: object) =>
    contextOfSaved({
      formData: { viz_type: 'deck_polygon', line_column: 'area', ...form },
      datasource: noDatasource,
    })!.queries[0]!
  it('reads rows without metrics', () => {
    expect(queryOf({}).metrics).toBeUndefined()
    expect(queryOf({}).filters).toEqual([{ col: 'area', op: 'IS NOT NULL' }])
  })
  it('groups by the area with metrics, the largest first', () => {
    const query = queryOf({ metric: 'm', point_radius_fixed: { type: 'metric', value: 'h' } })
    expect([query.columns, query.metrics, query.orderby]).toEqual([['area'], ['m', 'h'], [['m', false]]])
  })
})

describe('colors', () => {
  it('are those of the buckets; the fill color if there is no value', () => {
    const form = { ...plain, num_buckets: 2 }
    const [low, high] = readBuckets(input(form))
    const hex = (color: number[]) => `rgb(${color.slice(0, 3).join(', ')})`
    const { colors, buckets } = fillsOf(input(form))
    expect(buckets).toEqual([0, 1, undefined, 0])
    expect(colors.map(hex)).toEqual([low!.color, high!.color, 'rgb(1, 2, 3)', low!.color])
    expect([low!.label, high!.label]).toEqual(['0 – 5', '5 – 10'])
  })
  it('are the fill color without a metric', () =>
    expect(fillsOf(input({ ...plain, metric: null })).colors).toEqual(Array(4).fill([1, 2, 3, 255])))
  it('of values outside the break points are transparent', () =>
    expect(fillsOf(input({ ...plain, break_points: ['3', '6'] })).colors.map((color) => color[3])).toEqual([
      0, 0, 255, 255,
    ]))
  it('have the opacity of the chart', () =>
    expect(fillsOf(input({ ...plain, metric: null, opacity: '50' })).colors[0]).toEqual([1, 2, 3, 128]))
  it('of others are pale while one is selected', () =>
    expect(
      fillsOf(input({ ...plain, metric: null }, { selectedValues: [square(0)] })).colors.map((color) => color[3]),
    ).toEqual([255, 77, 77, 77]))
  it('with labels that would be equal when rounded have all digits', () => {
    const labels = readBuckets(input({ break_points: [10_001, 10_002, 10_003, 10_004] })).map(({ label }) => label)
    expect(labels).toEqual(['10,001 – 10,002', '10,002 – 10,003', '10,003 – 10,004'])
  })
})

describe('the legend', () => {
  it('ends with an entry for areas without a value, which can be switched off', () => {
    const form = { ...plain, num_buckets: 2 }
    expect(readEntries(input(form)).at(-1)).toEqual({ label: 'No data', color: 'rgb(1, 2, 3)', isApart: true })
    expect(propsOf(form, ['No data']).data).toEqual([0, 1, 3])
  })
  it('has no such entry if all areas have a value, if none has one, or if areas are not filled', () => {
    const labels = (given: ReturnType<typeof input>) => readEntries(given).map(({ label }) => label)
    const full = answer({ area: [1, [square(0), square(2)]], m: [0, [0, 10]], h: [0, [1, 2]] })
    const form = { num_buckets: 2 }
    expect(labels({ ...input(form), data: [full] })).toEqual(['0 – 5', '5 – 10'])
    expect(labels(input({ ...form, filled: false }))).toEqual(['0 – 5', '5 – 10'])
    expect(labels(input({ metric: null }))).toEqual([])
  })
})

describe('areas', () => {
  it('of buckets that are switched off are left out', () =>
    expect(propsOf({ num_buckets: 2 }, ['0 – 5']).data).toEqual([1, 2]))
  it('have heights if the map is tilted', () => {
    const leaning = { viewport: { pitch: 40 } }
    expect(propsOf().extruded).toBe(false)
    expect(propsOf(leaning).extruded).toBe(true)
    expect(propsOf({ ...leaning, extruded: false }).extruded).toBe(false)
    const heights = propsOf({ point_radius_fixed: { type: 'metric', value: 'h' }, multiplier: 3 })
    expect(heights.data.map(heights.getElevation)).toEqual([3, 6, 0, 0])
    const fixed = propsOf({ point_radius_fixed: { type: 'fix', value: 7 } })
    expect(fixed.data.map(fixed.getElevation)).toEqual([7, 7, 7, 7])
  })
})

describe('a click', () => {
  const emitting = { table_filter: true }
  const selected = (...areas: string[]) => ({ value: areas.map((area) => [area]), selectedValues: areas })
  it('filters only if that is enabled in the chart', () => expect(areaMask(input(), 0)).toBeNull())
  it('filters by the area', () =>
    expect(areaMask(input(emitting), 0)?.extraFormData).toEqual({
      filters: [{ col: 'area', op: 'IN', val: [square(0)] }],
    }))
  it('does not filter by a shape that is too long for a comparison', () => {
    const long = answer({ area: [1, [`[${'[0,0],'.repeat(400)}[0,1]]`]], m: [0, [1]], h: [0, [1]] })
    expect(areaMask({ ...input(emitting), data: [long] }, 0)).toBeNull()
  })
  it('adds the area to the filter, and removes it', () => {
    const added = areaMask(input(emitting, selected(square(0))), 1)
    expect(added?.filterState?.selectedValues).toEqual([square(0), square(2)])
    const removed = areaMask(input(emitting, selected(square(0), square(2))), 0)
    expect(removed?.filterState?.value).toEqual([[square(2)]])
    expect(areaMask(input(emitting, selected(square(0))), 0)).toEqual(clearedMask)
  })
  it('replaces the other area if multiple filtering is off', () =>
    expect(
      areaMask(input({ ...emitting, toggle_polygons: false }, selected(square(0))), 1)?.filterState?.selectedValues,
    ).toEqual([square(2)]))
})

describe('the picture of the server', () => {
  const draw = (form?: Record<string, unknown>) => drawStill(still, input(form))

  it('fills both halves of an area that crosses itself', () => {
    const form = { ...plain, metric: null, stroked: false, autozoom: true }
    const bowTie = answer({ area: [1, ['[[8,51],[22,48.2],[22,51.8],[8,49]]']], m: [0, [1]], h: [0, [1]] })
    const given = { ...input(form), data: [bowTie] }
    const svg = drawStill(still, given).replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')
    const png = new Resvg(svg, { font: { loadSystemFonts: false } }).render()
    const view = fitBounds(readPolygons(given).bounds!, given.size)
    const colorAt = (place: [number, number]) => {
      const [x, y] = placesIn(view, given.size)(place).map(Math.floor) as [number, number]
      return [...png.pixels.subarray((y * png.width + x) * 4, (y * png.width + x) * 4 + 3)]
    }
    // the halves meet at 13 degrees
    const places: [number, number][] = [
      [10, 50],
      [20, 50],
      [13, 50.6],
      [13, 49.4],
    ]
    expect(places.map((place) => colorAt(place).join() === '1,2,3')).toEqual([true, true, false, false])
  })

  it('has the areas and the names of the buckets', () => {
    const svg = draw({ num_buckets: 2, stroked: true })
    expect(svg.match(/fill-rule="evenodd"/g)).toHaveLength(4)
    expect(svg).toContain('5 – 10')
    expect(svg).not.toMatch(/NaN|undefined/)
  })
  it('says what it needs', () => {
    expect(draw({ line_column: null })).toMatch(/needs the column/)
    expect(draw({ line_type: 'polyline' })).toMatch(/No row has an area/)
  })
})
