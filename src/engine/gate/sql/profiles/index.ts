import type { GateProfile } from '../profile.ts'
import { clickhouse } from './clickhouse.ts'
import { mysql } from './mysql.ts'
import { postgresql } from './postgresql.ts'
import { sqlite } from './sqlite.ts'
import { trino } from './trino.ts'

const profiles: Readonly<Record<string, GateProfile>> = { postgresql, sqlite, mysql, mariadb: mysql, clickhouse, trino }

/** What the gate knows of this dialect; undefined where it knows nothing, and so lets nothing through. */
export const profileOf = (dialect: string): GateProfile | undefined =>
  Object.hasOwn(profiles, dialect) ? profiles[dialect] : undefined
