import { describe, expect, it } from 'vitest'
import { answer } from '../../testing/drawInput.ts'
import { colorColumn, colorsOfRows } from './savedCode.ts'

const saved = (js_data_mutator: string, js_columns = ['color', 'line color']) => ({ js_data_mutator, js_columns })

describe('the colors of rows in code of older charts', () => {
  it.each([
    ['data => data.map(d => ({\n    ...d,\n    color: colors.hexToRGB(d.extraProps.color)\n}));', 'color'],
    ['(data) => data.map((row) => ({ ...row, color: colors.hexToRGB(row.extraProps["color"]), }))', 'color'],
    ["data => { return data.map(d => ({...d, color: colors.hexToRGB(d.extraProps['line color'])})) }", 'line color'],
    ['data => data.map(d => ({...d, color: colors.hexToRGB(d.extraProps.other)}))', undefined],
    ['data => data.map(d => ({...d, color: colors.hexToRGB(e.extraProps.color)}))', undefined],
    ['data => data.map(d => ({...d, color: colors.hexToRGB(d.extraProps.color)})), alert(1)', undefined],
    ['data => data.filter(d => d.weight > 5)', undefined],
    ['', undefined],
  ])('of %j are those of the column %s', (code, expected) => expect(colorColumn(saved(code))).toBe(expected))

  it('are read in the usual spellings', () => {
    const rows = answer({ color: [1, ['#ff0000', '00ff00', '#00f', 'blue', null]] })
    const form = saved('data => data.map(d => ({...d, color: colors.hexToRGB(d.extraProps.color)}))')
    expect(colorsOfRows(rows, form, 128)).toEqual([
      [255, 0, 0, 128],
      [0, 255, 0, 128],
      [0, 0, 255, 128],
      undefined,
      undefined,
    ])
    expect(colorsOfRows(rows, saved(''), 128)).toEqual([])
  })
})
