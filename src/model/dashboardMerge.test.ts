import { describe, expect, it } from 'vitest'
import { addAtEnd, openDocument, openPosition } from './dashboardEdit.ts'
import { differences, hasOnlyMore, mergeDocuments, overwriting } from './dashboardMerge.ts'
import type { LayoutType } from './layout.ts'
import { component, layoutFaults, newComponent, type Position, resizeComponent } from './layoutEdit.ts'

function counter() {
  let count = 0
  return (type: LayoutType) => `${type}-${++count}`
}

const empty = openPosition(null, [], counter())

const stored = {
  dashboard_title: 'Sales',
  slug: null,
  css: null,
  certified_by: null,
  certification_details: null,
  owners: [],
  json_metadata: '{"kept_by_others":1}',
  position_json: null,
}

function withCharts(count: number): Position {
  const newId = counter()
  let position = empty
  for (let id = 1; id <= count; id++) {
    const edit = addAtEnd(position, newComponent('CHART', `c${id}`, { chartId: id }), {}, newId)
    if (!edit.ok) throw new Error(edit.error.message)
    position = edit.value
  }
  return position
}

describe('two saves', () => {
  const document = openDocument(stored, [], counter())
  const theirs = { ...document, title: 'Theirs', metadata: { ...document.metadata, expanded_slices: {} } }
  it.each([
    ['both changed the title', { ...document, title: 'Mine' }, ['dashboard_title']],
    ['only they changed it', document, ['dashboard_title']],
    ['both changed it alike', { ...document, title: 'Theirs' }, []],
    ['what only I changed is no conflict', { ...document, title: 'Theirs', position: withCharts(1) }, []],
  ] as const)('another save in between: %s', (_what, mine, keys) => {
    expect(differences(theirs, mine, document).map(({ key }) => key)).toEqual(keys)
  })

  const more = { ...document, position: withCharts(1) }
  it.each([
    ['I renamed it, they added a chart', more, { ...document, title: 'Mine' }, ['dashboard_title'], ['positions']],
    ['both renamed it', theirs, { ...document, title: 'Mine' }, ['dashboard_title'], []],
    ['only they renamed it', theirs, document, [], ['dashboard_title']],
    ['both alike', theirs, { ...document, title: 'Theirs' }, [], []],
  ] as const)('overwriting lists what I changed: %s', (_what, stored, mine, replaced, putBack) => {
    const found = overwriting(stored, mine, document)
    expect([found.replaced.map(({ key }) => key), found.putBack]).toEqual([replaced, putBack])
  })

  it('tells a layout by what it holds', () => {
    const [difference] = differences({ ...document, position: withCharts(1) }, document, document)
    expect(difference).toMatchObject({ key: 'positions', theirs: expect.stringContaining('chart (4 × 50)') })
  })
})

describe('two saves in one', () => {
  const base = openDocument(
    { ...stored, css: 'a', json_metadata: '{"color_scheme":"x","refresh_frequency":0,"own":1}' },
    [],
    counter(),
  )
  it('takes from each what the other left alone', () => {
    const theirs = { ...base, css: 'b', metadata: { ...base.metadata, color_scheme: 'y', added: true } }
    const mine = { ...base, title: 'Mine', metadata: { ...base.metadata, refresh_frequency: 10 } }
    const merged = mergeDocuments(theirs, mine, base)
    expect(merged).toMatchObject({
      title: 'Mine',
      css: 'b',
      metadata: { color_scheme: 'y', refresh_frequency: 10, own: 1, added: true },
    })
    expect(differences(theirs, merged, base)).toEqual([])
  })

  it('keeps mine where both changed, and what I took away stays away', () => {
    const { own: _own, ...less } = base.metadata
    const theirs = { ...base, css: 'b' }
    const mine = { ...base, css: 'c', metadata: less }
    const merged = mergeDocuments(theirs, mine, base)
    expect(merged.css).toBe('c')
    expect('own' in merged.metadata).toBe(false)
    expect(differences(theirs, merged, base).map(({ key }) => key)).toEqual(['css'])
  })

  it('knows a save that only added at the end', () => {
    const before = { ...base, position: withCharts(2) }
    expect(hasOnlyMore({ ...before, position: withCharts(4) }, before)).toBe(true)
    expect(hasOnlyMore(before, before)).toBe(true)
    expect(hasOnlyMore({ ...before, position: withCharts(1) }, before)).toBe(false)
    expect(hasOnlyMore({ ...before, position: withCharts(4), css: 'x' }, before)).toBe(false)
    const resized = resizeComponent(withCharts(4), 'c1', { height: 20 })
    expect(resized.ok && hasOnlyMore({ ...before, position: resized.value }, before)).toBe(false)
  })

  it('keeps what they added where both changed the layout', () => {
    const before = { ...base, position: withCharts(2) }
    const add = (position: Position, type: LayoutType, id: string, meta: object) => {
      const edit = addAtEnd(position, newComponent(type, id, { ...meta }), {}, counter())
      if (!edit.ok) throw new Error(edit.error.message)
      return edit.value
    }
    const mine = { ...before, position: add(before.position, 'CHART', 'my-chart', { chartId: 8 }) }
    const added = add(before.position, 'CHART', 'their-chart', { chartId: 9, width: 6 })
    const theirs = { ...before, position: add(added, 'MARKDOWN', 'their-text', { code: 'Hello' }) }
    const { position } = mergeDocuments(theirs, mine, before)
    expect(layoutFaults(position)).toEqual([])
    expect(component(position, 'my-chart')).toEqual(component(mine.position, 'my-chart'))
    expect(component(position, 'their-chart')?.meta).toMatchObject({ chartId: 9, width: 6 })
    expect(component(position, 'their-text')?.meta).toMatchObject({ code: 'Hello' })
    // what I put down myself, and what I took away, is not put down again
    const same = { ...before, position: add(before.position, 'CHART', 'again', { chartId: 9 }) }
    expect(component(mergeDocuments(theirs, same, before).position, 'their-chart')).toBeUndefined()
    const less = { ...before, position: withCharts(1) }
    expect(component(mergeDocuments(theirs, less, before).position, 'c2')).toBeUndefined()
  })
})
