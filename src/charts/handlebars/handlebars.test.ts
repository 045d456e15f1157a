import { describe, expect, it } from 'vitest'
import { answer, noDatasource } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import { templateValues } from './templateValues.ts'

function queriesOf(saved: Record<string, unknown>, ownState?: Record<string, unknown>) {
  const { query, formData } = openSaved({ viz_type: 'handlebars', ...saved })!
  return query.buildQuery({ formData, datasource: noDatasource, ownState })
}

describe('the query', () => {
  it('groups, sorted by the first metric', () => {
    const [query] = queriesOf({
      groupby: ['name'],
      metrics: ['count'],
      all_columns: ['ignored'],
      query_mode: 'aggregate',
    })
    expect(query).toMatchObject({
      columns: ['name'],
      metrics: ['count'],
      orderby: [['count', false]],
      row_limit: 10_000,
    })
  })

  it('sorts by the chosen metric', () => {
    const [query] = queriesOf({
      groupby: ['name'],
      metrics: ['count'],
      timeseries_limit_metric: 'sum',
      order_desc: false,
    })
    expect(query).toMatchObject({ orderby: [['sum', true]] })
  })

  it('reads raw records if columns were saved without a mode', () => {
    const [query] = queriesOf({ all_columns: ['a', 'b'], metrics: ['count'], order_by_cols: ['["a", true]'] })
    expect(query).toMatchObject({ columns: ['a', 'b'], orderby: [['a', true]] })
    expect(query?.metrics).toBeUndefined()
  })

  it('has one page, the number of rows and the totals', () => {
    const saved = {
      groupby: ['name'],
      metrics: ['count'],
      server_pagination: true,
      server_page_length: '20',
      show_totals: true,
    }
    const [page, count, totals, ...rest] = queriesOf(saved, { currentPage: 2 })
    expect(page).toMatchObject({ row_limit: 20, row_offset: 40 })
    expect(count).toMatchObject({ is_rowcount: true, row_limit: 0, row_offset: 0 })
    expect(totals).toMatchObject({ columns: [], metrics: ['count'], row_limit: 0 })
    expect(rest).toEqual([])
  })

  it('adds the shares of metrics', () => {
    const [query] = queriesOf({ groupby: ['name'], metrics: [], percent_metrics: ['count'] })
    expect(query).toMatchObject({ metrics: ['count'], post_processing: [{ operation: 'contribution' }] })
  })
})

describe('the values of a template', () => {
  it('are the rows by column name, and totals', () => {
    const rows = answer({ name: [1, ['a', null]], ['__proto__']: [0, [1, 2]] })
    expect(templateValues(rows, undefined)).toEqual({
      data: [
        Object.fromEntries([
          ['name', 'a'],
          ['__proto__', 1],
        ]),
        Object.fromEntries([
          ['name', null],
          ['__proto__', 2],
        ]),
      ],
    })
    expect(templateValues(rows, answer({ count: [0, [3]] }))).toMatchObject({ totals: { count: 3 } })
    expect(templateValues(undefined, answer({}))).toEqual({ data: [], totals: {} })
  })
})

it('a saved template that is not a text becomes the default, an empty one stays empty', () => {
  const open = (saved: unknown) =>
    openSaved({ viz_type: 'handlebars', handlebarsTemplate: saved })!.formData.handlebarsTemplate
  expect(open(undefined)).toContain('{{stringify this}}')
  expect(open(null)).toContain('{{stringify this}}')
  expect(open('')).toBe('')
})
