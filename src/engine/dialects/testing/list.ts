import { duckdbUnderTest, sqliteUnderTest } from './embedded.ts'
import type { EngineUnderTest } from './engineUnderTest.ts'
import { clickhouseUnderTest, mariadbUnderTest, trinoUnderTest } from './otherServers.ts'
import { postgresqlUnderTest } from './postgresql.ts'

/** Every engine that the conformance suite knows. */
export const enginesUnderTest: readonly EngineUnderTest[] = [
  duckdbUnderTest,
  sqliteUnderTest,
  postgresqlUnderTest,
  mariadbUnderTest,
  clickhouseUnderTest,
  trinoUnderTest,
]
