import { describe, expect, it } from 'vitest'
import { chartTheme } from '../shared/theme.ts'
import { answer, drawInput } from '../testing/drawInput.ts'
import { drawStill } from '../testing/drawStill.ts'
import { openSaved } from '../testing/parts.ts'
import { contourLayers, contourNotes, readContours } from './contourLayers.ts'
import type { DeckContourForm } from './query.ts'
import { startContours } from './startContours.ts'
import { still } from './still.ts'

const rows = answer({ x: [0, [10, 10, 12]], y: [0, [50, 50, 50]], m: [0, [4, 4, 1]] })
const formOf = (form: Record<string, unknown> = {}) =>
  openSaved({
    viz_type: 'deck_contour',
    spatial: { type: 'latlong', lonCol: 'x', latCol: 'y' },
    size: 'm',
    cellSize: 20_000,
    ...form,
  })!.formData as DeckContourForm
const input = (form?: Record<string, unknown>) => drawInput(formOf(form), [rows])

describe('saved contours', () => {
  it('are those of a new chart without any', () => expect(formOf().contours).toEqual(startContours))
  it('without a threshold are left out', () =>
    expect(formOf({ contours: [null, {}, { lowerThreshold: 'x' }, { lowerThreshold: '3' }] }).contours).toEqual([
      { lowerThreshold: 3, color: { r: 0, g: 0, b: 0, a: 1 }, strokeWidth: 1, zIndex: 3 },
    ]))
  it('have colors as objects or lists', () =>
    expect(
      formOf({
        contours: [
          { lowerThreshold: 1, color: [1, 2, 3, 255] },
          { lowerThreshold: 1, color: [1, 2, 3] },
        ],
      }).contours.map(({ color }) => color),
    ).toEqual(Array(2).fill({ r: 1, g: 2, b: 3, a: 1 })))
})

describe('contours', () => {
  it('are lines and bands in their order', () => {
    const contours = [
      { lowerThreshold: 2, upperThreshold: 6, color: { r: 1, g: 2, b: 3, a: 1 }, zIndex: 5 },
      { lowerThreshold: 3, color: { r: 4, g: 5, b: 6, a: 0.5 }, strokeWidth: 2, zIndex: 1 },
    ]
    const [line, band] = contourLayers(input({ contours }))
    expect([line!.kind, band!.kind]).toEqual(['path', 'polygon'])
    expect(line!.props).toMatchObject({ getColor: [4, 5, 6, 128], getWidth: 2, widthUnits: 'pixels' })
    expect(band!.props).toMatchObject({ getFillColor: [1, 2, 3, 255] })
  })
  it('that can hardly be seen on land have an outline', () => {
    const layersOf = (mode: 'light' | 'dark') => contourLayers({ ...input(), theme: chartTheme(mode) })
    const outlined = (mode: 'light' | 'dark') =>
      layersOf(mode).flatMap(({ id }) => (id.startsWith('outline') ? [id.at(-1)] : []))
    // the contours of a new chart: magenta, green, and a blue band
    expect(outlined('light')).toEqual(['0', '1'])
    expect(outlined('dark')).toEqual(['2'])
    const [below, line] = layersOf('light').slice(-3)
    expect([below!.props['getWidth'], line!.props['getWidth']]).toEqual([4, 2])
    expect(contourLayers(input(), (at) => at !== 1).map(({ id }) => id)).toEqual([
      'outline 0',
      'contour 0',
      'contour 2',
    ])
  })
  it('are around the places where the values reach them', () => {
    const shapesAt = (lowerThreshold: number) => readContours(input({ contours: [{ lowerThreshold }] }))[0]!.shapes
    const nearest = (places: number[][], x: number) => Math.min(...places.map(([at = 0]) => Math.abs(at - x)))
    // 8 at one place, 1 at the other
    expect(nearest(shapesAt(0.5).flat(), 12)).toBeLessThan(0.3)
    expect(nearest(shapesAt(2).flat(), 12)).toBeGreaterThan(1)
    expect(nearest(shapesAt(2).flat(), 10)).toBeLessThan(0.3)
    expect(shapesAt(9)).toEqual([])
  })
  it('combine the weights of a cell', () => {
    const contours = [{ lowerThreshold: 5 }]
    expect(readContours(input({ contours, aggregation: 'mean' }))[0]!.shapes).toEqual([])
    expect(readContours(input({ contours }))[0]!.shapes).not.toEqual([])
  })
})

describe('a map without contours', () => {
  it('says which values there are', () => {
    const high = input({ contours: [{ lowerThreshold: 9 }] })
    expect(contourNotes(high).map(([, values]) => values)).toEqual([{ least: '1', most: '8' }])
    expect(contourNotes(input({ contours: [{ lowerThreshold: 9 }, { lowerThreshold: 2 }] }))).toEqual([])
    expect(drawStill(still, high)).toMatch(/No contours/)
    expect(drawStill(still, input())).not.toMatch(/No contours/)
  })
})

it('the picture of the server has the contours', () => {
  const svg = drawStill(still, input())
  expect(svg).toContain('stroke="rgb(255,0,255)"')
  expect(svg).toContain('fill="rgb(0,0,255)"')
  const { text2 } = chartTheme('light')
  expect(svg.split(`stroke="${text2}"`)).toHaveLength(3)
  expect(svg).not.toMatch(/NaN|undefined/)
  expect(drawStill(still, input({ spatial: null }))).toMatch(/needs the columns/)
})
