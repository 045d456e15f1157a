import { MariaSQL, MSSQL, MySQL, PLSQL, PostgreSQL, type SQLDialect, SQLite, StandardSQL } from '@codemirror/lang-sql'
import { ownValue } from '../../../../model/basics/ownValue.ts'

const dialects: Record<string, SQLDialect> = {
  duckdb: PostgreSQL,
  postgresql: PostgreSQL,
  redshift: PostgreSQL,
  cockroachdb: PostgreSQL,
  mysql: MySQL,
  mariadb: MariaSQL,
  sqlite: SQLite,
  mssql: MSSQL,
  oracle: PLSQL,
}

/** The editor's dialect of a database. */
export const dialectOf = (backend: string | undefined): SQLDialect => ownValue(dialects, backend ?? '') ?? StandardSQL

/** Functions that nearly all databases have. */
export const commonFunctions =
  'abs avg ceil coalesce concat count date_trunc dense_rank exp extract first_value floor greatest lag last_value lead least left length ln lower lpad ltrim max min mod now ntile nullif percent_rank power rank regexp_replace replace right round row_number rpad rtrim sign split_part sqrt stddev string_agg substring sum trim upper variance'.split(
    ' ',
  )
