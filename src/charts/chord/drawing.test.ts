import { expect, it } from 'vitest'
import { answer, drawInput, noDatasource } from '../testing/drawInput.ts'
import { contextOfSaved, openSaved } from '../testing/parts.ts'
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
