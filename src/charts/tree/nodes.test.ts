import { expect, it } from 'vitest'
import type { JsonCell } from '../../model/query/chartData.ts'
import { labelWidth } from '../shared/textWidth.ts'
import { answer, drawInput } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import { cutTree, drawing } from './drawing.ts'
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
  const widthOf = (write: Write) => labelWidth(write({ name: long })) + 7
  expect(widthOf(label.formatter)).toBeLessThanOrEqual(step)
  expect(widthOf(leaves.label.formatter)).toBeLessThanOrEqual(child === outside ? step : leafEdge)
  expect(widthOf(data[0]!.label.formatter)).toBeLessThanOrEqual(node === inside ? step : rootEdge)
  // no space is left free at an edge without names
  if (child === outside) expect(leafEdge).toBeLessThan(30)
})
