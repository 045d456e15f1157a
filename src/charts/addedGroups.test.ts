import { describe, expect, it } from 'vitest'
import { GenericType } from '../model/dataset/dataset.ts'
import { addedColumns, addedGroups } from './addedGroups.ts'
import { buildQueryContext } from './buildQueryContext.ts'
import { noDatasource } from './shared/noDatasource.ts'
import { openSaved } from './testing/parts.ts'

const { string, temporal } = GenericType
const datasource = { ...noDatasource, columnTypes: { region: string, store: string, at: temporal }, mainDttmCol: 'at' }

function grouped(saved: Record<string, unknown>, ...columns: string[]) {
  const { chart, formData } = openSaved({ datasource: '1__table', ...saved })!
  return addedGroups(chart, formData, columns, datasource)
}

describe('a "Group by" filter', () => {
  it.each([
    ['a pie', { viz_type: 'pie', groupby: ['region'] }, { groupby: ['region', 'store'] }],
    ['lines', { viz_type: 'echarts_timeseries_line', x_axis: 'at' }, { groupby: ['store'] }],
    [
      'the rows of a pivot table',
      { viz_type: 'pivot_table_v2', groupbyRows: ['region'] },
      { groupbyRows: ['region', 'store'] },
    ],
    [
      'both queries of a mixed chart',
      { viz_type: 'mixed_timeseries', x_axis: 'at', groupby: [], groupby_b: ['region'] },
      { groupby: ['store'], groupby_b: ['region', 'store'] },
    ],
    ['a table', { viz_type: 'table', query_mode: 'aggregate', groupby: ['region'] }, { groupby: ['region', 'store'] }],
  ])('adds its column to %s', (_name, saved, expected) => {
    expect(grouped(saved, 'store')).toEqual(expected)
  })

  it.each([
    ['a number, even with dimensions left by another type', { viz_type: 'big_number_total', groupby: ['region'] }],
    ['a table of raw rows', { viz_type: 'table', query_mode: 'raw', all_columns: ['region'] }],
    ['a chart with a fixed number of dimensions', { viz_type: 'graph_chart', source: 'region', target: 'at' }],
    ['a chart that has the column', { viz_type: 'pie', groupby: ['store'] }],
    ['a chart with the column on its x axis', { viz_type: 'echarts_timeseries_bar', x_axis: 'store' }],
  ])('does not change %s', (_name, saved) => {
    expect(grouped(saved, 'store')).toEqual({})
  })

  it('ignores columns that the dataset of a chart lacks', () => {
    expect(grouped({ viz_type: 'pie', groupby: [] }, 'nowhere', 'store', 'store')).toEqual({ groupby: ['store'] })
  })

  it('reads columns only', () => {
    expect(addedColumns({ interactive_groupby: ['a', null, 3, { label: 'b' }] })).toEqual(['a'])
    expect(addedColumns(undefined)).toEqual([])
  })

  it('changes the query and the form data of the chart alike', async () => {
    const formData = { viz_type: 'pie', datasource: '1__table', groupby: ['region'], metric: 'count' }
    const context = await buildQueryContext({ formData, datasource, extraFormData: { interactive_groupby: ['store'] } })
    expect(context?.queries[0]?.columns).toEqual(['region', 'store'])
    expect(context?.form_data).toMatchObject({ groupby: ['region', 'store'] })
  })
})
