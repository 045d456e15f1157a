import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChartData } from '../../model/query/chartData.ts'
import { ruleOpacity } from '../shared/conditionalFormat.ts'
import type { ConditionalRule, Currency } from '../shared/fields.ts'
import { metricFormat } from '../shared/metricFormat.ts'
import { chartTheme } from '../shared/theme.ts'
import { answer, noDatasource } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import { arrangeRows, moveColumn, nextSort } from './arrange.ts'
import { cellBars, tableColumns } from './columns.ts'
import { cellMask, isChosen } from './crossFilter.ts'
import type { TableForm } from './formData.ts'
import { layOutColumns } from './layout.ts'
import { pageLengths, pagingOf } from './paging.ts'
import { cellColors } from './rules.ts'
import { totalTexts } from './totals.ts'

const data = answer({
  name: [1, ['b', 'a', null]],
  m: [0, [10, -5, null]],
  '%m': [0, [0.5, 0.25, null]],
  t: [2, [0, 86_400_000, null]],
})
const form = (saved: Record<string, unknown> = {}) =>
  openSaved({ viz_type: 'table', groupby: ['name', 't'], metrics: ['m'], percent_metrics: ['m'], ...saved })!
    .formData as TableForm
const columns = (saved: Record<string, unknown> = {}, given: ChartData = data, datasource = noDatasource) =>
  tableColumns({ formData: form(saved), data: [given], datasource })
const cell = (saved: Record<string, unknown>, key: string, row: number, datasource = noDatasource) => {
  const column = columns(saved, data, datasource).find((each) => each.key === key)!
  return column.write(column.values[row] ?? null)
}

describe('columns', () => {
  it('hide the plain column of a percent metric unless it was selected', () => {
    expect(columns().map((column) => column.key)).toEqual(['name', 'm', '%m', 't'])
    expect(columns({ metrics: [] }).map((column) => column.key)).toEqual(['name', '%m', 't'])
    expect(columns({ column_config: { t: { visible: false } } }).map((column) => column.key)).toEqual([
      'name',
      'm',
      '%m',
    ])
  })

  it('have verbose names, which do not replace an adhoc metric’s label', () => {
    const datasource = { ...noDatasource, verboseMap: { name: 'Name', m: 'Money' } }
    expect(columns({}, data, datasource).map((column) => column.label)).toEqual(['Name', 'Money', '% Money', 't'])
    const adhoc = { expressionType: 'SQL', sqlExpression: 'sum(m)', label: 'm' }
    expect(columns({ metrics: [adhoc] }, data, datasource)[1]?.label).toBe('m')
  })

  it.each([
    [{}, 'm', 0, '10'],
    [{}, 'm', 1, '−5'],
    [{}, 'm', 2, null],
    [{}, '%m', 1, '25.000%'],
    [{ column_config: { m: { d3NumberFormat: '$,.2f' } } }, 'm', 0, '$10.00'],
    [{ column_config: { '%m': { d3NumberFormat: '.0%', d3SmallNumberFormat: '.1%' } } }, '%m', 1, '25.0%'],
    [{}, 't', 1, '1970-01-02 00:00:00'],
    [{ time_grain_sqla: 'P1M' }, 't', 1, 'Jan 1970'],
    [{ table_timestamp_format: '%d/%m/%Y' }, 't', 1, '02/01/1970'],
    [{ column_config: { t: { d3TimeFormat: '%Y' } } }, 't', 1, '1970'],
    [{ column_config: { m: { fractionDigits: 3 } } }, 'm', 0, '10.000'],
    [{ column_config: { m: { fractionDigits: '0' } } }, 'm', 0, '10'],
    [{ column_config: { m: { fractionDigits: 100 } } }, 'm', 0, `10.${'0'.repeat(20)}`],
    [{ column_config: { m: { fractionDigits: 101 } } }, 'm', 0, '10'],
    [{ column_config: { '%m': { fractionDigits: 2 } } }, '%m', 1, '25.00%'],
    [{ column_config: { m: { fractionDigits: 1, d3NumberFormat: '$,.2f' } } }, 'm', 0, '$10.00'],
  ])('with %j write %s of row %i as %j', (saved, key, row, expected) => expect(cell(saved, key, row)).toBe(expected))

  it.each([
    [
      [-7.1, -4.03, -0.7765, 9.27365, 0],
      ['−7.10', '−4.03', '−0.78', '9.27', '0.00'],
    ],
    [
      [7.5, 12],
      ['7.5', '12.0'],
    ],
    [
      [7, 12],
      ['7', '12'],
    ],
    [
      [0.5, 0.1234],
      ['0.5000', '0.1234'],
    ],
    // not applied: a prefix, and a value that would be written as 0.00
    [
      [7.5, 1234],
      ['7.5', '1.23k'],
    ],
    [
      [7.5, 0.004],
      ['7.5', '0.004'],
    ],
  ])('write a metric without a format with a common number of decimals: %j', (values, texts) => {
    const [, metric] = columns({}, answer({ name: [1, values.map(String)], m: [0, values] }))
    expect(values.map((value) => metric?.write(value))).toEqual(texts)
    // a total may be larger than all values
    expect(metric?.write(123_456)).toBe('123k')
  })

  it('give raw numbers a common number of decimals if no digit changes', () => {
    const raw = answer({ price: [0, [3.5, 12.25, 4]], year: [0, [1983, 1984, null]] })
    const [price, year] = columns({ query_mode: 'raw', all_columns: ['price', 'year'] }, raw)
    expect(price?.values.map((value) => price.write(value))).toEqual(['3.50', '12.25', '4.00'])
    expect(year?.values.map((value) => year.write(value))).toEqual(['1983', '1984', null])
  })

  it('do not change raw numbers', () => {
    const raw = answer({ year: [0, [1983, 0.1 + 0.2, 1e-7]] })
    const [year] = columns({ query_mode: 'raw', all_columns: ['year'] }, raw)
    expect(year?.values.map((value) => year.write(value))).toEqual(['1983', '0.3', '1e-7'])
  })

  it('use the saved metric’s format and currency', () => {
    expect(cell({}, 'm', 0, { ...noDatasource, columnFormats: { m: ',.1f' } })).toBe('10.0')
    const priced = { ...noDatasource, currencyFormats: { m: { symbol: 'EUR', symbolPosition: 'suffix' as const } } }
    expect(cell({}, 'm', 0, priced)).toBe('10 €')
  })

  it.each([
    [undefined, 'prefix', '€ 10'],
    [undefined, 'suffix', '10 €'],
    [{ symbol: 'USD', symbolPosition: 'prefix' }, 'suffix', '$ 10'],
    [{ symbol: 'USD', symbolPosition: 'suffix' }, 'prefix', '10 $'],
    [{ symbol: 'USD' }, 'prefix', '10 $'],
    [{ symbol: '', symbolPosition: 'suffix' }, 'prefix', '€ 10'],
  ] as const)('write the currency %j over the metric’s %s as a tile does', (own, symbolPosition, text) => {
    const priced = { ...noDatasource, currencyFormats: { m: { symbol: 'EUR', symbolPosition } } }
    expect(cell({ column_config: { m: { currencyFormat: own } } }, 'm', 0, priced)).toBe(text)
    const tile = openSaved({ viz_type: 'big_number_total', metric: 'm', currency_format: own })!.formData
    const { currency_format: currency } = tile as { currency_format?: Currency }
    expect(metricFormat({ format: ',d', currency }, priced, 'm')(10)).toBe(text)
  })
})

describe('cell bars', () => {
  const bar = (saved: Record<string, unknown>, value: number, key = 'm') => {
    const column = columns(saved).find((each) => each.key === key)!
    return cellBars(form(saved), column)?.(value) ?? null
  }
  it.each([
    [{}, 10, { left: 33.3, width: 66.7, isNegative: false }],
    [{}, -5, { left: 0, width: 33.3, isNegative: true }],
    [{ align_pn: true }, -5, { left: 0, width: 50, isNegative: true }],
    [{ column_config: { m: { alignPositiveNegative: true } } }, 10, { left: 0, width: 100, isNegative: false }],
    [{ show_cell_bars: false }, 10, null],
    [{ column_config: { m: { showCellBars: false } } }, 10, null],
  ])('%j: %i', (saved, value, expected) => expect(bar(saved, value)).toEqual(expected))

  it('are hidden if there are rules, unless a column has its own setting', () => {
    const conditional_formatting = [{ column: 'm', operator: '>', targetValue: 1, colorScheme: '#ACE1C4' }]
    expect(bar({ conditional_formatting }, 10)).toBeNull()
    expect(bar({ conditional_formatting, column_config: { m: { showCellBars: true } } }, 10)).not.toBeNull()
  })

  it('are only drawn behind numbers', () => expect(bar({}, 1, 'name')).toBeNull())
})

describe('rules', () => {
  const rule = (operator: ConditionalRule['operator'], more: Partial<ConditionalRule> = {}): ConditionalRule => ({
    column: 'm',
    operator,
    colorScheme: '#ACE1C4',
    targetValue: 10,
    ...more,
  })
  const range = { min: 0, max: 20 }
  it.each([
    [rule('>'), 10, undefined],
    [rule('>'), 20, 1],
    [rule('>'), 15, 0.525],
    [rule('≥'), 10, 0.05],
    [rule('<'), 0, 1],
    [rule('≤'), 10, 0.05],
    [rule('='), 10, 1],
    [rule('='), 11, undefined],
    [rule('≠'), 20, 1],
    [rule('≠'), 10, undefined],
    [rule('None'), 5, 0.25],
    [rule('< x <', { targetValueLeft: 5, targetValueRight: 15 }), 5, undefined],
    [rule('≤ x <', { targetValueLeft: 5, targetValueRight: 15 }), 5, 0.05],
    [rule('≤ x ≤', { targetValueLeft: 5, targetValueRight: 15 }), 15, 1],
    [rule('< x ≤', { targetValueLeft: 5, targetValueRight: 15 }), 16, undefined],
  ])('%j on %i', (given, value, expected) => {
    const opacity = ruleOpacity(given, value, range)
    if (expected === undefined) expect(opacity).toBeUndefined()
    else expect(opacity).toBeCloseTo(expected, 10)
  })

  it('the last one takes precedence and is readable in the dark theme', () => {
    const column = columns()[1]!
    const color = cellColors(
      [rule('>', { targetValue: 1 }), rule('=', { colorScheme: '#FDE380' })],
      column,
      chartTheme('dark'),
    )
    expect(color?.(10)).toEqual({ background: '#fde380', text: '#000' })
    expect(color?.(null)).toBeNull()
    expect(cellColors([], column, chartTheme('dark'))).toBeNull()
  })
})

describe('arranging', () => {
  it.each([
    [[{ column: 'm', descending: true }], [0, 1, 2]],
    [[{ column: 'm', descending: false }], [1, 0, 2]],
    [[{ column: 'name', descending: false }], [1, 0, 2]],
    [[{ column: 'unknown', descending: false }], [0, 1, 2]],
  ])('sorts by %j, missing values last', (sort, expected) =>
    expect(arrangeRows(columns(), 3, '', sort)).toEqual(expected),
  )

  it.each([
    ['A', [1]],
    ['  25.0', [1]],
    ['1970', [0, 1]],
    ['zzz', []],
  ])('finds %j', (search, expected) => expect(arrangeRows(columns(), 3, search, [])).toEqual(expected))

  it('keeps every row exactly once', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer())), fc.boolean(), (values, descending) => {
        const [column] = columns({ query_mode: 'raw', all_columns: ['n'] }, answer({ n: [0, values] }))
        const rows = column ? arrangeRows([column], values.length, '', [{ column: 'n', descending }]) : []
        expect(rows.toSorted((one, other) => one - other)).toEqual([...values.keys()])
        const sorted = rows.map((row) => values[row]).filter((value) => value !== null)
        expect(sorted).toEqual(sorted.toSorted((one, other) => (descending ? other! - one! : one! - other!)))
      }),
    )
  })

  it('cycles through the sort directions of a header', () => {
    const [name, m] = columns()
    expect(nextSort([], m!, false)).toEqual([{ column: 'm', descending: true }])
    expect(nextSort([{ column: 'm', descending: true }], m!, false)).toEqual([{ column: 'm', descending: false }])
    expect(nextSort([{ column: 'm', descending: false }], m!, false)).toEqual([])
    expect(nextSort([{ column: 'm', descending: true }], name!, true)).toEqual([
      { column: 'm', descending: true },
      { column: 'name', descending: false },
    ])
    expect(nextSort([{ column: 'm', descending: true }], name!, false)).toEqual([{ column: 'name', descending: false }])
  })

  it('moves columns', () => {
    expect(moveColumn(['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a'])
    expect(moveColumn(['a', 'b', 'c'], 'c', -1)).toEqual(['c', 'a', 'b'])
  })
})

describe('paging', () => {
  const shown = { rows: 120, columns: 4 }
  it('is off for few cells, automatic for many, and configurable', () => {
    expect(pagingOf(form(), [], {}, shown, { page: 0 }).pageSize).toBe(0)
    expect(pagingOf(form(), [], {}, { rows: 2000, columns: 4 }, { page: 0 }).pageSize).toBe(200)
    expect(pagingOf(form({ page_length: '50' }), [], {}, shown, { page: 9 })).toMatchObject({ pageSize: 50, page: 2 })
    expect(pagingOf(form({ page_length: 0 }), [], {}, { rows: 9999, columns: 4 }, { page: 0 }).pageSize).toBe(0)
  })
  it('takes the number of rows from the server', () => {
    const paging = pagingOf(
      form({ server_pagination: true, server_page_length: 20 }),
      [data, answer({ rowcount: [0, [5000]] })],
      { currentPage: 3 },
      shown,
      { page: 0 },
    )
    expect(paging).toEqual({ pageSize: 20, page: 3, rowCount: 5000, onServer: true })
  })
  it('offers lengths up to twice the rows', () => {
    const paging = { pageSize: 15, page: 0, rowCount: 30, onServer: false }
    expect(pageLengths(paging)).toEqual([10, 15, 20, 50, 0])
  })
})

describe('cross filter', () => {
  const [name, m, , t] = columns({ temporal_columns_lookup: { t: true }, time_grain_sqla: 'P1D' })
  it.each([
    ['a text', name!, 'a', { col: 'name', op: 'IN', val: ['a'] }],
    ['a missing value', name!, null, { col: 'name', op: 'IS NULL' }],
    ['a bucket of time', t!, 0, { col: 't', op: 'IN', val: [0], grain: 'P1D' }],
  ])('of %s', (_what, column, value, expected) => {
    expect(cellMask({}, column, value)?.extraFormData?.filters).toEqual([expected])
  })
  it('has the same name as in other charts', () =>
    expect(['a', null].map((value) => cellMask({}, name!, value)?.filterState?.label)).toEqual(['a', '<NULL>']))
  it('is not emitted for numbers and is removed by the second click', () => {
    expect(cellMask({}, m!, 10)).toBeNull()
    const { filterState } = cellMask({}, name!, 'a')!
    expect(isChosen(filterState, 'name', 'a')).toBe(true)
    expect(isChosen(filterState, 'name', 'b')).toBe(false)
    expect(cellMask({ filterState }, name!, 'a')?.extraFormData).toEqual({})
  })
})

describe('column widths', () => {
  const lay = (given: ReturnType<typeof columns>, available: number, totals: string[] = [], sorted: string[] = []) =>
    layOutColumns({ columns: given, available, rowCount: 3, measure: (text) => text.length * 8, totals, sorted })
  const total = (widths: number[]) => widths.reduce((sum, width) => sum + width, 0)

  it('fill the remaining space, and are at least the configured minimum', () => {
    const { widths, pad } = lay(columns(), 800)
    expect([total(widths), pad]).toEqual([800, 12])
    expect(lay(columns({ column_config: { name: { columnWidth: 300 } } }), 100).widths[0]).toBe(300)
    const plain = lay(columns(), 0).widths[1]!
    expect(lay(columns(), 0, ['', '123,456,789,012']).widths[1]).toBeGreaterThan(plain)
  })

  const figures = answer(
    Object.fromEntries(['Route', 'Flights', 'Average delay', 'Late', 'Share'].map((key) => [key, [0, [1, 2, 3]]])),
  )
  const five = columns({ groupby: [], metrics: [], percent_metrics: [] }, figures)

  it('leave room for the first number of a narrow table that scrolls', () => {
    const long = answer({
      Country: [1, ['Bosnia and Herzegovina', 'Chad', 'Mali']],
      'Income per person': [0, [13_334, 5_903, 53_354]],
      'Life expectancy': [0, [71, 66, 79]],
    })
    const form = { groupby: ['Country'], metrics: ['Income per person', 'Life expectancy'], percent_metrics: [] }
    const { widths } = lay(columns(form, long), 204)
    const [name = 0, income = 0] = widths
    // 28 px for the fading edge
    expect(name + income).toBeLessThanOrEqual(204 - 28)
    expect(name).toBeGreaterThanOrEqual(88)
    expect(total(widths)).toBeGreaterThan(204)
  })

  it('move closer before the table scrolls, and no header is truncated', () => {
    const needed = five.map(({ label }, index) => label.length * 8 + (index === 0 || index === 4 ? 20 : 16))
    for (const available of [400, 350, 100]) {
      const { widths, pad } = lay(five, available)
      expect(pad).toBe(8)
      for (const [index, width] of widths.entries()) expect(width).toBeGreaterThanOrEqual(needed[index]!)
      expect(total(widths)).toBeLessThanOrEqual(Math.max(available, total(needed.map((width) => Math.max(48, width)))))
    }
  })

  describe('with a text that is as wide as the table', () => {
    const keys = ['m', 'first number', 'second number', 'third number']
    const numbers = Object.fromEntries(keys.map((key) => [key, [0, [1, 2, 3]]]))
    const wordy = answer({ name: [1, ['a long name '.repeat(8), 'b', 'c']], ...numbers })
    const raw = (config: object) =>
      columns({ groupby: ['name'], metrics: keys, percent_metrics: [], column_config: config }, wordy)

    it.each([300, 400, 600])('leave half of %i px to the other columns', (available) => {
      const { widths } = lay(raw({}), available)
      expect(widths[0]).toBeLessThanOrEqual(available / 2)
      expect(widths[0]).toBeGreaterThanOrEqual(120)
    })

    it('keep a configured width, and the whole text of a single column', () => {
      expect(lay(raw({ name: { columnWidth: 380 } }), 400).widths[0]).toBe(380)
      const [only] = raw({})
      expect(lay([only!], 200).widths[0]).toBeGreaterThan(200)
    })
  })

  it('truncate long headers before the table scrolls, but never numbers', () => {
    const long = columns({ column_config: { m: { customColumnName: 'A head of quite many words' } } })
    const close = total(lay(long, 0).widths)
    expect(total(lay(long, close - 40).widths)).toBeLessThanOrEqual(close - 40)
    const figures = lay(long, close - 40, ['', '123,456,789,012,345', '', '']).widths[1]!
    expect(figures).toBeGreaterThanOrEqual(19 * 8)
  })

  it('leave room for the arrow of a sorted header', () => {
    expect(lay(five, 0, [], ['Average delay']).widths[2]).toBe(lay(five, 0).widths[2]! + 18)
  })

  it('truncate long texts if that avoids a scroll bar, and long headers in any case', () => {
    const long = columns({}, answer({ name: [1, ['x'.repeat(40), '', '']], m: [0, [1, 2, 3]] }))
    expect(total(lay(long, 300).widths)).toBeLessThanOrEqual(300)
    // also in a narrow table, which the long text would otherwise fill
    expect(lay(long, 150).widths[0]).toBe(120)
    const wordy = columns({ groupby: [] }, answer({ ['word '.repeat(30)]: [0, [1, 2, 3]] }))
    expect(lay(wordy, 0).widths[0]).toBe(244)
  })
})

it('shows totals below the columns that have them', () => {
  expect(totalTexts(columns(), answer({ m: [0, [5]] }))).toEqual(['', '5', '', ''])
  expect(totalTexts(columns(), undefined)).toEqual(['', '', '', ''])
})
