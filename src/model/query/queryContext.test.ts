import { describe, expect, it } from 'vitest'
import { parseQueryContext, pythonText } from './queryContext.ts'

const body = (query: object, more: object = {}) => ({ datasource: { id: 1, type: 'table' }, queries: [query], ...more })
const errorOf = (given: unknown) => {
  const parsed = parseQueryContext(given)
  return parsed.ok ? undefined : parsed.error
}
const operators =
  '==, !=, >, <, >=, <=, LIKE, ILIKE, IS NULL, IS NOT NULL, IN, NOT IN, REGEX, IS TRUE, IS FALSE, TEMPORAL_RANGE'

describe('parseQueryContext', () => {
  it.each([
    [{ metrics: 'count' }, "{'queries': {0: {'metrics': ['Not a valid list.']}}}"],
    [{ metrics: [null] }, "{'queries': {0: {'metrics': {0: ['Field may not be null.']}}}}"],
    [{ metrics: [{ foo: 1 }] }, "{'_schema': ['Request is incorrect']}"],
    [{ row_limit: -1 }, "{'queries': {0: {'row_limit': ['`row_limit` must be greater than or equal to 0']}}}"],
    [{ row_offset: 'abc' }, "{'queries': {0: {'row_offset': ['Not a valid integer.']}}}"],
    [{ orderby: [['a']] }, "{'queries': {0: {'orderby': {0: ['Length must be 2.']}}}}"],
    [{ orderby: ['a'] }, "{'queries': {0: {'orderby': {0: ['Not a valid tuple.']}}}}"],
    [{ orderby: [['a', 'asc']] }, "{'queries': {0: {'orderby': {0: {1: ['Not a valid boolean.']}}}}}"],
    [{ filters: [{ col: 'a' }] }, "{'queries': {0: {'filters': {0: {'op': ['Missing data for required field.']}}}}}"],
    [{ filters: [{ op: '==' }] }, "{'queries': {0: {'filters': {0: {'col': ['Missing data for required field.']}}}}}"],
    [
      { filters: [{ col: 'a', op: '=' }] },
      `{'queries': {0: {'filters': {0: {'op': ['Must be one of: ${operators}.']}}}}}`,
    ],
    [
      { extras: { relative_start: 'yesterday' } },
      "{'queries': {0: {'extras': {'relative_start': ['Must be one of: today, now.']}}}}",
    ],
    [{ extras: { nonsense: 1 } }, "{'queries': {0: {'extras': {'nonsense': ['Unknown field.']}}}}"],
    [
      { url_params: { a: 1 } },
      "{'queries': {0: {'url_params': defaultdict(<class 'dict'>, {'a': {'value': ['Not a valid string.']}})}}}",
    ],
    [
      { post_processing: [{ options: {} }] },
      "{'queries': {0: {'post_processing': {0: {'operation': ['Missing data for required field.']}}}}}",
    ],
  ])('rejects %j', (query, expected) => {
    expect(errorOf(body(query))).toBe(`Request is incorrect: ${expected}`)
  })

  it.each([
    [{ result_format: 'bogus' }, "{'result_format': ['Invalid enum value bogus']}"],
    [{ result_type: { toString: 1 } }, `{'result_type': ['Invalid enum value {"toString":1}']}`],
    [{ force: 'x' }, "{'force': ['Not a valid boolean.']}"],
    [{ custom_cache_timeout: 'x' }, "{'custom_cache_timeout': ['Not a valid integer.']}"],
    [{ nonsense: 1 }, "{'nonsense': ['Unknown field.']}"],
    [{ datasource: { id: 'x', type: 'table' } }, "{'datasource': {'id': ['Not a valid integer.']}}"],
    [{ datasource: null }, "{'datasource': ['Field may not be null.']}"],
  ])('rejects a context with %j', (more, expected) => {
    expect(errorOf(body({}, more))).toBe(`Request is incorrect: ${expected}`)
  })

  it.each([null, 5, 'text', []])('rejects %j as a body', (given) => {
    expect(errorOf(given)).toMatch(/^Request is incorrect: /)
  })

  it('accepts numbers as text, operators in any case, and drops unknown fields', () => {
    const query = { row_limit: '10', row_offset: 1.5, filters: [{ col: 'a', op: 'in', val: [1] }], since: '1 day ago' }
    const parsed = parseQueryContext(body(query))
    expect(parsed).toMatchObject({
      ok: true,
      value: { queries: [{ row_limit: 10, row_offset: 1, filters: [{ op: 'IN' }] }] },
    })
    expect(JSON.stringify(parsed)).not.toContain('since')
  })

  it('replaces deprecated names with their successors', () => {
    const query = { groupby: ['a'], granularity_sqla: 'ds', timeseries_limit: 5, where: 'x = 1', columns: ['b'] }
    const extras = { where: 'y = 1', having: 'z = 1' }
    expect(parseQueryContext(body({ ...query, extras }))).toMatchObject({
      value: { queries: [{ extras: { where: 'x = 1', having: 'z = 1' } }] },
    })
    expect(parseQueryContext(body(query))).toMatchObject({
      value: { queries: [{ columns: ['a'], granularity: 'ds', series_limit: 5, extras: { where: 'x = 1' } }] },
    })
  })
})

it.each([
  [[], "{'_schema': ['Invalid input type.']}"],
  [null, "{'_schema': ['Invalid input type.']}"],
  [body({ extras: [] }), "{'queries': {0: {'extras': {'_schema': ['Invalid input type.']}}}}"],
  [body({ filters: ['a'] }), "{'queries': {0: {'filters': {0: {'_schema': ['Invalid input type.']}}}}}"],
  [body({ url_params: [] }), "{'queries': {0: {'url_params': ['Not a valid mapping type.']}}}"],
])('reports where %j is not an object', (given, complaint) => {
  expect(errorOf(given)).toBe(`Request is incorrect: ${complaint}`)
})

const sum = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'a' } }
it.each([
  [{ columns: [{ sqlExpression: 5, label: 'x' }] }, "{'columns': {0: {'sqlExpression': ['Not a valid string.']}}}"],
  [
    { columns: ['a', { sqlExpression: null, label: 'x' }] },
    "{'columns': {1: {'sqlExpression': ['Field may not be null.']}}}",
  ],
  [
    { groupby: [{ sqlExpression: 'a', label: true, timeGrain: [] }] },
    "{'groupby': {0: {'label': ['Not a valid string.'], 'timeGrain': ['Not a valid string.']}}}",
  ],
  [{ metrics: [{ ...sum, aggregate: -1 }] }, "{'metrics': {0: {'aggregate': ['Not a valid string.']}}}"],
  [{ metrics: [{ ...sum, column: 'a' }] }, "{'metrics': {0: {'column': ['Not a valid mapping type.']}}}"],
  [
    { metrics: [{ ...sum, column: { column_name: {} } }] },
    "{'metrics': {0: {'column': {'column_name': ['Not a valid string.']}}}}",
  ],
  [{ series_limit_metric: { ...sum, label: 5 } }, "{'series_limit_metric': {'label': ['Not a valid string.']}}"],
  [
    { filters: [{ col: { sqlExpression: {}, label: 'x' }, op: '==' }] },
    "{'filters': {0: {'col': {'sqlExpression': ['Not a valid string.']}}}}",
  ],
  [
    { orderby: [[{ expressionType: 'SQL', aggregate: null, sqlExpression: [] }, true]] },
    "{'orderby': {0: {0: {'sqlExpression': ['Not a valid string.']}}}}",
  ],
])('rejects metrics and columns with other types: %j', (query, complaint) => {
  expect(errorOf(body(query))).toBe(`Request is incorrect: {'queries': {0: ${complaint}}}`)
})

it('accepts metrics and columns with null in other fields', () => {
  const nothing = { label: null, sqlExpression: null, column: null, aggregate: null }
  expect(errorOf(body({ metrics: [{ ...sum, sqlExpression: null, label: null }] }))).toBeUndefined()
  expect(errorOf(body({ metrics: [{ ...nothing, expressionType: 'SQL', sqlExpression: '1' }] }))).toBeUndefined()
})

it.each([
  ['queries', { datasource: { id: 1, type: 'table' }, queries: Array(501).fill({}) }],
  ['annotation layers', body({ annotation_layers: Array(500).fill({}) })],
  ['time offsets', body({ time_offsets: Array(500).fill('1 day ago') })],
])('rejects too many %s', (_, given) => {
  expect(errorOf(given)).toMatch(/'queries': \['Longer than maximum length 500/)
})

it('accepts 500 queries', () => {
  expect(errorOf({ datasource: { id: 1, type: 'table' }, queries: Array(500).fill({}) })).toBeUndefined()
})

it.each([
  [["it's"], '["it\'s"]'],
  [['say "it\'s"'], "['say \"it\\'s\"']"],
  [{ 0: { a: ['x'] } }, "{0: {'a': ['x']}}"],
])('prints %j as %s', (value, expected) => {
  expect(pythonText(value)).toBe(expected)
})
