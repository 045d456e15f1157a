import { genericTypeOf } from '../../../model/query/columnType.ts'
import type { GateProfile } from '../../gate/sql/profile.ts'
import { serverConnection } from '../connection.ts'
import type { Dialect } from '../dialect.ts'
import { limitOffset } from '../rowWindow.ts'
import { literalsOf, md5, typedTimestamp } from '../shared/literals.ts'
import { isTruth, schemaTable } from '../shared/phrases.ts'
import { alterRename } from '../tableLoading.ts'
import { gate } from './gate.ts'
import { plan } from './plan.ts'
import { timeGrains } from './timeGrains.ts'

/** The server truncates names to this many bytes, so that long labels could become equal. */
const NAME_BYTES = 63

/** No name or string of this database can contain NUL: with the replacement character, it matches nothing. */
const withoutNul = (text: string) => text.replaceAll('\0', '\uFFFD')

const quote = (name: string) => `"${withoutNul(name).replaceAll('"', '""')}"`

/** A string with backslashes is written in the E form, which has the same meaning with all server settings. */
function text(value: string): string {
  const quoted = withoutNul(value).replaceAll("'", "''")
  return quoted.includes('\\') ? `E'${quoted.replaceAll('\\', '\\\\')}'` : `'${quoted}'`
}

const literal = literalsOf({
  text,
  time: typedTimestamp,
  float: (value) => (Number.isFinite(value) ? String(value) : `CAST('${value}' AS float8)`),
})

/** PostgreSQL 10 and later. NULLs are last in ascending order, first in descending. */
export const postgresql: Dialect & { gate: GateProfile } = {
  name: 'postgresql',
  title: 'PostgreSQL',
  takesSchema: true,
  estimates: true,
  quote,
  literal,
  table: schemaTable(quote),
  tableAlias: ' AS ',
  rowWindow: limitOffset(),
  fence: 'OFFSET 0',
  timeGrains,
  addUnits: (unit, bucket, count) => `(${bucket} + INTERVAL '${count} ${unit}')`,
  listedGrains: ['PT1S', 'PT1M', 'PT1H', 'P1D', 'P1W', 'P1M', 'P3M', 'P1Y'],
  fromEpoch: {
    s: (column) => `(timestamp 'epoch' + ${column} * interval '1 second')`,
    // whole seconds, truncated towards zero, as in the contract
    ms: (column) => `(timestamp 'epoch' + (${column}/1000) * interval '1 second')`,
  },
  zones: {
    instants: /with time zone|timestamptz/i,
    convert: (column, from, to) => {
      const instant = from === null ? column : `timezone(${text(from)}, CAST(${column} AS timestamp))`
      return `timezone(${text(to)}, ${instant})`
    },
  },
  profile: { sample: (share) => `RANDOM() < ${share}` },
  alias: (label) => (Buffer.byteLength(label) > NAME_BYTES ? md5(label) : label || '_'),
  ilike: (left, right) => `${left} ILIKE ${right}`,
  isBoolean: isTruth,
  genericType: genericTypeOf,
  // the driver knows the server's error codes
  errors: [],
  connection: serverConnection({
    backends: ['postgresql', 'postgres'],
    drivers: ['psycopg2', 'psycopg', 'asyncpg', 'pg8000'],
    port: 5432,
    encryptedBy: { sslmode: 'require' },
    parameters: ['sslmode', 'application_name', 'connect_timeout', 'options'],
  }),
  runs: { in: 'server' },
  gate,
  loading: {
    types: {
      integer: 'bigint',
      float: 'double precision',
      boolean: 'boolean',
      date: 'date',
      timestamp: 'timestamp',
      text: 'text',
    },
    decimal: (precision, scale) => `numeric(${precision}, ${scale})`,
    isTransactional: true,
    rowsAtOnce: 1000,
    rename: alterRename,
    mark: ({ table, comment }) => [`COMMENT ON TABLE ${table} IS ${comment}`],
  },
  formatter: 'postgresql',
  plan,
  keywords: 'PostgreSQL',
  documentation: { database: 'PostgreSQL', address: '`postgresql://user:password@host:5432/database`' },
  preferred: 1,
  driverFolder: 'postgresql',
}
