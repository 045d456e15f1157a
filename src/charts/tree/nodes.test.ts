import { expect, it } from 'vitest'
import type { JsonCell } from '../../model/query/chartData.ts'
import { labelWidth } from '../shared/textWidth.ts'
import { answer, drawInput } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import { cutTree, drawing } from './drawing.ts'
import { verticalLabels } from './labels.ts'
import { readTree, type TreeNode, treeNeeds } from './nodes.ts'
import type { TreeForm } from './query.ts'

const input = (rows: [id: JsonCell, parent: JsonCell][], saved: Record<string, unknown> = {}) =>
  drawInput(openSaved({ viz_type: 'tree_chart', id: 'id', parent: 'up', ...saved })!.formData as TreeForm, [
    answer({ id: [1, rows.map(([id]) => id)], up: [1, rows.map(([, up]) => up)] }),
  ])
const text = (node: TreeNode | undefined): string =>
  node === undefined ? '-' : node.children.length === 0 ? node.id : `${node.id}(${node.children.map(text).join(' ')})`

it.each([
  [
    'a row without a parent',
    [
      ['a', null],
      ['b', 'a'],
      ['c', 'b'],
      ['d', 'a'],
    ],
    'a(b(c) d)',
  ],
  [
    'the largest of several',
    [
      ['x', null],
      ['a', null],
      ['b', 'a'],
    ],
    'a(b)',
  ],
  [
    'a parent that is no row',
    [
      [2, 1],
      [3, 1],
    ],
    '1(2 3)',
  ],
  [
    'a row that is its own parent, below another',
    [
      ['a', ''],
      ['b', 'a'],
      ['c', 'c'],
    ],
    'a(b)',
  ],
] as [string, [JsonCell, JsonCell][], string][])('the root is %s', (_name, rows, expected) => {
  expect(text(readTree(input(rows)))).toBe(expected)
})

it('the configured root may be anywhere; loops end where they close', () => {
  const rows: [string, string][] = [
    ['a', 'c'],
    ['b', 'a'],
    ['c', 'b'],
  ]
  expect(text(readTree(input(rows, { root_node_id: 'b' })))).toBe('b(c(a))')
  expect(treeNeeds(input(rows))).toMatch(/loops/)
  expect(treeNeeds(input(rows, { root_node_id: 'zz' }))).toMatch(/there is no zz/)
  expect(treeNeeds(input(rows, { root_node_id: 'a' }))).toBeUndefined()
})

it('the nodes closest to the root are kept', () => {
  const tree = readTree(
    input([
      ['a', null],
      ['b', 'a'],
      ['c', 'b'],
      ['d', 'a'],
    ]),
  )!
  expect(text(cutTree(tree, 3).root)).toBe('a(b d)')
})

it('rotates the names of leaves that are close together horizontally', () => {
  const leaves = Array.from({ length: 12 }, (_none, at): [JsonCell, JsonCell] => [`leaf ${at}`, 'root'])
  const labelOf = (count: number, orient: string) => {
    const { series } = drawing.option(
      input([['root', null], ...leaves.slice(0, count)], { orient, layout: 'orthogonal' }),
    )
    return (series as unknown as { leaves: { label: Record<string, unknown> } }[])[0]!.leaves.label
  }
  expect(labelOf(12, 'TB')).toMatchObject({ position: 'bottom', rotate: -90 })
  expect(labelOf(12, 'BT')).toMatchObject({ position: 'top', rotate: 90 })
  expect(labelOf(3, 'TB')).not.toHaveProperty('rotate')
  expect(labelOf(12, 'LR')).not.toHaveProperty('rotate')
})

it.each([
  ['LR', 'left', 'left'],
  ['LR', 'right', 'right'],
  ['RL', 'right', 'right'],
  ['RL', 'left', 'bottom'],
])('the names of a tree from %s, %s of nodes and %s of leaves, do not reach the next level', (orient, node, child) => {
  interface Drawn {
    series: {
      left: number
      right: number
      label: { formatter: Write }
      leaves: { label: { formatter: Write } }
      data: { label: { formatter: Write } }[]
    }[]
  }
  type Write = (params: { name: string }) => string
  const long = 'A name that is far longer than its space'
  const given = input(
    [
      [`root ${long}`, null],
      [`middle ${long}`, `root ${long}`],
      [`leaf ${long}`, `middle ${long}`],
    ],
    { orient, node_label_position: node, child_label_position: child, symbolSize: 7 },
  )
  const [series] = (drawing.option({ ...given, size: { width: 358, height: 320 } }) as unknown as Drawn).series
  const { left, right, label, leaves, data } = series!
  const step = (358 - left - right) / 2
  const [rootEdge, leafEdge] = orient === 'LR' ? [left, right] : [right, left]
  const [outside, inside] = orient === 'LR' ? ['left', 'right'] : ['right', 'left']
  const widthOf = (write: Write) => Math.max(...write({ name: long }).split('\n').map(labelWidth)) + 7
  expect(widthOf(label.formatter)).toBeLessThanOrEqual(step)
  expect(widthOf(leaves.label.formatter)).toBeLessThanOrEqual(child === outside ? step : leafEdge)
  expect(widthOf(data[0]!.label.formatter)).toBeLessThanOrEqual(node === inside ? step : rootEdge)
  // no space is left free at an edge without names
  if (child === outside) expect(leafEdge).toBeLessThan(30)
})

it('the names of leaves take more than a quarter of the width if the levels have space', () => {
  const long = 'Dallas-Fort Worth (DFW)'
  const rightOf = (width: number) =>
    (
      drawing.option({
        ...input([
          ['root', null],
          [long, 'root'],
        ]),
        size: { width, height: 300 },
      }) as unknown as { series: { right: number }[] }
    ).series[0]!.right
  expect(rightOf(450)).toBeCloseTo(labelWidth(long) + 14)
  expect(rightOf(450)).toBeGreaterThan(450 * 0.28)
  expect(rightOf(140)).toBeCloseTo(140 * 0.38)
})

it('the name of the root has two lines, and names have a ground that links do not run through', () => {
  const given = input([
    ['United States', null],
    ['a', 'United States'],
  ])
  const drawnAt = (width: number) =>
    (
      drawing.option({ ...given, size: { width, height: 200 } }) as unknown as {
        series: { label: { backgroundColor: string }; data: { label: { formatter: () => string } }[] }[]
      }
    ).series[0]!
  expect(drawnAt(600).data[0]!.label.formatter()).toBe('United States')
  expect(drawnAt(204).data[0]!.label.formatter()).toBe('United\nStates')
  expect(drawnAt(204).label.backgroundColor).toBe(given.theme.surface)
})

it.each([
  ['LR', 'left', 42, 'left'],
  // links would run through the names
  ['LR', 'left', 12, 'right'],
  ['LR', 'bottom', 12, 'right'],
  ['RL', 'right', 12, 'left'],
])('in a tree from %s, leaf names saved at the %s, with %i px for each, are at the %s', (orient, saved, each, side) => {
  const leaves = Array.from({ length: 300 / each }, (_none, at): [JsonCell, JsonCell] => [`leaf ${at}`, 'root'])
  const given = input([['root', null], ...leaves], { orient, child_label_position: saved })
  const { series } = drawing.option({ ...given, size: { width: 600, height: 300 } }) as unknown as {
    series: { leaves: { label: { position: string } } }[]
  }
  expect(series[0]!.leaves.label.position).toBe(side)
})

it('names of a vertical tree reach up to the next node of their level', () => {
  const node = (name: string, children: TreeNode[] = []): TreeNode => ({ id: name, name, value: null, children })
  const long = 'A name of a few words'
  const root = node('The name of the root', [node(long, [node('b')]), node(`${long}!`, [node('d')])])
  const form = input([], { layout: 'orthogonal', orient: 'TB' }).formData
  const textsAt = (gap: number) => {
    const places = [50 + gap / 2, 50, 50, 50 + gap, 50 + gap]
    const labels = verticalLabels(root, (at) => ({ isExpand: true, getLayout: () => ({ x: places[at]!, y: 0 }) }), {
      form,
      edge: 24,
      width: 300 + gap,
      areTurned: true,
    })
    return places.map((_place, at) => {
      const { show, formatter } = labels.get(at) as { show?: boolean; formatter?: () => string }
      return show ? formatter?.() : undefined
    })
  }
  const [whole, first, , second] = textsAt(200)
  expect([whole, second]).toEqual(['The name of the root', `${long}!`])
  // 74 px to the edge of the chart, without the symbol and the space around it
  for (const line of first!.split('\n')) expect(labelWidth(line)).toBeLessThanOrEqual(74 - 17)
  expect(textsAt(30)[3]).toBeUndefined()
})
