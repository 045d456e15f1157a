import { describe, expect, it } from 'vitest'
import { DatasetUpdate } from '../../model/dataset/datasetForm.ts'
import type { EditedDataset } from '../api/datasetEdit.ts'
import {
  changedExpressions,
  type DatasetDraft,
  draftOf,
  isOtherSource,
  marksOf,
  newColumn,
  newMetric,
  problemsOf,
  startSql,
  updateOf,
  withMarks,
  withSourceColumns,
} from './datasetDraft.ts'

const column = {
  id: 1,
  column_name: 'day',
  verbose_name: null,
  description: null,
  type: 'DATE',
  expression: null,
  is_dttm: true,
  filterable: true,
  groupby: true,
  python_date_format: null,
  advanced_data_type: null,
  extra: null,
}
const metric = {
  id: 7,
  metric_name: 'count',
  verbose_name: null,
  description: null,
  expression: 'COUNT(*)',
  d3format: null,
  currency: null,
  warning_text: null,
  extra: null,
}
const dataset: EditedDataset = {
  id: 3,
  database: { id: 1, database_name: 'examples' },
  table_name: 'sales',
  schema: 'main',
  sql: null,
  description: null,
  default_endpoint: null,
  filter_select_enabled: true,
  fetch_values_predicate: null,
  main_dttm_col: 'day',
  cache_timeout: null,
  offset: 0,
  template_params: null,
  normalize_columns: false,
  always_filter_main_dttm: false,
  health_check_message: null,
  extra: null,
  is_managed_externally: false,
  owners: [{ id: 1, first_name: 'A', last_name: 'B' }],
  columns: [column, { ...column, id: 2, column_name: 'amount', type: 'INTEGER', is_dttm: false }],
  metrics: [metric],
}
const draft = draftOf(dataset)

describe('an edited dataset', () => {
  it('is saved in the format of the call', () => {
    expect(DatasetUpdate.safeParse(updateOf(draft)).error).toBeUndefined()
    expect(updateOf(draft)).toMatchObject({ owners: [1], columns: [{ id: 1 }, { id: 2 }], metrics: [{ id: 7 }] })
    const added = { ...draft, columns: [{ ...newColumn('a'), column_name: ' b ', expression: '1' }] }
    expect(updateOf(added)['columns']).toEqual([
      expect.objectContaining({ column_name: 'b', expression: '1' }) as object,
    ])
    expect(updateOf(added)['columns']).not.toHaveProperty('0.id')
  })

  it.each<[Partial<DatasetDraft>, [kind: string, name: string][]]>([
    [{}, []],
    [{ table_name: ' ' }, [['noName', '']]],
    [{ sql: '' }, [['noSql', '']]],
    [
      { columns: [...draft.columns, { ...newColumn('x'), column_name: 'day', expression: '1' }] },
      [
        ['columnTwice', 'day'],
        ['columnTwice', 'day'],
      ],
    ],
    [
      { columns: [newColumn('x')] },
      [
        ['noColumnName', ''],
        ['noExpression', ''],
      ],
    ],
    [{ columns: [{ ...newColumn('x'), column_name: 'c' }] }, [['noExpression', 'c']]],
    [{ columns: [{ ...column, key: 'x', python_date_format: 'tomorrow' }] }, [['dateFormat', 'day']]],
    [{ columns: [{ ...column, key: 'x', python_date_format: '%Y-%m-%d' }] }, []],
    [
      {
        metrics: [
          { ...metric, key: 'a' },
          { ...metric, key: 'b', id: undefined },
        ],
      },
      [
        ['metricTwice', 'count'],
        ['metricTwice', 'count'],
      ],
    ],
    [
      { metrics: [newMetric('x')] },
      [
        ['noMetricName', ''],
        ['noMetricExpression', ''],
      ],
    ],
    [{ metrics: [{ ...metric, key: 'x', currency: '{"symbol":"dollars"}' }] }, [['currency', 'count']]],
    [{ metrics: [{ ...metric, key: 'x', currency: '{"symbol":"EUR","symbolPosition":"suffix"}' }] }, []],
    [{ extra: '{"a":' }, [['extra', '']]],
    [{ template_params: '[1]' }, [['parameters', '']]],
  ])('%j has its errors reported', (change, problems) => {
    expect(problemsOf({ ...draft, ...change }).map(({ kind, name }) => [kind, name])).toEqual(problems)
  })

  it('keeps other keys of its extra', () => {
    const extra = withMarks('{"disallow_adhoc_metrics":true}', { certifiedBy: 'Ana', warning: 'Old' })
    expect(JSON.parse(extra ?? '')).toEqual({
      disallow_adhoc_metrics: true,
      certification: { certified_by: 'Ana', details: '' },
      warning_markdown: 'Old',
    })
    expect(marksOf(extra)).toEqual({ certifiedBy: 'Ana', details: '', warning: 'Old' })
    expect(withMarks(withMarks(null, { warning: 'Old' }), { warning: '' })).toBeNull()
  })

  it.each(['no json', '[1]', '{"a": '])('does not overwrite an extra that is being edited: %j', (extra) => {
    expect(marksOf(extra)).toBeUndefined()
    expect(withMarks(extra, { certifiedBy: 'Ana' })).toBe(extra)
  })

  it.each<[Partial<DatasetDraft>, boolean]>([
    [{}, false],
    [{ description: 'new' }, false],
    [{ table_name: 'other' }, true],
    [{ schema: 'other' }, true],
    [{ sql: 'select 1' }, true],
  ])('%j is another source: %s', (change, isOther) => {
    expect(isOtherSource(draft, { ...draft, ...change })).toBe(isOther)
  })

  it('can be renamed without a change of its source if it is virtual', () => {
    const virtual = { ...draft, sql: 'select 1' }
    expect(isOtherSource(virtual, { ...virtual, table_name: 'renamed' })).toBe(false)
    expect(isOtherSource(virtual, { ...virtual, sql: 'select 2' })).toBe(true)
  })

  it.each([
    [{ schema: 'main', table_name: 'sales' }, 'SELECT *\nFROM main.sales'],
    [{ schema: null, table_name: 'sales_2024' }, 'SELECT *\nFROM sales_2024'],
    [{ schema: 'Main', table_name: 'my "sales"' }, 'SELECT *\nFROM "Main"."my ""sales"""'],
  ])('of %j starts as a query with quotes only where needed', (source, sql) => {
    expect(startSql({ ...draft, ...source })).toBe(sql)
  })

  it('is updated from its source, and keeps calculated columns and settings', () => {
    const calculated = { ...newColumn('c'), column_name: 'twice', expression: 'amount * 2' }
    const labelled = {
      ...draft,
      columns: [...draft.columns.map((each) => ({ ...each, verbose_name: 'X' })), calculated],
    }
    const sync = withSourceColumns(labelled, [
      { name: 'amount', type: 'DOUBLE', type_generic: 0, is_dttm: false },
      { name: 'note', type: 'VARCHAR', type_generic: 1, is_dttm: false },
    ])
    expect(sync).toMatchObject({ added: ['note'], modified: ['amount'], removed: ['day'] })
    expect(sync.draft.main_dttm_col).toBeNull()
    expect(sync.draft.columns.map(({ column_name, type, verbose_name }) => [column_name, type, verbose_name])).toEqual([
      ['amount', 'DOUBLE', 'X'],
      ['twice', null, null],
      ['note', 'VARCHAR', null],
    ])
    expect(problemsOf(sync.draft)).toEqual([])
  })

  it('validates only changed expressions', () => {
    expect(changedExpressions(draft, draft)).toEqual({ columns: [], metrics: [] })
    const changed = {
      ...draft,
      columns: [...draft.columns, { ...newColumn('c'), column_name: 'twice', expression: 'amount * 2' }],
      metrics: draft.metrics.map((each) => ({ ...each, expression: 'SUM(amount)' })),
    }
    expect(changedExpressions(draft, changed)).toEqual({
      columns: [{ expressionType: 'SQL', label: 'twice', sqlExpression: 'amount * 2' }],
      metrics: [{ expressionType: 'SQL', label: 'count', sqlExpression: 'SUM(amount)' }],
    })
  })
})
