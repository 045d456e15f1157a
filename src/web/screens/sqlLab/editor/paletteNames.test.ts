import { expect, it } from 'vitest'
import type { Catalog } from './completions.ts'
import { paletteNames } from './paletteNames.ts'

const catalog: Catalog = {
  schemas: async () => ['main'],
  tables: async () => ({ names: ['orders', 'Order lines', 'regions'], isPart: false }),
  columns: async () => [
    { name: 'order_id', type: 'INT' },
    { name: 'amount', type: 'INT' },
  ],
  openTables: () => ['orders'],
  quote: (name) => (/^[a-z_]+$/.test(name) ? name : `"${name}"`),
}

it('finds tables and columns by a part of their names, and quotes them as the database requires', async () => {
  const written: string[] = []
  const found = await paletteNames(catalog, 'ORDER', (sql) => written.push(sql))
  expect(found.map(({ name, place }) => [name, place])).toEqual([
    ['orders', 'table'],
    ['Order lines', 'table'],
    ['order_id', 'orders'],
  ])
  for (const { onSelect } of found) onSelect()
  expect(written).toEqual(['orders', '"Order lines"', 'order_id'])
})
