import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Cell, CellType, Frame } from '../frame.ts'
import { madeTable } from './index.ts'
import type { PivotTableOptions } from './pivotTable.ts'

const frame: Frame = {
  rowCount: 6,
  columns: [
    { name: 'state', type: 'text', values: ['NY', 'CA', 'NY', 'CA', 'NY', null] },
    { name: 'sex', type: 'text', values: ['girl', 'boy', 'boy', 'girl', 'other', 'boy'] },
    { name: 'year', type: 'time', values: [0, 0, 0, 0, 0, 0].map(() => Date.UTC(2020, 0, 1)) },
    { name: 'num', type: 'int', values: [1, 2, 3, 4, 5, 6] },
    { name: 'price', type: 'float', values: [1, 0.5, null, 2, 4, 8] },
  ],
}

const none: PivotTableOptions = {
  rows: [],
  columns: [],
  metrics: ['num'],
  aggregate: 'Sum',
  combineMetric: false,
  metricsOnRows: false,
  rowTotals: false,
  colTotals: false,
}

/** Rows as text, missing values as -, one line per row. */
function drawn(options: Partial<PivotTableOptions>, of: Frame = frame): string[] {
  const made = madeTable(of, { kind: 'pivot', names: {}, options: { ...none, ...options } })
  if (!made.ok) return [made.error.message]
  const { columns, index, rowCount } = made.value
  const head = columns.map(({ name }) => (name as string[]).filter(Boolean).join('/'))
  const lines = Array.from({ length: rowCount }, (_, row) =>
    [
      (index?.values ?? [])
        .map((level) => level[row])
        .filter(Boolean)
        .join('/'),
      ...columns.map(({ values }) => String(values[row] ?? '-')),
    ].join(' | '),
  )
  return [`| ${head.join(' | ')}`, ...lines]
}

it('rejects a table with too many cells without visiting each one', () => {
  const rowCount = 30_000
  const each = Array.from({ length: rowCount }, (_, at) => at)
  const diagonal: Frame = {
    rowCount,
    columns: ['state', 'sex', 'num'].map((name) => ({ name, type: 'int', values: each })),
  }
  expect(drawn({ rows: ['state'], columns: ['sex'] }, diagonal)).toEqual([
    'The table would have 30000 rows and 30000 columns',
  ])
})

describe('a pivot table', () => {
  it.each<[string, Partial<PivotTableOptions>, string[]]>([
    ['without dimensions', {}, ['| num', 'Total (Sum) | 21']],
    ['of rows', { rows: ['state'] }, ['| num', 'CA | 6', 'NULL | 6', 'NY | 9']],
    ['of columns', { columns: ['state'] }, ['| num/CA | num/NULL | num/NY', 'Total (Sum) | 6 | 6 | 9']],
    [
      'of both, with gaps',
      { rows: ['state'], columns: ['sex'] },
      ['| num/boy | num/girl | num/other', 'CA | 2 | 4 | -', 'NULL | 6 | - | -', 'NY | 3 | 1 | 5'],
    ],
    [
      'of several metrics, metric by metric',
      { rows: ['sex'], columns: ['year'], metrics: ['price', 'num'] },
      ['| price/2020-01-01 | num/2020-01-01', 'boy | 8.5 | 11', 'girl | 3 | 5', 'other | 4 | 5'],
    ],
    [
      'of several metrics, side by side',
      { columns: ['sex'], metrics: ['price', 'num'], combineMetric: true },
      [
        '| boy/price | boy/num | girl/price | girl/num | other/price | other/num',
        'Total (Sum) | 8.5 | 11 | 3 | 5 | 4 | 5',
      ],
    ],
    [
      'with metrics as rows',
      { rows: ['state'], metrics: ['price', 'num'], metricsOnRows: true },
      ['| Total (Sum)', 'price/CA | 2.5', 'price/NULL | 8', 'price/NY | 5', 'num/CA | 6', 'num/NULL | 6', 'num/NY | 9'],
    ],
    [
      'with metrics as the last level of rows',
      { rows: ['sex'], columns: ['year'], metrics: ['price', 'num'], metricsOnRows: true, combineMetric: true },
      [
        '| 2020-01-01',
        'boy/price | 8.5',
        'boy/num | 11',
        'girl/price | 3',
        'girl/num | 5',
        'other/price | 4',
        'other/num | 5',
      ],
    ],
    [
      'with totals and subtotals',
      { rows: ['state', 'sex'], rowTotals: true, colTotals: true },
      [
        '| num | Total (Sum)',
        'CA/boy | 2 | 2',
        'CA/girl | 4 | 4',
        'CA/Subtotal | 6 | 6',
        'NULL/boy | 6 | 6',
        'NULL/Subtotal | 6 | 6',
        'NY/boy | 3 | 3',
        'NY/girl | 1 | 1',
        'NY/other | 5 | 5',
        'NY/Subtotal | 9 | 9',
        'Total (Sum) | 21 | 21',
      ],
    ],
    [
      'with subtotals of columns',
      { rows: ['year'], columns: ['sex'], metrics: ['num', 'price'], rowTotals: true },
      [
        '| num/boy | num/girl | num/other | num/Subtotal | price/boy | price/girl | price/other | price/Subtotal | Total (Sum)',
        '2020-01-01 | 11 | 5 | 5 | 21 | 8.5 | 3 | 4 | 15.5 | 36.5',
      ],
    ],
    [
      'of averages, whose total is that of the rows',
      { rows: ['sex'], aggregate: 'Average', colTotals: true },
      ['| num', `boy | ${11 / 3}`, 'girl | 2.5', 'other | 5', 'Total (Average) | 3.5'],
    ],
    [
      'of shares of rows',
      { rows: ['state'], columns: ['sex'], aggregate: 'Sum as Fraction of Rows', rowTotals: true },
      [
        '| num/boy | num/girl | num/other | num/Subtotal | Total (Sum as Fraction of Rows)',
        `CA | ${2 / 6} | ${4 / 6} | - | 1 | 1`,
        'NULL | 1 | - | - | 1 | 1',
        `NY | ${3 / 9} | ${1 / 9} | ${5 / 9} | 1 | 1`,
      ],
    ],
    [
      'of shares of columns',
      { rows: ['state'], columns: ['year'], aggregate: 'Count as Fraction of Columns' },
      ['| num/2020-01-01', `CA | ${2 / 6}`, `NULL | ${1 / 6}`, `NY | ${3 / 6}`],
    ],
    [
      'of shares of all',
      { rows: ['state'], aggregate: 'Sum as Fraction of Total', colTotals: true },
      ['| num', `CA | ${6 / 21}`, `NULL | ${6 / 21}`, `NY | ${9 / 21}`, 'Total (Sum as Fraction of Total) | 1'],
    ],
  ])('%s', (_, options, lines) => {
    expect(drawn(options)).toEqual(lines)
  })

  it.each<[string, string]>([
    ['Count', '3'],
    ['Count Unique Values', '3'],
    ['List Unique Values', '1, 3, 5'],
    ['Sum', '9'],
    ['Average', '3'],
    ['Median', '3'],
    ['Sample Variance', '4'],
    ['Sample Standard Deviation', '2'],
    ['Minimum', '1'],
    ['Maximum', '5'],
    ['First', '1'],
    ['Last', '5'],
  ])('reads %s of 1, 3 and 5 as %s', (aggregate, value) => {
    expect(drawn({ rows: ['state'], aggregate }).at(-1)).toBe(`NY | ${value}`)
  })

  it('reports what it cannot do', () => {
    expect(drawn({ aggregate: 'Sum as Fraction of Luck' })).toEqual([
      expect.stringMatching(/^Unknown aggregate function/),
    ])
    expect(drawn({ rows: ['nothing'] })).toEqual([expect.stringMatching(/refers to "nothing"/)])
  })

  it('adds big whole numbers exactly', () => {
    const big: Frame = { rowCount: 2, columns: [{ name: 'num', type: 'int', values: [9007199254740993n, 2] }] }
    expect(drawn({}, big)).toEqual(['| num', 'Total (Sum) | 9007199254740995'])
  })

  it('has the sum of the rows as its total, in any layout', () => {
    const cell = (type: CellType): fc.Arbitrary<Cell> =>
      type === 'int' ? fc.integer({ min: -1000, max: 1000 }) : fc.constantFrom('a', 'b', 'c', null)
    const rows = fc.array(fc.tuple(cell('text'), cell('text'), cell('int')), { minLength: 1, maxLength: 30 })
    const sides = fc.subarray(['x', 'y'])
    fc.assert(
      fc.property(rows, sides, fc.boolean(), fc.boolean(), (list, left, metricsOnRows, combineMetric) => {
        const of: Frame = {
          rowCount: list.length,
          columns: ['x', 'y', 'num'].map((name, at) => ({
            name,
            type: at < 2 ? 'text' : 'int',
            values: list.map((row) => row[at] as Cell),
          })),
        }
        const columns = ['x', 'y'].filter((name) => !left.includes(name))
        const options = { rows: left, columns, metricsOnRows, combineMetric, rowTotals: true, colTotals: true }
        const made = madeTable(of, { kind: 'pivot', names: {}, options: { ...none, ...options } })
        const sum = list.reduce((so, [, , value]) => so + Number(value), 0)
        expect(made.ok && made.value.columns.at(-1)?.values.at(-1)).toBe(sum)
      }),
    )
  })
})

describe('a plain table', () => {
  it('has its number formats, and display names', () => {
    const made = madeTable(frame, {
      kind: 'table',
      names: { num: 'Number', price: 'Price' },
      formats: { num: ',.1f', price: 'not a format', state: '.2f', nothing: 'd' },
    })
    expect(made.ok && made.value.columns.map(({ name, values }) => [name, values.slice(0, 3)])).toEqual([
      ['state', ['NY', 'CA', 'NY']],
      ['sex', ['girl', 'boy', 'boy']],
      ['year', [0, 0, 0].map(() => Date.UTC(2020, 0, 1))],
      ['Number', ['1.0', '2.0', '3.0']],
      ['Price', [1, 0.5, null]],
    ])
  })
})
