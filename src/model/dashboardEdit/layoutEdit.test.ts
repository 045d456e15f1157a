import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { advance, redo, startHistory, undo } from '../basics/history.ts'
import type { LayoutType } from '../dashboard/layout.ts'
import {
  addComponent,
  changeMeta,
  component,
  isComponent,
  layoutFaults,
  moveComponent,
  NOT_ENOUGH_SPACE,
  newComponent,
  type Position,
  parentOf,
  removeComponent,
  removeTopLevelTabs,
  resizeComponent,
  subtree,
  TOP_TAB_INTO_NESTED,
} from './layoutEdit.ts'

const empty: Position = {
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
  GRID_ID: { id: 'GRID_ID', type: 'GRID', children: [], parents: ['ROOT_ID'] },
}

/** Ids in order of creation, so that a failing sequence is readable. */
function counter() {
  let count = 0
  return (type: LayoutType) => `${type}-${++count}`
}

/** The layout after an edit that must succeed. */
function must(edit: ReturnType<typeof addComponent>): Position {
  if (!edit.ok) throw new Error(edit.error.message)
  return edit.value
}

const rowOf = (widths: number[]) => {
  const newId = counter()
  let position = must(addComponent(empty, newComponent('ROW', 'row'), { parentId: 'GRID_ID', index: 0 }, newId))
  widths.forEach((width, i) => {
    const chart = newComponent('CHART', `chart${i}`, { chartId: i, width })
    position = must(addComponent(position, chart, { parentId: 'row', index: i }, newId))
  })
  return position
}

describe('layout edits', () => {
  it('places a chart dropped on the grid in its own row', () => {
    const position = must(
      addComponent(empty, newComponent('CHART', 'c', { chartId: 1 }), { parentId: 'GRID_ID', index: 0 }, counter()),
    )
    expect(parentOf(position, 'c')?.type).toBe('ROW')
    expect(component(position, 'c')).toMatchObject({
      meta: { width: 4, height: 50 },
      parents: ['ROOT_ID', 'GRID_ID', 'ROW-1'],
    })
  })

  it('narrows a new chart to the free width of the row and rejects a full row', () => {
    const position = must(
      addComponent(rowOf([4, 6]), newComponent('CHART', 'c'), { parentId: 'row', index: 2 }, counter()),
    )
    expect(component(position, 'c')?.meta?.['width']).toBe(2)
    const full = addComponent(rowOf([6, 6]), newComponent('CHART', 'c'), { parentId: 'row', index: 2 }, counter())
    expect(full).toEqual({ ok: false, error: { message: NOT_ENOUGH_SPACE } })
  })

  it('rejects moving a chart into a row without room, and moves it to one with room', () => {
    const newId = counter()
    let position = must(
      addComponent(
        rowOf([8, 4]),
        newComponent('CHART', 'wide', { width: 5 }),
        { parentId: 'GRID_ID', index: 1 },
        newId,
      ),
    )
    expect(moveComponent(position, 'wide', { parentId: 'row', index: 0 }, newId)).toEqual({
      ok: false,
      error: { message: NOT_ENOUGH_SPACE },
    })
    position = must(moveComponent(position, 'chart0', { parentId: 'GRID_ID', index: 2 }, newId))
    position = must(moveComponent(position, 'wide', { parentId: 'row', index: 0 }, newId))
    expect(component(position, 'row')?.children).toEqual(['wide', 'chart1'])
    expect(layoutFaults(position)).toEqual([])
  })

  it('removes a row together with its last child', () => {
    const position = must(removeComponent(rowOf([4]), 'chart0'))
    expect(component(position, 'row')).toBeUndefined()
    expect(component(position, 'GRID_ID')?.children).toEqual([])
  })

  it('creates top-level tabs around the grid and removes them again, keeping the first tab', () => {
    const newId = counter()
    const before = rowOf([4, 4])
    let position = must(addComponent(before, newComponent('TABS', 'tabs'), { parentId: 'ROOT_ID', index: 0 }, newId))
    expect(component(position, 'ROOT_ID')?.children).toEqual(['tabs'])
    expect(parentOf(position, 'row')?.type).toBe('TAB')
    position = must(addComponent(position, newComponent('TAB', 'second'), { parentId: 'tabs', index: 1 }, newId))
    position = must(addComponent(position, newComponent('HEADER', 'lost'), { parentId: 'second', index: 0 }, newId))
    position = must(removeTopLevelTabs(position))
    expect(component(position, 'GRID_ID')?.children).toEqual(['row'])
    expect(component(position, 'lost')).toBeUndefined()
  })

  it('rejects moving a top-level tab into nested tabs', () => {
    const newId = counter()
    let position = must(addComponent(empty, newComponent('TABS', 'top'), { parentId: 'ROOT_ID', index: 0 }, newId))
    const first = component(position, 'top')?.children[0] ?? ''
    position = must(addComponent(position, newComponent('TAB', 'other'), { parentId: 'top', index: 1 }, newId))
    position = must(addComponent(position, newComponent('TABS', 'nested'), { parentId: first, index: 0 }, newId))
    expect(moveComponent(position, 'other', { parentId: 'nested', index: 0 }, newId)).toEqual({
      ok: false,
      error: { message: TOP_TAB_INTO_NESTED },
    })
  })

  it.each([
    ['a column narrower than its widest chart', 'COLUMN', 1, 3],
    ['a column wider than the row', 'COLUMN', 40, 12],
  ])('does not resize to %s', (_, _type, width, expected) => {
    const newId = counter()
    let position = must(addComponent(empty, newComponent('COLUMN', 'col'), { parentId: 'GRID_ID', index: 0 }, newId))
    position = must(
      addComponent(position, newComponent('CHART', 'c', { width: 3 }), { parentId: 'col', index: 0 }, newId),
    )
    expect(component(must(resizeComponent(position, 'col', { width })), 'col')?.meta?.['width']).toBe(expected)
  })

  it.each([
    [1, 5],
    [33.4, 33],
    [400, 100],
  ])('height %s becomes %s', (height, expected) => {
    expect(component(must(resizeComponent(rowOf([4]), 'chart0', { height })), 'chart0')?.meta?.['height']).toBe(
      expected,
    )
  })

  it('does not change other components, including unknown keys', () => {
    const odd: Position = {
      ...rowOf([4, 4]),
      extra: { id: 'extra', type: 'CHART', children: [], meta: { future: 1 } },
      DASHBOARD_VERSION_KEY: 'v2',
    }
    const position = must(changeMeta(odd, 'chart0', { sliceNameOverride: 'Sales' }))
    for (const id of Object.keys(odd).filter((key) => key !== 'chart0')) expect(position[id]).toBe(odd[id])
  })
})

type Step =
  | { kind: 'add'; type: LayoutType; at: number; index: number }
  | { kind: 'move'; which: number; at: number; index: number }
  | { kind: 'remove'; which: number }
  | { kind: 'resize'; which: number; width: number; height: number }

const nat = fc.nat({ max: 40 })
const types: LayoutType[] = ['CHART', 'MARKDOWN', 'COLUMN', 'ROW', 'HEADER', 'DIVIDER', 'TABS', 'TAB']
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('add' as const), type: fc.constantFrom(...types), at: nat, index: nat }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), which: nat, at: nat, index: nat }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), which: nat }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('resize' as const), which: nat, width: nat, height: nat }) },
)

function perform(position: Position, action: Step, newId: (type: LayoutType) => string): Position {
  const ids = subtree(position, 'ROOT_ID')
  const pick = (n: number) => ids[n % ids.length] ?? 'ROOT_ID'
  const edit = (() => {
    switch (action.kind) {
      case 'add':
        return addComponent(
          position,
          newComponent(action.type, newId(action.type)),
          { parentId: pick(action.at), index: action.index },
          newId,
        )
      case 'move':
        return moveComponent(position, pick(action.which), { parentId: pick(action.at), index: action.index }, newId)
      case 'remove':
        return removeComponent(position, pick(action.which))
      case 'resize':
        return resizeComponent(position, pick(action.which), { width: action.width, height: action.height })
    }
  })()
  return edit.ok ? edit.value : position
}

describe('any sequence of edits', () => {
  it('keeps a valid tree', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const newId = counter()
        let position = empty
        for (const action of steps) {
          position = perform(position, action, newId)
          expect(layoutFaults(position)).toEqual([])
        }
      }),
      { numRuns: 400 },
    )
  })

  it('leaves no unreachable component except the grid', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const newId = counter()
        const position = steps.reduce((current, action) => perform(current, action, newId), empty)
        const reached = new Set([...subtree(position, 'ROOT_ID'), 'GRID_ID'])
        const orphans = Object.values(position).filter((value) => isComponent(value) && !reached.has(value.id))
        expect(orphans).toEqual([])
      }),
    )
  })

  it('can be undone and redone exactly', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
        const newId = counter()
        let history = startHistory(empty)
        for (const action of steps) history = advance(history, perform(history.present, action, newId), 100)
        const end = history.present
        const count = history.past.length
        for (let i = 0; i < count; i++) history = undo(history)
        expect(history.present).toBe(empty)
        for (let i = 0; i < count; i++) history = redo(history)
        expect(history.present).toBe(end)
      }),
    )
  })
})

const bundles = '../shared/examples/bundles'
describe.skipIf(!existsSync(bundles) && process.env['CI'] !== 'true')('layouts of the shared bundles', () => {
  const files = existsSync(bundles)
    ? readdirSync(bundles).flatMap((name) =>
        readdirSync(join(bundles, name, 'dashboards')).map((file) => join(bundles, name, 'dashboards', file)),
      )
    : []
  it('exist', () => expect(files.length).toBe(6))
  it.each(files)('%s is valid and unchanged after an edit and its undo', (file) => {
    const position = (parse(readFileSync(file, 'utf8')) as { position: Position }).position
    expect(layoutFaults(position)).toEqual([])
    const chart = Object.values(position).find((value) => isComponent(value) && value.type === 'CHART')
    if (!isComponent(chart)) throw new Error('no chart')
    const history = advance(startHistory(position), must(removeComponent(position, chart.id)), 50)
    expect(undo(history).present).toEqual(position)
  })
})
