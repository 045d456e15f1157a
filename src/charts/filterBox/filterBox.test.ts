import { describe, expect, it } from 'vitest'
import { noDatasource } from '../shared/noDatasource.ts'
import { defaultValues, fieldsOf, readFilterConfig } from './fields.ts'
import { query } from './query.ts'

const config = (more: Record<string, unknown> = {}) => ({ key: 'a', column: 'region', ...more })
const queriesOf = (form: Record<string, unknown>) =>
  query.buildQuery({ formData: query.formData.parse(form), datasource: noDatasource })

describe('the controls of a filter box', () => {
  it('are the time range, the time controls that are switched on, and the selects', () => {
    const form = { filter_configs: [config()], show_sqla_time_granularity: true, show_sqla_time_column: true }
    expect(fieldsOf(form).map(({ key }) => key)).toEqual(['__time_range', '__time_grain', '__time_col', 'region'])
    expect(fieldsOf({ filter_configs: [config()], date_filter: false }).map(({ key }) => key)).toEqual(['region'])
  })

  it('leave out a saved select without a column', () => {
    expect(fieldsOf({ filter_configs: [{ key: 'a' }, null, 'x'], date_filter: false })).toEqual([])
  })

  it('allow several values, sort in ascending order and can be cleared if nothing else was saved', () => {
    expect(readFilterConfig(config())).toMatchObject({
      multiple: true,
      asc: true,
      clearable: true,
      searchAllOptions: false,
    })
  })

  it.each([
    ['a; b ;;c', true, ['a', 'b', 'c']],
    ['a;b', false, ['a;b']],
    [5, true, [5]],
    [false, false, [false]],
    ['', true, []],
    [undefined, true, []],
  ])('start with %j if several values are allowed: %j', (defaultValue, multiple, expected) => {
    expect(defaultValues(readFilterConfig(config({ defaultValue, multiple }))!)).toEqual(expected)
  })
})

describe('the queries of a filter box', () => {
  it('read at most 1000 values of each column, in their order', () => {
    const form = { filter_configs: [config(), config({ column: 'product', asc: false, metric: 'count' })] }
    expect(queriesOf(form)).toMatchObject([
      { columns: ['region'], metrics: [], orderby: [['region', true]], row_limit: 1000 },
      { columns: ['product'], metrics: ['count'], orderby: [['count', false]], row_limit: 1000 },
    ])
  })

  it('limit the values by the filters and the time range of the chart', () => {
    const adhoc_filters = [
      { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'year', operator: '==', comparator: 2024 },
    ]
    const [first] = queriesOf({ filter_configs: [config()], adhoc_filters, time_range: 'Last week' })
    expect(first?.time_range).toBe('Last week')
    expect(first?.filters).toEqual([{ col: 'year', op: '==', val: 2024 }])
  })

  it('are none for a box with only a time range', () => expect(queriesOf({})).toEqual([]))
})
