import { GenericType } from '../../../model/dataset/dataset.ts'
import { additionalParameters, type ConnectionKind, connectionField } from '../connection.ts'
import type { Dialect } from '../dialect.ts'
import { limitOffset } from '../rowWindow.ts'
import { finiteFloat, literalsOf, typedTimestamp } from '../shared/literals.ts'
import { catalogTable, isTruth, likeInLowerCase, typeByPattern } from '../shared/phrases.ts'
import { gate } from './gate.ts'
import { timeGrains } from './timeGrains.ts'

const quote = (name: string) => `\`${name.replaceAll('\0', '\uFFFD').replaceAll('`', '``')}\``
/** A doubled quote would end one string and begin another, so a quote is escaped with a backslash. */
const text = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\0', '\\u0000')}'`

const LARGEST_BIGINT = 2n ** 63n

const literal = literalsOf({
  text,
  time: typedTimestamp,
  integer: (digits) => {
    const size = BigInt(digits)
    return size >= -LARGEST_BIGINT && size < LARGEST_BIGINT ? digits : `${digits}BD`
  },
  float: (value) => (Number.isFinite(value) ? `${finiteFloat(value)}D` : `double('${value}')`),
})

const types: [RegExp, GenericType][] = [
  [
    /^(tinyint|smallint|int|integer|bigint|byte|short|long|decimal|dec|numeric|float|real|double)/i,
    GenericType.numeric,
  ],
  [/^bool/i, GenericType.boolean],
  [/^(date|timestamp)/i, GenericType.temporal],
  [/^(string|varchar|char|binary|array|map|struct|variant|interval|void)/i, GenericType.string],
]

/** `databricks+connector://token:ACCESS_TOKEN@host:port/database?http_path=…` */
const connection: ConnectionKind = {
  backends: ['databricks'],
  drivers: ['connector', 'pyhive', 'pyodbc'],
  fields: [
    connectionField('host', 'Host', 'Server hostname', { isRequired: true, example: 'e.g. 127.0.0.1' }),
    connectionField('port', 'Port', 'Port', { type: 'integer', example: 'e.g. 443' }),
    connectionField('database', 'Database', 'Default schema, for names without a schema'),
    connectionField('access_token', 'Access token', 'Personal access token', { isRequired: true, isSecret: true }),
    connectionField('http_path', 'HTTP Path', 'HTTP path of the warehouse or cluster', { isRequired: true }),
    additionalParameters,
    connectionField('encryption', 'SSL', 'Always encrypted', { type: 'boolean', isAfterName: true }),
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

/** Databricks SQL. NULLs are first in ascending order, last in descending. */
export const databricks: Dialect = {
  name: 'databricks',
  title: 'Databricks',
  quote,
  literal,
  table: catalogTable(quote),
  tableAlias: ' AS ',
  rowWindow: limitOffset(),
  timeGrains,
  addUnits: (unit, bucket, count) => `(${bucket} + INTERVAL '${count}' ${unit})`,
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
  zones: {
    // the time zone of the session is UTC
    instants: /^timestamp$/i,
    convert: (column, from, to) =>
      `convert_timezone(${literal({ text: from ?? 'UTC' })}, ${literal({ text: to })}, CAST(${column} AS TIMESTAMP_NTZ))`,
  },
  fromEpoch: {
    s: (column) => `timestamp_seconds(${column})`,
    ms: (column) => `timestamp_millis(${column})`,
  },
  alias: (label) => label || '_',
  ilike: likeInLowerCase,
  isBoolean: isTruth,
  genericType: typeByPattern(types),
  errors: [
    [/UNRESOLVED_COLUMN/i, 'COLUMN_DOES_NOT_EXIST_ERROR'],
    [/TABLE_OR_VIEW_NOT_FOUND/i, 'TABLE_DOES_NOT_EXIST_ERROR'],
    [/SCHEMA_NOT_FOUND/i, 'SCHEMA_DOES_NOT_EXIST_ERROR'],
    [/PARSE_SYNTAX_ERROR/i, 'SYNTAX_ERROR'],
    [/INSUFFICIENT_PERMISSIONS|PERMISSION_DENIED/i, 'CONNECTION_DATABASE_PERMISSIONS_ERROR'],
  ],
  connection,
  runs: { in: 'server' },
  gate,
  formatter: 'spark',
  documentation: {
    database: 'Databricks',
    address: '`databricks://token:TOKEN@host:443/schema?http_path=…`',
    package: '@databricks/sql',
  },
  driverFolder: 'databricks',
}
