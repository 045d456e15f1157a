import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Db, Tables } from './schema.ts'
import { watchedPool } from './watchedPool.ts'

const int8 = 20

/** The metadata store on PostgreSQL. Epoch milliseconds and counts fit in a double, so int8 is read as a number. */
export function openPostgres(url: string, poolSize: number): Db {
  const types = {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
      oid === int8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
  }
  const pool = watchedPool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'sextant',
    types,
  })
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
