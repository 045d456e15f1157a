import { expect, it } from 'vitest'
import { labelWidth } from '../shared/textWidth.ts'
import { answer, drawInput } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import { draw, plot } from '../testing/plot.ts'
import { drawing } from './drawing.ts'
import type { TreeNode } from './nodes.ts'
import type { TreeForm } from './query.ts'
import { placeRadial, spokesOf } from './radial.ts'

const node = (name: string, children: TreeNode[] = []): TreeNode => ({ id: name, name, value: null, children })
const states: Record<string, string[]> = {
  CA: ['Los Angeles (LAX)', 'Oakland (OAK)', 'San Diego (SAN)', 'Santa Ana (SNA)'],
  FL: ['Ft. Lauderdale (FLL)', 'Miami (MIA)'],
  GA: ['Atlanta (ATL)'],
  TX: ['Austin (AUS)', 'Dallas-Fort Worth (DFW)', 'Houston (HOU)', 'Houston (IAH)'],
}
const tree = node(
  'United States',
  Object.entries(states).map(([state, cities]) =>
    node(
      state,
      cities.map((city) => node(city)),
    ),
  ),
)
const rows: [string, string | null][] = [
  ['United States', null],
  ...Object.keys(states).map((state): [string, string] => [state, 'United States']),
  ...Object.entries(states).flatMap(([state, cities]) => cities.map((city): [string, string] => [city, state])),
]
const form = { viz_type: 'tree_chart', id: 'id', parent: 'up', layout: 'radial' }
const result = answer({ id: [1, rows.map(([id]) => id)], up: [1, rows.map(([, up]) => up)] })
const drawn = (width: number, height: number) => plot(form, [result], { size: { width, height } })

it('knows the angles that ECharts gives the nodes', async () => {
  const { series } = await drawn(600, 400)
  const layouts = series[0]!.layouts<{ rawX: number }>().slice(1)
  const angles = new Map(spokesOf(tree).map((spoke) => [spoke.node.name, spoke.angle]))
  for (const [at, name] of series[0]!.names.slice(1).entries())
    expect([name, layouts[at]!.rawX]).toEqual([name, expect.closeTo(angles.get(name)!, 5)])
})

it.each([
  [450, 330],
  [358, 320],
])('in %i x %i px, every node has a name, and its last word is complete', async (width, height) => {
  const { texts } = await drawn(width, height)
  for (const state of Object.keys(states)) expect(texts).toContain(state)
  for (const city of Object.values(states).flat())
    expect(texts.some((text) => text.slice(0, 3) === city.slice(0, 3) && text.endsWith(city.slice(-5)))).toBe(true)
  expect(texts.filter((text) => text.includes('…')).length).toBeLessThan(5)
})

it('names of leaves stay inside the chart', () => {
  const sizes = [
    [450, 330],
    [358, 320],
    [1376, 820],
  ] as const
  for (const [width, height] of sizes) {
    const { radius, leaves } = placeRadial(tree, { width, height }, 72)
    expect(radius).toBeGreaterThan(Math.min(width, height) * 0.19)
    for (const { node: leaf, angle, level } of spokesOf(tree)) {
      if (level < 2) continue
      const end = radius + labelWidth(leaves.get(leaf.id)!)
      expect(Math.abs(Math.sin(angle)) * end).toBeLessThanOrEqual(width / 2)
      expect(Math.abs(Math.cos(angle)) * end).toBeLessThanOrEqual(height / 2)
    }
  }
  // a small circle fills the chart, and has no names at its leaves
  const small = placeRadial(tree, { width: 204, height: 200 }, 72)
  expect([small.leaves.size, small.radius]).toEqual([0, 87])
})

it('edges run straight from the root to its nodes', async () => {
  const { series } = await drawn(600, 400)
  interface Curve {
    shape: { x1: number; y1: number; x2: number; y2: number; cpx1: number; cpy1: number }
  }
  const edges = series[0]!.marks.flatMap((mark) => (mark as unknown as { __edge?: Curve }).__edge ?? [])
  const first = edges.filter(({ shape: { x1, y1 } }) => Math.hypot(x1, y1) < 0.01)
  expect(first).toHaveLength(4)
  for (const { shape } of first) expect(shape.cpx1 * shape.y2).toBeCloseTo(shape.cpy1 * shape.x2)
})

it('if a node is closed, it is named as a leaf, and the other names move with their nodes', async () => {
  interface Data {
    count: () => number
    getName: (at: number) => string
    getItemLayout: (at: number) => { x: number; y: number }
    getItemModel: (at: number) => { get: (path: string[]) => unknown }
  }
  const input = drawInput(openSaved(form)!.formData as TreeForm, [result], { size: { width: 600, height: 400 } })
  await drawing.register(input.formData)
  const chart = draw(drawing.option(input), input).drawn
  const { getModel } = chart as unknown as {
    getModel: () => { getSeriesByIndex: (at: number) => { getData: () => Data } }
  }
  const data = () => getModel.call(chart).getSeriesByIndex(0).getData()
  const places = () =>
    new Map(
      Array.from({ length: data().count() }, (_, at) => {
        const { x, y } = data().getItemLayout(at) ?? {}
        return [data().getName(at), { at, x, y, position: data().getItemModel(at).get(['label', 'position']) }]
      }),
    )
  const states = ['FL', 'TX']
  /** px from the nodes to the middle of their names */
  const distances = () =>
    states.map((state) => {
      const [right, down] = places().get(state)!.position as [number, number]
      return Math.hypot(right - input.formData.symbolSize / 2, down - input.formData.symbolSize / 2)
    })
  for (const distance of distances()) expect(distance).toBeLessThan(25)
  const before = places()
  chart.dispatchAction({ type: 'treeExpandAndCollapse', seriesIndex: 0, dataIndex: before.get('CA')!.at })
  expect(places().get('TX')!.x).not.toBeCloseTo(before.get('TX')!.x)
  for (const distance of distances()) expect(distance).toBeLessThan(25)
  // next to its node, where it does not cover an edge
  expect(places().get('CA')!.position).toBeUndefined()
})

it('the name of a node is closer to it than to any other node', () => {
  const radius = 60
  const { labels } = placeRadial(tree, { width: 204, height: 200 }, Number.POSITIVE_INFINITY, {
    radius,
    spokes: spokesOf(tree),
  })
  const spokes = spokesOf(tree).map(({ node: { name }, angle, level }) => {
    const distance = (level * radius) / 2
    return { name, x: Math.sin(angle) * distance, y: -Math.cos(angle) * distance }
  })
  for (const state of Object.keys(states)) {
    const own = spokes.find(({ name }) => name === state)!
    const [right, down] = labels.get(state)!.offset
    const away = spokes.map(({ x, y }) => Math.hypot(own.x + right - x, own.y + down - y))
    expect(spokes[away.indexOf(Math.min(...away))]!.name).toBe(state)
  }
})
