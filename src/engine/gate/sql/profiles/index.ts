import type { GateProfile } from '../profile.ts'
import { bigquery } from './bigquery.ts'
import { clickhouse } from './clickhouse.ts'
import { databricks } from './databricks.ts'
import { mssql } from './mssql.ts'
import { mysql } from './mysql.ts'
import { oracle } from './oracle.ts'
import { postgresql } from './postgresql.ts'
import { redshift } from './redshift.ts'
import { snowflake } from './snowflake.ts'
import { sqlite } from './sqlite.ts'
import { trino } from './trino.ts'

const profiles: Readonly<Record<string, GateProfile>> = {
  postgresql,
  sqlite,
  mysql,
  clickhouse,
  trino,
  bigquery,
  snowflake,
  mssql,
  redshift,
  databricks,
  oracle,
}

/** What the gate knows of this dialect; undefined where it knows nothing, and so lets nothing through. */
export const profileOf = (dialect: string): GateProfile | undefined =>
  Object.hasOwn(profiles, dialect) ? profiles[dialect] : undefined
