import { genericTypeOf } from '../../../model/query/columnType.ts'
import { formatWall } from '../../../model/time/wallClock.ts'
import { fileConnection } from '../connection.ts'
import type { Dialect } from '../dialect.ts'
import { limitOffset } from '../rowWindow.ts'
import { finiteFloat, literalsOf } from '../shared/literals.ts'
import { isTruth } from '../shared/phrases.ts'
import type { TimeValue } from '../shared/storedTime.ts'
import { plan } from './plan.ts'
import { timeGrains } from './timeGrains.ts'

/**
 * NUL would end the SQL for the parser, and no name can contain it: a name with NUL is changed to one that does not
 * exist.
 */
const quote = (name: string) => `"${name.replaceAll('"', '""').replaceAll('\0', '\uFFFD')}"`

/** The parser reads its input up to the first NUL, so that character is built from its code. */
const text = (value: string) =>
  value
    .split('\0')
    .map((part) => `'${part.replaceAll("'", "''")}'`)
    .join(' || chr(0) || ')

function time({ wallMs, columnType }: TimeValue): string | null {
  const type = columnType?.toLowerCase() ?? ''
  if (!/^(timestamp|datetime|date|time|string|(n?var)?char|text)/.test(type)) return null
  const instant = text(formatWall(wallMs, { microseconds: true }))
  // the literal has a type, so that a DATE column is compared as a timestamp, and the bound is not truncated to its day
  return /^(timestamp|datetime|date)/.test(type) ? `TIMESTAMP ${instant}` : instant
}

const literal = literalsOf({
  text: (value) => (value.includes('\0') ? `(${text(value)})` : text(value)),
  time,
  float: (value) => (Number.isFinite(value) ? finiteFloat(value) : `CAST('${value}' AS DOUBLE)`),
})

/** The embedded engine, version 1.5. NULLs are last in both directions by default. */
export const duckdb: Dialect = {
  name: 'duckdb',
  title: 'DuckDB',
  quote,
  literal,
  // all embedded tables are in the schema main, regardless of the dataset's schema
  table: (dataset) => quote(dataset.table_name),
  tableAlias: ' AS ',
  rowWindow: limitOffset(),
  // casts and arithmetic are not moved before other conditions, but the engine does not know of many functions that
  // they can fail
  fence: 'LIMIT 9223372036854775807',
  timeGrains,
  addUnits: (unit, bucket, count) => `(${bucket} + INTERVAL (${count}) ${unit})`,
  listedGrains: ['PT1S', 'PT1M', 'PT1H', 'P1D', 'P1W', 'P1M', 'P3M', 'P1Y'],
  fromEpoch: {
    s: (column) => `make_timestamp(CAST(${column} AS BIGINT) * 1000000)`,
    ms: (column) => `epoch_ms(CAST(${column} AS BIGINT))`,
  },
  zones: {
    instants: /with time zone|timestamptz/i,
    convert: (column, from, to) => {
      const instant = from === null ? column : `timezone(${text(from)}, CAST(${column} AS TIMESTAMP))`
      return `timezone(${text(to)}, ${instant})`
    },
  },
  profile: {
    distinct: (expression) => `APPROX_COUNT_DISTINCT(${expression})`,
    sample: (share) => `RANDOM() < ${share}`,
  },
  // names must have at least one character
  alias: (label) => label || '_',
  ilike: (left, right) => `${left} ILIKE ${right}`,
  isBoolean: isTruth,
  genericType: genericTypeOf,
  errors: [
    [/^Binder Error: (Referenced column|Table "[^"]*" does not have a column)/, 'COLUMN_DOES_NOT_EXIST_ERROR'],
    [/^Catalog Error: Table with name/, 'TABLE_DOES_NOT_EXIST_ERROR'],
    [/^(Catalog|Binder) Error: (Schema|Catalog) /, 'SCHEMA_DOES_NOT_EXIST_ERROR'],
    [/^Parser Error/, 'SYNTAX_ERROR'],
  ],
  connection: fileConnection({ backends: ['duckdb'], drivers: ['duckdb_engine'] }),
  runs: { in: 'child' },
  gate: 'engine',
  formatter: 'duckdb',
  plan,
  keywords: 'PostgreSQL',
  documentation: { database: 'tables of this server (DuckDB)', address: 'none' },
  driverFolder: 'duckdb',
}
