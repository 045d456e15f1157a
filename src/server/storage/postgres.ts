import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Db, Tables } from './schema.ts'

const int8 = 20

/** The metadata store on PostgreSQL. Epoch milliseconds and counts fit in a double, so int8 is read as a number. */
export function openPostgres(url: string, poolSize: number): Db {
  const types = {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
      oid === int8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    application_name: 'sextant',
    types,
  })
  // a connection that fails while idle is replaced at its next use; without a listener it would end the process
  pool.on('error', () => undefined)
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
