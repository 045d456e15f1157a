import { describe, expect, it } from 'vitest'
import type { JsonCell } from '../../model/query/chartData.ts'
import type { QueryObject } from '../../model/query/queryObject.ts'
import { chartTheme } from '../shared/theme.ts'
import { answer, noDatasource } from '../testing/drawInput.ts'
import { contextOfSaved, openSaved } from '../testing/parts.ts'
import { headerMask } from './crossFilter.ts'
import type { PivotForm } from './formData.ts'
import { cellsBetween, sideOf } from './layout.ts'
import { linesOf } from './lines.ts'
import type { pivotOf } from './pivot.ts'
import { type SideName, shownPivot, sideOptions } from './shown.ts'

const formOf = (saved: object) => openSaved({ viz_type: 'pivot_table_v2', ...saved })?.formData as PivotForm
const translate = (text: { defaultMessage?: unknown }, values: Record<string, string> = {}) =>
  String(text.defaultMessage).replaceAll(/\{(\w+)\}/g, (_match, name: string) => values[name] ?? '')

/** The table as texts: the headers of the columns by level, then each row with its headers. */
function textsOf(
  form: PivotForm,
  data: Parameters<typeof pivotOf>[1],
  collapsed: Partial<Record<SideName, string[]>> = {},
) {
  const shown = shownPivot({ formData: form, data, datasource: noDatasource, theme: chartTheme('light') }, translate)
  const side = (name: SideName) => {
    const options = sideOptions(form, name, shown.pivot.metrics.length, new Set(collapsed[name]))
    return sideOf(shown.pivot[name], options, linesOf(shown.pivot[name], options))
  }
  const [rows, columns] = [side('rows'), side('columns')]
  const headers = (name: SideName, from: number, to: number) => cellsBetween(name === 'rows' ? rows : columns, from, to)
  return {
    head: Array.from({ length: columns.levels }, (_, level) =>
      headers('columns', 0, columns.lines.length)
        .filter((cell) => cell.level === level)
        .map((cell) => `${shown.headerText(cell, 'columns')}${cell.lines > 1 ? `*${cell.lines}` : ''}`)
        .join(' | '),
    ),
    body: rows.lines.map((row, at) =>
      [
        headers('rows', at, at + 1)
          .map((cell) => shown.headerText(cell, 'rows'))
          .join(' / '),
        ...columns.lines.map((column) => shown.cellText(row, column)),
      ].join(' | '),
    ),
  }
}

const cells = (more: Record<string, [0 | 1 | 2 | 3, JsonCell[]]> = {}) =>
  answer({
    state: [1, ['CA', 'CA', 'NY', 'NY']],
    city: [1, ['LA', 'SF', 'NYC', 'NYC']],
    sex: [1, ['boy', 'boy', 'boy', 'girl']],
    n: [0, [1, 2, 3, 4]],
    ...more,
  })
const form = { groupbyRows: ['state', 'city'], groupbyColumns: ['sex'], metrics: ['n'] }
const level = (dimensions: Record<string, JsonCell[]>, n: JsonCell[]) =>
  answer({
    ...Object.fromEntries(Object.entries(dimensions).map(([name, values]) => [name, [1, values] as [1, JsonCell[]]])),
    n: [0, n],
  })

describe('the cells', () => {
  it('are at their rows and columns', () => {
    expect(textsOf(formOf(form), [cells()])).toEqual({
      head: ['n*2', 'boy | girl'],
      body: ['CA / LA | 1 | ', 'CA / SF | 2 | ', 'NY / NYC | 3 | 4'],
    })
  })

  it('can be transposed', () => {
    expect(textsOf(formOf({ ...form, transposePivot: true }), [cells()])).toEqual({
      head: ['n*3', 'CA*2 | NY', 'LA | SF | NYC'],
      body: ['boy | 1 | 2 | 3', 'girl |  |  | 4'],
    })
  })

  it('have metrics on rows, outermost or innermost', () => {
    const two = cells({ m: [0, [10, 20, 30, null]] })
    const both = { groupbyRows: ['state'], groupbyColumns: ['sex'], metrics: ['n', 'm'] }
    expect(textsOf(formOf({ ...both, metricsLayout: 'ROWS' }), [two]).body).toEqual([
      'n / CA | 3 | ',
      'n / NY | 3 | 4',
      'm / CA | 30 | ',
      'm / NY | 30 | ',
    ])
    expect(textsOf(formOf({ ...both, combineMetric: true }), [two])).toEqual({
      head: ['boy*2 | girl', 'n | m | n'],
      body: ['CA | 3 | 30 | ', 'NY | 3 | 30 | 4'],
    })
  })

  it('have the name of a single metric once', () => {
    const one = { groupbyRows: ['state'], groupbyColumns: ['sex'], metrics: ['n'], combineMetric: true }
    expect(textsOf(formOf(one), [cells()]).head).toEqual(['n*2', 'boy | girl'])
  })

  it('are one total without dimensions on a side', () => {
    expect(textsOf(formOf({ groupbyColumns: ['sex'], metrics: ['n'] }), [cells()]).body).toEqual(['Total | 6 | 4'])
    expect(textsOf(formOf({ groupbyRows: ['sex'], metrics: ['n'], metricsLayout: 'ROWS' }), [cells()])).toEqual({
      head: ['Total'],
      body: ['n / boy | 6', 'n / girl | 4'],
    })
  })

  it.each([
    ['key_a_to_z', ['null', '2', '10', 'item 2', 'item 10']],
    ['key_z_to_a', ['item 10', 'item 2', '10', '2', 'null']],
    ['value_a_to_z', ['10', 'null', 'item 10', '2', 'item 2']],
    ['value_z_to_a', ['item 2', '2', 'item 10', 'null', '10']],
  ])('are sorted by %s', (rowOrder, order) => {
    const data = answer({ k: [1, ['item 10', 10, null, 'item 2', 2]], n: [0, [3, 1, 2, 5, 4]] })
    const { body } = textsOf(formOf({ groupbyRows: ['k'], metrics: ['n'], rowOrder }), [data])
    expect(body.map((row) => row.split(' | ')[0])).toEqual(order)
  })

  it('have ranks instead of values', () => {
    const data = answer({ k: [1, ['a', 'b', 'c', 'd']], n: [0, [3, 7, 7, 1]] })
    const { body } = textsOf(formOf({ groupbyRows: ['k'], metrics: ['n'], showValuesAs: 'rank_columns' }), [data])
    expect(body).toEqual(['a | 3', 'b | 1', 'c | 1', 'd | 4'])
  })

  it('have no empty lines for totals of ranked cells', () => {
    const saved = { ...form, rowTotals: true, colTotals: true, rowSubTotals: true, colSubTotals: true }
    const ranked = textsOf(formOf({ ...saved, showValuesAs: 'rank_columns' }), [cells()])
    expect(ranked.body).toHaveLength(3)
    expect(ranked.head.at(-1)).toBe('boy | girl | Total')
    expect(textsOf(formOf({ ...saved, showValuesAs: 'rank_rows' }), [cells()]).head.at(-1)).toBe('boy | girl')
  })
})

describe('totals', () => {
  const all = { rowTotals: true, colTotals: true, rowSubTotals: true, colSubTotals: true }

  it('are the values that the database computed, not sums of the cells', () => {
    const data = [
      cells(),
      level({}, [5]),
      level({ state: ['CA', 'NY'] }, [2, 4]),
      level({ state: ['CA', 'NY'], city: ['LA', 'SF', 'NYC'] }, [1, 2, 4]),
      level({ sex: ['boy', 'girl'] }, [3, 4]),
      level({ sex: ['boy', 'boy', 'girl'], state: ['CA', 'NY', 'NY'] }, [2, 3, 4]),
    ]
    data[3] = level({ state: ['CA', 'CA', 'NY'], city: ['LA', 'SF', 'NYC'] }, [1, 2, 4])
    expect(textsOf(formOf({ ...form, ...all }), data)).toEqual({
      head: ['n*3', 'boy | girl | Total'],
      body: [
        'CA / LA | 1 |  | 1',
        'CA / SF | 2 |  | 2',
        'CA / Subtotal | 2 |  | 2',
        'NY / NYC | 3 | 4 | 4',
        'NY / Subtotal | 3 | 4 | 4',
        'Total | 3 | 4 | 5',
      ],
    })
  })

  it('are requested for every level that is shown, without limits', () => {
    const queries = contextOfSaved({
      formData: { viz_type: 'pivot_table_v2', datasource: '1__table', ...form, ...all, row_limit: 50, series_limit: 7 },
      datasource: noDatasource,
    })?.queries as QueryObject[]
    expect(queries.map(({ columns }) => columns?.join())).toEqual([
      'sex,state,city',
      '',
      'sex',
      'state',
      'sex,state',
      'state,city',
    ])
    for (const total of queries.slice(1)) expect(total).toMatchObject({ row_limit: 0, series_limit: 0 })
    expect(queries.slice(1).every((total) => total.orderby === undefined)).toBe(true)
    const average = contextOfSaved({
      formData: { viz_type: 'pivot_table_v2', datasource: '1__table', ...form, ...all, aggregateFunction: 'Average' },
      datasource: noDatasource,
    })
    expect(average?.queries).toHaveLength(1)
  })

  it.each([
    ['Average', 'CA / Subtotal (Average) | 1.5 |  | 1.5', 'Total (Average) | 2 | 4 | 2.5'],
    ['Median', 'CA / Subtotal (Median) | 1.5 |  | 1.5', 'Total (Median) | 2 | 4 | 2.5'],
    ['Count', 'CA / Subtotal (Count) | 2 |  | 2', 'Total (Count) | 3 | 1 | 4'],
    ['Maximum', 'CA / Subtotal (Maximum) | 2 |  | 2', 'Total (Maximum) | 3 | 4 | 4'],
    ['First', 'CA / Subtotal (First) | 1 |  | 1', 'Total (First) | 1 | 4 | 1'],
    [
      'List Unique Values',
      'CA / Subtotal (List Unique Values) | 1, 2 |  | 1, 2',
      'Total (List Unique Values) | 1, 2, 3 | 4 | 1, 2, 3, 4',
    ],
    ['Sample Variance', 'CA / Subtotal (Sample Variance) | 0.5 |  | 0.5', 'Total (Sample Variance) | 1 | 0 | 1.67'],
  ])('are aggregated from the cells and labelled accordingly: %s', (aggregateFunction, subtotal, total) => {
    const { body } = textsOf(formOf({ ...form, ...all, aggregateFunction }), [cells()])
    expect([body[2], body.at(-1)]).toEqual([subtotal, total])
  })

  it('say that they are sums if the totals of the database are missing', () => {
    expect(textsOf(formOf({ ...form, colTotals: true }), [cells()]).body.at(-1)).toBe('Total (Sum) | 6 | 4')
  })

  it.each([
    ['Sum as Fraction of Total', '0.3 | 0.4'],
    ['Sum as Fraction of Rows', '0.43 | 0.57'],
    ['Count as Fraction of Columns', '0.33 | 1'],
  ])('divide by the whole: %s', (aggregateFunction, texts) => {
    const plain = formOf({ ...form, aggregateFunction, valueFormat: '.2~f' })
    expect(textsOf(plain, [cells()]).body.at(-1)).toBe(`NY / NYC | ${texts}`)
  })

  it('are shown before their group, and for a collapsed one', () => {
    const saved = { ...form, rowSubTotals: true, rowSubtotalPosition: true, aggregateFunction: 'Count' }
    const { body } = textsOf(formOf(saved), [cells()], { rows: ['[null,"CA"]'] })
    expect(body).toEqual(['CA | 2 | ', 'NY / Subtotal (Count) | 1 | 1', 'NY / NYC | 1 | 1'])
  })

  it('never combine metrics', () => {
    const two = cells({ m: [0, [10, 20, 30, 40]] })
    const saved = { groupbyRows: ['state'], groupbyColumns: ['sex'], metrics: ['n', 'm'], rowTotals: true }
    const outer = textsOf(formOf({ ...saved, aggregateFunction: 'Maximum' }), [two])
    expect(outer.head).toEqual(['n*3 | m*3', 'boy | girl | Total (Maximum) | boy | girl | Total (Maximum)'])
    const inner = textsOf(formOf({ ...saved, aggregateFunction: 'Maximum', combineMetric: true }), [two])
    expect(inner.head).toEqual(['boy*2 | girl*2 | Total (Maximum)*2', 'n | m | n | m | n | m'])
    expect(inner.body.at(-1)).toBe('NY | 3 | 30 | 4 | 40 | 4 | 40')
  })
})

describe('unusual data', () => {
  it.each([
    ['texts', { n: [1, ['a', 'b', 'c', 'd']] as [1, JsonCell[]] }, 'NY / NYC | c | d'],
    ['only missing values', { n: [0, [null, null, null, null]] as [0, JsonCell[]] }, undefined],
    ['infinity', { n: [0, [1, 2, 3, 'Infinity']] as [0, JsonCell[]] }, 'NY / NYC | 3 | ∞'],
  ])('%s', (_name, more, last) => {
    expect(textsOf(formOf(form), [cells(more)]).body.at(-1)).toBe(last)
  })

  it('keeps groups with equal texts separate', () => {
    const data = answer({ k: [1, ['1', 1, 'null', null]], n: [0, [1, 2, 3, 4]] })
    expect(textsOf(formOf({ groupbyRows: ['k'], metrics: ['n'] }), [data]).body).toHaveLength(4)
  })

  it('has no cells for metrics and columns that are missing in the result', () => {
    const dropped = formOf({ groupbyRows: ['gone'], metrics: ['n', 'gone too'] })
    expect(textsOf(dropped, [cells()]).body).toEqual(['null | 10'])
    expect(textsOf(formOf({}), []).body).toEqual(['Total | '])
  })

  it('accepts names that are members of Object.prototype', () => {
    const named = [1, ['toString', '__proto__']] as [1, JsonCell[]]
    const data = answer({ ['constructor']: named, n: [0, [1, 2]] } as Parameters<typeof answer>[0])
    const { body } = textsOf(formOf({ groupbyRows: ['constructor'], metrics: ['n'] }), [data])
    expect(body).toEqual(['__proto__ | 2', 'toString | 1'])
  })
})

describe('a header as a filter', () => {
  it('emits the last level of the header, and clears the filter at the second click', () => {
    const mask = headerMask(formOf(form), undefined, 'city', 'LA', 'LA')
    expect(mask).toEqual({
      extraFormData: { filters: [{ col: 'city', op: 'IN', val: ['LA'] }] },
      filterState: { value: ['LA'], label: 'LA', selectedFilters: { city: ['LA'] }, selectedValues: ['LA'] },
    })
    expect(headerMask(formOf(form), mask.filterState, 'city', 'LA', 'LA').extraFormData).toEqual({})
    expect(headerMask(formOf(form), undefined, 'city', null, 'null').extraFormData?.filters).toEqual([
      { col: 'city', op: 'IS NULL' },
    ])
  })
})

describe('the retired pivot table', () => {
  it('opens as this one', () => {
    const { viz_type, ...opened } = openSaved({
      viz_type: 'pivot_table',
      groupby: ['state'],
      columns: ['sex'],
      metrics: ['n'],
      pandas_aggfunc: 'mean',
      pivot_margins: true,
      combine_metric: true,
      transpose_pivot: true,
      number_format: ',d',
      row_limit: 25,
      timeseries_limit_metric: 'n',
      granularity_sqla: 'ds',
      time_range: 'Last year',
    })!.formData
    expect(viz_type).toBe('pivot_table_v2')
    expect(opened).toMatchObject({
      groupbyRows: ['state'],
      groupbyColumns: ['sex'],
      aggregateFunction: 'Average',
      colTotals: true,
      colSubTotals: true,
      combineMetric: true,
      transposePivot: true,
      valueFormat: ',d',
      series_limit: 25,
      series_limit_metric: 'n',
      rowOrder: 'value_z_to_a',
      adhoc_filters: [{ subject: 'ds', operator: 'TEMPORAL_RANGE', comparator: 'Last year' }],
    })
    expect(opened).not.toHaveProperty('groupby')
  })
})
