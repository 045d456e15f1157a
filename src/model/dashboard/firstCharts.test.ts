import { describe, expect, it } from 'vitest'
import { firstCharts } from './firstCharts.ts'
import { defaultActiveTabs, parseLayout } from './layout.ts'

const chart = (chartId: number, height = 50) => ({ type: 'CHART', meta: { chartId, height } })

describe('firstCharts', () => {
  // each chart is 400 px high
  const rows = parseLayout({
    ROOT_ID: { type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', children: ['R1', 'R2', 'R3'] },
    R1: { type: 'ROW', children: ['C1', 'C2'] },
    R2: { type: 'ROW', children: ['C3', 'COLUMN'] },
    COLUMN: { type: 'COLUMN', children: ['C4', 'C5'] },
    R3: { type: 'ROW', children: ['C6'] },
    C1: chart(1),
    C2: chart(2, 20),
    C3: chart(3),
    C4: chart(4),
    C5: chart(5),
    C6: chart(6),
  })

  it.each([
    [1, [1, 2]],
    [400, [1, 2]],
    [413, [1, 2, 3, 4]],
    [830, [1, 2, 3, 4, 5]],
    [5000, [1, 2, 3, 4, 5, 6]],
    [0, []],
  ])('finds what begins within %i px', (height, found) => {
    expect(firstCharts(rows, {}, height)).toEqual(found)
  })

  it('looks only at open tabs', () => {
    const layout = parseLayout({
      ROOT_ID: { type: 'ROOT', children: ['TABS'] },
      TABS: { type: 'TABS', children: ['T1', 'T2'] },
      T1: { type: 'TAB', children: ['R1'] },
      T2: { type: 'TAB', children: ['R2'] },
      R1: { type: 'ROW', children: ['C1'] },
      R2: { type: 'ROW', children: ['C2'] },
      C1: chart(1),
      C2: chart(2),
    })
    expect(firstCharts(layout, defaultActiveTabs(layout), 900)).toEqual([1])
    expect(firstCharts(layout, { TABS: 'T2' }, 900)).toEqual([2])
    expect(firstCharts(layout, { TABS: 'T2' }, 40)).toEqual([])
  })
})
