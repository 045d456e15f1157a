import { genericTypeOf } from '../../../model/query/columnType.ts'
import { DAY_MS, formatWall } from '../../../model/time/wallClock.ts'
import { fileConnection } from '../connection.ts'
import type { Dialect } from '../dialect.ts'
import { limitOffset } from '../rowWindow.ts'
import { finiteFloat, literalsOf, oneOrZero } from '../shared/literals.ts'
import { likeInLowerCase, schemaTable } from '../shared/phrases.ts'
import type { TimeValue } from '../shared/storedTime.ts'
import { alterRename } from '../tableLoading.ts'
import { gate } from './gate.ts'
import { plan } from './plan.ts'
import { timeGrains } from './timeGrains.ts'

/**
 * NUL would end the SQL for the parser, and no name can contain it: a name with NUL is changed to one that does not
 * exist.
 */
const quote = (name: string) => `"${name.replaceAll('"', '""').replaceAll('\0', '\uFFFD')}"`

const SMALLEST = -9223372036854775808n

function text(value: string): string {
  const parts = value.split('\0').map((part) => `'${part.replaceAll("'", "''")}'`)
  return parts.length > 1 ? `(${parts.join(' || CHAR(0) || ')})` : (parts[0] ?? '')
}

/** Times are stored and compared as text, so a bound must have the same format as the column. */
function time(value: TimeValue): string | null {
  const type = value.columnType?.toLowerCase() ?? ''
  if (/^date(?!time)/.test(type) && !value.format) {
    const isMidnight = value.wallMs % DAY_MS === 0
    return text(isMidnight ? formatWall(value.wallMs).slice(0, 10) : formatWall(value.wallMs))
  }
  if (/^(timestamp|datetime|string|(n?var)?char|text)/.test(type)) return text(formatWall(value.wallMs))
  return null
}

const literal = literalsOf({
  text,
  time,
  // the parser itself converts wider numbers to floats, but not the smallest integer, whose minus is an operator
  integer: (digits) => (BigInt(digits) === SMALLEST ? '(-9223372036854775807 - 1)' : digits),
  float: (value) => {
    if (Number.isNaN(value)) return 'NULL'
    return Number.isFinite(value) ? finiteFloat(value) : value > 0 ? '9e999' : '-9e999'
  },
})

/**
 * SQLite as included in Node. NULLs are smaller than everything else. Types belong to values rather than to columns.
 */
export const sqlite: Dialect = {
  name: 'sqlite',
  title: 'SQLite',
  quote,
  literal,
  table: schemaTable(quote),
  tableAlias: ' AS ',
  rowWindow: limitOffset('-1'),
  fence: 'LIMIT -1',
  timeGrains,
  addUnits: (unit, bucket, count) => `DATETIME(${bucket}, '${count} ${unit.toLowerCase()}s')`,
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
    s: (column) => `DATETIME(${column}, 'unixepoch')`,
    // whole seconds, truncated towards zero, as in the contract
    ms: (column) => `DATETIME((${column}/1000), 'unixepoch')`,
  },
  profile: { sample: (share) => `ABS(RANDOM() % 1000000) < ${Math.ceil(share * 1_000_000)}` },
  alias: (label) => label || '_',
  ilike: likeInLowerCase,
  isBoolean: (expression, value) => `${expression} IS ${oneOrZero(value)}`,
  genericType: genericTypeOf,
  errors: [
    [/^no such column/, 'COLUMN_DOES_NOT_EXIST_ERROR'],
    [/^no such table: [^.]+$/, 'TABLE_DOES_NOT_EXIST_ERROR'],
    [/^(no such table|unknown database)/, 'SCHEMA_DOES_NOT_EXIST_ERROR'],
    [/syntax error|^unrecognized token|^incomplete input/, 'SYNTAX_ERROR'],
  ],
  loading: {
    types: {
      integer: 'BIGINT',
      float: 'DOUBLE',
      boolean: 'BOOLEAN',
      date: 'DATE',
      timestamp: 'TIMESTAMP',
      text: 'TEXT',
    },
    decimal: (precision, scale) => `DECIMAL(${precision}, ${scale})`,
    isTransactional: true,
    rowsAtOnce: 500,
    rename: alterRename,
    // SQLite has no comments: the mark is an index without entries, which is dropped with its table
    mark: ({ name, index }) => [`DROP INDEX IF EXISTS ${index}`, `CREATE INDEX ${index} ON ${name} (1) WHERE 0`],
  },
  connection: fileConnection({ backends: ['sqlite'], drivers: ['pysqlite'] }),
  // the engine blocks its process, so it runs one query at a time, and cancelling kills the child
  runs: { in: 'child', jobsPerChild: 1 },
  gate,
  formatter: 'sqlite',
  plan,
  keywords: 'SQLite',
  documentation: {
    database: 'SQLite',
    address: '`sqlite:////folder/file.db`, in a folder of `SEXTANT_DATABASE_FOLDERS`',
  },
  preferred: 5,
  driverFolder: 'sqlite',
}
