import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LayoutType } from '../dashboard/layout.ts'
import { elementDifferences } from './layoutDifference.ts'
import {
  addComponent,
  component,
  layoutFaults,
  moveComponent,
  newComponent,
  type Position,
  ROOT_ID,
  removeComponent,
  resizeComponent,
  subtree,
} from './layoutEdit.ts'
import { mergeLayouts } from './layoutMerge.ts'

const empty: Position = {
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
  GRID_ID: { id: 'GRID_ID', type: 'GRID', children: [], parents: ['ROOT_ID'] },
}
const types: LayoutType[] = ['CHART', 'MARKDOWN', 'COLUMN', 'ROW', 'HEADER', 'TABS', 'TAB']
const nat = fc.nat({ max: 40 })
const step = fc.record({
  kind: fc.constantFrom('add', 'add', 'move', 'remove', 'resize'),
  type: fc.constantFrom(...types),
  which: nat,
  at: nat,
  index: nat,
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function perform(position: Position, { kind, type, which, at, index }: Step, newId: (type: LayoutType) => string) {
  const ids = subtree(position, ROOT_ID)
  const pick = (n: number) => ids[n % ids.length] ?? ROOT_ID
  const place = { parentId: pick(at), index }
  const edits = {
    add: () => addComponent(position, newComponent(type, newId(type)), place, newId),
    move: () => moveComponent(position, pick(which), place, newId),
    remove: () => removeComponent(position, pick(which)),
    resize: () => resizeComponent(position, pick(which), { width: at, height: index }),
  }
  const edit = edits[kind as keyof typeof edits]()
  return edit.ok ? edit.value : position
}

/** A base, and the versions of two users. */
const saves = fc
  .tuple(fc.array(step, { maxLength: 20 }), fc.array(step, { maxLength: 8 }), fc.array(step, { maxLength: 8 }))
  .map(([past, theirs, mine]) => {
    const edited = (from: Position, steps: Step[], who: string) => {
      let count = 0
      return steps.reduce((position, each) => perform(position, each, (type) => `${type}-${who}${++count}`), from)
    }
    const base = edited(empty, past, '')
    return { base, theirs: edited(base, theirs, 'theirs'), mine: edited(base, mine, 'mine') }
  })

describe('two layouts with a common base, merged', () => {
  it('are valid, and keep everything that either added', () => {
    fc.assert(
      fc.property(saves, ({ base, theirs, mine }) => {
        const { position, clashes } = mergeLayouts(theirs, mine, base)
        expect(layoutFaults(position)).toEqual([])
        const reached = subtree(position, ROOT_ID)
        const added = (from: Position) =>
          subtree(from, ROOT_ID).filter((id) => !(id in base) && component(from, id)?.type === 'CHART')
        for (const id of added(mine)) expect(reached).toContain(id)
        if (!clashes.includes(ROOT_ID)) for (const id of added(theirs)) expect(reached).toContain(id)
      }),
      { numRuns: 2000 },
    )
  })

  it('equal one side if the other changed nothing', () => {
    fc.assert(
      fc.property(saves, ({ base, theirs }) => {
        const isSame = (position: Position) => elementDifferences(theirs, position, base).length === 0
        expect(
          [mergeLayouts(theirs, base, base), mergeLayouts(base, theirs, base)].map(({ position }) => isSame(position)),
        ).toEqual([true, true])
      }),
      { numRuns: 500 },
    )
  })
})
