import { PostgresAdapter } from 'kysely'
import type { Db } from './schema.ts'

/** Whether the metadata store is PostgreSQL, which several nodes may share. The other one is a file of one node. */
export const isPostgres = (db: Pick<Db, 'getExecutor'>): boolean => db.getExecutor().adapter instanceof PostgresAdapter
