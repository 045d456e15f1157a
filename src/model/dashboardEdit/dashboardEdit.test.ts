import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { LayoutType } from '../dashboard/layout.ts'
import {
  activeTabsForStep,
  addWhereOpen,
  candidatePlaces,
  type DashboardDocument,
  isLayoutBroken,
  keptActiveTabs,
  openDocument,
  openPosition,
  saveBody,
  sizeVerdict,
  withScheme,
  withSharedColors,
} from './dashboardEdit.ts'
import { addComponent, component, layoutFaults, newComponent, type Position, parentOf } from './layoutEdit.ts'
import { counter, newPosition as empty, storedDashboard as stored, withCharts } from './testing/layouts.ts'

describe('opening', () => {
  it('creates a grid for an empty dashboard', () => {
    expect(layoutFaults(empty)).toEqual([])
    expect(empty['GRID_ID']).toMatchObject({ children: [] })
  })

  it('places missing charts, three per row', () => {
    const position = openPosition(null, [7, 8, 9, 10], counter())
    expect(component(position, 'GRID_ID')?.children).toHaveLength(2)
    expect(layoutFaults(position)).toEqual([])
  })

  it.each([
    ['no JSON', 'oops'],
    ['a list', '[]'],
    ['a child that is not there', JSON.stringify({ ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['x'] } })],
    [
      'a cycle',
      JSON.stringify({
        ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
        GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['r'] },
        r: { type: 'ROW', id: 'r', children: ['c'] },
        c: { type: 'COLUMN', id: 'c', children: ['r'], meta: { width: 4 } },
      }),
    ],
    ['components without children', JSON.stringify({ ROOT_ID: { type: 'ROOT' } })],
  ])('repairs %s', (what, text) => {
    expect(layoutFaults(openPosition(text, [1], counter()))).toEqual([])
    // a root without children has no content that could be lost
    expect(isLayoutBroken(text)).toBe(what !== 'components without children')
  })

  const bundles = join(import.meta.dirname, '../../../../shared/examples/bundles')
  const layouts = existsSync(bundles)
    ? readdirSync(bundles, { recursive: true, encoding: 'utf8' }).filter((file) => /dashboards\/.*\.yaml$/.test(file))
    : []
  it.skipIf(layouts.length === 0 && process.env['CI'] !== 'true')('does not change any layout of the examples', () => {
    expect(layouts.length).toBeGreaterThan(0)
    for (const file of layouts) {
      const { position } = parse(readFileSync(join(bundles, file), 'utf8')) as { position: Position }
      expect(openPosition(JSON.stringify(position), [], counter()), file).toEqual(position)
      expect(isLayoutBroken(JSON.stringify(position)), file).toBe(false)
    }
  })
})

describe('adding at the end', () => {
  it('fills a row before it starts another', () => {
    const position = withCharts(5)
    const rows = component(position, 'GRID_ID')?.children ?? []
    expect(rows.map((id) => component(position, id)?.children.length)).toEqual([3, 2])
  })
})

describe('candidate places', () => {
  it('offers only places that change something, in a full row with the reason', () => {
    const position = withCharts(4)
    const places = candidatePlaces(position, { kind: 'move', id: 'c4' }, {}, counter())
    const row = parentOf(position, 'c1')?.id
    const inRow = places.filter(({ place }) => place.parentId === row)
    expect(inRow).toHaveLength(4)
    expect(inRow.every(({ edit }) => !edit.ok)).toBe(true)
    expect(places.filter(({ edit }) => edit.ok).map(({ place }) => place)).toEqual([
      { parentId: 'GRID_ID', index: 0 },
      { parentId: 'GRID_ID', index: 1 },
      { parentId: 'GRID_ID', index: 2 },
    ])
  })

  it('every accepted place results in a valid layout', () => {
    const types: LayoutType[] = ['CHART', 'MARKDOWN', 'ROW', 'COLUMN', 'HEADER', 'DIVIDER', 'TABS']
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...types), fc.nat()), { maxLength: 14 }), (steps) => {
        const newId = counter()
        let position = empty
        for (const [type, choice] of steps) {
          const item = newComponent(type, newId(type))
          const accepted = candidatePlaces(position, { kind: 'new', item }, {}, newId).filter(({ edit }) => edit.ok)
          const chosen = accepted[choice % Math.max(1, accepted.length)]
          if (chosen?.edit.ok) position = chosen.edit.value
          expect(layoutFaults(position)).toEqual([])
        }
        for (const id of Object.keys(position)) {
          const moves = candidatePlaces(position, { kind: 'move', id }, {}, newId)
          for (const { edit } of moves) if (edit.ok) expect(layoutFaults(edit.value)).toEqual([])
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('saving', () => {
  const document: DashboardDocument = openDocument(stored, [], counter())

  it('sends the layout inside the metadata and keeps unknown keys', () => {
    const body = saveBody(document)
    expect(body['slug']).toBeNull()
    expect(JSON.parse(String(body['json_metadata']))).toMatchObject({ kept_by_others: 1, positions: empty })
  })

  it.each([
    ['', '[ untitled dashboard ]'],
    ['  ', '[ untitled dashboard ]'],
    ['Sales', 'Sales'],
  ])('title %j is saved as %j', (title, saved) => {
    expect(saveBody({ ...document, title })['dashboard_title']).toBe(saved)
  })

  it.each([
    ['keeps them', { color_scheme: 'x' }, { shared_label_colors: { a: '#111', b: '#222' } }],
    ['without a scheme leaves them to the charts', { color_scheme: '' }, {}],
    ['not those by hand', { color_scheme: 'x', label_colors: { a: '#999' } }, { shared_label_colors: { b: '#222' } }],
    [
      'in place of former ones',
      { color_scheme: 'x', shared_label_colors: { z: '#333' } },
      { shared_label_colors: { a: '#111', b: '#222' } },
    ],
    [
      'where later releases have them',
      { color_scheme: 'x', shared_label_colors: ['z'], map_label_colors: { z: '#333' } },
      { shared_label_colors: ['z'], map_label_colors: { a: '#111', b: '#222' } },
    ],
  ])('of automatically assigned colors: %s', (_, metadata, saved) => {
    const { metadata: kept } = withSharedColors({ ...document, metadata }, { a: '#111', b: '#222' })
    expect(kept).toEqual({ ...metadata, ...saved })
  })

  it('drops the assigned colors of another scheme', () => {
    const metadata = { color_scheme: 'x', shared_label_colors: { a: '#111' }, label_colors: { b: '#222' } }
    expect(withScheme(metadata, 'x')).toEqual(metadata)
    expect(withScheme(metadata, 'y')).toEqual({ ...metadata, color_scheme: 'y', shared_label_colors: {} })
  })

  it('drops certification details without a certifier', () => {
    expect(saveBody({ ...document, certificationDetails: 'x' })['certification_details']).toBe('')
  })

  it.each([
    [1, 'over'],
    [JSON.stringify(empty).length + 5, 'near'],
    [65_535, 'fine'],
  ] as const)('with a limit of %i the empty layout is %s', (limit, verdict) => {
    expect(sizeVerdict(empty, limit)).toBe(verdict)
  })
})

it('a deleted open tab is replaced by the first', () => {
  const position: Position = {
    tabs: { id: 'tabs', type: 'TABS', children: ['a', 'b'] },
    a: { id: 'a', type: 'TAB', children: [] },
    b: { id: 'b', type: 'TAB', children: [] },
  }
  expect(keptActiveTabs(position, { tabs: 'gone', other: 'x' })).toEqual({ tabs: 'a' })
  expect(keptActiveTabs(position, { tabs: 'b' })).toEqual({ tabs: 'b' })
})

describe('undoing opens the tab', () => {
  const layout = (charts: Record<'a' | 'b', readonly string[]>, meta: object = {}): Position => ({
    tabs: { id: 'tabs', type: 'TABS', children: ['a', 'b'] },
    a: { id: 'a', type: 'TAB', children: [...charts.a] },
    b: { id: 'b', type: 'TAB', children: [...charts.b] },
    ...Object.fromEntries([...charts.a, ...charts.b].map((id) => [id, { id, type: 'CHART', children: [], meta }])),
  })
  const both = layout({ a: ['x'], b: ['y'] })
  it.each([
    ['where a chart comes back', layout({ a: ['x'], b: [] }), both, 'b'],
    ['where a chart goes', both, layout({ a: ['x'], b: [] }), 'b'],
    ['where a chart looks otherwise', layout({ a: [], b: ['y'] }), layout({ a: [], b: ['y'] }, { width: 6 }), 'b'],
    ['not where some of it is seen', layout({ a: ['x', 'y'], b: [] }), both, 'a'],
    ['not where nothing is other', layout({ a: ['x'], b: ['y'] }), both, 'a'],
  ])('%s', (_what, before, after, open) => {
    expect(activeTabsForStep(before, after, { tabs: 'a' })).toEqual({ tabs: open })
  })
})

describe('a click on an element or chart', () => {
  const put = (position: Position, type: LayoutType, id: string, parentId: string) => {
    const index = component(position, parentId)?.children.length ?? 0
    const edit = addComponent(position, newComponent(type, id), { parentId, index }, (made) => `${made}-of-${id}`)
    if (!edit.ok) throw new Error(edit.error.message)
    return edit.value
  }
  const inGrid = put(put(put(empty, 'TABS', 'tabs', 'GRID_ID'), 'TAB', 'second', 'tabs'), 'HEADER', 'header', 'GRID_ID')
  const filled = put(
    put(put(inGrid, 'COLUMN', 'column', 'second'), 'HEADER', 'title', 'column'),
    'ROW',
    'row',
    'second',
  )
  const atTop = put(put(put(empty, 'TABS', 'top', 'ROOT_ID'), 'TAB', 'other', 'top'), 'TABS', 'tabs', 'other')
  const first = 'TAB-of-tabs'
  it.each([
    ['nothing selected: the open tab of the tabs', filled, { tabs: 'second' }, undefined, 'CHART', 'second'],
    ['nothing opened yet: its first tab', filled, {}, undefined, 'CHART', first],
    ['the tabs are selected: their open tab', filled, { tabs: 'second' }, 'tabs', 'DIVIDER', 'second'],
    ['beside the tabs: their open tab as well', filled, { tabs: 'second' }, 'header', 'DIVIDER', 'second'],
    ['in the column around what is selected', filled, { tabs: 'second' }, 'title', 'CHART', 'column'],
    ['in the selected row', filled, { tabs: 'second' }, 'row', 'CHART', 'row'],
    ['what a row does not take, on its tab', filled, { tabs: 'second' }, 'row', 'HEADER', 'second'],
    ['another tab was opened since', filled, { tabs: first }, 'title', 'CHART', first],
    ['tabs go below', filled, { tabs: 'second' }, 'title', 'TABS', 'GRID_ID'],
    ['top tabs: the open one', atTop, { top: 'other' }, undefined, 'HEADER', 'other'],
    ['tabs on a top tab, selected', atTop, { top: 'other' }, 'tabs', 'HEADER', first],
    ['no tabs: the grid', empty, {}, undefined, 'HEADER', 'GRID_ID'],
  ] as const)('%s', (_what, position, active, selected, type, holder) => {
    const edit = addWhereOpen(position, newComponent(type, 'new'), active, selected, (made) => `${made}-of-new`)
    if (!edit.ok) throw new Error(edit.error.message)
    expect(layoutFaults(edit.value)).toEqual([])
    const parent = parentOf(edit.value, 'new')
    expect([parent?.id, parentOf(edit.value, parent?.id ?? '')?.id]).toContain(holder)
  })
})
