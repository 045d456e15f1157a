import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { parseMetadata } from './dashboardMetadata.ts'
import {
  chartNode,
  chartsIn,
  columnSpan,
  defaultActiveTabs,
  isFlush,
  isOnOpenTab,
  type Layout,
  naturalHeight,
  openCharts,
  openTabs,
  openTabsAround,
  parseLayout,
  rowTracks,
  topLevelTabs,
  walk,
} from './layout.ts'
import { chartsInScope, wholeDashboard } from './scope.ts'

const component = (id: string, type: string, children: string[] = [], meta: Record<string, unknown> = {}) => ({
  [id]: { id, type, children, meta },
})
const chart = (id: number, meta: Record<string, unknown> = {}) =>
  component(`CHART-${id}`, 'CHART', [], { chartId: id, width: 4, height: 50, ...meta })

const twoTabs = {
  DASHBOARD_VERSION_KEY: 'v2',
  ...component('ROOT_ID', 'ROOT', ['TABS-1']),
  ...component('GRID_ID', 'GRID', ['ROW-lost']),
  ...component('ROW-lost', 'ROW', ['CHART-99']),
  ...chart(99),
  ...component('TABS-1', 'TABS', ['TAB-a', 'TAB-b']),
  ...component('TAB-a', 'TAB', ['ROW-a'], { text: 'A' }),
  ...component('TAB-b', 'TAB', ['TABS-2'], { text: 'B' }),
  ...component('TABS-2', 'TABS', ['TAB-c', 'TAB-d']),
  ...component('TAB-c', 'TAB', ['ROW-c']),
  ...component('TAB-d', 'TAB', ['ROW-d']),
  ...component('ROW-a', 'ROW', ['CHART-1', 'CHART-2'], { '0': 'ROOT_ID' }),
  ...component('ROW-c', 'ROW', ['CHART-3']),
  ...component('ROW-d', 'ROW', ['CHART-4']),
  ...chart(1),
  ...chart(2, { width: 8, height: 45 }),
  ...chart(3),
  ...chart(4),
}

describe('reading a layout', () => {
  it('includes only what can be reached from the root', () => {
    const layout = parseLayout(twoTabs)
    expect(chartsIn(layout.root)).toEqual([1, 2, 3, 4])
    expect(layout.byId.has('GRID_ID')).toBe(false)
    expect(topLevelTabs(layout)?.children.map((tab) => tab.meta.text)).toEqual(['A', 'B'])
    expect(layout.byId.get('CHART-4')?.parents).toEqual(['ROOT_ID', 'TABS-1', 'TAB-b', 'TABS-2', 'TAB-d', 'ROW-d'])
  })

  it.each([
    ['null', null],
    ['not JSON', '{oops'],
    ['a list', '[]'],
    ['an empty map', {}],
    ['a root without children', component('ROOT_ID', 'ROOT')],
    ['children that are no ids', { ROOT_ID: { type: 'ROOT', children: [1, null, {}] } }],
  ])('returns an empty grid for %s', (_name, position) => {
    const layout = parseLayout(position)
    expect(layout.root.children.map((child) => child.type)).toEqual(['GRID'])
    expect(chartsIn(layout.root)).toEqual([])
  })

  it('uses the grid if the root is missing', () => {
    const layout = parseLayout({ ...component('GRID_ID', 'GRID', ['CHART-7']), ...chart(7) })
    expect(chartsIn(layout.root)).toEqual([7])
  })

  it('ends cycles and keeps the first of two references', () => {
    const layout = parseLayout({
      ...component('ROOT_ID', 'ROOT', ['GRID_ID']),
      ...component('GRID_ID', 'GRID', ['ROW-1', 'ROW-2']),
      ...component('ROW-1', 'ROW', ['CHART-1', 'GRID_ID']),
      ...component('ROW-2', 'ROW', ['CHART-1']),
      ...chart(1),
    })
    expect([...walk(layout.root)].map((node) => node.id)).toEqual(['ROOT_ID', 'GRID_ID', 'ROW-1', 'CHART-1', 'ROW-2'])
  })

  it('appends charts without a place to the first tab', () => {
    const layout = parseLayout(twoTabs, [1, 2, 3, 4, 10, 11, 12, 13])
    const first = layout.byId.get('TAB-a')
    expect(first?.children.map((row) => chartsIn(row))).toEqual([[1, 2], [10, 11, 12], [13]])
    expect(chartNode(layout, 13)?.meta).toMatchObject({ width: 4, height: 50 })
  })

  it('limits the nesting depth', () => {
    const ids = ['ROOT_ID', ...Array.from({ length: 15_000 }, (_, at) => `COLUMN-${at}`)]
    const chain = ids.map((id, at) => [id, { id, type: at ? 'COLUMN' : 'ROOT', children: ids.slice(at + 1, at + 2) }])
    expect([...parseLayout(Object.fromEntries(chain)).byId.keys()]).toEqual(ids.slice(0, 50))
  })

  it('never throws for any map', () => {
    const ids = fc.constantFrom('ROOT_ID', 'GRID_ID', 'A', 'B', 'C', 'D')
    const node = fc.record(
      {
        type: fc.constantFrom('ROOT', 'GRID', 'ROW', 'TABS', 'TAB', 'CHART', 'COLUMN', 'nonsense', 3),
        children: fc.oneof(fc.array(ids), fc.constant(null)),
        meta: fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.constant(undefined)),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.dictionary(ids, fc.oneof(node, fc.jsonValue())), (map) => {
        const layout = parseLayout(map)
        const seen = [...walk(layout.root)].map(({ id }) => id)
        expect(new Set(seen).size).toBe(seen.length)
        expect(new Set(seen)).toEqual(new Set(layout.byId.keys()))
        for (const { parents, id } of walk(layout.root)) {
          const parent = parents.at(-1)
          if (parent) expect(layout.byId.get(parent)?.children.some((child) => child.id === id)).toBe(true)
        }
      }),
    )
  })
})

describe('tabs', () => {
  const layout = parseLayout(twoTabs)
  const start = defaultActiveTabs(layout)

  it('initially opens the first tab of all tabs components', () => {
    expect(start).toEqual({ 'TABS-1': 'TAB-a', 'TABS-2': 'TAB-c' })
    expect(openCharts(layout, start)).toEqual([1, 2])
  })

  it('opens the tabs that contain a component', () => {
    const active = openTabsAround(layout, start, 'CHART-4')
    expect(active).toEqual({ 'TABS-1': 'TAB-b', 'TABS-2': 'TAB-d' })
    expect(openCharts(layout, active)).toEqual([4])
    expect(openTabsAround(layout, start, 'TAB-b')['TABS-1']).toBe('TAB-b')
    expect(openTabsAround(layout, start, 'CHART-none')).toBe(start)
  })

  it('opens the tabs of a permalink and ignores other ids', () => {
    expect(openTabs(layout, start, ['TAB-d', 'ROW-a', 'gone'])).toEqual({ 'TABS-1': 'TAB-a', 'TABS-2': 'TAB-d' })
  })

  it('detects components on a closed tab', () => {
    const four = chartNode(layout, 4)
    expect(four && isOnOpenTab(layout, start, four)).toBe(false)
  })
})

describe('measures', () => {
  const layout = parseLayout({
    ...component('ROOT_ID', 'ROOT', ['GRID_ID']),
    ...component('GRID_ID', 'GRID', ['ROW-1', 'ROW-2']),
    ...component('ROW-1', 'ROW', ['COLUMN-1', 'CHART-3', 'MARKDOWN-1']),
    ...component('COLUMN-1', 'COLUMN', ['CHART-1', 'CHART-2'], { width: 3 }),
    ...component('MARKDOWN-1', 'MARKDOWN', [], { width: 3, height: 20 }),
    ...chart(1, { height: 26 }),
    ...chart(2, { height: 25 }),
    ...chart(3, { width: 6, height: 53 }),
    ...component('ROW-2', 'ROW', ['CHART-4', 'CHART-5']),
    ...chart(4, { width: 8 }),
    ...chart(5, { width: 6 }),
  })
  const node = (id: string, of: Layout = layout) => {
    const found = of.byId.get(id)
    if (!found) throw new Error(id)
    return found
  }

  it('gives a row twelve tracks, more only if its children overflow', () => {
    expect(rowTracks(node('ROW-1'), 12)).toBe(12)
    expect(rowTracks(node('ROW-2'), 12)).toBe(14)
    expect(node('ROW-1').children.map((child) => columnSpan(child, 12))).toEqual([3, 6, 3])
    expect(columnSpan(node('CHART-3'), 3)).toBe(3)
  })

  it('makes a row as high as its tallest child and a column as high as all of them with their gaps', () => {
    expect(naturalHeight(node('CHART-3'))).toBe(424)
    expect(naturalHeight(node('COLUMN-1'))).toBe(26 * 8 + 25 * 8 + 12)
    expect(naturalHeight(node('ROW-1'))).toBe(424)
  })

  it('stretches children with nearly the row height, but not clearly shorter ones', () => {
    expect(isFlush(node('COLUMN-1'), node('ROW-1'))).toBe(true)
    expect(isFlush(node('MARKDOWN-1'), node('ROW-1'))).toBe(false)
  })
})

const bundles = resolve(import.meta.dirname, '../../../../shared/examples/bundles')
describe.skipIf(!existsSync(bundles) && process.env['CI'] !== 'true')('published bundles', () => {
  const expected: Record<string, { charts: number; tabs: number }> = {
    covid_vaccine_dashboard: { charts: 7, tabs: 1 },
    fcc_new_coder_survey_2018: { charts: 21, tabs: 3 },
    sales_dashboard: { charts: 10, tabs: 2 },
    unicode_test: { charts: 1, tabs: 0 },
    usa_births_names: { charts: 11, tabs: 0 },
    world_banks_data: { charts: 9, tabs: 0 },
  }
  it.each(Object.entries(expected))('%s', (name, { charts, tabs }) => {
    const folder = join(bundles, name, 'dashboards')
    const file = readdirSync(folder)[0] ?? ''
    const dashboard = parse(readFileSync(join(folder, file), 'utf8')) as { position: unknown; metadata: unknown }
    const layout = parseLayout(dashboard.position)
    const placed = chartsIn(layout.root)
    expect(placed).toHaveLength(charts)
    expect([...layout.byId.values()].filter((node) => node.type === 'TAB')).toHaveLength(tabs)
    expect(chartsInScope(layout, wholeDashboard)).toEqual(placed)
    for (const row of layout.byId.values()) {
      if (row.type === 'ROW') expect(rowTracks(row, 12)).toBe(12)
    }
    // a scope saved on another site must not exclude charts
    for (const entry of parseMetadata(dashboard.metadata).native_filter_configuration) {
      if (entry.type === 'NATIVE_FILTER') expect(chartsInScope(layout, entry.scope)).toEqual(placed)
    }
  })
})
