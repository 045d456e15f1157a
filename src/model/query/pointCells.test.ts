import { describe, expect, it } from 'vitest'
import { addsUp, cellsQuery, extentQuery, pointsInCell, sideOfCells } from './pointCells.ts'
import type { QueryMetric } from './queryObject.ts'

describe('the side of cells', () => {
  it.each([
    ['the world', [-180, 180, -90, 90], 5],
    ['a city', [2.2, 2.5, 48.8, 48.9], 0.002],
    ['a line', [0, 50, 7, 7], 0.005],
    ['one place', [1, 1, 2, 2], 0.000_01],
  ])('of %s', (_name, extent, side) => {
    expect(sideOfCells(extent)).toBe(side)
  })

  it.each([[[null, null, null, null]], [[1, 2, 3]], [[1, Infinity, 1, 2]]])(
    'is undefined for the extent %j',
    (extent) => {
      expect(sideOfCells(extent)).toBeUndefined()
    },
  )

  it('leaves room for the cells of any box', () => {
    for (const [width, height] of [
      [360, 180],
      [0.03, 7],
      [1, 0.000_1],
      [99.9, 99.9],
    ] as const) {
      const side = sideOfCells([0, width, 0, height])!
      const cells = (Math.floor(width / side) + 2) * (Math.floor(height / side) + 2)
      expect(cells).toBeLessThanOrEqual(40_000)
    }
  })
})

describe('values of cells', () => {
  const saved = new Map([
    ['count', 'COUNT(*)'],
    ['total', ' sum( price * 2 ) '],
    ['ratio', 'SUM(a) / SUM(b)'],
  ])
  const simple = (aggregate: string) => ({ expressionType: 'SIMPLE' as const, aggregate, column: { column_name: 'a' } })
  const sql = (sqlExpression: string) => ({ expressionType: 'SQL' as const, sqlExpression })
  it.each<[QueryMetric, boolean]>([
    ['count', true],
    ['total', true],
    [{ label: 'count' }, true],
    ['ratio', false],
    ['gone', false],
    [simple('SUM'), true],
    [simple('COUNT'), true],
    [simple('COUNT_DISTINCT'), false],
    [simple('AVG'), false],
    [sql('COUNT(DISTINCT a)'), false],
    [sql('sum (distinct a)'), false],
    [sql('max(a)'), false],
    [sql('SUM(a)'), true],
    [sql(''), false],
  ])('of %j are sums: %s', (metric, expected) => expect(addsUp(metric, saved)).toBe(expected))
})

describe('the queries', () => {
  const cells = { longitude: 'lon', latitude: 'lat', by: ['kind'] }
  const query = {
    columns: ['lon', 'lat', 'kind', 'name'],
    metrics: ['m'],
    filters: [{ col: 'lon', op: 'IS NOT NULL' }],
    row_limit: 10,
    orderby: [['m', false]] as [string, boolean][],
    point_cells: cells,
  }

  it('of the box reads the same rows', () => {
    const asked = extentQuery(query, cells)
    expect(asked).toMatchObject({ columns: [], filters: query.filters, row_limit: 1 })
    expect(asked.metrics?.map((metric) => (metric as { label: string }).label)).toEqual([
      'MIN lon',
      'MAX lon',
      'MIN lat',
      'MAX lat',
      pointsInCell,
    ])
    expect(asked.point_cells).toBeUndefined()
  })

  it('of the cells groups by them, and counts', () => {
    const asked = cellsQuery(query, cells, [0, 100, 0, 100])
    expect(asked).toMatchObject({
      columns: ['lon', 'lat', 'kind'],
      metrics: ['m', { sqlExpression: 'COUNT(*)', label: pointsInCell }],
      filters: query.filters,
      row_limit: 40_000,
      point_cells: { ...cells, degrees: 1 },
    })
    expect(cellsQuery(query, cells, [null, null, null, null])).toBeUndefined()
    const ofSmallLimit = cellsQuery(query, cells, [0, 100, 0, 100], 4000)
    expect(ofSmallLimit?.point_cells?.degrees).toBeGreaterThan(asked?.point_cells?.degrees ?? 1)
  })
})
