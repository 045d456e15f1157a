import { describe, expect, it } from 'vitest'
import { differencesOf } from './importPlan.ts'

describe('differences of an import', () => {
  const before = {
    slice_name: 'A',
    params: { metric: 'count', groupby: ['a'], old: true },
    columns: [
      { column_name: 'x', is_dttm: false },
      { column_name: 'y', is_dttm: true },
    ],
    query_context: '{"queries":[{"row_limit":10}]}',
    description: null,
  }

  it('equal files have no differences', () => {
    expect(differencesOf(before, structuredClone(before))).toEqual({ differences: [], omitted: 0 })
  })

  it('name the fields, also in named items of a list and in JSON texts', () => {
    const after = {
      ...before,
      slice_name: 'B',
      params: { metric: 'count', groupby: ['a', 'b'] },
      columns: [
        { column_name: 'y', is_dttm: false },
        { column_name: 'x', is_dttm: false },
      ],
      query_context: '{"queries":[{"row_limit":20}]}',
      description: 'new',
    }
    expect(differencesOf(before, after).differences).toEqual([
      { field: 'columns.y.is_dttm', before: 'true', after: 'false' },
      { field: 'description', before: null, after: 'new' },
      { field: 'params.groupby', before: '["a"]', after: '["a","b"]' },
      { field: 'params.old', before: 'true', after: null },
      { field: 'query_context.queries', before: '[{"row_limit":10}]', after: '[{"row_limit":20}]' },
      { field: 'slice_name', before: 'A', after: 'B' },
    ])
  })

  it('are shortened', () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`f${at}`, 'x'.repeat(200)]))
    const { differences, omitted } = differencesOf({}, many)
    expect([differences.length, omitted, differences[0]?.after?.length]).toEqual([40, 10, 121])
  })
})
