import { describe, expect, it } from 'vitest'
import { isLayer } from '../shared/maps/mapLayer.ts'
import { answer, drawInput, noDatasource } from '../testing/drawInput.ts'
import { drawStill } from '../testing/drawStill.ts'
import { contextOfSaved, openSaved } from '../testing/parts.ts'
import { layer } from './layer.ts'
import { pathLayer } from './paths.ts'
import type { DeckPathForm } from './query.ts'
import { still } from './still.ts'

const rows = answer({ line: [1, ['[[10,50],[20,60]]', 'x', '[[[1,2],[3,4]],[[170,5],[-170,6]]]']] })
const input = (form: Record<string, unknown> = {}) =>
  drawInput(openSaved({ viz_type: 'deck_path', line_column: 'line', ...form })!.formData as DeckPathForm, [rows])

it('the query reads the rows that have a line', () => {
  const formData = { viz_type: 'deck_path', line_column: 'line', js_columns: ['n'] }
  const queryOf = (form: object) =>
    contextOfSaved({ formData: { ...formData, ...form }, datasource: noDatasource })!.queries[0]!
  const query = queryOf({})
  expect(query.columns).toEqual(['line', 'n'])
  expect(query.metrics).toBeUndefined()
  expect(query.filters).toEqual([{ col: 'line', op: 'IS NOT NULL' }])
  expect(queryOf({ filter_nulls: false }).filters).toEqual([])
})

describe('lines', () => {
  const propsOf = (form?: Record<string, unknown>) => pathLayer(input(form)).props as Record<string, unknown>
  it('are those of the rows, in one piece across 180 degrees', () => {
    const { data, getPath } = propsOf() as { data: number[]; getPath: (at: number) => number[][] }
    expect(data.map(getPath)).toEqual([
      [
        [10, 50],
        [20, 60],
      ],
      [
        [1, 2],
        [3, 4],
      ],
      [
        [170, 5],
        [190, 6],
      ],
    ])
  })
  it('have the color and the width of the chart', () => {
    const form = { color_picker: { r: 1, g: 2, b: 3, a: 0.5 }, line_width: '4', line_width_unit: 'meters' }
    expect((propsOf(form)['getColor'] as (at: number) => number[])(0)).toEqual([1, 2, 3, 128])
    expect(propsOf(form)).toMatchObject({
      getWidth: 4,
      widthUnits: 'meters',
      widthMinPixels: 1,
    })
    expect(propsOf()).toMatchObject({ getWidth: 1, widthUnits: 'pixels' })
  })
})

it('lines have the colors of their rows if the code of an older chart only sets colors', () => {
  const form = {
    viz_type: 'deck_path',
    line_column: 'line',
    js_columns: ['color'],
    js_data_mutator: 'data => data.map(d => ({ ...d, color: colors.hexToRGB(d.extraProps.color) }))',
  }
  const line = '[[10,50],[20,60]]'
  const rows = answer({ line: [1, [line, 'nothing', line]], color: [1, ['#ff0000', '#00ff00', '#0000ff']] })
  const given = drawInput(openSaved(form)!.formData as DeckPathForm, [rows])
  const { data, getColor } = pathLayer(given).props as { data: number[]; getColor: (at: number) => number[] }
  expect(data.map(getColor)).toEqual([
    [255, 0, 0, 255],
    [0, 0, 255, 255],
  ])
  const made = layer(given, new Set())
  expect(isLayer(made) && made.replacesMutator).toBe(true)
  expect(drawStill(still, given)).toMatch(/stroke="rgb\(0,0,255\)"/)
})

describe('the picture of the server', () => {
  const draw = (form?: Record<string, unknown>) => drawStill(still, input(form))
  it('has the lines', () => {
    const svg = draw({ line_width: 5, color_picker: { r: 255, g: 0, b: 0, a: 1 } })
    expect(svg.match(/stroke="rgb\(255,0,0\)" stroke-opacity="1" stroke-width="5.0"/g)).toHaveLength(3)
    expect(svg).not.toMatch(/NaN|undefined/)
  })
  it('says what it needs', () => {
    expect(draw({ line_column: null })).toMatch(/needs the column/)
    expect(draw({ line_column: 'gone' })).toMatch(/No row has a line/)
  })
})
