import { describe, expect, it } from 'vitest'
import { forOlderRelease } from './olderRelease.ts'

describe('files for release 2.1', () => {
  it('have only the fields that it knows', () => {
    const database = { database_name: 'a', impersonate_user: true, ssh_tunnel: {}, extra: { a: 1, version: '8' } }
    const columns = [{ column_name: 'c', more: 1 }]
    const metrics = [{ metric_name: 'm', currency: {} }]
    expect(
      forOlderRelease([
        ['databases/a.yaml', database],
        ['datasets/a/b.yaml', { table_name: 'b', catalog: 'x', normalize_columns: true, columns, metrics }],
        ['charts/c.yaml', { slice_name: 'c', params: { any: 1 }, tags: [] }],
        ['dashboards/d.yaml', { dashboard_title: 'd', published: true, certified_by: 'x', theme_id: 1 }],
        ['queries/q.yaml', { sql: 'select 1', template_parameters: '{}' }],
        ['tags.yaml', { tags: [] }],
      ]),
    ).toEqual([
      ['databases/a.yaml', { database_name: 'a', extra: { version: '8' } }],
      ['datasets/a/b.yaml', { table_name: 'b', columns: [{ column_name: 'c' }], metrics: [{ metric_name: 'm' }] }],
      ['charts/c.yaml', { slice_name: 'c', params: { any: 1 } }],
      ['dashboards/d.yaml', { dashboard_title: 'd' }],
      ['queries/q.yaml', { sql: 'select 1' }],
    ])
  })

  it('have a scope for each chart instead of one for all', () => {
    const own = { rootPath: ['TAB-a'], excluded: [] }
    const metadata = {
      color_scheme: 'x',
      map_label_colors: {},
      global_chart_configuration: { scope: { rootPath: ['ROOT_ID'], excluded: [9] }, chartsInScope: [] },
      chart_configuration: {
        7: { id: 7, crossFilters: { scope: 'global', chartsInScope: [8] } },
        8: { id: 8, crossFilters: { scope: own } },
        10: null,
      },
    }
    expect(forOlderRelease([['dashboards/d.yaml', { metadata }]])).toEqual([
      [
        'dashboards/d.yaml',
        {
          metadata: {
            color_scheme: 'x',
            chart_configuration: {
              7: { id: 7, crossFilters: { scope: { rootPath: ['ROOT_ID'], excluded: [9, 7] }, chartsInScope: [8] } },
              8: { id: 8, crossFilters: { scope: own } },
              10: null,
            },
          },
        },
      ],
    ])
  })
})
