import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GenericType } from '../../../model/dataset/dataset.ts'
import { FILTER_OPERATORS, type FilterOperatorId, withOperator } from '../../../model/query/adhocFilter.ts'
import { filterAsSql } from '../../../model/query/filterSql.ts'
import type { AdhocFilter } from '../../../model/query/queryObject.ts'
import type { ExploreColumn, ExploreDataset } from '../../api/explore.ts'
import {
  chooseOperator,
  operatorsOf,
  simpleSql,
  startFilter,
  typedValue,
  valueKind,
  withSubject,
  withTab,
} from './filterDraft.ts'
import { filterText } from './filterText.ts'

const column = (
  name: string,
  type: string,
  generic: GenericType,
  more: Partial<ExploreColumn> = {},
): ExploreColumn => ({
  column_name: name,
  verbose_name: null,
  description: null,
  expression: null,
  type,
  type_generic: generic,
  is_dttm: generic === GenericType.temporal,
  ...more,
})

const columns = [
  column('origin', 'VARCHAR', GenericType.string),
  column('delay', 'BIGINT', GenericType.numeric),
  column('date', 'TIMESTAMP', GenericType.temporal),
  column('is_late', 'BOOLEAN', GenericType.boolean),
  column('price', 'DOUBLE', GenericType.numeric),
]
const dataset = { columns } as ExploreDataset
const filter = (more: Partial<AdhocFilter>): AdhocFilter => ({ ...startFilter(undefined), ...more })

describe('selecting the latest partition', () => {
  it.each([
    ['origin', { schema: 'web', table_name: 'flights' }, "origin = '{{ presto.latest_partition('web.flights') }}'"],
    ['delay', { schema: null, table_name: 'flights' }, "delay = {{ presto.latest_partition('flights') }}"],
    ['a b', { schema: null, table_name: "o'n" }, `"a b" = '{{ presto.latest_partition('o\\'n') }}'`],
  ])('generates SQL for %s and keeps the selection', (subject, table, sqlExpression) => {
    const chosen = columns.find(({ column_name }) => column_name === subject)
    expect(operatorsOf(filter({ subject }), chosen, subject)).toContain('LATEST_PARTITION')
    expect(chooseOperator(filter({ subject, comparator: ['x'] }), 'LATEST_PARTITION', table, chosen)).toEqual(
      filter({
        expressionType: 'SQL',
        subject,
        operator: 'LATEST PARTITION',
        operatorId: 'LATEST_PARTITION',
        comparator: null,
        sqlExpression,
      }),
    )
  })
})

describe('selecting a column', () => {
  it.each<[string, string, string | undefined, unknown]>([
    ['text', 'origin', 'IN', []],
    ['a number', 'delay', 'IN', []],
    ['a time', 'date', 'TEMPORAL_RANGE', 'No filter'],
    ['a truth', 'is_late', 'IS_NOT_NULL', null],
  ])('%s starts with a suitable operator', (_name, name, operatorId, comparator) => {
    const chosen = withSubject(filter({}), name, dataset)
    expect(chosen).toMatchObject({ subject: name, clause: 'WHERE', operatorId, comparator })
  })

  it('keeps the operator if it is still valid, but not the values', () => {
    const before = withOperator(filter({ subject: 'origin', comparator: 'ATL' }), 'GREATER_THAN')
    expect(withSubject(before, 'delay', dataset)).toMatchObject({ operatorId: 'GREATER_THAN', comparator: null })
    expect(withSubject(before, 'date', dataset)).toMatchObject({ operatorId: 'TEMPORAL_RANGE' })
  })
})

describe('operators', () => {
  it('offers IS TRUE and IS FALSE only for integers and booleans', () => {
    expect(operatorsOf(filter({ subject: 'delay' }), columns[1])).toContain('IS_TRUE')
    expect(operatorsOf(filter({ subject: 'price' }), columns[4])).not.toContain('IS_TRUE')
    expect(operatorsOf(filter({ subject: 'is_late' }), columns[3])).toEqual([
      'IS_NOT_NULL',
      'IS_NULL',
      'IS_TRUE',
      'IS_FALSE',
    ])
  })

  it('offers comparisons for groups', () => {
    expect(operatorsOf(filter({ clause: 'HAVING', subject: 'count' }), undefined)).toHaveLength(6)
  })

  it.each<[FilterOperatorId, string]>([
    ['IN', 'list'],
    ['EQUALS', 'one'],
    ['IS_NULL', 'none'],
    ['IS_TRUE', 'none'],
  ])('%s requires %s', (id, kind) => {
    expect(valueKind(withOperator(filter({ subject: 'delay' }), id))).toBe(kind)
  })
})

it.each<[unknown, number, unknown]>([
  ['12', 1, 12],
  ['1.5', 4, 1.5],
  ['12', 0, '12'],
  ['many', 1, 'many'],
  ['9007199254740993', 1, '9007199254740993'],
  [' ', 1, ' '],
])('%j typed for column %i becomes %j', (text, index, expected) => {
  expect(typedValue(text, columns[index])).toBe(expected)
})

describe('changing the tab', () => {
  const origin = columns[0]
  const simple = withOperator(filter({ subject: 'origin', comparator: ['ATL', null] }), 'IN')
  const change = (draft: AdhocFilter, before: AdhocFilter) =>
    withTab({ ...draft, expressionType: 'SIMPLE' }, 'sql', origin, simpleSql(before, origin))

  it('writes the simple filter, including missing values', () => {
    expect(withTab(simple, 'sql', origin, undefined)).toMatchObject({
      expressionType: 'SQL',
      sqlExpression: "(origin IN ('ATL') OR origin IS NULL)",
    })
  })

  it('keeps SQL that the user wrote, until the simple filter changes', () => {
    const own = { ...simple, sqlExpression: "origin = 'own'" }
    expect(change(own, simple).sqlExpression).toBe("origin = 'own'")
    expect(change({ ...own, comparator: ['DFW'] }, simple).sqlExpression).toBe("origin IN ('DFW')")
  })

  it('ignores an outdated SQL text in a simple filter', () => {
    const stale = { ...simple, sqlExpression: 'old' }
    expect(withTab(stale, 'sql', origin, undefined).sqlExpression).not.toBe('old')
  })

  it('writes the expression of a calculated column', () => {
    const calculated = column('late', 'BOOLEAN', GenericType.boolean, { expression: 'delay > 15' })
    const isLate = withOperator(filter({ subject: 'late' }), 'IS_TRUE')
    expect(withTab(isLate, 'sql', calculated, undefined).sqlExpression).toBe('(delay > 15) = true')
  })
})

describe('texts', () => {
  it.each<[FilterOperatorId, unknown, string, string]>([
    ['IN', ['ATL', "O'Hare"], "origin in ('ATL', 'O''Hare')", "origin IN ('ATL', 'O''Hare')"],
    [
      'IN',
      ['ATL', null, '<empty string>'],
      "origin in ('ATL', <NULL>, <empty string>)",
      "(origin IN ('ATL', '') OR origin IS NULL)",
    ],
    ['IN', ['"<NULL>"', 'N/A', 'null'], "origin in ('<NULL>', 'N/A', 'null')", "origin IN ('<NULL>', 'N/A', 'null')"],
    ['EQUALS', 5, 'origin = 5', 'origin = 5'],
    ['NOT_EQUALS', 'x', "origin ≠ 'x'", "origin != 'x'"],
    ['IS_NULL', null, 'origin is null', 'origin IS NULL'],
    ['IS_TRUE', true, 'origin is true', 'origin = true'],
    ['TEMPORAL_RANGE', 'Last week', 'origin: Last week', ''],
    ['TEMPORAL_RANGE', 'No filter', 'origin (No filter)', ''],
  ])('%s %j', (id, comparator, text, sql) => {
    const one = { ...withOperator(filter({ subject: 'origin', comparator }), id), comparator }
    expect(filterText(one)).toBe(text)
    expect(filterAsSql(one)).toBe(sql)
  })

  it('never lets a value close its quotes', () => {
    const ids = (Object.keys(FILTER_OPERATORS) as FilterOperatorId[]).filter(
      (id) => FILTER_OPERATORS[id].value === 'one',
    )
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...ids), (value, id) => {
        const sql = filterAsSql(withOperator(filter({ subject: 'a b', comparator: value }), id))
        const [, quoted] = /'(.*)'$/s.exec(sql) ?? []
        return quoted === undefined || !quoted.replaceAll("''", '').includes("'")
      }),
    )
  })
})
