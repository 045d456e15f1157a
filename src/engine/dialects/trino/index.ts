import { GenericType } from '../../../model/dataset/dataset.ts'
import { serverConnection } from '../connection.ts'
import type { Dialect } from '../dialect.ts'
import { offsetLimit } from '../rowWindow.ts'
import { finiteFloat, literalsOf, md5, typedTimestamp } from '../shared/literals.ts'
import { catalogTable, isSameTruth, likeInLowerCase, typeByPattern } from '../shared/phrases.ts'
import { gate } from './gate.ts'
import { plan } from './plan.ts'
import { timeGrains } from './timeGrains.ts'

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
/** Only a quote has a meaning within quotes. */
const text = (value: string) => `'${value.replaceAll("'", "''")}'`

const LARGEST_BIGINT = 2n ** 63n
/** Maximum digits of DECIMAL. */
const MOST_DIGITS = 38

function integer(digits: string): string {
  const value = BigInt(digits)
  const size = value < 0n ? -value : value
  if (size < LARGEST_BIGINT) return digits
  return String(size).length <= MOST_DIGITS ? `DECIMAL '${digits}'` : `DOUBLE '${digits}'`
}

const literal = literalsOf({
  text,
  time: typedTimestamp,
  integer,
  float: (value) => (Number.isFinite(value) ? finiteFloat(value) : value > 0 ? 'infinity()' : '-infinity()'),
})

/** Names have at least one character. They are compared in lower case, which must have the same length. */
const CARRIED = /./s

const types: [RegExp, GenericType][] = [
  [/^(array|map|row|json|varbinary|varchar|char|uuid|ipaddress|interval|hyperloglog|geometry)/i, GenericType.string],
  [/^boolean/i, GenericType.boolean],
  [/^(tinyint|smallint|int|bigint|decimal|real|double|number)/i, GenericType.numeric],
  [/^(date|time)/i, GenericType.temporal],
]

/** Trino 400 and later. NULLs are last in both directions. */
export const trino: Dialect = {
  name: 'trino',
  title: 'Trino',
  quote,
  literal,
  takesSchema: true,
  estimates: true,
  table: catalogTable(quote),
  tableAlias: ' AS ',
  rowWindow: offsetLimit,
  fence: 'LIMIT 9223372036854775807',
  timeGrains,
  addUnits: (unit, bucket, count) => `date_add('${unit.toLowerCase()}', ${count}, ${bucket})`,
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
    'P1W/1970-01-04T00:00:00Z',
    '1969-12-28T00:00:00Z/P1W',
    '1969-12-29T00:00:00Z/P1W',
  ],
  fromEpoch: {
    s: (column) => `CAST(from_unixtime(${column}) AS TIMESTAMP(3))`,
    ms: (column) => `CAST(from_unixtime(${column} / 1e3) AS TIMESTAMP(3))`,
  },
  zones: {
    instants: /with time zone/i,
    convert: (column, from, to) => {
      const instant = from === null ? column : `with_timezone(CAST(${column} AS TIMESTAMP(6)), ${text(from)})`
      return `CAST(${instant} AT TIME ZONE ${text(to)} AS TIMESTAMP(6))`
    },
  },
  impersonates: true,
  profile: {
    distinct: (expression) => `APPROX_DISTINCT(${expression})`,
    sample: (share) => `RANDOM() < ${share}`,
  },
  alias: (label) => (CARRIED.test(label) && label.toLowerCase().length === label.length ? label : `_${md5(label)}`),
  ilike: likeInLowerCase,
  isBoolean: isSameTruth,
  genericType: typeByPattern(types),
  partitionMacros: ['presto', 'trino', 'hive'],
  // the driver knows the server's error codes
  errors: [],
  connection: serverConnection({
    backends: ['trino'],
    drivers: ['rest'],
    port: 8080,
    required: ['host', 'username'],
    encryptedBy: { protocol: 'https' },
    parameters: ['protocol', 'source', 'client_tags', 'session_properties'],
  }),
  runs: { in: 'server' },
  gate,
  loading: {
    types: {
      integer: 'bigint',
      float: 'double',
      boolean: 'boolean',
      date: 'date',
      timestamp: 'timestamp(6)',
      text: 'varchar',
    },
    decimal: (precision, scale) => `decimal(${precision}, ${scale})`,
    castsTimes: true,
    lowersNames: true,
    // statements with more rows take long to plan
    rowsAtOnce: 200,
    rename: (from, to) => `ALTER TABLE ${from} RENAME TO ${to}`,
  },
  formatter: 'trino',
  plan,
  documentation: { database: 'Trino', address: '`trino://user@host:8080/catalog/schema`' },
  preferred: 4,
  driverFolder: 'trino',
}
