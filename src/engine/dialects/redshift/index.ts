import type { GateProfile } from '../../gate/sql/profile.ts'
import { serverConnection } from '../connection.ts'
import type { Dialect, LiteralValue } from '../dialect.ts'
import { md5 } from '../shared/literals.ts'
import { gateOver } from './gate.ts'

/** Whether a backslash escapes is not the same for all clusters, so it is put together from its code. */
function text(value: string): string {
  const parts = value
    .replaceAll('\0', '\uFFFD')
    .split('\\')
    .map((part) => `'${part.replaceAll("'", "''")}'`)
  return parts.length === 1 ? (parts[0] ?? "''") : `(${parts.join(' || CHR(92) || ')})`
}

const LONGEST_NAME = 127

/** Amazon Redshift: PostgreSQL's older relative, with its driver. Names lose their case, those of results too. */
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
    encryptedBy: { sslmode: 'verify-ca' },
  }),
  gate: gateOver(postgresql.gate),
  preferred: undefined,
  documentation: { database: 'Amazon Redshift', address: '`redshift://user:password@host:5439/database`' },
})
