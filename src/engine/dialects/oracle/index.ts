import { GenericType } from '../../../model/dataset/dataset.ts'
import { formatWall } from '../../../model/time/wallClock.ts'
import { serverConnection } from '../connection.ts'
import type { Dialect } from '../dialect.ts'
import { fetchNext } from '../rowWindow.ts'
import { quoteFolded } from '../shared/folded.ts'
import { finiteFloat, literalsOf, md5, oneOrZero } from '../shared/literals.ts'
import { likeInLowerCase, schemaTable, typeByPattern } from '../shared/phrases.ts'
import type { TimeValue } from '../shared/storedTime.ts'
import { gate } from './gate.ts'
import { timeGrains } from './timeGrains.ts'

/** No name can contain a quote: a name with a quote is changed to a name that does not exist. */
const quote = (name: string) => quoteFolded(name, '\uFFFD')
/** An empty string is NULL in Oracle. */
const text = (value: string) => `'${value.replaceAll("'", "''")}'`

function time(value: TimeValue): string | null {
  const type = value.columnType?.toUpperCase() ?? ''
  const instant = formatWall(value.wallMs, { microseconds: true }).replace(' ', 'T')
  const whole = instant.slice(0, 19)
  // a date has a time of day in Oracle
  if (type === 'DATE' && whole.endsWith('T00:00:00')) return `TO_DATE('${whole.slice(0, 10)}', 'YYYY-MM-DD')`
  if (type.startsWith('DATE')) return `TO_DATE('${whole}', 'YYYY-MM-DD"T"HH24:MI:SS')`
  if (type.startsWith('TIMESTAMP')) return `TO_TIMESTAMP('${instant}', 'YYYY-MM-DD"T"HH24:MI:SS.ff6')`
  return null
}

const literal = literalsOf({
  text,
  time,
  // no boolean type before release 23: columns contain 0 and 1
  truth: oneOrZero,
  float: (value) => {
    if (Number.isFinite(value)) return `TO_BINARY_DOUBLE('${finiteFloat(value)}')`
    return value > 0 ? 'BINARY_DOUBLE_INFINITY' : '-BINARY_DOUBLE_INFINITY'
  },
})

/** Maximum length of a name in releases before 12.2. */
const LONGEST_NAME = 30

const types: [RegExp, GenericType][] = [
  [/^(number|float|binary_(float|double)|integer|int|smallint|decimal|numeric)/i, GenericType.numeric],
  [/^bool/i, GenericType.boolean],
  [/^(date|timestamp)/i, GenericType.temporal],
  [/^(n?varchar2?|n?char|n?clob|long|raw|blob|rowid|urowid|xmltype|json|interval)/i, GenericType.string],
]

/** Oracle 12 and later. NULLs are last in ascending order, first in descending. */
export const oracle: Dialect = {
  name: 'oracle',
  title: 'Oracle',
  quote,
  literal,
  table: schemaTable(quote),
  tableAlias: ' ',
  rowWindow: fetchNext,
  timeGrains,
  addUnits: (unit, bucket, count) => (unit === 'DAY' ? `(${bucket} + (${count}))` : `ADD_MONTHS(${bucket}, ${count})`),
  listedGrains: ['PT1S', 'PT1M', 'PT1H', 'P1D', 'P1W', 'P1M', 'P3M', 'P1Y'],
  zones: {
    instants: /with (local )?time zone/i,
    convert: (column, from, to) => {
      const instant = from === null ? column : `FROM_TZ(CAST(${column} AS TIMESTAMP), ${text(from)})`
      return `CAST(${instant} AT TIME ZONE ${text(to)} AS TIMESTAMP)`
    },
  },
  fromEpoch: {
    s: (column) => `(TO_DATE('1970-01-01', 'YYYY-MM-DD') + ${column} / 86400)`,
    ms: (column) => `(TO_DATE('1970-01-01', 'YYYY-MM-DD') + TRUNC(${column} / 1000) / 86400)`,
  },
  alias: (label) => (Buffer.byteLength(label) > LONGEST_NAME ? md5(label).slice(0, LONGEST_NAME) : label || '_'),
  ilike: likeInLowerCase,
  isBoolean: (expression, value) => `${expression} = ${oneOrZero(value)}`,
  genericType: typeByPattern(types),
  errors: [
    [/ORA-00904/, 'COLUMN_DOES_NOT_EXIST_ERROR'],
    [/ORA-00942/, 'TABLE_DOES_NOT_EXIST_ERROR'],
    [/ORA-01017/, 'CONNECTION_ACCESS_DENIED_ERROR'],
    [/ORA-01031/, 'CONNECTION_DATABASE_PERMISSIONS_ERROR'],
    [/ORA-(009\d\d|017\d\d)/, 'SYNTAX_ERROR'],
  ],
  connection: serverConnection({
    backends: ['oracle'],
    drivers: ['cx_oracle', 'oracledb'],
    port: 1521,
    encryptedBy: { protocol: 'tcps' },
    parameters: ['protocol', 'service_name'],
  }),
  runs: { in: 'server' },
  gate,
  formatter: 'plsql',
  keywords: 'PLSQL',
  documentation: { database: 'Oracle', address: '`oracle://user:password@host:1521/service`', package: 'oracledb' },
  driverFolder: 'oracle',
}
