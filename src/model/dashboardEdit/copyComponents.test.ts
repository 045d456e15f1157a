import { describe, expect, it } from 'vitest'
import { chartsIn, parseLayout } from '../dashboard/layout.ts'
import { addPresetRow, copyComponents, duplicateComponent, pasteComponents, readCopy } from './copyComponents.ts'
import { component, type Edit, layoutFaults, type Position } from './layoutEdit.ts'

const position: Position = {
  ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
  GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['ROW-1', 'TABS-1'] },
  'ROW-1': { id: 'ROW-1', type: 'ROW', children: ['CHART-1', 'MARKDOWN-1'], meta: {} },
  'CHART-1': { id: 'CHART-1', type: 'CHART', children: [], meta: { chartId: 1, width: 8, height: 50 } },
  'MARKDOWN-1': { id: 'MARKDOWN-1', type: 'MARKDOWN', children: [], meta: { code: 'Hello', width: 4, height: 20 } },
  'TABS-1': { id: 'TABS-1', type: 'TABS', children: ['TAB-1'], meta: {} },
  'TAB-1': { id: 'TAB-1', type: 'TAB', children: ['HEADER-1'], meta: { text: 'First' } },
  'HEADER-1': { id: 'HEADER-1', type: 'HEADER', children: [], meta: { text: 'Head' } },
}
const ids = () => {
  let next = 0
  return (type: string) => `${type}-new${++next}`
}
const valueOf = (edit: Edit | undefined) => {
  if (!edit?.ok) throw new Error(edit ? edit.error.message : 'nothing was added')
  expect(layoutFaults(edit.value)).toEqual([])
  return edit.value
}
const placed = new Set([1])
const childrenOf = (of: Position, id: string) => component(of, id)?.children

describe('a duplicate', () => {
  it('is placed next to a text if there is room', () => {
    const roomy = { ...position, 'CHART-1': { ...component(position, 'CHART-1'), meta: { chartId: 1, width: 4 } } }
    const made = duplicateComponent(roomy, 'MARKDOWN-1', { placed, newId: ids(), activeTabs: {} })
    expect(childrenOf(valueOf(made?.edit), 'ROW-1')).toEqual(['CHART-1', 'MARKDOWN-1', made?.id])
  })

  it('is placed in a new row if the row is full', () => {
    const made = duplicateComponent(position, 'MARKDOWN-1', { placed, newId: ids(), activeTabs: {} })
    const next = valueOf(made?.edit)
    expect(childrenOf(next, 'ROW-1')).toEqual(['CHART-1', 'MARKDOWN-1'])
    expect(component(next, made!.id)?.meta).toMatchObject({ code: 'Hello' })
  })

  it('of a tab has its content, under other ids', () => {
    const made = duplicateComponent(position, 'TAB-1', { placed, newId: ids(), activeTabs: {} })
    const next = valueOf(made?.edit)
    expect(childrenOf(next, 'TABS-1')).toEqual(['TAB-1', made?.id])
    const [header] = childrenOf(next, made!.id) ?? []
    expect(header).not.toBe('HEADER-1')
    expect(component(next, header!)?.meta).toEqual({ text: 'Head' })
  })

  it('leaves out charts, which a dashboard shows once', () => {
    const made = duplicateComponent(position, 'ROW-1', { placed, newId: ids(), activeTabs: {} })
    expect(made?.leftOut).toBe(1)
    expect(chartsIn(parseLayout(valueOf(made?.edit)).root)).toEqual([1])
    expect(duplicateComponent(position, 'CHART-1', { placed, newId: ids(), activeTabs: {} })).toBeUndefined()
  })
})

describe('a copy for another dashboard', () => {
  const empty: Position = {
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: [] },
  }
  const paste = (to: Position, id: string, selectedId?: string) => {
    const copied = readCopy(JSON.stringify(copyComponents(position, id)))!
    return pasteComponents(to, copied, { placed: new Set(), newId: ids(), activeTabs: {}, selectedId })
  }

  it('includes its charts and texts', () => {
    const next = valueOf(paste(empty, 'ROW-1')?.edit)
    expect(chartsIn(parseLayout(next).root)).toEqual([1])
    expect(Object.keys(next).filter((id) => id in position)).toEqual(['ROOT_ID', 'GRID_ID'])
  })

  it('of a tab is pasted next to the selected tab only', () => {
    const refused = paste(empty, 'TAB-1')?.edit
    expect(refused?.ok).toBe(false)
    const next = valueOf(paste(position, 'TAB-1', 'HEADER-1')?.edit)
    expect(childrenOf(next, 'TABS-1')).toHaveLength(2)
  })

  it.each(['', '[]', '{"root":"a"}', '{"root":"a","components":{"a":5}}', '{"root":"a","components":{}}'])(
    'is not read from %j',
    (text) => expect(readCopy(text)).toBeUndefined(),
  )
})

it('adds a row of empty columns to an empty dashboard', () => {
  const grid = { ...position, GRID_ID: { id: 'GRID_ID', type: 'GRID', children: [] } }
  const next = valueOf(addPresetRow(grid, 'GRID_ID', [4, 4, 4], ids()))
  const [row] = childrenOf(next, 'GRID_ID') ?? []
  expect(childrenOf(next, row!)?.map((id) => component(next, id)?.meta?.['width'])).toEqual([4, 4, 4])
})
