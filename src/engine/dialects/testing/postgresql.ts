import { postgresql } from '../postgresql/index.ts'
import { administratorOf } from './administrators.ts'
import { engineConnection, engineUri } from './engines.ts'
import type { EngineUnderTest } from './engineUnderTest.ts'

const uri = engineUri('postgresql')
let count = 0

export const postgresqlUnderTest: EngineUnderTest = {
  name: 'postgresql',
  dialect: postgresql,
  isRunning: uri !== undefined,
  open: async () => {
    if (uri === undefined) throw new Error('PostgreSQL was not started')
    const server = await administratorOf('postgresql', uri)
    const name = `conformance_${process.pid}_${count++}`
    await server.execute(`CREATE DATABASE ${name}`)
    const own = new URL(uri)
    own.pathname = name
    const admin = await administratorOf('postgresql', own.href)
    const { connection } = engineConnection(own.href, 3)
    return {
      connection: { ...connection, dataVersion: name },
      execute: (sql) => admin.execute(sql),
      close: async () => {
        await admin.close()
        await server.execute(`DROP DATABASE ${name} WITH (FORCE)`)
        await server.close()
      },
    }
  },
  timestamp: (text) => `TIMESTAMP '${text}'`,
  date: (text) => `DATE '${text}'`,
  double: 'float8',
  text: 'text',
  timeColumns: [
    { declared: 'TIMESTAMP', stored: (text) => `TIMESTAMP '${text}'`, micros: true },
    { declared: 'TIMESTAMP WITHOUT TIME ZONE', stored: (text) => `TIMESTAMP '${text}'`, micros: true },
    { declared: 'timestamp with time zone', stored: (text) => `TIMESTAMPTZ '${text}'`, micros: true },
    { declared: 'TEXT', stored: (text) => `'${text}'::text`, micros: true },
  ],
  booleans: { true: true, false: false },
  years: [1, 9999],
  holdsNul: false,
  lowersUnicode: true,
  weekStart: 'monday',
  otherGrains: {},
  negativeEpochMs: 0,
  largestInteger: '170141183460469231731687303715884105727',
  runs: 300,
}
