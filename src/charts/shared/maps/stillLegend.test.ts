import { describe, expect, it } from 'vitest'
import { markupOf } from '../svg/tree.ts'
import { chartTheme } from '../theme.ts'
import { belowMap, rampName, type StillName, stillLegend } from './stillLegend.ts'

const names: StillName[] = [
  { label: 'Busy routes', swatch: { kind: 'line', colors: ['red', 'blue'] } },
  { label: 'Large', color: 'green' },
]
const theme = chartTheme('light')
const drawn = (map: { width: number; height: number }, below: number) =>
  markupOf(stillLegend(names, { map, below, theme, id: 'p' }))
const heights = (svg: string) => [...svg.matchAll(/<text[^>]* y="([\d.]+)"/g)].map(([, y]) => Number(y))

describe('the legend of a picture', () => {
  it('lies over a large map, one name below the other', () => {
    expect(belowMap(names, { width: 800, height: 500 })).toBe(0)
    expect(heights(drawn({ width: 800, height: 500 }, 0))).toEqual([16, 34])
  })
  it('is below a small map, in lines', () => {
    expect(belowMap(names, { width: 300, height: 200 })).toBe(24)
    expect(heights(drawn({ width: 300, height: 176 }, 24))).toEqual([194, 194])
  })
  it('leaves out names for which a small map has no line', () => {
    const long = ['International airports', 'Regional airports', 'Small airports', 'Heliports'].map((label) => ({
      label,
      color: 'red',
    }))
    const below = belowMap(long, { width: 204, height: 200 })!
    expect(below).toBe(44)
    const svg = markupOf(stillLegend(long, { map: { width: 204, height: 156 }, below, theme, id: 'p' }))
    expect(Math.max(...heights(svg))).toBeLessThan(200)
    expect(belowMap([...long, ...long], { width: 204, height: 200 })).toBeUndefined()
  })
  it('has a line in the colors of its ends, and a circle for one color', () => {
    const svg = drawn({ width: 800, height: 500 }, 0)
    expect(svg).toMatch(/<linearGradient id="pname0">.*stop-color="red".*stop-color="blue".*<\/linearGradient>/)
    expect(svg).toContain('fill="url(#pname0)"')
    expect(svg).toMatch(/<circle[^>]* fill="green"/)
  })
  it('has the names of layers above their entries, without colors', () => {
    const layers: StillName[] = [{ label: 'Airports', isHeading: true }, ...names]
    const svg = markupOf(stillLegend(layers, { map: { width: 800, height: 500 }, below: 0, theme, id: 'p' }))
    expect(heights(svg)).toEqual([16, 34, 52])
    expect(svg).toMatch(/^<text[^>]*>Airports<\/text>/)
    expect(svg.match(/<circle/g)).toHaveLength(1)
  })
  it('does not count the names of layers as entries', () => {
    const entries = ['a', 'b', 'c', 'd'].map((label) => ({ label, color: 'red' }))
    const layers = ['A', 'B', 'C'].flatMap((label): StillName[] => [{ label, isHeading: true }, ...entries])
    const svg = markupOf(stillLegend(layers, { map: { width: 800, height: 500 }, below: 0, theme, id: 'p' }))
    expect(svg.match(/<circle/g)).toHaveLength(8)
    expect(heights(svg)).toHaveLength(10)
  })
  it('has one ramp for the steps of a range, and its other entries', () => {
    const apart = { label: 'No data', color: 'gray', isApart: true }
    const steps = [
      { label: '0 – 5', color: 'white' },
      { label: '5 – 10', color: 'black' },
    ]
    expect(rampName([...steps, apart])).toEqual([
      { label: '0 – 10', swatch: { kind: 'ramp', colors: ['white', 'black'] } },
      apart,
    ])
    expect(rampName([])).toEqual([])
  })
})
