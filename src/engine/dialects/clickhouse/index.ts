import { GenericType } from '../../../model/dataset/dataset.ts'
import { formatWall } from '../../../model/time/wallClock.ts'
import { serverConnection } from '../connection.ts'
import type { Dialect } from '../dialect.ts'
import { limitOffset } from '../rowWindow.ts'
import { finiteFloat, literalsOf, md5 } from '../shared/literals.ts'
import { schemaTable } from '../shared/phrases.ts'
import type { TimeValue } from '../shared/storedTime.ts'
import { renameBoth } from '../tableLoading.ts'
import { gate } from './gate.ts'
import { timeGrains } from './timeGrains.ts'

/** A backslash is an escape in strings and in names. */
const enclosed = (value: string, mark: string) =>
  mark + value.replaceAll('\\', '\\\\').replaceAll(mark, `\\${mark}`).replaceAll('\0', '\\0') + mark

const quote = (name: string) => enclosed(name, '`')
const text = (value: string) => enclosed(value, "'")

/** `Nullable(DateTime64(3, 'UTC'))` -> `DateTime64(3, 'UTC')`. */
const unwrapped = (declared: string): string => {
  const inner = /^(?:Nullable|LowCardinality)\((.*)\)$/is.exec(declared.trim())
  return inner ? unwrapped(inner[1] ?? '') : declared.trim()
}

function time(value: TimeValue): string | null {
  const type = unwrapped(value.columnType ?? '')
  if (!/^(date|timestamp)/i.test(type)) return null
  const zone = /^DateTime(?:64)?\(.*?'([^']+)'\)$/i.exec(type)?.[1]
  const instant = text(formatWall(value.wallMs, { microseconds: true }))
  // the type is wider than that of any column, so that no bound is truncated to a day or a second
  return `toDateTime64(${instant}, 6${zone ? `, ${text(zone)}` : ''})`
}

/** Numbers with more digits than UInt64 would be read as doubles. */
const LARGEST = 2n ** 64n
const WIDEST = 2n ** 255n

function integer(digits: string): string {
  const value = BigInt(digits)
  const size = value < 0n ? -value : value
  if (size < LARGEST / (value < 0n ? 2n : 1n)) return digits
  return size < WIDEST ? `toInt256(${text(digits)})` : `toFloat64(${text(digits)})`
}

const literal = literalsOf({
  text,
  time,
  integer,
  float: (value) => (Number.isFinite(value) ? finiteFloat(value) : value > 0 ? 'inf' : '-inf'),
  truth: String,
})

const types: [RegExp, GenericType][] = [
  [
    /^(array|map|tuple|nested|json|object|variant|dynamic|enum|uuid|ipv|string|fixedstring|interval)/i,
    GenericType.string,
  ],
  [/^bool/i, GenericType.boolean],
  [/^(u?int\d+|float|bfloat|decimal)/i, GenericType.numeric],
  [/^(date|time)/i, GenericType.temporal],
]

/** ClickHouse 23 and later. NULLs are last in both directions. */
export const clickhouse: Dialect = {
  name: 'clickhouse',
  title: 'ClickHouse',
  quote,
  literal,
  takesSchema: true,
  estimates: true,
  table: schemaTable(quote),
  tableAlias: ' AS ',
  rowWindow: limitOffset(),
  fence: 'LIMIT 18446744073709551615',
  timeGrains,
  addUnits: (unit, bucket, count) => `${unit === 'DAY' ? 'addDays' : 'addMonths'}(${bucket}, ${count})`,
  listedGrains: ['PT1M', 'PT5M', 'PT10M', 'PT15M', 'PT30M', 'PT1H', 'P1D', 'P1W', 'P1M', 'P3M', 'P1Y'],
  fromEpoch: {
    s: (column) => `toDateTime64(${column}, 0)`,
    ms: (column) => `fromUnixTimestamp64Milli(toInt64(${column}))`,
  },
  profile: {
    distinct: (expression) => `uniq(${expression})`,
    sample: (share) => `rand() < ${Math.round(share * 4_294_967_295)}`,
  },
  // an alias hides a column of the same name in the whole query, so it is changed to one that no column has
  alias: (label) => `${label}_${md5(label).slice(0, 6)}`,
  ilike: (left, right) => `${left} ILIKE ${right}`,
  isBoolean: (expression, value) => `ifNull(${expression} = ${value}, false)`,
  genericType: (declared) => types.find(([pattern]) => pattern.test(unwrapped(declared ?? '')))?.[1] ?? null,
  errors: [
    [/\(UNKNOWN_IDENTIFIER\)|\(NO_SUCH_COLUMN_IN_TABLE\)/, 'COLUMN_DOES_NOT_EXIST_ERROR'],
    [/\(UNKNOWN_TABLE\)/, 'TABLE_DOES_NOT_EXIST_ERROR'],
    [/\(UNKNOWN_DATABASE\)/, 'SCHEMA_DOES_NOT_EXIST_ERROR'],
    [/\(SYNTAX_ERROR\)/, 'SYNTAX_ERROR'],
    [/\(TIMEOUT_EXCEEDED\)/, 'BACKEND_TIMEOUT_ERROR'],
    [/\(ACCESS_DENIED\)/, 'CONNECTION_DATABASE_PERMISSIONS_ERROR'],
  ],
  connection: serverConnection({
    backends: ['clickhousedb', 'clickhouse'],
    drivers: ['connect', 'http', 'native', 'asynch'],
    port: 8123,
    required: ['host'],
    encryptedBy: { secure: 'true' },
    parameters: ['secure', 'settings'],
  }),
  runs: { in: 'server' },
  gate,
  loading: {
    types: {
      integer: 'Nullable(Int64)',
      float: 'Nullable(Float64)',
      boolean: 'Nullable(Bool)',
      date: 'Nullable(Date32)',
      timestamp: 'Nullable(DateTime64(6))',
      text: 'Nullable(String)',
    },
    decimal: (precision, scale) => `Nullable(Decimal(${precision}, ${scale}))`,
    tail: ' ENGINE = MergeTree ORDER BY tuple()',
    rowsAtOnce: 5000,
    rename: (from, to) => `RENAME TABLE ${from} TO ${to}`,
    swap: renameBoth,
    mark: ({ table, comment }) => [`ALTER TABLE ${table} MODIFY COMMENT ${comment}`],
  },
  formatter: 'clickhouse',
  documentation: { database: 'ClickHouse', address: '`clickhouse://user:password@host:8123/database`' },
  preferred: 3,
  driverFolder: 'clickhouse',
}
