import { expect, it } from 'vitest'
import { ClickHouseCatalog } from './catalog.ts'

const request = { timeoutMs: 1000, signal: AbortSignal.timeout(1000) }

/** As printed by the server, because tables of a cluster cannot be created without a cluster. */
it.each([
  [`Distributed('main', 'shop', 'sales', rand())`, 'SELECT * FROM "shop"."sales"'],
  [`Distributed('main', 'shop', 'sales')`, 'SELECT * FROM "shop"."sales"'],
  [`Buffer('shop', 'sales', 1, 10, 100, 10, 100, 10, 100)`, 'SELECT * FROM "shop"."sales"'],
  [`Merge('shop', '^sales')`, null],
  [`Merge(REGEXP('shop.*'), '^sales')`, null],
  [`Dictionary('shop.sales')`, null],
  [`Distributed('main', 'a\\'b', 'sales')`, null],
  [`Distributed('main', '', 'sales')`, null],
])('%s shows %s', async (engine, sql) => {
  const catalog = new ClickHouseCatalog('shop', async () => [['', engine]])
  const view = await catalog.view({ catalog: null, schema: null }, 't', request)
  expect(view?.sql?.replaceAll('`', '"') ?? null).toBe(sql)
})
