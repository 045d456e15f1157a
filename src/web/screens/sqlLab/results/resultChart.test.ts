import { expect, it, vi } from 'vitest'
import { charts } from '../../../../charts/index.ts'
import type { ResultColumn } from '../../../../model/sqlLab/sqlLabAnswers.ts'
import { datasourceFor, formFor, rolesOf, typesFor } from './resultChart.ts'

vi.stubGlobal('localStorage', { getItem: () => null })

const day: ResultColumn = { name: 'day', type: 'DATE', is_dttm: true }
const region: ResultColumn = { name: 'region', type: 'STRING', is_dttm: false }
const kind: ResultColumn = { name: 'kind', type: 'STRING', is_dttm: false }
const amount: ResultColumn = { name: 'amount', type: 'DECIMAL', is_dttm: false }
const share: ResultColumn = { name: 'share', type: 'FLOAT', is_dttm: false }
const price: ResultColumn = { name: 'price', type: 'FLOAT', is_dttm: false }

it.each([
  ['a time and a number', [day, amount], 'echarts_timeseries_line'],
  ['a time, a text and a number', [day, region, amount], 'echarts_timeseries_line'],
  ['a text and a number', [region, amount], 'echarts_timeseries_bar'],
  ['two texts and a number', [region, kind, amount], 'echarts_timeseries_bar'],
  ['a number', [amount], 'big_number_total'],
  ['texts only', [region], 'echarts_timeseries_bar'],
  ['a text, a number, and the last day of each group', [region, amount, day], 'echarts_timeseries_bar'],
  ['a text and three numbers', [region, amount, price, share], 'echarts_timeseries_bar'],
  ['two numbers', [region, amount, price], 'echarts_timeseries_bar'],
])('%s: each suggested type has a query for these columns', async (_name, columns, best) => {
  const roles = rolesOf(columns)
  const types = typesFor(charts, roles)
  const datasource = datasourceFor(columns)
  const all = await Promise.all(types.map((chart) => formFor(chart, roles, 7, datasource)))
  const forms = all.filter((form) => form !== undefined)
  expect(forms[0]?.chart.type).toBe(best)
  for (const { query, form } of forms) {
    const queries = query.buildQuery({ formData: query.formData.parse(form), datasource })
    expect(queries.length).toBeGreaterThan(0)
    expect(JSON.stringify(queries)).toContain(columns.at(-1)?.name === 'region' ? 'COUNT(*)' : 'amount')
    expect(form['datasource']).toBe('7__query')
  }
})
