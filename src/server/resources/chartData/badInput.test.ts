import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXAMPLES_FOLDER, hasExamples } from '../../../../conformance/vectors/exampleTables.ts'
import { loadBirths } from '../../chartData/testing/entities.ts'
import { startApp, type TestApp } from '../../testing/app.ts'

if (!hasExamples && process.env.CI === 'true') throw new Error(`no example tables in ${EXAMPLES_FOLDER}`)

const sql = (sqlExpression: string) => ({ expressionType: 'SQL', sqlExpression, label: 'x' })
const simple = (aggregate: unknown, column_name: unknown) => ({
  expressionType: 'SIMPLE',
  aggregate,
  column: { column_name },
  label: 'm',
})
const axis = (timeGrain: string) => ({ ...sql('ds'), columnType: 'BASE_AXIS', label: 'ds', timeGrain })

/** A valid query with some values replaced. */
const but = (more: object) => ({ columns: ['gender'], metrics: ['count'], ...more })
const filtered = (filter: object) => but({ filters: [{ col: 'gender', op: '==', ...filter }] })
const ranged = (time_range: string, more: object = {}) => but({ granularity: 'ds', time_range, ...more })
const compared = (...time_offsets: unknown[]) => ranged('2000 : 2001', { columns: [axis('P1M')], time_offsets })

const operations =
  'aggregate boxplot compare contribution cum diff flatten geodetic_parse geohash_decode geohash_encode histogram pivot prophet rank rename resample rolling select sort escape_separator nope'.split(
    ' ',
  )
const badOptions: object[] = [
  { nope: 1 },
  { columns: 1 },
  { columns: { gender: 1 } },
  { columns: ['x'] },
  { groupby: [1] },
  { metrics: {} },
  { index: [null], aggregates: { a: null } },
  { aggregates: { a: { operator: 'nope' } }, groupby: ['gender'], index: ['gender'] },
  { by: 1 },
  { window: 'x', rolling_type: 'mean', columns: { count: 'count' } },
  { window: 1e9, rolling_type: 'mean', columns: { count: 'count' } },
  { window: 1, rolling_type: '__proto__', columns: { count: 'count' } },
  { operator: 'constructor', columns: { count: 'count' } },
  { periods: 1.5, columns: { count: 'count' } },
  { periods: 1e12, columns: { count: 'count' } },
  { bins: 1e9, column: 'count' },
  { bins: -1, column: 'count' },
  { column: 'gender' },
  { metric: null },
  { rule: '1S', method: 'ffill' },
  { exclude: ['nope'] },
  { rename: { a: 1 } },
  { level: 9, columns: { a: 'b' } },
]

/** Queries that are rejected, each with a message that contains this text. */
const refused: [query: object, message: string][] = [
  [filtered({ op: '>', val: null }), 'Must specify a value'],
  [filtered({ op: 'IN', val: [] }), 'Filter value list cannot be empty'],
  [filtered({ op: 'REGEX', val: 'a' }), 'Invalid filter operation type: REGEX'],
  [filtered({ op: 'NEAR', val: 'a' }), 'Request is incorrect'],
  [filtered({ val: { a: 1 } }), 'Filter values must be'],
  [filtered({ col: 'num', op: '==', val: 'NaN' }), 'not a number'],
  [filtered({ col: 'num', op: '>', val: 'abc' }), 'Must specify a value'],
  [filtered({ col: 'ds', op: '>', val: 1e18 }), 'outside the years 1 to 9999'],
  [filtered({ op: 'TEMPORAL_RANGE', val: 'foo : bar' }), 'Cannot parse time string [foo]'],
  [but({ columns: ['nope'] }), "Columns missing in dataset: ['nope']"],
  [but({ columns: [{}] }), 'Columns must be names of columns'],
  [but({ columns: [null] }), 'Request is incorrect'],
  [but({ columns: ['gender', 'gender'] }), 'Duplicate column/metric labels: "gender"'],
  [but({ columns: [sql('1 +')] }), ''],
  [but({ columns: [sql('')] }), 'Custom SQL fields cannot be empty'],
  [but({ metrics: ['nope'] }), "Metric 'nope' does not exist"],
  [but({ metrics: [sql('sum(')] }), ''],
  [but({ metrics: [simple('MEDIAN', 'num')] }), 'Unknown aggregate: MEDIAN'],
  [but({ metrics: [simple('SUM', 'nope')] }), "Columns missing in dataset: ['nope']"],
  [but({ metrics: [simple('SUM', 'gender')] }), ''],
  [but({ metrics: [{}] }), 'Request is incorrect'],
  [but({ orderby: [['nope', true]] }), 'Unknown column used in orderby: nope'],
  [but({ orderby: [[null, true]] }), ''],
  [but({ orderby: [['count']] }), 'Request is incorrect'],
  [but({ series_columns: ['x'], series_limit: 3 }), 'series_columns'],
  [but({ row_limit: -1 }), 'Request is incorrect'],
  [but({ extras: { where: '1 = 1; drop table x' } }), 'multiple statements'],
  [but({ extras: { where: '(1 = 1' } }), 'Unclosed parenthesis'],
  [but({ extras: { where: '{% for %}' } }), ''],
  [but({ extras: { time_grain_sqla: 'x' } }), 'Request is incorrect'],
  [but({ columns: [axis('bogus')] }), 'No grain spec for bogus'],
  [compared('nonsense'), 'Time delta is ambiguous'],
  [compared('999999 years ago'), 'outside the years 1 to 9999'],
  [ranged('foo : bar'), "{'time_range': ['Cannot parse time string [foo]']}"],
  [ranged('2001 : 2000'), 'From date cannot be larger than to date'],
  [ranged('Last 99999999999999 years'), 'is outside the years 1 to 9999'],
  [ranged('2000 : 2001', { time_shift: '99999999999 years' }), 'is outside the years 1 to 9999'],
  [{ columns: [], metrics: [] }, 'Empty query?'],
  [{ is_timeseries: true, metrics: ['count'] }, 'Datetime column not provided'],
  [but({ result_type: 'nope' }), 'Request is incorrect'],
  [but({ post_processing: [{}] }), 'Request is incorrect'],
]

describe.skipIf(!hasExamples)('bad input (needs ../shared/examples)', () => {
  let test: TestApp
  let datasetId: number
  let token: string
  beforeAll(async () => {
    test = await startApp({ SEXTANT_EXAMPLES: 'false' })
    datasetId = (await loadBirths(test.services)).datasetId
    token = await test.token('admin')
  })
  afterAll(() => test.close())

  const ask = (query: object, more: object = {}) =>
    test.app.inject({
      method: 'POST',
      url: '/api/v1/chart/data',
      headers: { authorization: `Bearer ${token}` },
      payload: { datasource: { id: datasetId, type: 'table' }, queries: [query], ...more },
    })

  it.each(refused)('refuses %j', async (query, message) => {
    const answer = await ask(query)
    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.json().message).toContain(message)
    expect(answer.json().message).not.toMatch(/undefined|\[object|at \w+ \(/)
  })

  const noNames: unknown[] = [{}, { toString: 1 }, ['full'], 5, true]
  it.each(noNames)('refuses %j as a result type or format', async (type) => {
    for (const [query, more] of [
      [but({ result_type: type }), {}],
      [but({}), { result_type: type }],
      [but({}), { result_format: type }],
      [but({ result_type: 'samples' }), { result_type: type, result_format: type, form_data: { result_type: type } }],
    ] as const) {
      const answer = await ask(query, more)
      expect(answer.statusCode, answer.body).toBe(400)
      expect(answer.json().message).toContain(
        `Invalid enum value ${typeof type === 'object' ? JSON.stringify(type) : ''}`,
      )
    }
  })

  it.each(operations)('never fails for options of %s', async (operation) => {
    for (const options of badOptions) {
      const answer = await ask(but({ post_processing: [{ operation, options }] }))
      expect([200, 400], `${JSON.stringify(options)}: ${answer.body}`).toContain(answer.statusCode)
    }
  })
})
