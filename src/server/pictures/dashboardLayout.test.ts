import { expect, it } from 'vitest'
import { COLUMNS, defaultActiveTabs, HEIGHT_UNIT_PX, parseLayout } from '../../model/dashboard/layout.ts'
import { innerSize, placeDashboard } from './dashboardLayout.ts'

const chart = (chartId: number, height: number, width = 6) => ({
  type: 'CHART',
  children: [],
  meta: { chartId, height, width },
})
const row = (...children: string[]) => ({ type: 'ROW', children, meta: {} })
const column = (...children: string[]) => ({ type: 'COLUMN', children, meta: { width: 6 } })

/** The top and bottom edge of each chart in px. */
function placesOf(components: Record<string, object>) {
  const grid = { GRID_ID: { type: 'GRID', children: ['ROW'] }, ROOT_ID: { type: 'ROOT', children: ['GRID_ID'] } }
  const layout = parseLayout({ ...grid, ...components })
  const bands = placeDashboard(layout.root, defaultActiveTabs(layout), COLUMNS, 1200)
  return Object.fromEntries(
    bands
      .flatMap(({ parts }) => parts)
      .flatMap((part) => (part.kind === 'chart' ? [[part.chartId, [part.y, part.y + part.height]]] : [])),
  )
}

it('the tiles of a column that is nearly as high as its row fill it, in proportion to their heights', () => {
  const tall = 100 * HEIGHT_UNIT_PX
  const places = placesOf({
    ROW: row('column', 'a'),
    a: chart(1, 100),
    column: column('b', 'c'),
    b: chart(2, 60),
    c: chart(3, 30),
  })
  // the height without the gap of 12 px is divided: two thirds and one third
  expect(places).toEqual({
    1: [0, tall],
    2: [0, ((tall - 12) * 2) / 3],
    3: [((tall - 12) * 2) / 3 + 12, tall],
  })
})

it('a column that is much lower than its row, or as high as it, has tiles of their own heights', () => {
  const own = { b: chart(2, 20), c: chart(3, 20) }
  const [half, gap] = [20 * HEIGHT_UNIT_PX, 12]
  const expected = { 2: [0, half], 3: [half + gap, 2 * half + gap] }
  const low = placesOf({ ROW: row('column', 'a'), a: chart(1, 100), column: column('b', 'c'), ...own })
  expect(low).toMatchObject(expected)
  expect(placesOf({ ROW: row('column'), column: column('b', 'c'), ...own })).toEqual(expected)
})

it('the components of a tab inside a row are a gap below the names of the tabs', () => {
  const places = placesOf({
    ROW: row('tabs'),
    tabs: { type: 'TABS', children: ['tab'], meta: {} },
    tab: { type: 'TAB', children: ['inner'], meta: { text: 'One' } },
    inner: row('a'),
    a: chart(1, 20),
  })
  expect(places).toEqual({ 1: [48, 48 + 20 * HEIGHT_UNIT_PX] })
})

it('a chart has the size that it has in the page: inside of the border of its tile, below the title', () =>
  expect(innerSize({ x: 0, y: 0, width: 654, height: 320 })).toEqual({ width: 652, height: 282 }))
