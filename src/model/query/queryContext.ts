import { z } from 'zod'
import type { Result } from '../basics/result.ts'
import { datasourceTypes } from '../chart/chart.ts'
import { FISCAL_GRAINS } from '../time/fiscalCalendar.ts'
import { TIME_GRAINS } from '../time/timeGrain.ts'
import { isTimeZone } from '../time/timeZone.ts'
import { type FieldErrors, fieldErrors } from '../wire/fields.ts'
import { isRecord } from '../wire/json.ts'
import type { QueryContext } from './queryObject.ts'

/**
 * The body of POST /api/v1/chart/data as the contract reads it: which fields exist, what is converted (`"10"` and `1.5`
 * are integers), and the error messages.
 */

/** Operators in the contract's error message; REGEX is known and rejected when the query is planned. */
const FILTER_OPERATORS = [
  '==',
  '!=',
  '>',
  '<',
  '>=',
  '<=',
  'LIKE',
  'ILIKE',
  'IS NULL',
  'IS NOT NULL',
  'IN',
  'NOT IN',
  'REGEX',
  'IS TRUE',
  'IS FALSE',
  'TEMPORAL_RANGE',
] as const
/** Operators that the contract's editor sends as SQL; here they are accepted as operators as well. */
const OWN_OPERATORS = ['LATEST PARTITION'] as const

const integer = z.preprocess((value) => {
  const number = typeof value === 'string' && /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : value
  return typeof number === 'number' ? Math.trunc(number) : number
}, z.int())

const TRUTHY: unknown[] = ['true', 'True', 'TRUE', 't', 'T', '1', 1, 'on', 'yes']
const FALSY: unknown[] = ['false', 'False', 'FALSE', 'f', 'F', '0', 0, 'off', 'no']
const boolean = z.preprocess(
  (value) => (TRUTHY.includes(value) ? true : FALSY.includes(value) ? false : value),
  z.boolean(),
)

/** Members of adhoc metrics and columns. */
const TEXT_MEMBERS = ['expressionType', 'label', 'sqlExpression', 'aggregate', 'columnType', 'timeGrain']

/**
 * Checks that the text fields of an adhoc metric or column are texts; values that are not objects are checked
 * elsewhere.
 */
const withTexts = <Schema extends z.ZodType>(schema: Schema) =>
  schema.superRefine((value: unknown, context) => {
    if (!isRecord(value)) return
    const complain = (message: string, ...path: string[]) => context.addIssue({ code: 'custom', path, message })
    const isText = (member: unknown) => member == null || typeof member === 'string'
    for (const name of TEXT_MEMBERS) if (!isText(value[name])) complain('Not a valid string.', name)
    // only metrics of columns (with an aggregate) may lack an SQL expression
    if (value.sqlExpression === null && !('aggregate' in value)) complain('Field may not be null.', 'sqlExpression')
    const { column } = value
    if (column == null) return
    if (!isRecord(column)) complain('Not a valid mapping type.', 'column')
    else if (!isText(column.column_name)) complain('Not a valid string.', 'column', 'column_name')
  })

const present = withTexts(z.custom<unknown>((value) => value !== undefined, 'Missing data for required field.'))
const nameOrObject = withTexts(
  z.custom<string | Record<string, unknown>>((value) => typeof value === 'string' || isRecord(value), {
    error: (issue) => (issue.input === null ? 'Field may not be null.' : 'Not a valid string.'),
  }),
)
const notNegative = (field: string) =>
  integer.refine((value) => value >= 0, `\`${field}\` must be greater than or equal to 0`)
/** A value of a request in an error. Objects may have a `toString` that is not a function. */
const shown = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
const enumValue = <const T extends string>(values: readonly T[]) =>
  z.custom<T>((value) => values.some((known) => known === value), {
    error: (issue) => `Invalid enum value ${shown(issue.input)}`,
  })
const operator = z.preprocess(
  (value) => (typeof value === 'string' ? value.toUpperCase() : value),
  z
    .string()
    .refine(
      (text) => [...FILTER_OPERATORS, ...OWN_OPERATORS].some((known) => known === text),
      `Must be one of: ${FILTER_OPERATORS.join(', ')}.`,
    ),
)

const Filter = z.looseObject({ col: present, op: operator, val: z.unknown().optional(), grain: z.string().nullish() })
/** The grains in the contract's error message; our own are accepted as well. */
const grain = z.custom<string>((value) => [...TIME_GRAINS, ...FISCAL_GRAINS].some((known) => known === value), {
  error: `Must be one of: ${TIME_GRAINS.join(', ')}.`,
})

const Extras = z.strictObject({
  where: z.string().nullish(),
  having: z.string().nullish(),
  time_grain_sqla: grain.nullish(),
  relative_start: z.enum(['today', 'now']).nullish(),
  relative_end: z.enum(['today', 'now']).nullish(),
  instant_time_comparison_range: z.string().nullish(),
  having_druid: z.array(z.unknown()).nullish(),
  druid_time_origin: z.string().nullish(),
})
const Ordering = z
  .unknown()
  .refine((value) => Array.isArray(value), 'Not a valid tuple.')
  .refine((value) => !Array.isArray(value) || value.length === 2, 'Length must be 2.')
  .pipe(z.tuple([present, boolean]))
/** The operations in the contract's error message; later ones are accepted as well. */
const OPERATIONS =
  'aggregate boxplot compare contribution cum diff escape_separator flatten geodetic_parse geohash_decode geohash_encode pivot prophet rename resample rolling select sort unescape_separator'.split(
    ' ',
  )
const LATER_OPERATIONS = ['histogram', 'rank']
const operation = z
  .string()
  .refine(
    (name) => OPERATIONS.includes(name) || LATER_OPERATIONS.includes(name),
    `Must be one of: ${OPERATIONS.join(', ')}.`,
  )
const Datasource = z.strictObject({
  id: integer,
  type: z.enum(datasourceTypes).nullish(),
})
/** Parameters that restrict the rows of a sample. */
export const QueryFilters = z.strictObject({
  filters: z.array(Filter).nullish(),
  granularity: z.string().nullish(),
  time_range: z.string().nullish(),
  extras: Extras.nullish(),
})

const RESULT_TYPES = [
  'columns',
  'full',
  'query',
  'results',
  'samples',
  'timegrains',
  'post_processed',
  'drill_detail',
] as const

const Query = z.object({
  datasource: Datasource.nullish(),
  result_type: enumValue(RESULT_TYPES).nullish(),
  columns: z.array(nameOrObject).nullish(),
  groupby: z.array(nameOrObject).nullish(),
  metrics: z.array(nameOrObject).nullish(),
  filters: z.array(Filter).nullish(),
  extras: Extras.nullish(),
  granularity: z.string().nullish(),
  granularity_sqla: z.string().nullish(),
  time_range: z.string().nullish(),
  time_shift: z.string().nullish(),
  is_timeseries: boolean.nullish(),
  row_limit: notNegative('row_limit').nullish(),
  row_offset: notNegative('row_offset').nullish(),
  series_columns: z.array(nameOrObject).nullish(),
  series_limit: integer.nullish(),
  timeseries_limit: integer.nullish(),
  series_limit_metric: withTexts(z.unknown()).optional(),
  timeseries_limit_metric: withTexts(z.unknown()).optional(),
  order_desc: boolean.nullish(),
  orderby: z.array(Ordering).nullish(),
  is_rowcount: boolean.nullish(),
  apply_fetch_values_predicate: boolean.nullish(),
  time_offsets: z.array(z.string()).nullish(),
  post_processing: z
    .array(z.looseObject({ operation, options: z.record(z.string(), z.unknown()).nullish() }).nullable())
    .nullish(),
  annotation_layers: z.array(z.record(z.string(), z.unknown())).nullish(),
  applied_time_extras: z.record(z.string(), z.unknown()).nullish(),
  url_params: z.record(z.string(), z.string()).nullish(),
  where: z.string().nullish(),
  having: z.string().nullish(),
  time_zone: z
    .string()
    .refine(isTimeZone, { error: ({ input }) => `Unknown time zone: ${String(input)}` })
    .nullish(),
  point_cells: z
    .strictObject({
      longitude: z.string(),
      latitude: z.string(),
      by: z.array(z.string()).optional(),
      sums: z.boolean().optional(),
      degrees: z.number().min(0.000_01).max(90).optional(),
    })
    .nullish(),
})

export const QueryContextBody = z.strictObject({
  datasource: Datasource,
  queries: z.array(Query),
  force: boolean.nullish(),
  result_type: enumValue(RESULT_TYPES).nullish(),
  result_format: enumValue(['csv', 'json', 'xlsx']).nullish(),
  custom_cache_timeout: integer.nullish(),
  form_data: z.unknown().optional(),
})

/**
 * Maximum number of queries, time comparisons and annotation layers of one request together: the web process works on
 * each of them.
 */
export const MOST_QUERIES = 500

/**
 * Reads a request body. The error is the complete message of the contract (`Request is incorrect: {…}`). Deprecated
 * names are replaced by their successors, nulls are omitted.
 */
export function parseQueryContext(body: unknown): Result<QueryContext, string> {
  const parsed = QueryContextBody.safeParse(body, { reportInput: true })
  if (!parsed.success) return { ok: false, error: `Request is incorrect: ${pythonText(fieldErrors(parsed.error))}` }
  const { queries, ...context } = parsed.data
  const asked = queries.flatMap((query) => [query, ...(query.annotation_layers ?? []), ...(query.time_offsets ?? [])])
  if (asked.length > MOST_QUERIES) {
    const complaint = `Longer than maximum length ${MOST_QUERIES}, with time offsets and annotation layers.`
    return { ok: false, error: `Request is incorrect: ${pythonText({ queries: [complaint] })}` }
  }
  for (const query of queries) {
    const metrics = [...(query.metrics ?? []), query.series_limit_metric, query.timeseries_limit_metric]
    if (!metrics.every(isMetric)) {
      return { ok: false, error: "Request is incorrect: {'_schema': ['Request is incorrect']}" }
    }
  }
  // the schema was checked above; the content of adhoc objects is checked where they are used
  return { ok: true, value: { ...withoutNulls(context), queries: queries.map(currentNames) } as QueryContext }
}

const isMetric = (metric: unknown) =>
  metric == null ||
  typeof metric === 'string' ||
  (typeof metric === 'object' && ('expressionType' in metric || 'label' in metric))

function currentNames(query: z.infer<typeof Query>): Record<string, unknown> {
  const { groupby, granularity_sqla, timeseries_limit, timeseries_limit_metric, where, having, ...rest } = query
  const extras = { ...withoutNulls(query.extras ?? {}), ...(where ? { where } : {}), ...(having ? { having } : {}) }
  return withoutNulls({
    ...rest,
    ...(groupby?.length ? { columns: groupby } : {}),
    ...(granularity_sqla ? { granularity: granularity_sqla } : {}),
    ...(timeseries_limit ? { series_limit: timeseries_limit } : {}),
    ...(timeseries_limit_metric ? { series_limit_metric: timeseries_limit_metric } : {}),
    extras,
  })
}

const withoutNulls = (record: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value != null))

/** Prints a field map as the contract does, in Python notation. Digit keys are list positions. */
export function pythonText(value: FieldErrors | string[] | string): string {
  if (typeof value === 'string') {
    const quote = value.includes("'") && !value.includes('"') ? '"' : "'"
    return quote + value.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`) + quote
  }
  if (Array.isArray(value)) return `[${value.map(pythonText).join(', ')}]`
  const entries = Object.entries(value).map(([key, inner]) => {
    const name = /^\d+$/.test(key) ? key : pythonText(key)
    if (key !== 'url_params' || Array.isArray(inner)) return `${name}: ${pythonText(inner)}`
    // a validated mapping reports key errors and value errors separately, in a container that prints its type
    const values = Object.entries(inner).map(([param, faults]) => [param, { value: faults }])
    return `${name}: defaultdict(<class 'dict'>, ${pythonText(Object.fromEntries(values))})`
  })
  return `{${entries.join(', ')}}`
}
