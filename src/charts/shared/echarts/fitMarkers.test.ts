import { expect, it } from 'vitest'
import { fitMarkers, type LineModel } from './fitMarkers.ts'

function drawn(rows: number, option: LineModel['option']) {
  const own = { showSymbol: true, showAllSymbol: true, symbolSize: 6, ...option }
  const visual: Record<string, number> = {}
  fitMarkers({
    option: own,
    getData: () => ({ count: () => rows, setVisual: (name, value) => (visual[name] = value) }),
    coordinateSystem: { getBaseAxis: () => ({ getExtent: () => [0, 300] }) },
  })
  return { shows: own.showSymbol, ...visual }
}

it.each([
  [30, {}, { shows: true }],
  [150, {}, { shows: false }],
  // labels belong to markers
  [150, { label: { show: true } }, { shows: true, symbolSize: 1 }],
  [30, { label: { show: true } }, { shows: true, symbolSize: 6 }],
  // single values between gaps
  [150, { symbolSize: () => 5 }, { shows: true }],
])('%i markers in 300 px, %j: %j', (rows, option, expected) => expect(drawn(rows, option)).toEqual(expected))

it('are drawn again after zooming in', () => {
  const option = { showSymbol: false, showAllSymbol: true, symbolSize: 6 }
  expect(drawn(20, option).shows).toBe(true)
})
