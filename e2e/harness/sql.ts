import { resolve } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'

const tables = resolve(import.meta.dirname, '../fixtures/tables')

/** Runs plain SQL on the fixture `shop_orders` and returns rows of text; null becomes an empty string. */
export async function sql(query: string): Promise<string[][]> {
  const instance = await DuckDBInstance.create(':memory:')
  try {
    const connection = await instance.connect()
    await connection.run(
      `CREATE VIEW shop_orders AS SELECT * FROM read_csv('${tables.replaceAll("'", "''")}/shop_orders.csv')`,
    )
    const rows = await (await connection.run(query)).getRows()
    connection.closeSync()
    return rows.map((row) => row.map((value) => (value === null ? '' : String(value))))
  } finally {
    instance.closeSync()
  }
}

/** One number from plain SQL, formatted as in the fixture's charts. */
export async function sqlNumber(query: string): Promise<string> {
  const [[value] = []] = await sql(query)
  return Number(value ?? 0).toLocaleString('en-US')
}
