import { expect, it } from 'vitest'
import type { ChartDatasource } from '../../../../charts/shared/contract.ts'
import { exploreSaved } from '../../../../charts/testing/parts.ts'
import { savedFormData } from './savedFormData.ts'

const datasource: ChartDatasource = {
  verboseMap: {},
  columnFormats: {},
  currencyFormats: {},
  columnTypes: {},
  mainDttmCol: null,
}

it('omits removed controls', () => {
  const params = { viz_type: 'pie', datasource: '1__table', color_scheme: 'bnbColors', of_another_program: 1 }
  const opened = exploreSaved(params, datasource) ?? {}
  const { color_scheme: _cleared, ...form } = opened
  const saved = savedFormData(form, { saved: params, opened })
  expect(saved).not.toHaveProperty('color_scheme')
  expect(saved).toMatchObject({ of_another_program: 1 })
})

it('saves the filter that replaced legacy time keys, but not the keys', () => {
  const params = {
    viz_type: 'pie',
    datasource: '1__table',
    granularity_sqla: 'ds',
    time_range: 'Last week',
    adhoc_filters: [],
  }
  const opened = exploreSaved(params, datasource) ?? {}
  const saved = savedFormData(opened, { saved: params, opened })
  expect(saved).not.toHaveProperty('granularity_sqla')
  expect(saved).not.toHaveProperty('time_range')
  expect(saved['adhoc_filters']).toMatchObject([{ subject: 'ds', comparator: 'Last week' }])
})
