import type { GateProfile } from '../../gate/sql/profile.ts'
import { serverConnection } from '../connection.ts'
import type { Dialect, LiteralValue } from '../dialect.ts'
import { md5 } from '../shared/literals.ts'
import { gateOver } from './gate.ts'

/** Whether a backslash is an escape differs between clusters, so it is built from its code. */
function text(value: string): string {
  const parts = value
    .replaceAll('\0', '\uFFFD')
    .split('\\')
    .map((part) => `'${part.replaceAll("'", "''")}'`)
  return parts.length === 1 ? (parts[0] ?? "''") : `(${parts.join(' || CHR(92) || ')})`
}

const LONGEST_NAME = 127

/** Amazon Redshift: based on an old PostgreSQL, with the same driver. Names become lower case, also in results. */
export const redshiftOver = (postgresql: Dialect & { gate: GateProfile }): Dialect => ({
  ...postgresql,
  name: 'redshift',
  title: 'Amazon Redshift',
  literal: (value: LiteralValue) =>
    typeof value === 'object' && value !== null && 'text' in value ? text(value.text) : postgresql.literal(value),
  alias: (label) => (Buffer.byteLength(label) > LONGEST_NAME ? md5(label) : label.toLowerCase() || '_'),
  connection: serverConnection({
    backends: ['redshift'],
    drivers: ['redshift_connector', 'psycopg2'],
    port: 5439,
    encryptedBy: { sslmode: 'verify-ca' },
    parameters: ['sslmode', 'application_name', 'connect_timeout', 'options'],
  }),
  gate: gateOver(postgresql.gate),
  addUnits: (unit, bucket, count) => `DATEADD(${unit}, ${count}, ${bucket})`,
  zones: {
    instants: /with time zone|timestamptz/i,
    convert: (column, from, to) =>
      from === null
        ? `(${column} AT TIME ZONE ${text(to)})`
        : `CONVERT_TIMEZONE(${text(from)}, ${text(to)}, CAST(${column} AS timestamp))`,
  },
  loading: undefined,
  preferred: undefined,
  formatter: 'redshift',
  // query plans are only text in Redshift
  plan: undefined,
  documentation: { database: 'Amazon Redshift', address: '`redshift://user:password@host:5439/database`' },
})
