import { describe, expect, it } from 'vitest'
import { markupOf } from '../svg/tree.ts'
import { chartTheme } from '../theme.ts'
import { placeOfLegend, rampName, type StillLegend, type StillName, stillLegend } from './stillLegend.ts'

const names: StillName[] = [
  { label: 'Busy routes', swatch: { kind: 'line', colors: ['red', 'blue'] } },
  { label: 'Large', color: 'green' },
]
const theme = chartTheme('light')
const placed = (size: { width: number; height: number }, legend: Partial<StillLegend>) =>
  placeOfLegend({ names, position: 'tr', ...legend }, size)
function drawn(size: { width: number; height: number }, legend: Partial<StillLegend> = {}): string {
  const place = placed(size, legend)!
  const map = { width: size.width, height: size.height - place.below }
  return markupOf(stillLegend({ names, position: 'tr', ...legend }, { map, place, theme, id: 'p' }).drawn)
}
const large = { width: 900, height: 600 }
const heights = (svg: string) => [...svg.matchAll(/<text[^>]* y="([\d.]+)"/g)].map(([, y]) => Number(y))

describe('the legend of a picture', () => {
  it('lies over a large map with a background, one name below the other', () => {
    expect(placed(large, {})).toEqual({ room: 'large', below: 0 })
    const svg = drawn(large)
    expect(svg.startsWith(`<rect x="`)).toBe(true)
    expect(svg).toContain(`fill="${theme.raised}" stroke="${theme.border}"`)
    expect(heights(svg)).toEqual([26, 46])
  })
  it.each([
    ['tl', [8, 8]],
    ['bl', [8, 528]],
  ] as const)('is in the corner %s', (position, [x, y]) =>
    expect(drawn(large, { position })).toContain(`<rect x="${x}" y="${y}" `),
  )
  it('is below a small map, in lines and without a background', () => {
    const small = { width: 300, height: 200 }
    expect(placed(small, {})?.below).toBe(24)
    const svg = drawn(small)
    expect(heights(svg)).toEqual([194, 194])
    expect(svg).not.toContain(theme.border)
  })
  it('leaves out names for which a small map has no line', () => {
    const long = ['International airports', 'Regional airports', 'Small airports', 'Heliports'].map((label) => ({
      label,
      color: 'red',
    }))
    const small = { width: 204, height: 200 }
    expect(placed(small, { names: long })?.below).toBe(44)
    expect(Math.max(...heights(drawn(small, { names: long })))).toBeLessThan(200)
    expect(placed(small, { names: [...long, ...long] })).toBeUndefined()
  })
  it('has a line in the colors of its ends, and a circle for one color', () => {
    const svg = drawn(large)
    expect(svg).toMatch(/<linearGradient id="pname0">.*stop-color="red".*stop-color="blue".*<\/linearGradient>/)
    expect(svg).toContain('fill="url(#pname0)"')
    expect(svg).toMatch(/<circle[^>]* fill="green"/)
  })
  it('has circles of the sizes of marks', () => {
    const sized = [4, 16].map((dot) => ({ label: String(dot), color: 'red', dot }))
    expect([...drawn(large, { names: sized }).matchAll(/ r="(\d+)"/g)].map(([, r]) => Number(r))).toEqual([2, 8])
  })
  it('has the names of layers above their entries, without colors', () => {
    const layers: StillName[] = [{ label: 'Airports', isHeading: true }, ...names]
    const svg = drawn(large, { names: layers })
    expect(heights(svg)).toEqual([26, 46, 66])
    expect(svg.match(/<circle/g)).toHaveLength(1)
  })
  it('does not count the names of layers as entries', () => {
    const entries = ['a', 'b', 'c', 'd'].map((label) => ({ label, color: 'red' }))
    const layers = ['A', 'B', 'C'].flatMap((label): StillName[] => [{ label, isHeading: true }, ...entries])
    const svg = drawn(large, { names: layers })
    expect(svg.match(/<circle/g)).toHaveLength(8)
    expect(heights(svg)).toHaveLength(10)
  })
  it.each([
    ['over a map', { width: 600, height: 400 }],
    ['below a small map', { width: 300, height: 200 }],
    ['below a tiny map', { width: 204, height: 200 }],
  ])('has the steps of a range in one line between their ends %s, as on a page', (_name, size) => {
    const steps = [0, 1, 2, 3].map((at) => ({ label: `${at} – ${at + 1}`, color: `#00000${at}` }))
    const svg = drawn(size, { names: steps, isRange: true })
    expect([...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual(['0', '4'])
    expect(svg.match(/fill="#00000\d"/g)).toHaveLength(4)
  })
  it('has a range without steps between two words', () => {
    const ramp = { colors: ['white', 'black'], low: 'Less', high: 'More' }
    const svg = drawn(large, { names: [], ramp })
    expect(svg).toMatch(/Less.*stop-color="white".*stop-color="black".*More/)
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
