import { expect, it } from 'vitest'

import { answer, drawInput, noDatasource } from '../testing/drawInput.ts'
import { contextOfSaved, openSaved } from '../testing/parts.ts'
import { plot } from '../testing/plot.ts'
import { chordsOf, drawing } from './drawing.ts'
import type { ChordForm } from './query.ts'

const saved = { viz_type: 'chord', groupby: 'from', columns: 'to', metric: 'n', datasource: '1__table' }
const data = answer({ from: [1, ['a', 'b', 'a']], to: [1, ['b', 'a', 'a']], n: [0, [3, 2, 1]] })
const input = drawInput(openSaved(saved)!.formData as ChordForm, [data])

it('requests both ends and the metric', () => {
  const context = contextOfSaved({ formData: { ...saved, sort_by_metric: true }, datasource: noDatasource })
  expect(context?.queries[0]).toMatchObject({ columns: ['from', 'to'], metrics: ['n'], orderby: [['n', false]] })
})

it('draws each pair with its amount, in both directions', () => {
  const plain = (links: { source: string; target: string; value: number }[]) =>
    links.map(({ source, target, value }) => [source, target, value])
  const rows = [
    ['a', 'a', 1],
    ['a', 'b', 3],
    ['b', 'a', 2],
  ]
  expect(plain(chordsOf(input))).toEqual(rows)
  const { series } = drawing.option(input) as unknown as {
    series: { links: { source: string; target: string; value: number }[] }[]
  }
  expect(plain(series[0]!.links)).toEqual(rows)
})

it('counts a link of a name to itself once in the arc of the name, which its ribbons cover', async () => {
  const { series } = await plot(saved, [data], { size: { width: 400, height: 400 } })
  const [nodes, edges] = [series[0]!.layouts<Arc>(), series[0]!.layouts<Ribbon>('edge')]
  expect(nodes.map(({ value }) => value)).toEqual([6, 5])
  for (const [at, { startAngle, endAngle }] of nodes.entries()) {
    const ends = edges.flatMap((edge, link) => {
      const [source, target] = [
        ['a', 'a', 'b'],
        ['a', 'b', 'a'],
      ].map((names) => names[link] === 'ab'[at])
      return [
        ...(source ? [[edge.sStartAngle, edge.sEndAngle]] : []),
        ...(target ? [[edge.tStartAngle, edge.tEndAngle]] : []),
      ]
    })
    const covered = ends.reduce((sum, [from = 0, to = 0]) => sum + to - from, 0)
    expect(covered).toBeCloseTo(endAngle - startAngle)
  }
  // both halves of the link are beside each other
  expect(edges[0]!.tStartAngle).toBe(edges[0]!.sEndAngle)
})

interface Arc {
  value: number
  startAngle: number
  endAngle: number
}

type Ribbon = Record<'sStartAngle' | 'sEndAngle' | 'tStartAngle' | 'tEndAngle', number>
