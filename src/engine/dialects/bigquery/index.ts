import { GenericType } from '../../../model/dataset/dataset.ts'
import { formatWall } from '../../../model/time/wallClock.ts'
import { additionalParameters, type ConnectionKind, connectionField } from '../connection.ts'
import type { Dialect } from '../dialect.ts'
import { limitOffset } from '../rowWindow.ts'
import { finiteFloat, literalsOf, md5 } from '../shared/literals.ts'
import { catalogTable, isTruth, likeInLowerCase, typeByPattern } from '../shared/phrases.ts'
import type { TimeValue } from '../shared/storedTime.ts'
import { gate } from './gate.ts'
import { addIn, timeGrains } from './timeGrains.ts'

/** Backslashes are escapes in names and strings; no name contains a NUL. */
const quote = (name: string) =>
  `\`${name.replaceAll('\0', '\uFFFD').replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('\n', '\\n')}\``

const text = (value: string) => {
  const escaped = value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\r', '\\r')
  return `'${escaped.replaceAll('\0', '\\x00')}'`
}

function time(value: TimeValue): string | null {
  const type = value.columnType?.toUpperCase() ?? ''
  const instant = formatWall(value.wallMs, { microseconds: true }).replace(' ', 'T')
  const [day = '', clock = ''] = instant.split('T')
  if (type === 'DATE') return `CAST('${day}' AS DATE)`
  if (type === 'TIME') return `CAST('${clock}' AS TIME)`
  if (type.startsWith('DATETIME')) return `CAST('${instant}' AS DATETIME)`
  return type.startsWith('TIMESTAMP') ? `CAST('${instant}' AS TIMESTAMP)` : null
}

const LARGEST_INT64 = 2n ** 63n

function integer(digits: string): string {
  const value = BigInt(digits)
  return value >= -LARGEST_INT64 && value < LARGEST_INT64 ? digits : `BIGNUMERIC '${digits}'`
}

const literal = literalsOf({
  text,
  time,
  integer,
  float: (value) => (Number.isFinite(value) ? finiteFloat(value) : `CAST('${value > 0 ? '' : '-'}inf' AS FLOAT64)`),
})

const LONGEST_NAME = 128

/** Column names contain only letters, digits and underscores; changed names get a unique suffix. */
function alias(label: string): string {
  const plain = label.replace(/^(?=\d)/, '_').replace(/[^\p{L}\p{N}_]+/gu, '_')
  const marked = plain === label && label ? label : `${plain}_${md5(label).slice(0, 5)}`
  return marked.length > LONGEST_NAME ? md5(label) : marked
}

const types: [RegExp, GenericType][] = [
  [/^(int64|int|integer|numeric|bignumeric|float64|float|decimal|bigdecimal)/i, GenericType.numeric],
  [/^bool/i, GenericType.boolean],
  [/^(date|time)/i, GenericType.temporal],
  [/^(string|bytes|array|struct|record|json|geography|interval|range)/i, GenericType.string],
]

/** `bigquery://project/dataset`; the key of the service account is stored separately, never in the address. */
const connection: ConnectionKind = {
  backends: ['bigquery'],
  drivers: ['bigquery'],
  fields: [
    connectionField('project', 'Project', 'Project that runs the queries and is billed for them', {
      isRequired: true,
      isAfterName: true,
    }),
    connectionField('database', 'Dataset', 'Default dataset, for names without a dataset', { isAfterName: true }),
    connectionField('credentials_info', 'Service account', 'Key of a service account, as JSON', {
      isSecret: true,
      isAfterName: true,
      jsonFile: { fills: 'project', from: 'project_id' },
      example: 'Paste content of service credentials JSON file here',
    }),
    additionalParameters,
  ],
  placeholder: 'bigquery://{project_id}',
  fromUri: ({ host, database, query }) => ({ project: host, database, query }),
  toUri: ({ project, database, query }) => ({
    backend: 'bigquery',
    driver: null,
    username: null,
    password: null,
    host: String(project ?? ''),
    port: null,
    database: database ? String(database) : null,
    query: (query ?? {}) as Record<string, string>,
  }),
}

/** GoogleSQL. NULL is the smallest value. */
export const bigquery: Dialect = {
  name: 'bigquery',
  title: 'Google BigQuery',
  quote,
  literal,
  table: catalogTable(quote),
  tableAlias: ' AS ',
  rowWindow: limitOffset(String(LARGEST_INT64 - 1n)),
  timeGrains,
  addUnits: (unit, bucket, count, type) => addIn(type, bucket, count, unit),
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
    '1969-12-29T00:00:00Z/P1W',
  ],
  zones: {
    instants: /^timestamp/i,
    convert: (column, from, to) => {
      const instant = from === null ? column : `TIMESTAMP(CAST(${column} AS DATETIME), ${literal({ text: from })})`
      return `DATETIME(${instant}, ${literal({ text: to })})`
    },
  },
  fromEpoch: {
    s: (column) => `TIMESTAMP_SECONDS(${column})`,
    ms: (column) => `TIMESTAMP_MILLIS(${column})`,
  },
  alias,
  ilike: likeInLowerCase,
  isBoolean: isTruth,
  genericType: typeByPattern(types),
  errors: [
    [/Unrecognized name: /i, 'COLUMN_DOES_NOT_EXIST_ERROR'],
    [/Not found: Table /i, 'TABLE_DOES_NOT_EXIST_ERROR'],
    [/Not found: Dataset /i, 'SCHEMA_DOES_NOT_EXIST_ERROR'],
    [/Syntax error/i, 'SYNTAX_ERROR'],
    [/Access Denied/i, 'CONNECTION_DATABASE_PERMISSIONS_ERROR'],
  ],
  connection,
  runs: { in: 'server' },
  gate,
  formatter: 'bigquery',
  documentation: {
    database: 'Google BigQuery',
    address: '`bigquery://project/dataset`',
    package: '@google-cloud/bigquery',
  },
  driverFolder: 'bigquery',
}
