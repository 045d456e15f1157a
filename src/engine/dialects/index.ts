import { planFault } from '../plan/failure.ts'
import { bigquery } from './bigquery/index.ts'
import { clickhouse } from './clickhouse/index.ts'
import { databricks } from './databricks/index.ts'
import type { Dialect } from './dialect.ts'
import { duckdb } from './duckdb/index.ts'
import { gsheetsOver } from './gsheets/index.ts'
import { mssql } from './mssql/index.ts'
import { mysql } from './mysql/index.ts'
import { oracle } from './oracle/index.ts'
import { postgresql } from './postgresql/index.ts'
import { redshiftOver } from './redshift/index.ts'
import { snowflake } from './snowflake/index.ts'
import { sqlite } from './sqlite/index.ts'
import { trino } from './trino/index.ts'

/** Every supported database, by the name in a connection. */
export const dialects: Readonly<Record<string, Dialect>> = {
  duckdb,
  sqlite,
  postgresql,
  mysql,
  clickhouse,
  trino,
  redshift: redshiftOver(postgresql),
  bigquery,
  snowflake,
  mssql,
  databricks,
  oracle,
  gsheets: gsheetsOver(sqlite),
}

/** @throws AppError 400 for a kind of database that is not in the list */
export function dialectOf(name: string): Dialect {
  const dialect = Object.hasOwn(dialects, name) ? dialects[name] : undefined
  if (!dialect) throw planFault(`Queries on this kind of database are not supported: ${name}`)
  return dialect
}

/** How the gate reads the SQL of a database; undefined for a name that is not in the list: then all SQL is rejected. */
export const gateOf = (name: string): Dialect['gate'] | undefined =>
  Object.hasOwn(dialects, name) ? dialects[name]?.gate : undefined
