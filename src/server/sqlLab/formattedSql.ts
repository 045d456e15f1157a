import * as formatter from 'sql-formatter'
import { AppError } from '../../model/errors/errors.ts'
import type { Services } from '../services.ts'

/** Longest text that is formatted: longer ones would hold the process up. */
const LONGEST = 100_000

/** The formatter's name of each dialect; others are formatted as standard SQL. */
const NAMES: Readonly<Record<string, formatter.DialectOptions>> = {
  bigquery: formatter.bigquery,
  clickhouse: formatter.clickhouse,
  databricks: formatter.spark,
  duckdb: formatter.duckdb,
  mssql: formatter.transactsql,
  mysql: formatter.mysql,
  oracle: formatter.plsql,
  postgresql: formatter.postgresql,
  redshift: formatter.redshift,
  snowflake: formatter.snowflake,
  sqlite: formatter.sqlite,
  trino: formatter.trino,
}

interface FormatRequest {
  sql: string
  engine?: string | null
  database_id?: number | null
}

/** SQL with a uniform layout, in the dialect of the database. Templates stay as they are. */
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
  const name = database?.backend ?? engine ?? ''
  const dialect = (Object.hasOwn(NAMES, name) && NAMES[name]) || formatter.sql
  try {
    return formatter.formatDialect(sql, {
      dialect,
      keywordCase: 'upper',
      // templates count as one word
      paramTypes: { custom: [{ regex: String.raw`\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}` }] },
    })
  } catch (error) {
    throw new AppError('SYNTAX_ERROR', 400, `The SQL cannot be formatted: ${(error as Error).message.split('\n')[0]}`, {
      cause: error,
    })
  }
}
