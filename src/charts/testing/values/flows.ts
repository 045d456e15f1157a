import { expect } from 'vitest'
import { answer } from '../drawInput.ts'
import { type Point, plot } from '../plot.ts'
import type { Check } from './check.ts'

/** Nodes and links. */

const rows = [answer({ from: [1, ['a', 'a', 'b', 'c']], to: [1, ['b', 'c', 'd', 'd']], m: [0, [60, 20, 45, 20]] })]

/** Bands and nodes have the same scale: px per unit. */
const sankey: Check = async () => {
  const drawn = await plot({ viz_type: 'sankey_v2', source: 'from', target: 'to', metric: 'm' }, rows)
  const [flow] = drawn.series
  const bands = flow!.layouts<{ dy: number; sy: number; ty: number }>('edge')
  const nodes = flow!.layouts<{ x: number; dy: number }>()
  const unit = bands[0]!.dy / 60
  for (const [at, value] of [60, 20, 45, 20].entries()) expect(bands[at]!.dy / unit).toBeCloseTo(value, 1)
  // the value of a node is the larger of the amounts that enter and leave it
  for (const [at, value] of [80, 60, 20, 65].entries()) expect(nodes[at]!.dy / unit).toBeCloseTo(value, 1)
  // from the left: a, then b and c, then d
  const [a, b, c, d] = nodes.map(({ x }) => x) as [number, number, number, number]
  expect(a < b && b === c && c < d).toBe(true)
  expect(drawn.texts).toEqual(expect.arrayContaining(['a', 'b', 'c', 'd']))
}

const graph: Check = async () => {
  const form = { source: 'from', target: 'to', metric: 'm', baseNodeSize: 20, baseEdgeWidth: 3, layout: 'circular' }
  const drawn = await plot({ viz_type: 'graph_chart', ...form }, rows, { size: { width: 800, height: 700 } })
  const [network] = drawn.series
  expect(network!.names).toEqual(['a', 'b', 'c', 'd'])
  // the links at each node sum to 80, 105, 40 and 65; sizes are from half to two and a half times the base size
  const sizes = network!.visuals<number>('symbolSize')
  const wanted = [80, 105, 40, 65].map((value) => 20 * (0.5 + (2 * (value - 40)) / 65))
  for (const [at, size] of wanted.entries()) expect(sizes[at]).toBeCloseTo(size, 1)
  // widths are from half to two times the base width
  const widths = network!.visuals<{ lineWidth: number }>('style', 'edge').map(({ lineWidth }) => lineWidth)
  const wide = [60, 20, 45, 20].map((value) => 3 * (0.5 + (1.5 * (value - 20)) / 40))
  for (const [at, width] of wide.entries()) expect(widths[at]).toBeCloseTo(width, 1)
  // a link ends at the circles of its nodes
  const places = network!.layouts<Point>()
  const ends = network!.layouts<Point[]>('edge')
  for (const [at, [from, to]] of [
    [0, 1],
    [0, 2],
    [1, 3],
    [2, 3],
  ].entries()) {
    for (const [end, node] of [from!, to!].entries()) {
      const [x, y] = ends[at]![end]!
      const [nodeX, nodeY] = places[node]!
      expect(Math.hypot(x - nodeX, y - nodeY)).toBeLessThanOrEqual(sizes[node]! / 2 + 6)
    }
  }
}

/** Levels from the left; a parent is between its first and its last child. */
const tree: Check = async () => {
  const data = [
    answer({
      id: [1, ['1', '2', '3', '4', '5']],
      above: [1, [null, '1', '1', '2', '2']],
      name: [1, ['root', 'left', 'right', 'leaf', 'other']],
      m: [0, [10, 6, 4, 5, 1]],
    }),
  ]
  const form = { viz_type: 'tree_chart', id: 'id', parent: 'above', name: 'name', metric: 'm', orient: 'LR' }
  const drawn = await plot(form, data)
  const [whole] = drawn.series
  const places = whole!.layouts<{ x: number; y: number }>()
  const at = new Map(whole!.names.map((name, index) => [name, places[index]!]))
  const of = (name: string) => at.get(name)!
  expect(whole!.names.filter((name) => name !== '').toSorted()).toEqual(['leaf', 'left', 'other', 'right', 'root'])
  expect(of('left').x).toBeCloseTo(of('right').x, 1)
  expect(of('leaf').x).toBeCloseTo(of('other').x, 1)
  expect(of('root').x < of('left').x && of('left').x < of('leaf').x).toBe(true)
  expect(of('left').y).toBeCloseTo((of('leaf').y + of('other').y) / 2, 1)
  expect(of('root').y).toBeCloseTo((of('left').y + of('right').y) / 2, 1)
  expect(drawn.texts).toEqual(expect.arrayContaining(['root', 'left', 'right', 'leaf', 'other']))
}

export const flows: Record<string, Check> = { sankey_v2: sankey, graph_chart: graph, tree_chart: tree }
