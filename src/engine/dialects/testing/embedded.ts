import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { duckdb } from '../duckdb/index.ts'
import { sqlite } from '../sqlite/index.ts'
import type { EngineUnderTest } from './engineUnderTest.ts'
import { EMPTY_CONNECTION } from './evaluate.ts'

/** The folder that tests configure for databases in files. */
export const fileFolder = join(tmpdir(), 'sextant-file-tests')
mkdirSync(fileFolder, { recursive: true })

export const duckdbUnderTest: EngineUnderTest = {
  name: 'duckdb',
  dialect: duckdb,
  isRunning: true,
  open: async () => ({
    connection: EMPTY_CONNECTION,
    execute: () => Promise.reject(new Error('embedded tables are made by ingest')),
    close: async () => {},
  }),
  timestamp: (text) => `TIMESTAMP '${text}'`,
  date: (text) => `DATE '${text}'`,
  double: 'DOUBLE',
  text: 'VARCHAR',
  timeColumns: [
    { declared: 'TIMESTAMP', stored: (text) => `TIMESTAMP '${text}'`, micros: true },
    { declared: 'timestamp without time zone', stored: (text) => `TIMESTAMP '${text}'`, micros: true },
    { declared: 'DATETIME', stored: (text) => `TIMESTAMP '${text}'`, micros: true },
    { declared: 'VARCHAR', stored: (text) => `'${text}'`, micros: true },
  ],
  booleans: { true: true, false: false },
  years: [1, 9999],
  holdsNul: true,
  lowersUnicode: true,
  weekStart: 'monday',
  otherGrains: {},
  negativeEpochMs: -322,
  largestInteger: '170141183460469231731687303715884105727',
  runs: 300,
}

export const sqliteUnderTest: EngineUnderTest = {
  name: 'sqlite',
  dialect: sqlite,
  isRunning: true,
  open: async () => {
    const folder = mkdtempSync(join(fileFolder, 'sqlite-'))
    const database = join(folder, 'test.db')
    const file = new DatabaseSync(database)
    // an empty file is not a database yet
    file.exec('PRAGMA user_version = 1')
    return {
      connection: { dialect: 'sqlite', databaseId: 2, options: { database }, dataVersion: folder },
      execute: async (sql) => {
        file.exec(sql)
        return []
      },
      close: async () => {
        file.close()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  },
  timestamp: (text) => `'${text}'`,
  date: (text) => `'${text}'`,
  double: 'REAL',
  text: 'TEXT',
  timeColumns: [
    { declared: 'TIMESTAMP', stored: (text) => `'${text}'`, micros: true },
    { declared: 'DATETIME', stored: (text) => `'${text}'`, micros: true },
    { declared: 'TEXT', stored: (text) => `'${text}'`, micros: true },
  ],
  booleans: { true: 1, false: 0 },
  years: [1, 9999],
  holdsNul: true,
  lowersUnicode: false,
  weekStart: 'sunday',
  otherGrains: {
    '1969-12-28T00:00:00Z/P1W': 'a day on which the week starts counts to the week before it',
    '1969-12-29T00:00:00Z/P1W': 'a day on which the week starts counts to the week before it',
  },
  negativeEpochMs: 0,
  largestInteger: '9223372036854775807',
  runs: 300,
}
