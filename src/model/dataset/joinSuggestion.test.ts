import { expect, it } from 'vitest'
import { type DescribedTable, suggestKeys } from './joinSuggestion.ts'

const table = (name: string, columns: string, more: Partial<DescribedTable> = {}): DescribedTable => ({
  name,
  columns: columns.split(' ').map((column) => ({ name: column })),
  primaryKey: [],
  foreignKeys: [],
  ...more,
})
const customers = table('customers', 'id name', { primaryKey: ['id'] })
const reference = {
  columns: ['buyer'],
  referredSchema: 'shop',
  referredTable: 'customers',
  referredColumns: ['id'],
}

it.each([
  [
    'a foreign key',
    table('orders', 'id buyer customer_id', { foreignKeys: [reference] }),
    customers,
    { keys: [{ left: 'buyer', right: 'id' }], because: 'foreignKey' },
  ],
  [
    'a foreign key in the other direction',
    customers,
    table('orders', 'id buyer', { foreignKeys: [reference] }),
    { keys: [{ left: 'id', right: 'buyer' }], because: 'foreignKey' },
  ],
  [
    'a foreign key of two columns that names only its table',
    table('lines', 'a b', {
      foreignKeys: [{ columns: ['a', 'b'], referredSchema: null, referredTable: 'orders', referredColumns: [] }],
    }),
    table('orders', 'x y', { primaryKey: ['x', 'y'] }),
    {
      keys: [
        { left: 'a', right: 'x' },
        { left: 'b', right: 'y' },
      ],
      because: 'foreignKey',
    },
  ],
  [
    'the name of the table and its key',
    table('orders', 'id customer_id'),
    customers,
    { keys: [{ left: 'customer_id', right: 'id' }], because: 'names' },
  ],
  [
    'the singular of the table',
    table('cities', 'id country_code'),
    table('countries', 'code name', { primaryKey: ['code'] }),
    { keys: [{ left: 'country_code', right: 'code' }], because: 'names' },
  ],
  [
    'the name of a key that both have',
    table('sales', 'store_id amount'),
    table('budgets', 'store_id amount'),
    { keys: [{ left: 'store_id', right: 'store_id' }], because: 'names' },
  ],
  ['nothing', table('a', 'id amount'), table('b', 'id amount'), undefined],
])('keys are suggested from %s', (_case, left, right, suggestion) => {
  expect(suggestKeys(left, right)).toEqual(suggestion)
})
