// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { answer, noDatasource } from '../../charts/testing/drawInput.ts'
import { contextOfSaved } from '../../charts/testing/parts.ts'
import { answering } from '../testing/answering.ts'
import { askLeftOut } from './askLeftOut.ts'
import { leftOutTexts as texts } from './leftOutTexts.ts'

const total = { expressionType: 'SQL', sqlExpression: 'sum(amount)', label: 'total' }

/** The line for a result with three of five rows, and 60 of a total of 100. */
async function lineOf(form: Record<string, unknown>): Promise<{ line: string; unit: string | undefined }> {
  answering({
    'POST /api/v1/explore/data': {
      result: [answer({ count: [0, [5]] }), answer({ total: [0, [100]] })],
    },
  })
  const datasource = noDatasource
  const context = contextOfSaved({ formData: { datasource: '1__table', ...form }, datasource }) ?? null
  const data = [
    answer({ day: [1, ['a', 'b', 'c']], total: [0, [10, 20, 30]] }, { left_out: { rows: 3, sums: { total: 60 } } }),
  ]
  const t: Parameters<typeof askLeftOut>[1] = ({ id }, values) => {
    const name = Object.entries(texts).find(([, text]) => text.id === id)?.[0]
    return `${name} ${Object.values(values ?? {}).join(' ')}`
  }
  const { line, cuts } = await askLeftOut({ context: context!, datasource, data }, t, new AbortController().signal)
  return { line, unit: cuts[0]?.unit }
}

it.each([
  ['a pivot table', { viz_type: 'pivot_table_v2', groupbyRows: ['day'], metrics: [total] }, 'cells'],
  ['its older form', { viz_type: 'pivot_table', groupby: ['day'], metrics: [total] }, 'cells'],
  ['a heatmap', { viz_type: 'heatmap_v2', x_axis: 'day', groupby: 'hour', metric: total }, 'cells'],
  ['a table', { viz_type: 'table', query_mode: 'aggregate', groupby: ['day'], metrics: [total] }, 'rows'],
  ['a pie', { viz_type: 'pie', groupby: ['day'], metric: total }, 'rows'],
])('%s counts what its row limit leaves out in %3$s', async (_name, form, unit) => {
  expect(await lineOf(form)).toEqual({ line: `share ${unit} 3 5 60 %`, unit })
})
