import fc from 'fast-check'

/**
 * Query objects on the table of `sales.ts`, as a client sends them. They mean the same on every engine: no plain week
 * (its first day differs), no order among NULLs with a limit, no LIKE that depends on case.
 */

const GRAINS = [
  'PT1S',
  'PT1M',
  'PT5M',
  'PT30M',
  'PT1H',
  'PT6H',
  'P1D',
  'P1M',
  'P3M',
  'P1Y',
  'P1W/1970-01-03T00:00:00Z',
  'P1W/1970-01-04T00:00:00Z',
]
const grain = fc.constantFrom(...GRAINS)
const day = fc.date({ min: new Date('2019-12-01'), max: new Date('2021-06-01'), noInvalidDate: true })
const dayText = day.map((date) => date.toISOString().slice(0, 10))
const timeText = day.map((date) => date.toISOString().slice(0, 19))
const range = fc
  .tuple(fc.oneof(dayText, timeText, fc.constant('')), fc.oneof(dayText, timeText, fc.constant('')))
  .map(([a, b]) => (a && b && a > b ? `${b} : ${a}` : `${a} : ${b}`))

const simple = (aggregate: string, column_name: string) => ({
  expressionType: 'SIMPLE',
  aggregate,
  column: { column_name },
  label: `${aggregate}(${column_name})`,
})
const metric = fc.oneof(
  fc.constantFrom('count', 'turnover'),
  fc
    .constantFrom('SUM', 'AVG', 'MIN', 'MAX', 'COUNT', 'COUNT_DISTINCT')
    .chain((aggregate) =>
      fc.constantFrom('n', 'big', 'amount', 'discount', 'net').map((column) => simple(aggregate, column)),
    ),
  fc
    .constantFrom('city', 'Kind of sale')
    .chain((column) =>
      fc.constantFrom('COUNT', 'COUNT_DISTINCT', 'MIN', 'MAX').map((aggregate) => simple(aggregate, column)),
    ),
  fc.constantFrom(
    { expressionType: 'SQL', sqlExpression: 'SUM(amount) / COUNT(*)', label: 'mean of "amount"' },
    {
      expressionType: 'SQL',
      sqlExpression: "SUM(CASE WHEN city = 'zürich' THEN amount ELSE 0 END)",
      label: 'zürich, %',
    },
    { expressionType: 'SQL', sqlExpression: 'MAX(n) - MIN(n) -- range', label: 'spread' },
  ),
)

const TEXTS = [
  "o'brien",
  'zürich',
  'back\\slash',
  '100%',
  '東京',
  '',
  'null',
  '<NULL>',
  '<empty string>',
  "'; --",
  'nothing',
]
const textFilter = fc.constantFrom('city', 'Kind of sale').chain((col) =>
  fc.oneof(
    fc.record({ col: fc.constant(col), op: fc.constantFrom('==', '!='), val: fc.constantFrom(...TEXTS) }),
    fc.record({
      col: fc.constant(col),
      op: fc.constantFrom('IN', 'NOT IN'),
      val: fc.array(fc.constantFrom(...TEXTS, 'web', 'shop'), { minLength: 1, maxLength: 4 }),
    }),
    fc.record({ col: fc.constant(col), op: fc.constant('LIKE'), val: fc.constantFrom('%e%', 's%', '%ü%', 'a_b', '%') }),
    fc.record({ col: fc.constant(col), op: fc.constant('ILIKE'), val: fc.constantFrom('%E%', 'S%', "%O'B%", 'NEW%') }),
    fc.record({ col: fc.constant(col), op: fc.constantFrom('IS NULL', 'IS NOT NULL') }),
  ),
)
const numberFilter = fc.constantFrom('n', 'amount', 'discount', 'net').chain((col) =>
  fc.oneof(
    fc.record({
      col: fc.constant(col),
      op: fc.constantFrom('==', '!=', '>', '<', '>=', '<='),
      val: fc.oneof(fc.integer({ min: -6, max: 20 }), fc.constantFrom('3', '0.5', ' 7', 1000.5, '1e3')),
    }),
    fc.record({
      col: fc.constant(col),
      op: fc.constantFrom('IN', 'NOT IN'),
      val: fc.array(fc.oneof(fc.integer({ min: -6, max: 20 }), fc.constantFrom('3', '<NULL>', 'x')), {
        minLength: 1,
        maxLength: 5,
      }),
    }),
    fc.record({ col: fc.constant(col), op: fc.constantFrom('IS NULL', 'IS NOT NULL') }),
  ),
)
const otherFilter = fc.oneof(
  fc.record({ col: fc.constant('online'), op: fc.constantFrom('IS TRUE', 'IS FALSE', 'IS NULL') }),
  fc.record({
    col: fc.constant('online'),
    op: fc.constantFrom('==', '!='),
    val: fc.constantFrom(true, false, 'true', 1, 0),
  }),
  fc.record({ col: fc.constantFrom('at', 'day'), op: fc.constant('TEMPORAL_RANGE'), val: range }),
  fc.record({
    col: fc.constantFrom('at', 'day'),
    op: fc.constantFrom('>', '<', '>=', '<='),
    val: day.map((date) => Math.floor(date.getTime() / 1000) * 1000),
  }),
  fc.record({ col: fc.constant('unknown'), op: fc.constant('=='), val: fc.constant(1) }),
)
const filters = fc.array(fc.oneof(textFilter, numberFilter, otherFilter), { maxLength: 3 })

const axis = fc.record({ column: fc.constantFrom('at', 'day'), timeGrain: grain }).map(({ column, timeGrain }) => ({
  label: column,
  sqlExpression: column,
  expressionType: 'SQL',
  columnType: 'BASE_AXIS',
  timeGrain,
}))
const dimension = fc.constantFrom('city', 'Kind of sale', 'n', 'online', 'discount')
const clause = fc.constantFrom(
  '',
  'n > 2',
  "city <> 'zürich' OR city IS NULL",
  '(amount > 500000)',
  'n IS NOT NULL -- sure',
)

const unique = <T>(items: T[], label: (item: T) => string): T[] => [
  ...new Map(items.map((item) => [label(item), item])).values(),
]
const labelOf = (item: unknown): string => (typeof item === 'string' ? item : String((item as { label: string }).label))

/** Groups with metrics; an order, if any, is total and without NULLs. */
const grouped = fc
  .record({
    columns: fc.array(fc.oneof(dimension, dimension, axis), { maxLength: 3 }),
    metrics: fc.array(metric, { minLength: 1, maxLength: 4 }),
    filters,
    extras: fc.record({ where: clause, having: fc.constantFrom('', '', 'COUNT(*) > 2', 'SUM(amount) > 1000000') }),
    time: fc.option(fc.record({ granularity: fc.constant('at'), time_range: range }), { nil: undefined }),
  })
  .map(({ columns, metrics, time, ...query }) => ({
    ...query,
    ...time,
    columns: unique(columns, labelOf),
    metrics: unique(metrics, labelOf),
  }))

/** The legacy time axis. */
const series = fc.record({
  columns: fc.subarray(['city', 'Kind of sale'], { maxLength: 1 }),
  metrics: fc.constant(['turnover']),
  filters,
  is_timeseries: fc.constant(true),
  granularity: fc.constantFrom('at', 'day'),
  extras: grain.map((time_grain_sqla) => ({ time_grain_sqla })),
})

/** Only the largest groups: amounts are all different, so that no two sums are equal. */
const limited = fc.record({
  columns: fc.constantFrom(['Kind of sale'], ['Kind of sale', 'n'], ['city', 'Kind of sale']),
  metrics: fc.constant(['turnover', 'count']),
  filters,
  orderby: fc.boolean().map((ascending) => [['turnover', ascending]]),
  row_limit: fc.integer({ min: 1, max: 12 }),
  row_offset: fc.integer({ min: 0, max: 4 }),
})

const limitedSeries = fc
  .record({
    axis,
    dimension: fc.constantFrom('Kind of sale', 'city'),
    filters,
    series_limit: fc.integer({ min: 1, max: 4 }),
    order_desc: fc.boolean(),
  })
  .map(({ axis, dimension, ...query }) => ({
    ...query,
    columns: [axis, dimension],
    metrics: ['turnover'],
    series_columns: [dimension],
    series_limit_metric: 'turnover',
  }))

const raw = fc.record({
  columns: fc
    .array(fc.constantFrom('city', 'Kind of sale', 'n', 'amount', 'discount', 'online', 'at', 'day', 'net'), {
      minLength: 1,
      maxLength: 5,
    })
    .map((columns) => [...new Set(columns)]),
  filters,
  is_rowcount: fc.boolean(),
})

export const anyQuery = fc.oneof(
  { weight: 5, arbitrary: grouped },
  { weight: 2, arbitrary: series },
  { weight: 2, arbitrary: limited },
  { weight: 2, arbitrary: limitedSeries },
  { weight: 2, arbitrary: raw },
)
