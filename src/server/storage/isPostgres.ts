import { PostgresAdapter } from 'kysely'
import type { Db } from './schema.ts'

/** Whether the metadata store is PostgreSQL, which several nodes may share. A SQLite store belongs to one node. */
export const isPostgres = (db: Pick<Db, 'getExecutor'>): boolean => db.getExecutor().adapter instanceof PostgresAdapter
