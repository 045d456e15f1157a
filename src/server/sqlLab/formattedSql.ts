import { sharedSqlReader } from '../../engine/gate/sql/reader.ts'
import { AppError } from '../../model/errors/errors.ts'
import type { Services } from '../services.ts'

/** Maximum number of characters of SQL to format; longer SQL would take too long. */
const LONGEST = 100_000

interface FormatRequest {
  sql: string
  engine?: string | null
  database_id?: number | null
}

/**
 * SQL with a uniform layout, in the dialect of the database. Templates stay as they are. The formatter needs seconds
 * for some SQL, so it runs in the process that parses SQL.
 */
export async function formattedSql(
  { db }: Pick<Services, 'db'>,
  { sql, engine, database_id: databaseId }: FormatRequest,
): Promise<string> {
  if (sql.length > LONGEST) {
    throw new AppError('GENERIC_COMMAND_ERROR', 400, `The SQL cannot be longer than ${LONGEST} characters`)
  }
  const database = databaseId
    ? await db.selectFrom('databases').select('backend').where('id', '=', databaseId).executeTakeFirst()
    : undefined
  const dialect = database?.backend ?? engine ?? ''
  const formatted = await sharedSqlReader().ask({ kind: 'format', dialect, sql })
  if (formatted.ok) return formatted.sql
  throw new AppError('SYNTAX_ERROR', 400, `The SQL cannot be formatted: ${formatted.message}`)
}
