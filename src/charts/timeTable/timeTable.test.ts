import { describe, expect, it } from 'vitest'
import { readSeries } from '../shared/legacySeries/readSeries.ts'
import { atOnce } from '../shared/steps.ts'
import { answer, noDatasource } from '../testing/drawInput.ts'
import { contextOfSaved, openSaved } from '../testing/parts.ts'
import { boundsColor, sparkValues } from './cells.ts'
import type { TimeTableForm } from './formData.ts'
import { linkOf } from './link.ts'
import { sortedRows, tableRows } from './rows.ts'
import { readTimeColumn } from './timeColumn.ts'
import { columnWriter } from './writers.ts'

const saved = { viz_type: 'time_table', datasource: '1__table', metrics: ['n'], groupby: ['g'] }
const formOf = (more: object) => openSaved({ ...saved, ...more })?.formData as TimeTableForm
const data = answer({
  __timestamp: [2, [30, 10, 20, 30, 10, 20]],
  g: [1, ['b', 'a', 'a', 'a', 'b', 'b']],
  n: [0, [1, 10, 20, 30, 4, null]],
})
const all = atOnce(readSeries(data, formOf({})))

describe('the cells', () => {
  it.each([
    ['the value some periods back', { colType: 'time', timeLag: 2 }, { a: 10, b: 4 }],
    ['the value of the first period', { colType: 'time', timeLag: -1 }, { a: 10, b: 4 }],
    ['the difference', { colType: 'time', timeLag: 1, comparisonType: 'diff' }, { a: 10, b: null }],
    ['the ratio', { colType: 'time', timeLag: 2, comparisonType: 'perc' }, { a: 3, b: 0.25 }],
    ['the change', { colType: 'time', timeLag: 2, comparisonType: 'perc_change' }, { a: 2, b: -0.75 }],
    ['more periods than there are', { colType: 'time', timeLag: 9 }, { a: null, b: null }],
    ['the share at the last time', { colType: 'contrib' }, { a: 30 / 31, b: 1 / 31 }],
    ['the mean of the last periods', { colType: 'avg', timeLag: '2' }, { a: 25, b: 1 }],
  ])('%s', (_name, column, expected) => {
    const form = formOf({ column_collection: [column] })
    const rows = tableRows(all, form, noDatasource)
    expect(Object.fromEntries(rows.map(({ name, values }) => [name, values[0]]))).toEqual(expected)
  })

  it('have distinct names for missing values, empty texts and equal-looking texts', () => {
    const groups = [null, '', '<NULL>', 'null']
    const named = answer({ __timestamp: [2, groups.map(() => 1)], g: [1, groups], n: [0, [4, 3, 2, 1]] })
    const names = tableRows(atOnce(readSeries(named, formOf({}))), formOf({}), noDatasource).map(({ name }) => name)
    expect(names.toSorted()).toEqual(['"<NULL>"', '<NULL>', '<empty string>', 'null'])
  })

  it('are a line of values, or of ratios to earlier values', () => {
    const [b, a] = all.series
    const spark = (timeRatio: number) => readTimeColumn({ colType: 'spark', timeRatio }, 0)!
    expect(sparkValues(spark(0), b!)).toEqual([4, null, 1])
    expect(sparkValues(spark(1), a!)).toEqual([2, 1.5])
    expect(sparkValues(spark(2), b!)).toEqual([0.25])
  })

  it('are written by their own format, as fractions, or as the metric', () => {
    const write = (column: object, value: number) => {
      const datasource = { ...noDatasource, columnFormats: { n: '.2f' } }
      return columnWriter(readTimeColumn(column, 0)!, 'n', datasource)(value)
    }
    expect(write({ colType: 'time', d3format: '$,.1f' }, 3)).toBe('$3.0')
    expect(write({ colType: 'time', comparisonType: 'perc_change' }, -0.25)).toBe('−25.0%')
    expect(write({ colType: 'avg' }, 3)).toBe('3.00')
  })

  it.each([
    [0, [0, 10], '#ca0020'],
    [5, [0, 10], '#6b6b6b'],
    [99, [0, 10], '#0571b0'],
    [3, [4, null], '#ca0020'],
    [4, [4, null], '#0571b0'],
    [3, [null, 4], '#ca0020'],
    [3, [null, null], undefined],
  ] as const)('%d within %j is %s', (value, bounds, color) =>
    expect(boundsColor(value, [...bounds], 'light')).toBe(color),
  )
})

it('sorts with missing values last', () => {
  const form = formOf({ column_collection: [{ colType: 'time', timeLag: 1, comparisonType: 'diff' }] })
  const rows = tableRows(all, form, noDatasource)
  const names = (descending: boolean, column = 0) =>
    sortedRows(rows, form.column_collection, { column, descending }).map(({ name }) => name)
  expect([names(true), names(false), names(false, -1)]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
    ['a', 'b'],
  ])
})

describe('links', () => {
  const context = { metric: { label: 'a b&c', metric_name: 'n', verbose_name: 'N' } }
  it.each([
    ['https://example.org/?q={{metric}}', 'https://example.org/?q=a%20b%26c'],
    ['/list/{{ metric.metric_name }}', '/list/n'],
    ['/x/{{metric.constructor}}', '/x/'],
    ['javascript:alert(1)', undefined],
    ['//elsewhere.example/{{metric}}', undefined],
    ['{{metric}}', undefined],
    ['', undefined],
  ])('%s', (template, href) => expect(linkOf(template, context)).toBe(href))
})

describe('saved columns', () => {
  it.each([[null], ['x'], [{}], [{ colType: 'other' }], [[]]])('%j is not a column', (column) =>
    expect(readTimeColumn(column, 0)).toBeNull(),
  )

  it('get defaults for missing and invalid parts, and keep the others', () => {
    expect(readTimeColumn({ colType: 'spark', width: '200', height: 'x', bounds: 'x', own: 1 }, 3)).toMatchObject({
      key: '3',
      width: 200,
      height: 50,
      bounds: [null, null],
      timeRatio: 0,
      own: 1,
    })
  })
})

it('requests the rows over time', () => {
  const context = contextOfSaved({
    formData: { ...saved, limit: 5 },
    datasource: { ...noDatasource, mainDttmCol: 'ds' },
  })
  expect(context?.queries).toEqual([
    expect.objectContaining({
      granularity: 'ds',
      is_timeseries: true,
      columns: ['g'],
      series_columns: ['g'],
      metrics: ['n'],
      series_limit: 5,
      orderby: [['n', false]],
    }),
  ])
})

it.each([[[]], [['a', 'b']]])('has no rows without values: %j', (groups) => {
  const form = formOf({ groupby: groups })
  expect(tableRows(atOnce(readSeries(answer({}), form)), form, noDatasource)).toEqual([])
})
