import { describe, expect, it } from 'vitest'
import type { JoinPlan } from '../../model/dataset/joinPlan.ts'
import { duckdb } from '../dialects/duckdb/index.ts'
import { mssql } from '../dialects/mssql/index.ts'
import { postgresql } from '../dialects/postgresql/index.ts'
import { joinedColumns, joinSql, repeatedKeysSql } from './joinSql.ts'

const columns: Record<string, string[]> = {
  orders: ['id', 'customer_id', 'amount'],
  customers: ['id', 'name', 'amount'],
  lines: ['order_id', 'price'],
}
const columnsOf = ({ table }: { table: string }) => columns[table] ?? []
const plan: JoinPlan = {
  database: 1,
  schema: 'shop',
  table: 'orders',
  joins: [{ schema: 'shop', table: 'customers', to: 0, keys: [{ left: 'customer_id', right: 'id' }] }],
}
const lines: JoinPlan['joins'][number] = {
  schema: 'shop',
  table: 'lines',
  to: 0,
  keys: [{ left: 'id', right: 'order_id' }],
  aggregates: [{ column: 'price', function: 'SUM' }],
}

describe('the query of a plan', () => {
  it('joins a table with its own columns, without its keys', () => {
    expect(joinSql(plan, columnsOf, postgresql)).toBe(`SELECT
  t0."id",
  t0."customer_id",
  t0."amount",
  t1."name",
  t1."amount" AS "customers_amount"
FROM "shop"."orders" AS t0
LEFT JOIN "shop"."customers" AS t1
  ON t0."customer_id" = t1."id"`)
  })

  it('aggregates a table to one row for its keys', () => {
    expect(joinSql({ ...plan, columns: ['id'], joins: [lines] }, columnsOf, duckdb)).toBe(`SELECT
  t0."id",
  t1."sum_price",
  t1."lines_rows"
FROM "orders" AS t0
LEFT JOIN (
  SELECT
    "order_id",
    SUM("price") AS "sum_price",
    COUNT(*) AS "lines_rows"
  FROM "lines"
  GROUP BY "order_id"
) AS t1
  ON t0."id" = t1."order_id"`)
  })

  it('gives each output column a unique name, regardless of case', () => {
    const twice = { ...plan, joins: [...plan.joins, ...plan.joins] }
    const names = joinedColumns(twice, columnsOf).map(({ name }) => name)
    expect(names.slice(3)).toEqual(['name', 'customers_amount', 'customers_name', 'customers_amount_2'])
  })
})

it('repeated keys are found with one row', () => {
  const table = { schema: null, table: 'a"b' }
  expect(repeatedKeysSql(table, ['x', 'y'], postgresql)).toBe(`SELECT COUNT(*) AS "n"
FROM "a""b"
WHERE "x" IS NOT NULL AND "y" IS NOT NULL
GROUP BY "x", "y"
HAVING COUNT(*) > 1
LIMIT 1`)
  expect(repeatedKeysSql(table, ['x'], mssql)).toContain('TOP')
})
