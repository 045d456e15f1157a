import { describe, expect, it } from 'vitest'
import { answer, drawInput, noDatasource } from '../testing/drawInput.ts'
import { drawStill } from '../testing/drawStill.ts'
import { contextOfSaved, openSaved } from '../testing/parts.ts'
import { featureLayers, readParts } from './features.ts'
import type { DeckGeojsonForm } from './query.ts'
import { still } from './still.ts'

const point = { type: 'Point', coordinates: [1, 2] }
const line = {
  type: 'LineString',
  coordinates: [
    [1, 2],
    [3, 4],
  ],
}
const area = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ],
  ],
}
const feature = (geometry: object, properties: object) => JSON.stringify({ type: 'Feature', geometry, properties })
const input = (cells: string[], form: Record<string, unknown> = {}) =>
  drawInput(openSaved({ viz_type: 'deck_geojson', geojson: 'g', ...form })!.formData as DeckGeojsonForm, [
    answer({ g: [1, cells] }),
  ])
const transparent = { r: 0, g: 0, b: 0, a: 0 }
const own = { fill_color_picker: transparent, stroke_color_picker: transparent }

it('the query reads the rows that have a shape', () => {
  const formData = { viz_type: 'deck_geojson', geojson: 'g' }
  const query = contextOfSaved({ formData, datasource: noDatasource })!.queries[0]!
  expect([query.columns, query.metrics, query.filters]).toEqual([['g'], undefined, [{ col: 'g', op: 'IS NOT NULL' }]])
})

describe('shapes', () => {
  const both = JSON.stringify({ type: 'GeometryCollection', geometries: [point, line, area] })
  it('are one layer per kind, which contain their rows', () => {
    const layers = featureLayers(input(['x', both, JSON.stringify(point)]))
    expect(layers.map(({ kind }) => kind)).toEqual(['polygon', 'path', 'scatterplot'])
    const rows = layers.map(({ props }) => (props['data'] as { row: number }[]).map(({ row }) => row))
    expect(rows).toEqual([[1], [1], [1, 2]])
    expect(readParts(input(['x'])).missing).toBe(1)
  })
  it('have no layers without any', () => expect(featureLayers(input(['x', '{}']))).toEqual([]))
})

describe('colors', () => {
  const styleOf = (properties: object, form: object = own) =>
    readParts(input([feature(point, properties)], { ...form })).points[0]
  it('are those of the chart', () => {
    const form = { fill_color_picker: { r: 1, g: 2, b: 3, a: 1 }, stroke_color_picker: { r: 4, g: 5, b: 6, a: 0.5 } }
    expect(styleOf({ fill: '#ff0000' }, form)).toMatchObject({ fill: [1, 2, 3, 255], stroke: [4, 5, 6, 128] })
  })
  it.each([
    [{ fill: '#ff0000' }, [255, 0, 0, 255]],
    [{ 'fill-color': '#0f0' }, [0, 255, 0, 255]],
    [{ fillColor: 'rgb(1, 2, 3)' }, [1, 2, 3, 255]],
    [{ color: [9, 8, 7, 100] }, [9, 8, 7, 100]],
    [{ fill: 'javascript:alert(1)' }, [0, 0, 0, 255]],
    [{ fill: ['x'] }, [0, 0, 0, 255]],
    [{}, [0, 0, 0, 255]],
  ])('of a feature with %j', (properties, expected) => expect(styleOf(properties)?.fill).toEqual(expected))
  it('and widths of lines', () => {
    expect(styleOf({ 'stroke-width': 7, stroke: '#0000ff' })).toMatchObject({ width: 7, stroke: [0, 0, 255, 255] })
    expect(styleOf({ 'stroke-width': 'x' })?.width).toBe(10)
  })
})

describe('the picture of the server', () => {
  it('has all shapes', () => {
    const svg = drawStill(
      still,
      input(
        [point, line, area].map((shape) => feature(shape, { fill: '#ff0000' })),
        own,
      ),
    )
    expect(svg.match(/fill="rgb\(255,0,0\)"/g)).toHaveLength(2)
    expect(svg).not.toMatch(/NaN|undefined/)
  })
  it('says what it needs', () => {
    expect(drawStill(still, input([], { geojson: null }))).toMatch(/needs the column/)
    expect(drawStill(still, input(['x']))).toMatch(/No row has GeoJSON/)
  })
})
