import { GenericType } from '../../../model/dataset.ts'
import { formatWall } from '../../../model/wallClock.ts'
import type { ConnectionKind } from '../connection.ts'
import type { Dialect, LiteralValue } from '../dialect.ts'
import { limitOffset } from '../rowWindow.ts'
import { finiteFloat } from '../shared/literals.ts'
import { storedTime, type TimeValue } from '../shared/storedTime.ts'
import { timeGrains } from './timeGrains.ts'

const quote = (name: string) => `\`${name.replaceAll('\0', '\uFFFD').replaceAll('`', '``')}\``
/** A quote doubled ends one text and begins another, so it is escaped. */
const text = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\0', '\\u0000')}'`

function time(value: TimeValue): string {
  // typed, so that a DATE column is compared as a timestamp and not the bound cut to its day
  if (/^(timestamp|date)/i.test(value.columnType ?? '')) {
    return `TIMESTAMP '${formatWall(value.wallMs, { microseconds: true })}'`
  }
  return literal(storedTime(value))
}

const LARGEST_BIGINT = 2n ** 63n

function literal(value: LiteralValue): string {
  if (value === null) return 'NULL'
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if ('text' in value) return text(value.text)
  if ('integer' in value) {
    const size = BigInt(value.integer)
    return size >= -LARGEST_BIGINT && size < LARGEST_BIGINT ? value.integer : `${value.integer}BD`
  }
  if ('float' in value) {
    return Number.isFinite(value.float) ? `${finiteFloat(value.float)}D` : `double('${value.float}')`
  }
  return time(value)
}

const types: [RegExp, GenericType][] = [
  [
    /^(tinyint|smallint|int|integer|bigint|byte|short|long|decimal|dec|numeric|float|real|double)/i,
    GenericType.numeric,
  ],
  [/^bool/i, GenericType.boolean],
  [/^(date|timestamp)/i, GenericType.temporal],
  [/^(string|varchar|char|binary|array|map|struct|variant|interval|void)/i, GenericType.string],
]

const field = (name: string, description: string, isRequired = false, isSecret = false) =>
  ({ name, type: 'text', isRequired, isSecret, description }) as const

/** `databricks+connector://token:ACCESS_TOKEN@host:port/database?http_path=…` */
const connection: ConnectionKind = {
  backends: ['databricks'],
  drivers: ['connector', 'pyhive', 'pyodbc'],
  fields: [
    field('host', 'Server hostname', true),
    { name: 'port', type: 'integer', isRequired: false, isSecret: false, description: 'Port' },
    field('access_token', 'Personal access token', true, true),
    field('http_path', 'HTTP path of the warehouse or cluster', true),
    field('database', 'Schema that names without one mean'),
    { name: 'encryption', type: 'boolean', isRequired: false, isSecret: false, description: 'Always encrypted' },
    { name: 'query', type: 'query', isRequired: false, isSecret: false, description: 'Additional parameters' },
  ],
  placeholder: 'databricks+connector://token:{access_token}@{host}:{port}/{database_name}?http_path={http_path}',
  fromUri: ({ host, port, password, database, query: { http_path, ...query } }) => ({
    host,
    port,
    access_token: password,
    database,
    http_path,
    query,
  }),
  toUri: ({ host, port, access_token, database, http_path, query }) => ({
    backend: 'databricks',
    driver: 'connector',
    username: 'token',
    password: access_token ? String(access_token) : null,
    host: String(host ?? ''),
    port: typeof port === 'number' ? port : null,
    database: database ? String(database) : null,
    query: { ...(query as Record<string, string> | undefined), ...(http_path ? { http_path: String(http_path) } : {}) },
  }),
}

/** Databricks SQL. NULLs come first in ascending order, last in descending. */
export const databricks: Dialect = {
  name: 'databricks',
  title: 'Databricks',
  quote,
  literal,
  table: ({ catalog, schema, table_name }) =>
    [...(catalog && schema ? [catalog] : []), ...(schema ? [schema] : []), table_name].map(quote).join('.'),
  tableAlias: ' AS ',
  rowWindow: limitOffset(),
  timeGrains,
  listedGrains: [
    'PT1S',
    'PT1M',
    'PT1H',
    'P1D',
    'P1W',
    'P1M',
    'P3M',
    'P1Y',
    'P1W/1970-01-03T00:00:00Z',
    '1969-12-28T00:00:00Z/P1W',
  ],
  fromEpoch: {
    s: (column) => `timestamp_seconds(${column})`,
    ms: (column) => `timestamp_millis(${column})`,
  },
  alias: (label) => label || '_',
  ilike: (left, right) => `lower(${left}) LIKE lower(${right})`,
  isBoolean: (expression, value) => `${expression} IS ${value ? 'TRUE' : 'FALSE'}`,
  genericType: (declared) => types.find(([pattern]) => pattern.test(declared?.trim() ?? ''))?.[1] ?? null,
  errors: [
    [/UNRESOLVED_COLUMN/i, 'COLUMN_DOES_NOT_EXIST_ERROR'],
    [/TABLE_OR_VIEW_NOT_FOUND/i, 'TABLE_DOES_NOT_EXIST_ERROR'],
    [/SCHEMA_NOT_FOUND/i, 'SCHEMA_DOES_NOT_EXIST_ERROR'],
    [/PARSE_SYNTAX_ERROR/i, 'SYNTAX_ERROR'],
    [/INSUFFICIENT_PERMISSIONS|PERMISSION_DENIED/i, 'CONNECTION_DATABASE_PERMISSIONS_ERROR'],
  ],
  connection,
  runs: { in: 'server' },
  driverFolder: 'databricks',
}
