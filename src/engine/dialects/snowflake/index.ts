import { GenericType } from '../../../model/dataset/dataset.ts'
import { formatWall } from '../../../model/time/wallClock.ts'
import { additionalParameters, type ConnectionKind, connectionField } from '../connection.ts'
import type { Dialect } from '../dialect.ts'
import { limitOffset } from '../rowWindow.ts'
import { quoteFolded } from '../shared/folded.ts'
import { finiteFloat, literalsOf, md5 } from '../shared/literals.ts'
import { catalogTable, isSameTruth, likeInLowerCase, typeByPattern } from '../shared/phrases.ts'
import type { TimeValue } from '../shared/storedTime.ts'
import { gate } from './gate.ts'
import { timeGrains } from './timeGrains.ts'

/** Backslashes are escapes in quoted strings. */
const text = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll('\0', '\\0')}'`

function time(value: TimeValue): string | null {
  const type = value.columnType?.toUpperCase() ?? ''
  const instant = formatWall(value.wallMs, { microseconds: true }).replace(' ', 'T')
  if (type === 'DATE') return `TO_DATE('${instant.slice(0, 10)}')`
  if (type.startsWith('DATETIME')) return `CAST('${instant}' AS DATETIME)`
  return type.startsWith('TIMESTAMP') ? `TO_TIMESTAMP('${instant}')` : null
}

const literal = literalsOf({
  text,
  time,
  float: (value) => (Number.isFinite(value) ? finiteFloat(value) : `TO_DOUBLE('${value > 0 ? '' : '-'}inf')`),
})

const LONGEST_NAME = 256

const types: [RegExp, GenericType][] = [
  [/^(number|decimal|dec|numeric|int|bigint|smallint|tinyint|byteint|float|double|real|fixed)/i, GenericType.numeric],
  [/^bool/i, GenericType.boolean],
  [/^(date|time)/i, GenericType.temporal],
  [
    /^(text|string|varchar|char|nchar|nvarchar|binary|varbinary|variant|object|array|map|geo|vector)/i,
    GenericType.string,
  ],
]

const required = { isRequired: true }

/** `snowflake://user:password@account/database/schema?warehouse=w&role=r` */
const connection: ConnectionKind = {
  backends: ['snowflake'],
  drivers: ['snowflake'],
  fields: [
    connectionField('database', 'Database', 'Database name, and a schema after a slash', required),
    connectionField('username', 'Username', 'Username', { ...required, example: 'e.g. Analytics' }),
    connectionField('password', 'Password', 'Password', { ...required, isSecret: true, example: 'e.g. ********' }),
    connectionField('account', 'Account', 'Account identifier', { ...required, isAfterName: true }),
    // these may be empty: a user may have a default warehouse and role
    connectionField('warehouse', 'Warehouse', 'Warehouse', { isAfterName: true }),
    connectionField('role', 'Role', 'Role', { isAfterName: true }),
    additionalParameters,
  ],
  placeholder: 'snowflake://{user}:{password}@{account}.{region}/{database}?role={role}&warehouse={warehouse}',
  fromUri: ({ host, username, password, database, query: { warehouse, role, ...query } }) => ({
    account: host,
    username,
    password,
    database,
    warehouse,
    role,
    query,
  }),
  toUri: ({ account, username, password, database, warehouse, role, query }) => ({
    backend: 'snowflake',
    driver: null,
    username: String(username ?? ''),
    password: password ? String(password) : null,
    host: String(account ?? ''),
    port: null,
    database: database ? String(database) : null,
    query: {
      ...(query as Record<string, string> | undefined),
      ...(role ? { role: String(role) } : {}),
      ...(warehouse ? { warehouse: String(warehouse) } : {}),
    },
  }),
}

/** Snowflake. NULLs are last in ascending order, first in descending. */
export const snowflake: Dialect = {
  name: 'snowflake',
  title: 'Snowflake',
  quote: quoteFolded,
  literal,
  table: catalogTable(quoteFolded),
  tableAlias: ' AS ',
  rowWindow: limitOffset('NULL'),
  timeGrains,
  addUnits: (unit, bucket, count) => `DATEADD(${unit}, ${count}, ${bucket})`,
  listedGrains: ['PT1S', 'PT1M', 'PT5M', 'PT10M', 'PT15M', 'PT30M', 'PT1H', 'P1D', 'P1W', 'P1M', 'P3M', 'P1Y'],
  zones: {
    instants: /^timestamp_(tz|ltz)|with (local )?time zone/i,
    convert: (column, from, to) =>
      from === null
        ? `CAST(CONVERT_TIMEZONE(${literal({ text: to })}, ${column}) AS TIMESTAMP_NTZ)`
        : `CONVERT_TIMEZONE(${literal({ text: from })}, ${literal({ text: to })}, CAST(${column} AS TIMESTAMP_NTZ))`,
  },
  fromEpoch: {
    s: (column) => `DATEADD(S, ${column}, '1970-01-01')`,
    ms: (column) => `DATEADD(MS, ${column}, '1970-01-01')`,
  },
  alias: (label) => (label.length > LONGEST_NAME ? md5(label) : label || '_'),
  ilike: likeInLowerCase,
  isBoolean: isSameTruth,
  genericType: typeByPattern(types),
  errors: [
    [/invalid identifier/i, 'COLUMN_DOES_NOT_EXIST_ERROR'],
    [/Schema .* does not exist/i, 'SCHEMA_DOES_NOT_EXIST_ERROR'],
    [/Object .* does not exist/i, 'TABLE_DOES_NOT_EXIST_ERROR'],
    [/syntax error/i, 'SYNTAX_ERROR'],
    [/Insufficient privileges/i, 'CONNECTION_DATABASE_PERMISSIONS_ERROR'],
  ],
  connection,
  runs: { in: 'server' },
  gate,
  formatter: 'snowflake',
  documentation: {
    database: 'Snowflake',
    address: '`snowflake://user:password@account/database/schema?warehouse=w&role=r`',
    package: 'snowflake-sdk',
  },
  driverFolder: 'snowflake',
}
