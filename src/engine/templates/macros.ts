import type { NewestPartition } from '../contracts.ts'
import { dialects } from '../dialects/index.ts'
import { bindArguments, type Formal, hostFunction } from './arguments.ts'
import { jsonOf, valueOf } from './convert.ts'
import { TemplateFault } from './fault.ts'
import { formFilters } from './formFilters.ts'
import type { HostFilter } from './interpreter.ts'
import { concat, isText, join, Marked, marked, plain, slice, type Text } from './text.ts'
import { strftime, toDatetime } from './times.ts'
import {
  asText,
  Callable,
  Dict,
  HostObject,
  isNumber,
  itemsOf,
  List,
  repr,
  truth,
  typeName,
  type Value,
} from './values.ts'

/** The values and functions that the macros of one query can use. Macros have no other access to the host. */
export interface MacroContext {
  /** null: anonymous user. */
  user: { id: number | null; username: string; email: string | null } | null
  roles: readonly string[]
  /** Row rules of the dataset that apply to the reader; null if there are none. */
  rowRules: readonly string[] | null
  /** Query string of the request. */
  args: Readonly<Record<string, unknown>>
  /** The first query object of the request, or its form data. */
  form: Readonly<Record<string, unknown>>
  /** A value as SQL. Text is quoted. */
  literal(value: null | boolean | bigint | number | string): string
  /** Text escaped for use inside quotes. */
  escape(text: string): string
  /** Bounds of a time range; wall-clock milliseconds. @throws TemplateFault */
  timeRange(text: string): { since: number | null; until: number | null }
  /** A time as SQL for a column type; null if the type is not a time. */
  timeLiteral(ms: number, type: string): string | null
  /** Declared type of a column of the dataset. */
  columnType(column: string): string | null
  /** SELECT over a dataset. @throws TemplateFault if it does not exist */
  datasetSql(id: Value, includeMetrics: boolean, columns: readonly string[] | null): string
  /**
   * The newest partition of a table, among those whose columns have the values of `fixed`.
   * @throws TemplateFault if the database reports no partitions
   */
  partition(table: string, fixed: Record<string, string>): NewestPartition
  /** Expression of a saved metric, with its own macros rendered. @throws TemplateFault */
  metric(key: string, datasetId: Value): Text
}

/** What rendering produced in addition to SQL. */
export interface MacroEffects {
  cacheKeys: unknown[]
  appliedFilters: string[]
  removedFilters: string[]
}

const ADD: Formal = { name: 'add_to_cache_keys', otherwise: true }

function remember(list: string[], column: string): void {
  if (!list.includes(column)) list.push(column)
}

/** The macros of the contract, as variables of a template. */
export function macros(context: MacroContext, effects: MacroEffects): [string, Value][] {
  const { user } = context
  const add = (value: Value): Value => {
    effects.cacheKeys.push(jsonOf(value))
    return value
  }
  const ofUser = (name: string, value: Value) =>
    hostFunction(`ExtraCache.${name}`, [ADD], (adds = true) => (value !== null && truth(adds) ? add(value) : value))
  /** Lists of names are added to the cache key as JSON text. */
  const listed = (name: string, names: readonly string[] | null) =>
    hostFunction(`ExtraCache.${name}`, [ADD], (adds = true) => {
      if (names === null) return null
      if (truth(adds)) effects.cacheKeys.push(`[${names.map((item) => JSON.stringify(item)).join(', ')}]`)
      return new List(names.map((item) => marked(item)))
    })
  const filtersOf = (column: Value, remove: Value) => filtersOn(context, effects, column, truth(remove))
  const text = (value: string | null | undefined): Value => (value ? marked(value) : null)
  return [
    ['current_user_id', ofUser('current_user_id', user?.id == null ? null : BigInt(user.id))],
    ['current_username', ofUser('current_username', text(user?.username))],
    ['current_user_email', ofUser('current_user_email', text(user?.email))],
    ['current_user_roles', listed('current_user_roles', [...context.roles].sort())],
    ['current_user_rls_rules', listed('current_user_rls_rules', context.rowRules && [...context.rowRules].sort())],
    [
      'cache_key_wrapper',
      hostFunction('ExtraCache.cache_key_wrapper', [{ name: 'key' }], (value = null) => add(value)),
    ],
    ['url_param', hostFunction('ExtraCache.url_param', URL_PARAM, (...values) => urlParam(context, add, ...values))],
    [
      'filter_values',
      hostFunction('ExtraCache.filter_values', FILTER_VALUES, (column = null, otherwise = null, remove = false) => {
        const values = filtersOf(column, remove).flatMap((filter) => {
          const value = filter.get('val') ?? null
          return value instanceof List ? value.items : [value]
        })
        return new List(values.length === 0 && truth(otherwise) ? [otherwise] : values)
      }),
    ],
    [
      'get_filters',
      hostFunction(
        'ExtraCache.get_filters',
        GET_FILTERS,
        (column = null, remove = false) => new List(filtersOf(column, remove)),
      ),
    ],
    [
      'get_time_filter',
      hostFunction('ExtraCache.get_time_filter', TIME_FILTER, (...values) => timeFilter(context, effects, ...values)),
    ],
    [
      'dataset',
      hostFunction('dataset_macro', DATASET, (id = null, metrics = false, columns = null) => {
        const names = columns === null ? null : itemsOf(columns).map((name) => plain(asText(name)))
        return concat(['(\n', context.datasetSql(id, truth(metrics), names), '\n) AS dataset_', asText(id)])
      }),
    ],
    [
      'metric',
      hostFunction(
        'metric_macro',
        [{ name: 'metric_key' }, { name: 'dataset_id', otherwise: null }],
        (key = null, id = null) => context.metric(plain(asText(key)), id),
      ),
    ],
    ...[...PARTITION_NAMESPACES].map((name): [string, Value] => [name, partitionMacros(name, context)]),
  ]
}

/** One set of macros under each of these names. */
const PARTITION_NAMESPACES = new Set(Object.values(dialects).flatMap(({ partitionMacros = [] }) => partitionMacros))

function partitionMacros(namespace: string, { partition }: MacroContext): HostObject {
  const values = (table: Value, isSingle: boolean): Value[] | null => {
    const name = plain(asText(table))
    const newest = partition(name, {})
    if (isSingle && newest.columns.length > 1) {
      const columns = newest.columns.join(', ')
      const message = `${name} is partitioned by several columns (${columns}): use ${namespace}.latest_sub_partition`
      throw new TemplateFault('TemplateException', message)
    }
    return newest.values?.map(partitionValue) ?? null
  }
  const first = (table: Value = null): Value => values(table, true)?.[0] ?? null
  const fields: Record<string, Value> = {
    latest_partition: hostFunction(`${namespace}.latest_partition`, TABLE_NAME, first),
    first_latest_partition: hostFunction(`${namespace}.first_latest_partition`, TABLE_NAME, first),
    latest_partitions: hostFunction(`${namespace}.latest_partitions`, TABLE_NAME, (table = null) => {
      const all = values(table, false)
      return all && new List(all)
    }),
    latest_sub_partition: new Callable(`${namespace}.latest_sub_partition`, ({ positional, named }) => {
      const [table] = bindArguments(`${namespace}.latest_sub_partition`, TABLE_NAME, {
        positional,
        named: new Map([...named].filter(([key]) => key === 'table_name')),
      })
      const given = [...named].filter(([key]) => key !== 'table_name')
      return subPartition(
        plain(asText(table ?? null)),
        new Map(given.map(([key, value]) => [key, plain(asText(value))])),
        partition,
      )
    }),
  }
  return new HostObject(`<${namespace}>`, (field) => (Object.hasOwn(fields, field) ? fields[field] : undefined))
}

const TABLE_NAME: Formal[] = [{ name: 'table_name' }]

/** Data from rows may not become SQL: it is used as a value, like data from a request. */
const partitionValue = (value: string | null): Value => (value === null ? null : marked(value))

/**
 * The value of the one column that is not specified, in the newest partition with the specified values; empty if there
 * is none.
 */
function subPartition(table: string, given: ReadonlyMap<string, string>, partition: MacroContext['partition']): Value {
  const { columns, values } = partition(table, Object.fromEntries(given))
  const unknown = [...given.keys()].find((key) => !columns.includes(key))
  if (unknown !== undefined) {
    const message = `${unknown} is not a partition column of ${table}, which is partitioned by: ${columns.join(', ')}`
    throw new TemplateFault('TemplateException', message)
  }
  const open = columns.filter((column) => !given.has(column))
  if (open.length !== 1) {
    const message = `${table} is partitioned by ${columns.length} columns (${columns.join(', ')}): specify all but one of them`
    throw new TemplateFault('TemplateException', message)
  }
  return values ? partitionValue(values[columns.indexOf(open[0] as string)] ?? null) : ''
}

const URL_PARAM: Formal[] = [
  { name: 'param' },
  { name: 'default', otherwise: null },
  ADD,
  { name: 'escape_result', otherwise: true },
]
const GET_FILTERS: Formal[] = [{ name: 'column' }, { name: 'remove_filter', otherwise: false }]
const FILTER_VALUES: Formal[] = [
  { name: 'column' },
  { name: 'default', otherwise: null },
  { name: 'remove_filter', otherwise: false },
]
const TIME_FILTER: Formal[] = [
  { name: 'column', otherwise: null },
  { name: 'default', otherwise: null },
  { name: 'target_type', otherwise: null },
  { name: 'strftime', otherwise: null },
  { name: 'remove_filter', otherwise: false },
]
const DATASET: Formal[] = [
  { name: 'dataset_id' },
  { name: 'include_metrics', otherwise: false },
  { name: 'columns', otherwise: null },
]

function urlParam(
  { args, form, escape }: MacroContext,
  add: (value: Value) => Value,
  name: Value = null,
  otherwise: Value = null,
  adds: Value = true,
  escapes: Value = true,
): Value {
  const key = plain(asText(name))
  const given = Object.hasOwn(args, key) ? args[key] : undefined
  if (typeof given === 'string' && given) return marked(given)
  const params = form.url_params
  const own = typeof params === 'object' && params !== null && Object.hasOwn(params, key)
  let value: Value = own ? valueOf((params as Record<string, unknown>)[key], true) : otherwise
  if (truth(value) && truth(escapes)) value = escaped(value, escape)
  return truth(adds) ? add(value) : value
}

function escaped(value: Value, escape: (text: string) => string): Text {
  if (!isText(value))
    throw new TemplateFault('AttributeError', `'${typeName(value)}' object has no attribute 'replace'`)
  const text = escape(plain(value))
  return typeof value === 'string' ? text : marked(text)
}

/** The operators of the contract. Any other operator is marked as text from the request. */
const OPERATORS = new Set(
  [
    '==',
    '!=',
    '>',
    '<',
    '>=',
    '<=',
    'LIKE',
    'NOT LIKE',
    'ILIKE',
    'NOT ILIKE',
    'IS NULL',
    'IS NOT NULL',
    'IN',
    'NOT IN',
  ].concat(['IS TRUE', 'IS FALSE', 'TEMPORAL_RANGE', 'LATEST PARTITION', 'REGEX']),
)

function filtersOn({ form }: MacroContext, effects: MacroEffects, column: Value, remove: boolean): Dict[] {
  const name = isText(column) ? plain(column) : null
  return formFilters(form).flatMap(({ subject, operator, value }) => {
    if (subject !== name || name === null) return []
    const operation = operator?.toUpperCase() ?? null
    const isList = operation === 'IN' || operation === 'NOT IN'
    const converted = valueOf(value, true)
    if (!truth(converted)) return []
    if (remove) remember(effects.removedFilters, name)
    remember(effects.appliedFilters, name)
    const shown = operation !== null && OPERATORS.has(operation) ? operation : valueOf(operation, true)
    const val = isList && !(converted instanceof List) ? new List([converted]) : converted
    return [
      new Dict([
        ['op', shown],
        ['col', column],
        ['val', val],
      ]),
    ]
  })
}

const NO_TIME_RANGE = 'No filter'

function timeFilter(
  context: MacroContext,
  effects: MacroEffects,
  column: Value = null,
  otherwise: Value = null,
  targetType: Value = null,
  format: Value = null,
  remove: Value = false,
): Value {
  const name = isText(column) ? plain(column) : null
  const found =
    name === null
      ? undefined
      : formFilters(context.form).find(({ subject, operator }) => subject === name && operator === 'TEMPORAL_RANGE')
  let range = typeof context.form.time_range === 'string' ? context.form.time_range : ''
  let type = targetType === null ? null : plain(asText(targetType))
  if (found && name !== null) {
    if (truth(remove)) remember(effects.removedFilters, name)
    remember(effects.appliedFilters, name)
    range = typeof found.value === 'string' ? found.value : ''
    type ??= context.columnType(name)
  }
  let shown: Value = marked(range || NO_TIME_RANGE)
  if ((range || NO_TIME_RANGE) === NO_TIME_RANGE && truth(otherwise)) shown = otherwise
  const { since, until } = context.timeRange(plain(asText(shown)))
  const expression = (ms: number | null): Value => {
    if (ms === null) return null
    if (truth(format)) return strftime(ms, plain(asText(format)))
    return type === null ? null : context.timeLiteral(ms, type)
  }
  const fields: Record<string, Value> = { from_expr: expression(since), to_expr: expression(until), time_range: shown }
  const printed = Object.entries(fields).map(([key, value]) => `${key}=${plain(repr(value))}`)
  return new HostObject(`TimeFilter(${printed.join(', ')})`, (field) =>
    Object.hasOwn(fields, field) ? fields[field] : undefined,
  )
}

const MARK_WARNING = '\n-- WARNING: the `mark` parameter was removed from the `where_in` macro for security reasons\n'

/** Filters that the contract adds to the language. */
export function macroFilters({ literal }: Pick<MacroContext, 'literal'>): ReadonlyMap<string, HostFilter> {
  return new Map<string, HostFilter>([
    [
      'where_in',
      (value, args) => {
        const [mark = null, orNone = false] = bindArguments('WhereInMacro.__call__', WHERE_IN, args)
        if (value === null && truth(orNone)) return null
        const items = itemsOf(value)
        if (items.length === 0 && truth(orNone)) return null
        return concat([
          '(',
          join(
            items.map((item) => literalText(item, literal)),
            ', ',
          ),
          ')',
          truth(mark) ? MARK_WARNING : '',
        ])
      },
    ],
    [
      'to_datetime',
      (value, args) => {
        const [format = null] = bindArguments('to_datetime', [{ name: 'format', otherwise: '%Y-%m-%d %H:%M:%S' }], args)
        return toDatetime(value, plain(asText(format)))
      },
    ],
  ])
}

const WHERE_IN: Formal[] = [
  { name: 'mark', otherwise: null },
  { name: 'default_to_none', otherwise: false },
]

function literalText(value: Value, literal: MacroContext['literal']): Text {
  if (value === null || isNumber(value)) return literal(value)
  if (!isText(value)) {
    throw new TemplateFault('CompileError', `Don't know how to render literal SQL value: ${plain(repr(value))}`)
  }
  const text = literal(plain(value))
  if (!(value instanceof Marked) || !/^'.*'$/s.test(text)) return text
  return concat(["'", marked(plain(slice(text, 1, text.length - 1))), "'"])
}
