import { parseDatabaseUri } from '../connection.ts'
import { postgresql } from '../postgresql/index.ts'
import { engineUri } from './engines.ts'
import type { EngineUnderTest } from './engineUnderTest.ts'

const uri = engineUri('postgresql')
let count = 0

export const postgresqlUnderTest: EngineUnderTest = {
  name: 'postgresql',
  dialect: postgresql,
  isRunning: uri !== undefined,
  open: async () => {
    const { Client } = (await import('pg')).default
    const server = new Client({ connectionString: uri })
    await server.connect()
    const database = `conformance_${process.pid}_${count++}`
    await server.query(`CREATE DATABASE ${database}`)
    const parts = parseDatabaseUri(uri ?? '')
    if (!parts) throw new Error(`no address: ${uri}`)
    const options = postgresql.connection.fromUri({ ...parts, database })
    const client = new Client({
      host: parts.host ?? '',
      port: parts.port ?? 0,
      user: parts.username ?? '',
      password: parts.password ?? '',
      database,
    })
    await client.connect()
    return {
      connection: { dialect: 'postgresql', databaseId: 3, options, dataVersion: database },
      execute: async (sql) => void (await client.query(sql)),
      close: async () => {
        await client.end()
        await server.query(`DROP DATABASE ${database} WITH (FORCE)`)
        await server.end()
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
