import { clickhouse } from '../clickhouse/index.ts'
import { mysql } from '../mysql/index.ts'
import { trino } from '../trino/index.ts'
import { administratorOf } from './administrators.ts'
import { type EngineName, engineConnection, engineUri } from './engines.ts'
import type { EngineUnderTest, TestDatabase } from './engineUnderTest.ts'

let count = 0

/** A separate schema, dropped at the end. `pathOf`: the path of the schema in the address. */
async function ownSchema(
  engine: EngineName,
  databaseId: number,
  { drop, pathOf }: { drop: string; pathOf: (name: string) => string },
): Promise<TestDatabase> {
  const uri = engineUri(engine)
  if (uri === undefined) throw new Error(`${engine} was not started`)
  const name = `conformance_${process.pid}_${count++}`
  const server = await administratorOf(engine, uri)
  await server.execute(`CREATE ${drop} ${name}`)
  const own = new URL(uri)
  own.pathname = pathOf(name)
  const admin = await administratorOf(engine, own.href)
  const { connection } = engineConnection(own.href, databaseId)
  return {
    connection: { ...connection, dataVersion: name },
    execute: (sql) => admin.execute(sql),
    close: async () => {
      await admin.close()
      // Trino does not drop a schema that contains tables; its memory connector drops them anyway
      await server.execute(`DROP ${drop} ${name}`).catch(() => undefined)
      await server.close()
    },
  }
}

export const mariadbUnderTest: EngineUnderTest = {
  name: 'mariadb',
  dialect: mysql,
  isRunning: engineUri('mariadb') !== undefined,
  open: () => ownSchema('mariadb', 4, { drop: 'DATABASE', pathOf: (name) => name }),
  timestamp: (text) => `TIMESTAMP '${text}'`,
  date: (text) => `DATE '${text}'`,
  double: 'DOUBLE',
  text: 'CHAR',
  timeColumns: [
    { declared: 'DATETIME', stored: (text) => `CAST('${text}' AS DATETIME(6))`, micros: true },
    { declared: 'TIMESTAMP', stored: (text) => `TIMESTAMP '${text}'`, micros: true },
    { declared: 'VARCHAR(30)', stored: (text) => `'${text}'`, micros: true },
  ],
  // booleans are numbers
  booleans: { true: 1, false: 0 },
  years: [1000, 9999],
  holdsNul: true,
  // names contain characters of the basic plane, and do not end with a space
  canName: (name) => mysql.alias(name) === name,
  lowersUnicode: true,
  weekStart: 'sunday',
  otherGrains: {},
  negativeEpochMs: null,
  largestInteger: '99999999999999999999999999999999999999999999999999999999999999999',
  runs: 200,
}

export const clickhouseUnderTest: EngineUnderTest = {
  name: 'clickhouse',
  dialect: clickhouse,
  isRunning: engineUri('clickhouse') !== undefined,
  open: () => ownSchema('clickhouse', 5, { drop: 'DATABASE', pathOf: (name) => name }),
  timestamp: (text) => `toDateTime64('${text}', 6)`,
  date: (text) => `toDate32('${text}')`,
  double: 'Float64',
  text: 'String',
  timeColumns: [
    { declared: 'DateTime64(6)', stored: (text) => `toDateTime64('${text}', 6)`, micros: true },
    {
      declared: "Nullable(DateTime64(6, 'Asia/Tokyo'))",
      stored: (text) => `toNullable(toDateTime64('${text}', 6, 'Asia/Tokyo'))`,
      micros: true,
    },
    { declared: 'LowCardinality(String)', stored: (text) => `'${text}'`, micros: true },
  ],
  booleans: { true: true, false: false },
  years: [1900, 2261],
  holdsNul: true,
  lowersUnicode: true,
  weekStart: 'monday',
  otherGrains: {},
  negativeEpochMs: -322,
  largestInteger: '57896044618658097711785492504343953926634992332820282019728792003956564819967',
  runs: 150,
}

export const trinoUnderTest: EngineUnderTest = {
  name: 'trino',
  dialect: trino,
  isRunning: engineUri('trino') !== undefined,
  open: () => ownSchema('trino', 6, { drop: 'SCHEMA', pathOf: (name) => `memory/${name}` }),
  timestamp: (text) => `TIMESTAMP '${text}'`,
  date: (text) => `DATE '${text}'`,
  double: 'DOUBLE',
  text: 'VARCHAR',
  timeColumns: [
    { declared: 'timestamp(6)', stored: (text) => `TIMESTAMP '${text}'`, micros: true },
    { declared: 'timestamp(3) with time zone', stored: (text) => `TIMESTAMP '${text} UTC'`, micros: true },
    { declared: 'varchar', stored: (text) => `'${text}'`, micros: true },
  ],
  booleans: { true: true, false: false },
  years: [1, 9999],
  holdsNul: true,
  canName: (name) => trino.alias(name) === name,
  lowersUnicode: true,
  weekStart: 'monday',
  otherGrains: {},
  negativeEpochMs: -322,
  largestInteger: '99999999999999999999999999999999999999',
  // each statement takes a tenth of a second
  runs: 25,
}
