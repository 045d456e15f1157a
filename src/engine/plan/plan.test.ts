import { describe, expect, it } from 'vitest'
import { type Dataset, GenericType } from '../../model/dataset/dataset.ts'
import { parseQueryContext } from '../../model/query/queryContext.ts'
import { processorMs } from '../../model/testing/processorMs.ts'
import { dialectOf } from '../dialects/index.ts'
import { normaliseQuery } from './normalise.ts'
import { type PlanInput, planQuery } from './plan.ts'
import { renderSelect } from './render.ts'
import { planTimeOffsets } from './timeOffsets.ts'
import { type SelectTree, walkTree } from './tree.ts'

const now = Date.parse('2023-03-15T10:20:30Z')

const column = (column_name: string, type: string | null, more: Partial<Dataset['columns'][number]> = {}) => ({
  id: 0,
  uuid: '',
  column_name,
  verbose_name: null,
  type,
  advanced_data_type: null,
  expression: null,
  description: null,
  filterable: true,
  groupby: true,
  is_active: true,
  is_dttm: false,
  python_date_format: null,
  extra: null,
  ...more,
})
const metric = (metric_name: string, expression: string): Dataset['metrics'][number] => ({
  id: 0,
  uuid: '',
  metric_name,
  verbose_name: null,
  metric_type: null,
  expression,
  description: null,
  d3format: null,
  currency: null,
  warning_text: null,
  extra: null,
})
const orders: Dataset = {
  id: 1,
  uuid: '',
  table_name: 'orders',
  catalog: null,
  schema: 'public',
  sql: null,
  main_dttm_col: 'order_date',
  offset: 0,
  cache_timeout: null,
  fetch_values_predicate: "status <> 'test'",
  template_params: null,
  extra: null,
  changed_on: 0,
  database: { id: 1, uuid: '', name: 'examples', backend: 'duckdb', cache_timeout: null },
  columns: [
    column('order_date', 'TIMESTAMP', { is_dttm: true }),
    column('created', 'BIGINT', { is_dttm: true, python_date_format: 'epoch_s' }),
    column('status', 'VARCHAR'),
    column('sales', 'DOUBLE'),
    column('shipped', 'BOOLEAN'),
    column('is_big', null, { expression: 'sales > 100' }),
    column('address', 'BIGINT', { advanced_data_type: 'internet_address' }),
    column('service', 'INTEGER', { advanced_data_type: 'port' }),
  ],
  metrics: [metric('count', 'COUNT(*)'), metric('revenue', 'SUM(sales)')],
}

interface Options {
  dataset?: Dataset
  formData?: unknown
  resultType?: 'full' | 'samples' | 'drill_detail'
  rules?: string[]
  adhocTypes?: Map<string, GenericType | null>
  partition?: PlanInput['partition']
}

function inputOf(query: object, options: Options): PlanInput {
  const { dataset = orders, formData, resultType = 'full', rules = [], adhocTypes = new Map(), partition } = options
  const parsed = parseQueryContext({ datasource: { id: 1, type: 'table' }, queries: [query] })
  if (!parsed.ok) throw new Error(parsed.error)
  const limits = { rows: 50_000, samples: 1000, max: 100_000 }
  const given = { query: parsed.value.queries[0] ?? {}, dataset, formData, resultType, now, limits }
  return { query: normaliseQuery(given), dataset, dialect: dialectOf('duckdb'), now, rules, adhocTypes, partition }
}

const plan = (query: object, options: Options = {}) => planQuery(inputOf(query, options))
const offsets = (query: object) => planTimeOffsets(inputOf(query, {}), plan(query))
const sql = (query: object, options: Options = {}) => renderSelect(plan(query, options).tree, dialectOf('duckdb'))

const axis = {
  label: 'order_date',
  sqlExpression: 'order_date',
  expressionType: 'SQL',
  columnType: 'BASE_AXIS',
  timeGrain: 'P1M',
}
const range2021 = { col: 'order_date', op: 'TEMPORAL_RANGE', val: '2021-01-01 : 2022-01-01' }

describe('SQL of a query', () => {
  it('puts a time axis, a series limit and a range together', () => {
    const query = {
      columns: [axis, 'status'],
      metrics: ['count'],
      filters: [range2021],
      orderby: [['count', false]],
      series_columns: ['status'],
      series_limit: 5,
      row_limit: 10_000,
    }
    expect(sql(query)).toMatchInlineSnapshot(`
      "SELECT DATE_TRUNC('month', "order_date") AS "order_date",
             "status" AS "status",
             COUNT(*) AS "count"
      FROM "orders"
      JOIN (
        SELECT "status" AS "status__", (COUNT(*)) AS "mme_inner__"
        FROM "orders"
        WHERE ("order_date" >= TIMESTAMP '2021-01-01 00:00:00.000000' AND "order_date" < TIMESTAMP '2022-01-01 00:00:00.000000')
        GROUP BY "status"
        ORDER BY "mme_inner__" DESC
        LIMIT 5
      ) AS "series_limit" ON "status" = "series_limit"."status__"
      WHERE ("order_date" >= TIMESTAMP '2021-01-01 00:00:00.000000' AND "order_date" < TIMESTAMP '2022-01-01 00:00:00.000000')
      GROUP BY DATE_TRUNC('month', "order_date"), "status"
      ORDER BY "count" DESC
      LIMIT 10000"
    `)
  })

  it('returns raw rows without metrics, distinct rows for an empty list of metrics', () => {
    expect(sql({ columns: ['status'], row_limit: 5 })).toMatchInlineSnapshot(`
      "SELECT "status" AS "status"
      FROM "orders"
      LIMIT 5"
    `)
    expect(sql({ columns: ['status'], metrics: [], row_limit: 5 })).toMatchInlineSnapshot(`
      "SELECT "status" AS "status"
      FROM "orders"
      GROUP BY "status"
      LIMIT 5"
    `)
  })

  it('puts the legacy time axis first', () => {
    const query = {
      columns: ['status'],
      metrics: [{ expressionType: 'SIMPLE', aggregate: 'COUNT_DISTINCT', column: { column_name: 'sales' } }],
      granularity: 'created',
      is_timeseries: true,
      extras: { time_grain_sqla: 'P1Y' },
      time_range: '2020 : 2021',
    }
    expect(sql(query)).toMatchInlineSnapshot(`
      "SELECT DATE_TRUNC('year', make_timestamp(CAST("created" AS BIGINT) * 1000000)) AS "__timestamp",
             "status" AS "status",
             COUNT(DISTINCT "sales") AS "COUNT_DISTINCT(sales)"
      FROM "orders"
      WHERE ("created" >= 1577836800 AND "created" < 1609459200)
      GROUP BY DATE_TRUNC('year', make_timestamp(CAST("created" AS BIGINT) * 1000000)), "status"
      LIMIT 50000"
    `)
  })

  it('wraps virtual datasets, and counts rows of any query', () => {
    const dataset = { ...orders, sql: 'SELECT * FROM orders -- all of them' }
    expect(
      sql({ columns: ['status'], metrics: ['count'], is_rowcount: true, row_limit: 10 }, { dataset }),
    ).toMatchInlineSnapshot(`
      "SELECT COUNT(*) AS "rowcount"
      FROM (
      SELECT "status" AS "status",
             COUNT(*) AS "count"
      FROM (
      SELECT * FROM orders -- all of them
      ) AS "virtual_table"
      GROUP BY "status"
      LIMIT 10
      ) AS "rowcount_qry""
    `)
  })

  it('joins all conditions: filters, row rules, free SQL, the predicate for values', () => {
    const query = {
      columns: ['status'],
      metrics: ['revenue'],
      filters: [{ col: 'is_big', op: 'IS TRUE' }],
      extras: { where: "status = 'x' OR 1 = 1 -- note", having: 'SUM(sales) > 5' },
      apply_fetch_values_predicate: true,
      row_limit: 1,
    }
    expect(sql(query, { rules: ['sales < 10 OR shipped'] })).toMatchInlineSnapshot(`
      "SELECT "status" AS "status",
             SUM(sales) AS "revenue"
      FROM (
      SELECT * FROM "orders"
      WHERE (sales < 10 OR shipped)
      LIMIT 9223372036854775807
      ) AS "orders"
      WHERE (sales > 100) IS TRUE
        AND (status = 'x' OR 1 = 1 -- note
      )
        AND (status <> 'test')
      GROUP BY "status"
      HAVING (SUM(sales) > 5)
      LIMIT 1"
    `)
  })

  it('shows all columns of a sample, without its time bounds; drill to detail keeps them', () => {
    const query = {
      columns: ['status'],
      metrics: ['count'],
      granularity: 'order_date',
      time_range: '2020 : 2021',
      orderby: [['count', false]],
    }
    expect(sql(query, { resultType: 'samples' })).toMatchInlineSnapshot(`
      "SELECT "order_date" AS "order_date",
             "created" AS "created",
             "status" AS "status",
             "sales" AS "sales",
             "shipped" AS "shipped",
             sales > 100 AS "is_big",
             "address" AS "address",
             "service" AS "service"
      FROM "orders"
      LIMIT 1000"
    `)
    expect(sql(query, { resultType: 'drill_detail' })).toContain('WHERE')
  })
})

describe('filters', () => {
  it.each([
    ['address', '==', '10.0.0.1', '"address" = 167772161'],
    ['address', '==', '10.0.0.0/30', '"address" >= 167772160 AND "address" <= 167772163'],
    ['address', 'IN', ['10.0.0.1', '10.0.0.2'], '"address" = 167772161 OR "address" = 167772162'],
    ['address', '>', '10.0.0.0/30', '"address" > 167772163'],
    ['address', '<', '10.0.0.0/30', '"address" < 167772160'],
    ['service', '==', 'ftp', '"service" IN (20, 21)'],
    ['service', '>=', 'dhcp', '"service" >= 67'],
    ['service', '==', 443, '"service" IN (443)'],
  ])('filters by words of an advanced data type: %s %s %j', (col, op, val, condition) => {
    expect(sql({ metrics: ['count'], filters: [{ col, op, val }] })).toContain(condition)
  })

  it('refuses a word that the advanced data type does not know', () => {
    const filter = { col: 'service', op: '==', val: 'nonsense' }
    expect(() => sql({ metrics: ['count'], filters: [filter] })).toThrow(
      "'nonsense' does not appear to be a port name or number",
    )
  })

  it.each([
    [{ col: 'status', op: '==', val: "O'Brien" }, `"status" = 'O''Brien'`],
    [{ col: 'status', op: '!=', val: null }, 'NOT ("status" IS NULL)'],
    [{ col: 'status', op: '==', val: '<NULL>' }, '"status" IS NULL'],
    [{ col: 'status', op: 'in', val: ['a', '<empty string>', null] }, `("status" IS NULL OR "status" IN ('a', ''))`],
    [{ col: 'status', op: 'IN', val: [null] }, '("status" IS NULL OR 1 = 0)'],
    [{ col: 'status', op: 'NOT IN', val: ['a', null] }, `NOT (("status" IS NULL OR "status" IN ('a')))`],
    [{ col: 'status', op: 'IN', val: 'a' }, `"status" IN ('a')`],
    [{ col: 'status', op: '==', val: ['a', 'b'] }, `"status" = 'a'`],
    [{ col: 'status', op: 'ILIKE', val: '%a%' }, `"status" ILIKE '%a%'`],
    [{ col: 'status', op: '==', val: '\ta\n' }, `"status" = 'a'`],
    [{ col: 'sales', op: 'IN', val: ['1', '2.5', ' 3', 'x'] }, '("sales" IS NULL OR "sales" IN (1, 2.5, 3.0))'],
    [{ col: 'sales', op: '==', val: 'abc' }, '"sales" IS NULL'],
    [{ col: 'sales', op: '>', val: '9007199254740993' }, '"sales" > 9007199254740993'],
    [{ col: 'shipped', op: '==', val: 'TRUE' }, '"shipped" = TRUE'],
    [{ col: 'shipped', op: '==', val: 0 }, '"shipped" = FALSE'],
    [{ col: 'shipped', op: 'IS FALSE' }, '"shipped" IS FALSE'],
    [{ col: 'order_date', op: '>=', val: 1_609_459_200_000 }, `"order_date" >= TIMESTAMP '2021-01-01 00:00:00.000000'`],
    [
      { col: 'order_date', op: 'TEMPORAL_RANGE', val: '2021 : ' },
      `"order_date" >= TIMESTAMP '2021-01-01 00:00:00.000000'`,
    ],
    [
      { col: 'created', op: 'TEMPORAL_RANGE', val: '2021 : 2022' },
      '("created" >= 1609459200 AND "created" < 1640995200)',
    ],
    [
      { col: 'created', op: '==', val: 1_609_459_200_000, grain: 'P1Y' },
      `DATE_TRUNC('year', make_timestamp(CAST("created" AS BIGINT) * 1000000)) = TIMESTAMP '2021-01-01 00:00:00.000000'`,
    ],
    [{ col: 'is_big', op: '==', val: 'true' }, "(sales > 100) = 'true'"],
  ])('%j', (filter, expected) => {
    const text = sql({ columns: ['status'], metrics: ['count'], filters: [filter], row_limit: 1 })
    expect(text).toContain(`\nWHERE ${expected}\nGROUP BY`)
  })

  it.each([
    ['status', '<NULL>', `status = '<NULL>'`],
    ['status', null, 'status IS NULL'],
    ['sales', '2.5', 'sales = 2.5'],
    ['order_date', '2024-05-01', `"order_date" = TIMESTAMP '2024-05-01 00:00:00.000000'`],
    ['order_date', '2024-05-01 10:20:30.250', `"order_date" = TIMESTAMP '2024-05-01 10:20:30.250000'`],
    ['created', '1714521600', '"created" = 1714521600'],
  ])('LATEST PARTITION of %s is %s', (col, value, expected) => {
    const partition = { columns: ['year', col], values: ['2024', value] }
    const filters = [{ col, op: 'LATEST PARTITION' }]
    const text = sql({ columns: ['shipped'], metrics: ['count'], filters }, { partition })
    expect(text.replaceAll(/"(status|sales)"/g, '$1')).toContain(`\nWHERE ${expected}\n`)
  })

  it.each([
    [{}, '2023-03-13 00:00:00', '2023-03-15 00:00:00'],
    [{ extras: { relative_start: 'now' } }, '2023-03-13 10:20:30', '2023-03-15 00:00:00'],
    [{ extras: { relative_end: 'now' } }, '2023-03-13 00:00:00', '2023-03-15 10:20:30'],
    [{ extras: { relative_start: 'now', relative_end: 'now' } }, '2023-03-13 10:20:30', '2023-03-15 10:20:30'],
    [{ time_shift: '1 week ago' }, '2023-03-06 00:00:00', '2023-03-08 00:00:00'],
    [{ time_shift: '1 month', extras: { relative_end: 'now' } }, '2023-02-13 00:00:00', '2023-02-15 10:20:30'],
    [{ time_shift: 'inherit' }, '2023-03-13 00:00:00', '2023-03-15 00:00:00'],
  ])('Last 2 days with %j', (more, since, until) => {
    const expected = `"order_date" >= TIMESTAMP '${since}.000000' AND "order_date" < TIMESTAMP '${until}.000000'`
    const common = { columns: ['status'], metrics: ['count'], row_limit: 1, ...more }
    const asFilter = { ...common, filters: [{ col: 'order_date', op: 'TEMPORAL_RANGE', val: 'Last 2 days' }] }
    const asRange = { ...common, granularity: 'order_date', time_range: 'Last 2 days' }
    // the closing parenthesis is on its own line, because a condition may end with a line comment
    for (const query of [asFilter, asRange]) expect(sql(query).replaceAll(/\s+/g, ' ')).toContain(expected)
  })

  it.each([
    [{ col: 'status', op: 'IN', val: [] }, 'Error: Filter value list cannot be empty'],
    [{ col: 'status', op: 'IN', val: null }, 'Error: Filter value list cannot be empty'],
    [{ col: 'sales', op: '<', val: 'abc' }, 'Error: Must specify a value for filters with comparison operators'],
    [{ col: 'status', op: 'REGEX', val: 'a' }, 'Error: Invalid filter operation type: REGEX'],
    [{ col: 'status', op: '==', val: { a: 1 } }, 'Error: Filter values must be text, numbers, booleans or null'],
    [{ col: 'sales', op: '==', val: 'NaN' }, 'Error: Filter value is not a number: NaN'],
    [{ col: 'status', op: 'IS TRUE' }, 'Error: argument of IS TRUE must be type boolean, not type text'],
    [{ col: 'order_date', op: 'TEMPORAL_RANGE', val: 'foo : bar' }, 'Error: Cannot parse time string [foo]'],
  ])('refuses %j', (filter, message) => {
    expect(() => sql({ metrics: ['count'], filters: [filter] })).toThrow(message)
  })

  it('omits filters on columns that the dataset lacks, and reports them', () => {
    const found = plan({ metrics: ['count'], filters: [{ col: 'nope', op: '==', val: 1 }, range2021] })
    expect(found.rejectedFilters).toEqual([{ reason: 'not_in_datasource', column: 'nope' }])
    expect(found.appliedFilters).toEqual([{ column: 'order_date' }])
  })
})

it('parses a long invalid number in one pass', () => {
  const took = processorMs(() => {
    for (const val of ['1'.repeat(60_000), '1_'.repeat(30_000)]) {
      const text = sql({ metrics: ['count'], filters: [{ col: 'sales', op: '==', val: `${val}x` }] })
      expect(text).toContain('WHERE "sales" IS NULL')
    }
  })
  expect(took).toBeLessThan(1000)
})

describe('errors', () => {
  it.each([
    [{ metrics: ['nope'] }, "Error: Metric 'nope' does not exist"],
    [{ columns: ['nope', 'nada'], metrics: ['count'] }, "Error: Columns missing in dataset: ['nope', 'nada']"],
    [{ columns: [], metrics: [] }, 'Error: Empty query?'],
    [
      { columns: ['status'], metrics: ['count'], orderby: [['nope', true]] },
      'Error: Unknown column used in orderby: nope',
    ],
    [
      { metrics: ['count', 'count'] },
      'Duplicate column/metric labels: "count". Please make sure all columns and metrics have a unique label.',
    ],
    [
      { columns: ['status'], metrics: ['count'], series_columns: ['sales'] },
      'The following entries in `series_columns` are missing in `columns`: "sales". ',
    ],
    [{ metrics: ['count'], extras: { where: '(1' } }, 'Unclosed parenthesis in filter clause'],
    [
      { metrics: ['count'], time_range: 'foo : bar' },
      "Request is incorrect: {'time_range': ['Cannot parse time string [foo]']}",
    ],
    [{ metrics: ['count'], time_range: '2022 : 2021' }, 'From date cannot be larger than to date'],
    [
      { metrics: [{ expressionType: 'SIMPLE', aggregate: 'MEDIAN', column: { column_name: 'sales' } }] },
      'Error: Unknown aggregate: MEDIAN',
    ],
    [
      { columns: [{ ...axis, timeGrain: 'bogus' }], metrics: ['count'] },
      'Error: No grain spec for bogus for database duckdb',
    ],
  ])('%j', (query, message) => {
    expect(() => sql(query)).toThrow(expect.objectContaining({ status: 400, message }))
  })

  it('needs a time column for a time series', () => {
    const dataset = { ...orders, main_dttm_col: null }
    expect(() => sql({ metrics: ['count'], is_timeseries: true }, { dataset })).toThrow(/Datetime column not provided/)
  })
})

describe('times that come back', () => {
  it.each([
    ['raw rows of an epoch column', { columns: ['created'], granularity: 'created' }, 'epoch_s'],
    [
      'an epoch axis in buckets',
      { columns: [{ ...axis, label: 'created', sqlExpression: 'created' }], metrics: [] },
      null,
    ],
    [
      'an epoch axis without a grain',
      { columns: [{ ...axis, label: 'created', sqlExpression: 'created', timeGrain: undefined }], metrics: [] },
      'epoch_s',
    ],
  ])('%s', (_, query, format) => {
    expect(plan(query).output).toEqual([{ label: 'created', isDttm: true, time: { format } }])
  })
})

describe('times given from outside', () => {
  it('apply to the time column of the dataset if they have none', () => {
    const query = { columns: ['status', 'order_date'], metrics: ['count'], extras: { time_grain_sqla: 'P1Y' } }
    const text = sql({ ...query, granularity: 'status', time_range: '2020 : 2021' })
    expect(text).toContain('SELECT "status" AS "status"')
    expect(text).toContain(`DATE_TRUNC('year', "order_date") AS "order_date"`)
    expect(text).toContain('WHERE ("order_date" >= ')
  })

  it('replace a temporal x axis and its filter', () => {
    const query = {
      columns: [axis],
      metrics: ['count'],
      granularity: 'created',
      time_range: '2020 : 2021',
      filters: [range2021],
    }
    const text = sql(query, { formData: { x_axis: 'order_date' } })
    expect(text).toContain(`DATE_TRUNC('month', make_timestamp(CAST("created" AS BIGINT) * 1000000)) AS "created"`)
    expect(text).not.toContain('order_date')
  })

  it('are applied to every time range filter', () => {
    expect(sql({ metrics: ['count'], time_range: '2010 : 2011', filters: [range2021] })).toContain("'2010-01-01")
  })

  it('also bound the main time column, if the dataset says so', () => {
    const dataset = { ...orders, always_filter_main_dttm: true }
    const query = { metrics: ['count'], time_range: '2020 : 2021' }
    const both = sql({ ...query, granularity: 'created' }, { dataset })
    expect(both).toContain('("order_date" >= ')
    expect(both).toContain('("created" >= 1577836800')
    expect(sql({ ...query, granularity: 'order_date' }, { dataset }).match(/order_date/g)).toHaveLength(2)
    expect(sql({ ...query, granularity: 'created' })).not.toContain('order_date')
  })

  it('replace an unknown time column with the main one', () => {
    expect(sql({ metrics: ['count'], granularity: 'status', time_range: '2020 : ' })).toContain('"order_date" >=')
  })
})

describe('time comparison', () => {
  const query = {
    columns: [axis, 'status'],
    metrics: ['count'],
    filters: [range2021, { col: 'shipped', op: '==', val: true }],
    series_columns: ['status'],
    series_limit: 2,
    time_offsets: ['1 year ago', '1 quarter later'],
  }

  it('runs the same query over each shifted range, and ranks series over the main one', () => {
    const [ago, later] = offsets(query)
    const text = renderSelect(ago?.plan.tree as SelectTree, dialectOf('duckdb'))
    const [ranking = '', rows = ''] = text.split('AS "series_limit"')
    expect(ranking).toContain(`"order_date" >= TIMESTAMP '2021-01-01 00:00:00.000000'`)
    expect(rows).toContain(`"order_date" >= TIMESTAMP '2020-01-01 00:00:00.000000'`)
    expect(rows).toContain('"shipped" = TRUE')
    expect(rows).not.toContain("'2022-01-01")
    expect(ago).toMatchObject({
      keys: ['order_date', 'status'],
      timeColumn: 'order_date',
      metrics: { count: 'count__1 year ago' },
    })
    expect(later?.shift).toEqual({ count: 1, unit: 'quarter' })
  })

  it.each([
    [{ ...query, filters: [] }, /An enclosed time range/],
    [{ ...query, filters: [{ ...range2021, val: '2021 : ' }] }, /An enclosed time range/],
    [{ ...query, time_offsets: ['1 year'] }, /Time delta is ambiguous. Please specify \[1 year ago\]/],
    [
      {
        columns: ['status'],
        metrics: ['count'],
        time_offsets: ['1 year ago'],
        granularity: 'order_date',
        time_range: '2020 : 2021',
      },
      /A time column must be specified/,
    ],
  ])('rejects ambiguous offsets (%#)', (given, message) => {
    expect(() => offsets(given)).toThrow(message)
  })
})

it('keeps bucketed expressions of unknown type as they are, and buckets temporal ones', () => {
  const adhoc = { ...axis, label: 'next', sqlExpression: "order_date + interval '1 day'" }
  const query = { columns: [adhoc], metrics: ['count'] }
  expect(sql(query)).not.toContain('DATE_TRUNC')
  const adhocTypes = new Map([[adhoc.sqlExpression, GenericType.temporal]])
  expect(sql(query, { adhocTypes })).toContain(`DATE_TRUNC('month', (order_date + interval '1 day'))`)
})

it('orders by position if two labels differ only in case', () => {
  const metrics = [
    { expressionType: 'SQL', sqlExpression: 'MAX(sales)', label: 'M' },
    { expressionType: 'SQL', sqlExpression: 'MIN(sales)', label: 'm' },
  ]
  expect(sql({ metrics, orderby: [['m', true]] })).toContain('ORDER BY 2 ASC')
})

it('visits every user-written text of the tree', () => {
  const seen: string[] = []
  const query = {
    columns: ['is_big', { label: 'c', sqlExpression: 'lower(status)' }],
    metrics: ['count', { expressionType: 'SQL', sqlExpression: 'MAX(sales)', label: 'm' }],
    filters: [{ col: { label: 'f', sqlExpression: 'upper(status)' }, op: '==', val: 'A' }],
    extras: { where: 'w = 1', having: 'h = 1' },
    orderby: [[{ expressionType: 'SQL', sqlExpression: 'MIN(sales)', label: 'o' }, true]],
    series_columns: ['c'],
    series_limit: 2,
    series_limit_metric: { expressionType: 'SQL', sqlExpression: 'AVG(sales)', label: 's' },
    apply_fetch_values_predicate: true,
  }
  walkTree(plan(query, { rules: ['r = 1'] }).tree, (expression) => {
    if (expression.kind === 'sql') seen.push(expression.text)
  })
  const written = ['sales > 100', 'lower(status)', 'COUNT(*)', 'MAX(sales)', 'upper(status)', 'w = 1', 'h = 1']
  const dataset = ['MIN(sales)', 'AVG(sales)', 'r = 1', orders.fetch_values_predicate]
  expect(new Set(seen)).toEqual(new Set([...written, ...dataset]))
})
