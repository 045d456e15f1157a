import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EngineUnderTest, TestDatabase } from '../../dialects/testing/engineUnderTest.ts'
import { ingestFile } from '../../ingest/ingest.ts'

export type SalesRow = [region: string, amount: number, tenant: number]

const TABLES: Record<string, { columns: string; storage?: string }> = {
  mysql: { columns: 'region VARCHAR(20), amount INTEGER, tenant INTEGER' },
  clickhouse: { columns: 'region String, amount Int32, tenant Int32', storage: ' ENGINE = MergeTree ORDER BY amount' },
}

/** A database on a real engine with these rows in its table `sales`. */
export async function openSales(engine: EngineUnderTest, rows: readonly SalesRow[]): Promise<TestDatabase> {
  const { dialect, text } = engine
  if (dialect.name === 'duckdb') return openEmbedded(rows)
  const database = await engine.open()
  const { columns, storage = '' } = TABLES[dialect.name] ?? {
    columns: `region ${text}, amount INTEGER, tenant INTEGER`,
  }
  const { connection } = database
  // the administrator is connected to another database
  const place = dialect.name === 'clickhouse' && 'options' in connection ? connection.options : {}
  const table = 'database' in place ? `${String(place.database)}.sales` : 'sales'
  const values = rows.map(([region, amount, tenant]) => `('${region}', ${amount}, ${tenant})`)
  await database.execute(`CREATE TABLE ${table} (${columns})${storage}`)
  await database.execute(`INSERT INTO ${table} VALUES ${values.join(', ')}`)
  return database
}

/** The embedded engine's table is an uploaded file. */
async function openEmbedded(rows: readonly SalesRow[]): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'sales-'))
  const [source, target] = [join(folder, 'sales.csv'), join(folder, 'sales.duckdb')]
  writeFileSync(source, ['region,amount,tenant', ...rows.map((row) => row.join(','))].join('\n'))
  await ingestFile(source, 'csv', target)
  return {
    connection: { dialect: 'duckdb', databaseId: 1, tables: { sales: target }, dataVersion: folder },
    execute: async () => [],
    close: async () => rmSync(folder, { recursive: true }),
  }
}
