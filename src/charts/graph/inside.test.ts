import { describe, expect, it } from 'vitest'
import { answer } from '../testing/drawInput.ts'
import { plot } from '../testing/plot.ts'

const networks: Record<string, [from: string, to: string][]> = {
  'one node': [['a', 'a']],
  'two nodes': [['a', 'b']],
  'a chain': [
    ['a', 'b'],
    ['b', 'c'],
  ],
  'a star of eight': [...'bcdefgh'].map((name) => ['a', name]),
  'many nodes': Array.from({ length: 60 }, (_, at): [string, string] => [`node ${at % 11}`, `node ${(at * 7) % 40}`]),
  'two parts': [
    ['a', 'b'],
    ['c', 'd'],
    ['d', 'e'],
  ],
}

const sizes = [
  { width: 80, height: 70 },
  { width: 90, height: 40 },
  { width: 120, height: 70 },
  { width: 170, height: 200 },
  { width: 204, height: 200 },
  { width: 420, height: 90 },
  { width: 900, height: 500 },
]

describe.each(['force', 'circular'])('%s layout', (layout) => {
  it.each(Object.entries(networks))('every circle of %s is inside the chart', async (_name, links) => {
    const data = answer({
      from: [1, links.map(([from]) => from)],
      to: [1, links.map(([, to]) => to)],
      m: [0, links.map((_, at) => at + 1)],
    })
    for (const size of sizes) {
      for (const baseNodeSize of [20, 60, 100]) {
        const form = { viz_type: 'graph_chart', source: 'from', target: 'to', metric: 'm', layout, baseNodeSize }
        const drawn = await plot(form, [data], { size })
        const { boxes } = drawn.series[0]!
        for (const { left, right, top, bottom } of boxes) {
          const outside = [0 - left, right - size.width, 0 - top, bottom - size.height].map(Math.ceil)
          expect(Math.max(...outside), `of ${size.width} x ${size.height} with ${baseNodeSize}`).toBeLessThanOrEqual(1)
        }
      }
    }
  })
})
