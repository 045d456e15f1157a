import { describe, expect, it } from 'vitest'
import type { LayoutType } from '../dashboard/layout.ts'
import { addAtEnd, openDocument } from './dashboardEdit.ts'
import { changedByThem, differences, hasOnlyMore, mergeDocuments } from './dashboardMerge.ts'
import {
  addComponent,
  changeMeta,
  component,
  type Edit,
  layoutFaults,
  moveComponent,
  newComponent,
  type Place,
  type Position,
  removeComponent,
  resizeComponent,
} from './layoutEdit.ts'
import { counter, storedDashboard as stored, withCharts } from './testing/layouts.ts'

/** Adds to the layout, or fails. */
function add(position: Position, type: LayoutType, id: string, meta: object = {}, place?: Place): Position {
  const item = newComponent(type, id, { ...meta })
  const newId = (made: LayoutType) => `${made}-of-${id}`
  return must(place ? addComponent(position, item, place, newId) : addAtEnd(position, item, {}, newId))
}

const must = (edit: Edit): Position => {
  if (!edit.ok) throw new Error(edit.error.message)
  return edit.value
}

describe('two saves', () => {
  const document = openDocument(stored, [], counter())
  const theirs = { ...document, title: 'Theirs', metadata: { ...document.metadata, expanded_slices: {} } }
  const more = { ...document, position: withCharts(1) }
  it.each([
    ['both changed the title', theirs, { ...document, title: 'Mine' }, ['dashboard_title'], ['dashboard_title']],
    ['only they changed it', theirs, document, ['dashboard_title'], ['dashboard_title']],
    ['both changed it alike', theirs, { ...document, title: 'Theirs' }, [], []],
    ['I added a chart', theirs, { ...more, title: 'Theirs' }, ['c1'], []],
    ['they added a chart', more, document, ['c1'], ['c1']],
  ] as const)('another save in between: %s', (_what, saved, mine, keys, byThem) => {
    const found = differences(saved, mine, document)
    expect([...found.parts.map(({ key }) => key), ...found.elements.map(({ id }) => id)]).toEqual(keys)
    expect(changedByThem(found)).toEqual(byThem)
  })

  it('reports the change of each component', () => {
    const base = { ...document, position: add(withCharts(3), 'MARKDOWN', 'text', { code: '## About\nfirst' }) }
    const written = must(changeMeta(base.position, 'text', { code: '## About\nfirst\nsecond' }))
    const theirPosition = must(resizeComponent(must(removeComponent(written, 'c2')), 'c1', { height: 20 }))
    const last = { parentId: component(base.position, 'text')?.parents?.at(-1) ?? '', index: 0 }
    const minePosition = add(
      must(moveComponent(base.position, 'c3', last, (type) => `${type}-moved`)),
      'HEADER',
      'header',
      {},
      { parentId: 'GRID_ID', index: 0 },
    )
    const { elements } = differences({ ...base, position: theirPosition }, { ...base, position: minePosition }, base)
    expect(elements.map(({ id, theirs: a, mine: b }) => [id, a.changes, b.changes])).toEqual([
      ['header', [], ['added']],
      ['c1', ['size'], []],
      ['c2', ['removed'], []],
      ['c3', [], ['moved']],
      ['text', ['text'], []],
    ])
  })
})

describe('merging two saves', () => {
  const base = openDocument(
    { ...stored, css: 'a', json_metadata: '{"color_scheme":"x","refresh_frequency":0,"own":1}' },
    [],
    counter(),
  )
  it('takes from each version what the other did not change', () => {
    const theirs = { ...base, css: 'b', metadata: { ...base.metadata, color_scheme: 'y', added: true } }
    const mine = { ...base, title: 'Mine', metadata: { ...base.metadata, refresh_frequency: 10 } }
    const merged = mergeDocuments(theirs, mine, base)
    expect(merged).toMatchObject({
      document: {
        title: 'Mine',
        css: 'b',
        metadata: { color_scheme: 'y', refresh_frequency: 10, own: 1, added: true },
      },
      clashes: { parts: [], elements: [] },
    })
  })

  it('keeps mine if both changed it, and removed components stay removed', () => {
    const { own: _own, ...less } = base.metadata
    const { document, clashes } = mergeDocuments({ ...base, css: 'b' }, { ...base, css: 'c', metadata: less }, base)
    expect(document.css).toBe('c')
    expect('own' in document.metadata).toBe(false)
    expect(clashes).toEqual({ parts: ['css'], elements: [] })
  })

  it('automatically assigned colors cause no conflict', () => {
    const colored = (color: string) => ({ ...base, metadata: { shared_label_colors: { a: color } } })
    const past = { ...base, metadata: {} }
    expect(differences(colored('#111'), colored('#222'), past).parts).toEqual([])
    const { document, clashes } = mergeDocuments(colored('#111'), colored('#222'), past)
    expect([document.metadata, clashes.parts]).toEqual([{ shared_label_colors: { a: '#222' } }, []])
  })

  it('merges filters one by one', () => {
    const withFilters = (...ids: string[]) => ({
      ...base,
      metadata: { native_filter_configuration: ids.map((id) => ({ id: id[0]?.toLowerCase(), name: id })) },
    })
    const merge = (theirs: string[], mine: string[], past: string[]) => {
      const { document, clashes } = mergeDocuments(withFilters(...theirs), withFilters(...mine), withFilters(...past))
      const filters = document.metadata['native_filter_configuration'] as { name: string }[]
      return [filters.map(({ name }) => name), clashes.parts]
    }
    expect(merge(['a', 'b', 'c'], ['A', 'b', 'd'], ['a', 'b'])).toEqual([['A', 'b', 'd', 'c'], []])
    expect(merge(['b'], ['a', 'B'], ['a', 'b'])).toEqual([['B'], []])
    expect(merge(['a1'], ['A'], ['a'])).toEqual([['A'], ['json_metadata.native_filter_configuration']])
  })

  it('detects a save that only added components', () => {
    const before = { ...base, position: withCharts(2) }
    expect(hasOnlyMore({ ...before, position: withCharts(4) }, before)).toBe(true)
    expect(hasOnlyMore(before, before)).toBe(true)
    expect(hasOnlyMore({ ...before, position: withCharts(1) }, before)).toBe(false)
    expect(hasOnlyMore({ ...before, position: withCharts(4), css: 'x' }, before)).toBe(false)
    const resized = must(resizeComponent(withCharts(4), 'c1', { height: 20 }))
    expect(hasOnlyMore({ ...before, position: resized }, before)).toBe(false)
    const text = { ...before, position: add(before.position, 'MARKDOWN', 'text', { code: 'One\nTwo' }) }
    const written = must(changeMeta(text.position, 'text', { code: 'One\nThree' }))
    expect(hasOnlyMore({ ...before, position: written }, text)).toBe(false)
  })
})

describe('merging two layouts', () => {
  const base = openDocument(stored, [], counter())
  const before = add(withCharts(2), 'MARKDOWN', 'text', { code: 'One\nTwo' })
  const merge = (theirs: Position, mine: Position, past = before) => {
    const as = (position: Position) => ({ ...base, position })
    const { document, clashes } = mergeDocuments(as(theirs), as(mine), as(past))
    expect(layoutFaults(document.position)).toEqual([])
    return { position: document.position, clashes: clashes.elements }
  }

  it('keeps their text and my header', () => {
    const theirs = must(changeMeta(before, 'text', { code: 'One\nTwo\nThree' }))
    const mine = add(before, 'HEADER', 'header')
    const { position, clashes } = merge(theirs, mine)
    expect(component(position, 'text')?.meta?.['code']).toBe('One\nTwo\nThree')
    expect(component(position, 'header')).toEqual(component(mine, 'header'))
    expect(clashes).toEqual([])
  })

  it('takes the text and the size of one component from two users', () => {
    const theirs = must(changeMeta(before, 'text', { code: 'One' }))
    const mine = must(resizeComponent(before, 'text', { height: 20 }))
    expect(component(merge(theirs, mine).position, 'text')?.meta).toMatchObject({ code: 'One', height: 20 })
  })

  it('merges a text that both changed in different lines', () => {
    const past = must(changeMeta(before, 'text', { code: 'One\n\nTwo' }))
    const [theirs, mine] = ['Zero\nOne\n\nTwo', 'One\n\nTwo\nThree'].map((code) =>
      must(changeMeta(past, 'text', { code })),
    ) as [Position, Position]
    const { position, clashes } = merge(theirs, mine, past)
    expect(component(position, 'text')?.meta?.['code']).toBe('Zero\nOne\n\nTwo\nThree')
    expect(clashes).toEqual([])
  })

  it('keeps my version of a text that both changed, and reports it', () => {
    const theirs = must(changeMeta(before, 'text', { code: 'One' }))
    const { position, clashes } = merge(theirs, must(changeMeta(before, 'text', { code: 'Two' })))
    expect(component(position, 'text')?.meta?.['code']).toBe('Two')
    expect(clashes).toEqual(['text'])
  })

  it('applies removing, moving and resizing of either side', () => {
    const theirs = must(resizeComponent(must(removeComponent(before, 'c1')), 'c2', { height: 30 }))
    const mine = must(moveComponent(before, 'text', { parentId: 'GRID_ID', index: 0 }, (type) => `${type}-moved`))
    const { position, clashes } = merge(theirs, mine)
    expect(component(position, 'c1')).toBeUndefined()
    expect(component(position, 'c2')?.meta).toMatchObject({ height: 30 })
    expect(component(position, component(position, 'GRID_ID')?.children[0] ?? '')?.children).toEqual(['text'])
    expect(clashes).toEqual([])
  })

  it.each([
    ['they removed what I changed', true, true],
    ['I removed what they changed', false, false],
  ])('%s: mine wins, and it is reported', (_what, isRemovedByThem, stays) => {
    const [less, written] = [must(removeComponent(before, 'text')), must(changeMeta(before, 'text', { code: 'x' }))]
    const { position, clashes } = isRemovedByThem ? merge(less, written) : merge(written, less)
    expect([component(position, 'text') !== undefined, clashes]).toEqual([stays, ['text']])
  })

  it('moves components that do not fit in the merged row to a new row', () => {
    const past = withCharts(2)
    const theirs = add(past, 'CHART', 'their-chart', { chartId: 9 })
    const { position, clashes } = merge(theirs, add(past, 'CHART', 'my-chart', { chartId: 8 }), past)
    const rows = component(position, 'GRID_ID')?.children.map((row) => component(position, row)?.children)
    expect([rows, clashes]).toEqual([[['c1', 'c2', 'my-chart'], ['their-chart']], []])
  })

  it('adds once what both added, and does not add again what I removed', () => {
    const past = withCharts(2)
    const theirs = add(past, 'CHART', 'their-chart', { chartId: 9 })
    expect(component(merge(theirs, add(past, 'CHART', 'again', { chartId: 9 }), past).position, 'their-chart')).toBe(
      undefined,
    )
    expect(component(merge(theirs, withCharts(1), past).position, 'c2')).toBeUndefined()
  })

  it('restores a row that I removed and they filled', () => {
    const rowId = component(before, 'GRID_ID')?.children[0] ?? ''
    const emptied = ['c1', 'c2', 'text'].reduce((position, id) => must(removeComponent(position, id)), before)
    const past = must(resizeComponent(before, 'text', { width: 2 }))
    const theirs = add(past, 'CHART', 'more', { chartId: 9, width: 2 }, { parentId: rowId, index: 0 })
    expect(component(merge(theirs, emptied, past).position, rowId)?.children).toEqual(['more'])
  })

  it('keeps their additions if one side created top-level tabs', () => {
    const theirs = add(before, 'CHART', 'their-chart', { chartId: 9 })
    const mine = add(before, 'TABS', 'tabs', {}, { parentId: 'ROOT_ID', index: 0 })
    const { position, clashes } = merge(theirs, mine)
    expect([component(position, 'their-chart')?.meta?.['chartId'], clashes]).toEqual([9, ['ROOT_ID']])
  })
})
