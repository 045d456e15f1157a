import { GenericType } from '../../../model/dataset/dataset.ts'
import { serverConnection } from '../connection.ts'
import type { Dialect } from '../dialect.ts'
import { limitOffset } from '../rowWindow.ts'
import { boundedFloat, finiteFloat, literalsOf, md5, typedTimestamp } from '../shared/literals.ts'
import { isTruth, likeInLowerCase, schemaTable } from '../shared/phrases.ts'
import { renameBoth } from '../tableLoading.ts'
import { gate } from './gate.ts'
import { plan } from './plan.ts'
import { timeGrains } from './timeGrains.ts'

/**
 * NUL would end a name for the parser, and no name can contain it: a name with NUL is changed to one that does not
 * exist.
 */
const quote = (name: string) => `\`${name.replaceAll('`', '``').replaceAll('\0', '\uFFFD')}\``

/** The driver sets the session's SQL mode, so that a backslash is always an escape. */
const text = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll('\0', '\\0')}'`

const literal = literalsOf({ text, time: typedTimestamp, float: (value) => finiteFloat(boundedFloat(value)) })

const LONGEST_NAME = 64
/** Names contain only printable characters of the basic plane and neither start nor end with a space. */
const CARRIED = /^(?!\s)[\u0020-\u007E\u00A0-\uD7FF\uE000-\uFFFF]{1,64}(?<!\s)$/

/** Declared types, without length and sign. */
const types: [RegExp, GenericType][] = [
  [
    /^(bit|bool|tinyint|smallint|mediumint|int|bigint|decimal|dec|numeric|fixed|float|double|real|year)/,
    GenericType.numeric,
  ],
  [/^(date|time)/, GenericType.temporal],
  [/^(n?(var)?char|(tiny|medium|long)?(text|blob)|(var)?binary|enum|set|json|uuid|inet)/, GenericType.string],
]

/** MySQL 8 and MariaDB 10.5 or later. */
export const mysql: Dialect = {
  name: 'mysql',
  title: 'MySQL',
  quote,
  literal,
  takesSchema: true,
  estimates: true,
  table: schemaTable(quote),
  tableAlias: ' AS ',
  // an offset requires a limit, and the manual recommends this number for no limit
  rowWindow: limitOffset('18446744073709551615'),
  fence: 'LIMIT 18446744073709551615',
  timeGrains,
  addUnits: (unit, bucket, count) => `DATE_ADD(${bucket}, INTERVAL ${count} ${unit})`,
  listedGrains: ['PT1S', 'PT1M', 'PT1H', 'P1D', 'P1W', 'P1M', 'P3M', 'P1Y', '1969-12-29T00:00:00Z/P1W'],
  fromEpoch: {
    s: (column) => `FROM_UNIXTIME(${column})`,
    ms: (column) => `FROM_UNIXTIME((${column})/1000)`,
  },
  profile: { sample: (share) => `RAND() < ${share}` },
  alias: (label) => (CARRIED.test(label) ? label : md5(label).slice(0, LONGEST_NAME)),
  ilike: likeInLowerCase,
  isBoolean: isTruth,
  genericType: (declared) => types.find(([pattern]) => pattern.test(declared?.trim().toLowerCase() ?? ''))?.[1] ?? null,
  errors: [
    [/^Unknown column /, 'COLUMN_DOES_NOT_EXIST_ERROR'],
    [/^Table '.*' doesn't exist/, 'TABLE_DOES_NOT_EXIST_ERROR'],
    [/^Unknown database /, 'SCHEMA_DOES_NOT_EXIST_ERROR'],
    [/^You have an error in your SQL syntax/, 'SYNTAX_ERROR'],
    [/^(SELECT|SHOW VIEW) command denied/, 'CONNECTION_DATABASE_PERMISSIONS_ERROR'],
    [/max_statement_time exceeded|maximum statement execution time exceeded/, 'BACKEND_TIMEOUT_ERROR'],
  ],
  connection: serverConnection({
    backends: ['mysql', 'mariadb'],
    drivers: ['mysqldb', 'pymysql', 'mysqlconnector', 'mariadbconnector', 'asyncmy', 'aiomysql'],
    port: 3306,
    encryptedBy: { ssl: '1' },
    parameters: ['ssl', 'ssl_verify_cert', 'ssl_verify_identity', 'connect_timeout'],
  }),
  runs: { in: 'server' },
  gate,
  loading: {
    types: {
      integer: 'BIGINT',
      float: 'DOUBLE',
      boolean: 'BOOLEAN',
      date: 'DATE',
      timestamp: 'DATETIME(6)',
      text: 'LONGTEXT',
    },
    decimal: (precision, scale) => `DECIMAL(${precision}, ${scale})`,
    rowsAtOnce: 1000,
    rename: (from, to) => `RENAME TABLE ${from} TO ${to}`,
    swap: renameBoth,
    mark: ({ table, comment }) => [`ALTER TABLE ${table} COMMENT = ${comment}`],
  },
  formatter: 'mysql',
  plan,
  keywords: 'MySQL',
  documentation: { database: 'MySQL, MariaDB', address: '`mysql://user:password@host:3306/database`' },
  preferred: 2,
  driverFolder: 'mysql',
}
