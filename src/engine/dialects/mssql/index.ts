import { GenericType } from '../../../model/dataset/dataset.ts'
import { formatWall } from '../../../model/time/wallClock.ts'
import { serverConnection } from '../connection.ts'
import type { Dialect } from '../dialect.ts'
import { topOrFetch } from '../rowWindow.ts'
import { boundedFloat, finiteFloat, literalsOf, md5, oneOrZero } from '../shared/literals.ts'
import { catalogTable, likeInLowerCase, typeByPattern } from '../shared/phrases.ts'
import type { TimeValue } from '../shared/storedTime.ts'
import { gate } from './gate.ts'
import { timeGrains } from './timeGrains.ts'

const quote = (name: string) => `[${name.replaceAll('\0', '\uFFFD').replaceAll(']', ']]')}]`
const text = (value: string) => `N'${value.replaceAll("'", "''")}'`

/** Number of characters of a time with milliseconds: DATETIME rejects more digits, and has steps of 3⅓ ms. */
const MILLISECONDS = 23

function time(value: TimeValue): string | null {
  const type = value.columnType?.toUpperCase() ?? ''
  const instant = formatWall(value.wallMs, { microseconds: true })
  if (type === 'DATE') return `CONVERT(DATE, '${instant.slice(0, 10)}', 23)`
  if (type === 'SMALLDATETIME') return `CONVERT(SMALLDATETIME, '${instant.slice(0, 19)}', 20)`
  if (/^DATETIME(2|OFFSET)/.test(type)) return `CONVERT(DATETIME2, '${instant.replace(' ', 'T')}', 126)`
  if (/^(DATETIME|TIMESTAMP)/.test(type)) {
    return `CONVERT(DATETIME, '${instant.replace(' ', 'T').slice(0, MILLISECONDS)}', 126)`
  }
  return null
}

const literal = literalsOf({
  text,
  time,
  // there is no boolean type: columns contain 0 and 1
  truth: oneOrZero,
  float: (value) => {
    const digits = finiteFloat(boundedFloat(value))
    return digits.includes('e') ? digits : `CAST(${digits} AS FLOAT)`
  },
})

const LONGEST_NAME = 128

const types: [RegExp, GenericType][] = [
  [/^bit/i, GenericType.boolean],
  [/^(tinyint|smallint|int|bigint|decimal|numeric|float|real|money|smallmoney)/i, GenericType.numeric],
  [/^(date|time|smalldatetime)/i, GenericType.temporal],
  [/^(n?(var)?char|n?text|uniqueidentifier|xml|(var)?binary|image|sql_variant|hierarchyid|geo)/i, GenericType.string],
]

/** SQL Server 2016 and later. NULL is the smallest value. */
export const mssql: Dialect = {
  name: 'mssql',
  title: 'Microsoft SQL Server',
  quote,
  literal,
  table: catalogTable(quote),
  tableAlias: ' AS ',
  withFirst: true,
  rowWindow: topOrFetch,
  timeGrains,
  addUnits: (unit, bucket, count) => `DATEADD(${unit}, ${count}, ${bucket})`,
  listedGrains: [
    'PT1S',
    'PT1M',
    'PT5M',
    'PT10M',
    'PT15M',
    'PT30M',
    'PT1H',
    'P1D',
    'P1W',
    'P1M',
    'P3M',
    'P1Y',
    '1969-12-28T00:00:00Z/P1W',
    '1969-12-29T00:00:00Z/P1W',
  ],
  fromEpoch: {
    s: (column) => `dateadd(S, ${column}, '1970-01-01')`,
    ms: (column) => `dateadd(S, (${column}/1000), '1970-01-01')`,
  },
  alias: (label) => (label.length > LONGEST_NAME ? md5(label) : label || '_'),
  ilike: likeInLowerCase,
  isBoolean: (expression, value) => `${expression} = ${oneOrZero(value)}`,
  genericType: typeByPattern(types),
  errors: [
    [/Invalid column name/i, 'COLUMN_DOES_NOT_EXIST_ERROR'],
    [/Invalid object name/i, 'TABLE_DOES_NOT_EXIST_ERROR'],
    [/Incorrect syntax/i, 'SYNTAX_ERROR'],
    [/permission was denied/i, 'CONNECTION_DATABASE_PERMISSIONS_ERROR'],
    [/Login failed for user/i, 'CONNECTION_ACCESS_DENIED_ERROR'],
  ],
  connection: serverConnection({
    backends: ['mssql'],
    drivers: ['pymssql', 'pyodbc'],
    port: 1433,
    encryptedBy: { Encrypt: 'yes' },
    parameters: ['Encrypt', 'TrustServerCertificate'],
  }),
  runs: { in: 'server' },
  gate,
  formatter: 'transactsql',
  keywords: 'MSSQL',
  documentation: {
    database: 'Microsoft SQL Server',
    address: '`mssql://user:password@host:1433/database`',
    package: 'mssql',
  },
  driverFolder: 'mssql',
}
