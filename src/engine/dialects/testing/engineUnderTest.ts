import type { ConnectionSpec } from '../../contracts.ts'
import type { Dialect } from '../dialect.ts'

/** A separate database on a real engine, created for one test file. */
export interface TestDatabase {
  /** As the product connects: read-only. */
  connection: ConnectionSpec
  /** Runs a statement with all privileges, not through the product; returns its rows, if any. */
  execute(sql: string): Promise<unknown[][]>
  close(): Promise<void>
}

/** A real engine for the conformance suite, with its known peculiarities. */
export interface EngineUnderTest {
  name: string
  dialect: Dialect
  /** False if it was not started: its tests are skipped by name, which in CI is a failure. */
  isRunning: boolean
  open(): Promise<TestDatabase>
  /** How the engine spells typed values of `YYYY-MM-DD` and `YYYY-MM-DD hh:mm:ss[.ffffff]`. */
  timestamp(text: string): string
  date(text: string): string
  /** The engine's type for doubles in CAST. */
  double: string
  /** The engine's type for text in CAST. */
  text: string
  /** The engine's time types: declared type, and an expression for a value of a column with this type. */
  timeColumns: { declared: string; stored(text: string): string; micros: boolean }[]
  /** The values of `true` and `false` in a result. */
  booleans: { true: unknown; false: unknown }
  /** First and last year of the time types. */
  years: [number, number]
  holdsNul: boolean
  /** Whether a table or column may have this name; absent: any name. */
  canName?: (name: string) => boolean
  /** Lower-casing works for letters beyond ASCII. */
  lowersUnicode: boolean
  /** The first day of plain weeks. */
  weekStart: 'monday' | 'sunday'
  /** Grains whose buckets differ from the contract here, with the reason. */
  otherGrains: Readonly<Record<string, string>>
  /** The result of converting -322 ms since the epoch to a timestamp. */
  negativeEpochMs: number | null
  largestInteger: string
  /** Number of runs of property tests: some engines are slow. */
  runs: number
}
