import { expect, it } from 'vitest'
import { pageOfTables } from './remoteTables.ts'

const tables = ['orders', 'my_orders', 'Order_items', 'customers', 'totals'].map((name) => ({
  name,
  type: name === 'totals' ? 'materialized_view' : 'table',
}))
const found = (filter: string, page = 0, pageSize?: number) => {
  const { count, result } = pageOfTables(tables, { filter, page, pageSize })
  return [count, ...result.map(({ value }) => value)]
}

it('lists all tables without a filter', () => {
  expect(found('')).toEqual([5, ...tables.map(({ name }) => name)])
  expect(pageOfTables(tables, { filter: 'tot', page: 0, pageSize: 10 }).result).toEqual([
    { value: 'totals', type: 'view', extra: null },
  ])
})

it('finds a part of the name in any case, beginnings first', () => {
  expect(found('ORDER')).toEqual([3, 'orders', 'Order_items', 'my_orders'])
  expect(found('nothing')).toEqual([0])
})

it('counts all matches of a page', () => {
  expect(found('order', 0, 2)).toEqual([3, 'orders', 'Order_items'])
  expect(found('order', 1, 2)).toEqual([3, 'my_orders'])
  expect(found('order', 9, 2)).toEqual([3])
})

it('finds a few of 260,000 tables', () => {
  const many = Array.from({ length: 260_000 }, (_, at) => ({ name: `table_${at}`, type: 'table' }))
  expect(pageOfTables(many, { filter: '_25999', page: 0, pageSize: 20 }).result).toHaveLength(11)
})
