import { beforeAll, describe, expect, it } from 'vitest'
import { interWidth } from './interWidth.ts'
import { legendOption, loadLegendPlan } from './legend.ts'
import { columnsOf, shortened } from './legendNames.ts'

beforeAll(loadLegendPlan)

const form = { show_legend: true, legendType: 'scroll', legendOrientation: 'right', legendMargin: null } as const
const names = ['East Asia and Pacific', 'Middle East and North Africa, without the high-income countries']

it.each([
  [470, 170],
  [1400, 280],
])('a legend at the side of a chart of %d px takes at most %d px', (width, most) => {
  expect(legendOption(form, names, { width, height: 400 }).room.right).toBe(most)
})

it('leaves the upper right corner free for the zoom buttons', () => {
  const size = { width: 600, height: 300 }
  const placed = (side: 'top' | 'right' | 'left', hasZoom: boolean, width = size.width) => {
    const { legend } = legendOption({ ...form, legendOrientation: side }, names, { ...size, width }, undefined, {
      hasZoom,
    })
    return { top: legend.top, width: legend.width, height: legend.height }
  }
  expect(placed('right', true)).toEqual({ top: 24, width: undefined, height: 268 })
  expect(placed('right', false)).toEqual({ top: 0, width: undefined, height: 292 })
  expect(placed('left', true)).toEqual(placed('left', false))
  expect(placed('top', true).width).toBe(536)
  // moved to the top of a narrow chart
  expect(placed('right', true, 300).width).toBe(236)
})

it('reserves space for each line that is drawn, also next to the zoom buttons', () => {
  const plain = { ...form, legendType: 'plain', legendOrientation: 'bottom' } as const
  const airports = ['LAX', 'ATL', 'DFW', 'ORD']
  expect(legendOption(plain, airports, { width: 180, height: 200 }).room.bottom).toBe(42)
  const sources = ['Nuclear Energy', 'Renewables', 'Fossil Fuels']
  const top = { ...plain, legendOrientation: 'top' } as const
  expect(legendOption(top, sources, { width: 270, height: 200 }, undefined, { hasZoom: true }).room.top).toBe(42)
})

describe('names that need more than a line', () => {
  const sectors = [
    'Business services',
    'Education and health',
    'Government',
    'Leisure and hospitality',
    'Manufacturing',
    'Trade and transport',
  ]
  const paged = { ...form, legendOrientation: 'top' } as const
  const legend = (width: number, height: number, given = sectors) =>
    legendOption(paged, given, { width, height }).legend as { type: string; formatter: (name: string) => string }

  it('are complete in up to three lines of a small chart', () => {
    expect(legend(358, 320).type).toBe('plain')
    expect(sectors.map((name) => legend(358, 320).formatter(name).replace('{apart| }', ''))).toEqual(sectors)
  })

  it('are shortened to columns if three lines are too few, so that each color has a name', () => {
    const { type, formatter } = legend(204, 200)
    expect(type).toBe('plain')
    expect(sectors.map(formatter).map((text) => /\|(.*)\}/.exec(text)?.[1])).toEqual([
      'Business…',
      'Education…',
      'Government',
      'Leisure…',
      'Manufactu…',
      'Trade…',
    ])
  })

  it('are in columns as wide as their longest name, or as the line allows', () => {
    const widthsIn = (names: string[], line: number) => columnsOf(names, line, 2)?.widths
    const long = ['Government of the country', 'A', 'Manufacturing', 'Oil']
    const needed = Math.ceil(interWidth(long[0]!))
    expect(widthsIn(long, 400)).toEqual([needed, Math.ceil(interWidth('Oil'))])
    const [first, second] = widthsIn(long, 180)!
    expect(first).toBeLessThan(needed)
    expect(second).toBe(Math.ceil(interWidth('Oil')))
    // each column ends where the next one starts, the last one at the end of the line
    const { cells } = columnsOf(long, 180, 2)!
    expect(cells!.reduce((sum, cell) => sum + 17 + cell, 4)).toBe(180)
    // of a name of less than 60 px, too little is left
    expect(widthsIn(long, 120)).toBeUndefined()
  })

  it('are measured in time, however long they are', () => {
    const long = Array.from({ length: 30 }, (_, at) => `${at} ${'word '.repeat(50_000)}`)
    const started = performance.now()
    for (const legendOrientation of ['top', 'right'] as const)
      legendOption({ ...paged, legendOrientation }, long, { width: 1376, height: 820 })
    expect(performance.now() - started).toBeLessThan(2000)
  })

  it('have pages in a large chart, as configured, and with many names', () => {
    const long = Array.from({ length: 20 }, (_, at) => `Sector number ${at} with a long name`)
    expect(legend(1376, 820, long).type).toBe('scroll')
    expect(legend(358, 320, long).type).toBe('scroll')
  })

  it.each([
    [['New York City', 'New Orleans'], 60, ['New Yo…', 'New Orl…']],
    [['Sales of 2023', 'Sales of 2024'], 50, ['…f 2023', '…f 2024']],
    [['Trade and transport', 'Mining'], 80, ['Trade…', 'Mining']],
  ])('%j in %i px', (given, width, short) => {
    const texts = shortened(given, () => width)
    expect(texts).toEqual(short)
    expect(texts.every((text) => interWidth(text) <= width)).toBe(true)
  })

  it('beside a round plot may take almost half of the width', () => {
    const whole = { width: 450, height: 330 }
    const right = (isRound: boolean) =>
      legendOption({ ...form, legendType: 'plain' }, ['Middle East and North Africa'], whole, undefined, { isRound })
        .room.right
    expect([right(true), right(false)]).toEqual([202.5, 170])
  })
})
