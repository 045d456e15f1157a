import type { ConnectionSpec } from '../../contracts.ts'
import type { Dialect } from '../dialect.ts'

/** A database of its own on a real engine, made for one test file. */
export interface TestDatabase {
  /** As the product connects: read-only. */
  connection: ConnectionSpec
  /** Runs a statement with all rights, beside the product; its rows, where it has some. */
  execute(sql: string): Promise<unknown[][]>
  close(): Promise<void>
}

/** A real engine that the conformance suite runs on, and what is known to be particular about it. */
export interface EngineUnderTest {
  name: string
  dialect: Dialect
  /** False where it was not started: its tests are skipped by name, which in CI is a failure. */
  isRunning: boolean
  open(): Promise<TestDatabase>
  /** How the engine spells typed values of `YYYY-MM-DD` and `YYYY-MM-DD hh:mm:ss[.ffffff]`. */
  timestamp(text: string): string
  date(text: string): string
  /** Its type for doubles in CAST. */
  double: string
  /** Its type for text in CAST. */
  text: string
  /** Time columns that it can have: declared type, and the expression of such a column's value. */
  timeColumns: { declared: string; stored(text: string): string; micros: boolean }[]
  /** What `true` and `false` are in an answer. */
  booleans: { true: unknown; false: unknown }
  /** First and last year that its times reach. */
  years: [number, number]
  holdsNul: boolean
  /** Whether a table or column may have this name; absent: any name. */
  canName?: (name: string) => boolean
  /** Lower case knows letters beyond ASCII. */
  lowersUnicode: boolean
  /** On which day its plain weeks begin. */
  weekStart: 'monday' | 'sunday'
  /** Grains whose buckets the contract defines differently here, with the reason. */
  otherGrains: Readonly<Record<string, string>>
  /** What -322 ms are as a timestamp. */
  negativeEpochMs: number | null
  largestInteger: string
  /** How often properties are tried: some engines answer slowly. */
  runs: number
}
