import { freePort } from '../../src/server/testing/freePort.ts'
import { startPostgres } from '../../src/server/testing/postgres.ts'

export interface Company {
  port: number
  /** name of its database */
  name: string
  /** total sales of each country, computed by PostgreSQL itself */
  totals: string[][]
}

/** The query of `totals`, as an analyst writes it. */
export const totalsSql = `select country, sum(amount) as total
from sales.order_items i
join sales.orders o on o.id = i.order_id
join sales.customers c on c.id = o.customer_id
group by country
order by country`

/**
 * A real PostgreSQL with the sales of a company: seven tables that refer to each other. It exists as long as the story.
 */
export async function withCompany(work: (company: Company) => Promise<void>) {
  const port = await freePort()
  const postgres = await startPostgres(port)
  try {
    const url = await postgres.createDatabase()
    const { Client } = (await import('pg')).default
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query(`
      CREATE SCHEMA sales;
      SET search_path = sales;
      CREATE TABLE regions (code text PRIMARY KEY, continent text);
      CREATE TABLE customers (id int PRIMARY KEY, company text, country text REFERENCES regions);
      CREATE TABLE categories (id int PRIMARY KEY, title text);
      CREATE TABLE products (id int PRIMARY KEY, product text, category_id int REFERENCES categories);
      CREATE TABLE orders (id int PRIMARY KEY, customer_id int REFERENCES customers, day date);
      CREATE TABLE order_items (id int PRIMARY KEY, order_id int REFERENCES orders, product_id int REFERENCES products,
        amount int);
      CREATE TABLE payments (id int PRIMARY KEY, order_id int REFERENCES orders, paid int);
      INSERT INTO regions VALUES ('DE', 'Europe'), ('FR', 'Europe'), ('JP', 'Asia');
      INSERT INTO customers SELECT n, 'Customer ' || n, (ARRAY['DE', 'FR', 'JP'])[1 + n % 3] FROM generate_series(1, 12) n;
      INSERT INTO categories VALUES (1, 'Tools'), (2, 'Paint');
      INSERT INTO products SELECT n, 'Product ' || n, 1 + n % 2 FROM generate_series(1, 8) n;
      INSERT INTO orders SELECT n, 1 + n % 12, DATE '2026-01-01' + n FROM generate_series(1, 60) n;
      INSERT INTO order_items SELECT n, 1 + n % 60, 1 + n % 8, 1 + n % 7 FROM generate_series(1, 200) n;
      INSERT INTO payments SELECT n, 1 + n % 60, 2 FROM generate_series(1, 120) n;`)
    const { rows } = await client.query<string[]>({ text: totalsSql, rowMode: 'array' })
    await client.end()
    await work({ port, name: new URL(url).pathname.slice(1), totals: rows.map((row) => row.map(String)) })
  } finally {
    await postgres.stop()
  }
}
