import { describe, expect, it } from 'vitest'
import { describePicked } from '../shared/maps/deck/describe.ts'
import { answer, drawInput, noDatasource } from '../testing/drawInput.ts'
import { drawStill } from '../testing/drawStill.ts'
import { contextOfSaved, openSaved } from '../testing/parts.ts'
import { arcLayer, readArcs } from './arcs.ts'
import { layer } from './layer.ts'
import type { DeckArcForm } from './query.ts'
import { still } from './still.ts'

const places = {
  start_spatial: { type: 'latlong', lonCol: 'x1', latCol: 'y1' },
  end_spatial: { type: 'delimited', lonlatCol: 'to', delimiter: ',', reverseCheckbox: true },
}
const rows = answer({
  x1: [0, [10, 139.7, null, 100]],
  y1: [0, [50, 35.7, 1, 95]],
  to: [1, ['51,11', '34,-118.2', '1,2', '1,2']],
  d: [1, ['a', 'b', 'b', 'b']],
})
const formOf = (form: Record<string, unknown> = {}) =>
  openSaved({ viz_type: 'deck_arc', ...places, ...form })!.formData as DeckArcForm
const input = (form: Record<string, unknown> = {}) => drawInput(formOf(form), [rows])
const propsOf = (form: Record<string, unknown> = {}, hidden: string[] = []) =>
  arcLayer({ ...input(form), color: (label: string) => (label === 'a' ? '#ff0000' : '#0000ff') }, new Set(hidden))
    .props as {
    data: number[]
    getSourcePosition: (at: number) => number[]
    getTargetPosition: (at: number) => number[]
    getSourceColor: (at: number) => number[]
    getTargetColor: (at: number) => number[]
    getWidth: number
  }

describe('the query', () => {
  const queryOf = (form: Record<string, unknown>) =>
    contextOfSaved({ formData: { viz_type: 'deck_arc', ...places, ...form }, datasource: noDatasource })!.queries[0]!
  it('reads the rows that have both places', () => {
    const query = queryOf({ dimension: 'd', js_columns: ['n'] })
    expect(query.columns).toEqual(['x1', 'y1', 'to', 'd', 'n'])
    expect(query.metrics).toBeUndefined()
    expect(query.filters).toEqual(['x1', 'y1', 'to'].map((col) => ({ col, op: 'IS NOT NULL' })))
  })
  it('has each column once if both places share some columns', () =>
    expect(queryOf({ end_spatial: { type: 'latlong', lonCol: 'x1', latCol: 'y2' } }).columns).toEqual([
      'x1',
      'y1',
      'y2',
    ]))
})

describe('arcs', () => {
  it('leave out rows without two places on earth', () => {
    const { rows: found, missing } = readArcs(input())
    expect([found, missing]).toEqual([[0, 1], 2])
  })
  it('have fewer corners if there are very many of them', () => {
    const cornersOf = (count: number) => {
      const cells = <T>(value: T) => Array.from({ length: count }, () => value)
      const many = answer({ x1: [0, cells(10)], y1: [0, cells(50)], to: [1, cells('51,11')], d: [1, cells('a')] })
      return arcLayer({ ...drawInput(formOf(), [many]) }, new Set()).props['numSegments']
    }
    expect([2, 4000, 10_000, 100_000].map(cornersOf)).toEqual([50, 50, 20, 6])
  })
  it('take the shorter way across 180 degrees', () => {
    const { getSourcePosition, getTargetPosition } = propsOf()
    expect([getSourcePosition(0), getTargetPosition(0)]).toEqual([
      [10, 50],
      [11, 51],
    ])
    expect(getSourcePosition(1)).toEqual([139.7, 35.7])
    expect(getTargetPosition(1)[0]).toBeCloseTo(241.8)
  })
  it('have a gradient between two colors, or the color of their category', () => {
    const plain = propsOf({ color_picker: { r: 1, g: 2, b: 3, a: 1 }, target_color_picker: { r: 4, g: 5, b: 6, a: 0 } })
    expect([plain.getSourceColor(0), plain.getTargetColor(0)]).toEqual([
      [1, 2, 3, 255],
      [4, 5, 6, 0],
    ])
    const colored = propsOf({ dimension: 'd' })
    expect([colored.getSourceColor(1), colored.getTargetColor(1)]).toEqual([
      [0, 0, 255, 255],
      [0, 0, 255, 255],
    ])
  })
  it('of categories that are switched off are left out', () =>
    expect(propsOf({ dimension: 'd' }, ['b']).data).toEqual([0]))
  it('are 3 px wide without a width', () =>
    expect([undefined, 5, -1].map((stroke_width) => propsOf({ stroke_width }).getWidth)).toEqual([3, 5, 0]))
})

it.each([null, '', [], {}, 7])('marks have no category if the saved column is %j', (dimension) => {
  const made = layer({ ...input({ dimension }), color: () => '#ff0000' }, new Set())
  if (!('layers' in made)) throw new Error('It is not a layer.')
  const picked = { layer: '', index: 0, object: 0, x: 0, y: 0 }
  const described = describePicked(input({ dimension }), made, picked, (text) => String(text.id))
  expect(described?.map(([name]) => name)).toEqual(['x1', 'y1', 'to'])
  expect(made.legend?.entries).toEqual([])
})

describe('the picture of the server', () => {
  const draw = (form: Record<string, unknown>) => drawStill(still, input(form))
  it('has the arcs in the colors of their categories', () => {
    const svg = draw({ dimension: 'd' })
    expect(svg.match(/stroke-opacity="1"/g)).toHaveLength(2)
    expect(svg).not.toMatch(/NaN|undefined/)
  })
  it('draws a gradient in pieces', () =>
    expect(draw({ target_color_picker: { r: 255, g: 0, b: 0, a: 1 } }).match(/stroke-opacity="1"/g)).toHaveLength(64))
  it('draws arcs that are curved, also from above', () => {
    const [, path = ''] = /<path stroke-width="3" fill="none" d="M([^"]+)"/.exec(draw({ dimension: 'd' })) ?? []
    const places = path.split('L').map((place) => place.split(',').map(Number))
    const [[x = 0, y = 0] = [], [endX = 0, endY = 0] = []] = [places[0], places.at(-1)]
    const length = Math.hypot(endX - x, endY - y)
    const beside = places.map(
      ([atX = 0, atY = 0]) => Math.abs((atX - x) * (endY - y) - (atY - y) * (endX - x)) / length,
    )
    expect(Math.max(...beside)).toBeGreaterThan(length * 0.01)
  })
  it('says what it needs', () => {
    expect(draw({ end_spatial: null })).toMatch(/needs the columns/)
    expect(draw({ end_spatial: { type: 'geohash', geohashCol: 'to' } })).toMatch(/No row has two places/)
  })
})
