import { freePort } from '../../src/server/testing/freePort.ts'
import { startPostgres, type TestPostgres } from '../../src/server/testing/postgres.ts'

/** A real PostgreSQL with a small shop. It exists as long as the story. */
export async function withShop(
  work: (server: { port: number; name: string; postgres: TestPostgres }) => Promise<void>,
) {
  const port = await freePort()
  const postgres = await startPostgres(port)
  try {
    const url = await postgres.createDatabase()
    const { Client } = (await import('pg')).default
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query(`
      CREATE SCHEMA shop;
      CREATE TABLE shop.customers (id int PRIMARY KEY, name text, country text);
      CREATE TABLE shop.orders (id int PRIMARY KEY, customer_id int REFERENCES shop.customers, day date, amount numeric);
      INSERT INTO shop.customers SELECT n, 'Customer ' || n, (ARRAY['DE', 'FR', 'IT'])[1 + n % 3] FROM generate_series(1, 30) n;
      INSERT INTO shop.orders SELECT n, 1 + n % 30, DATE '2024-01-01' + n % 90, n % 50 FROM generate_series(1, 900) n;`)
    await client.end()
    await work({ port, name: new URL(url).pathname.slice(1), postgres })
  } finally {
    await postgres.stop()
  }
}
