import { describe, expect, it } from 'vitest'
import { type JoinDraft, joinedName, planOf, startAggregates, withJoin, withoutJoin } from './joinDraft.ts'

const first = { databaseId: 3, schema: 'shop', table: 'orders' }
const draft = (more: Partial<JoinDraft> = {}): JoinDraft => ({
  key: 1,
  schema: 'shop',
  table: 'customers',
  to: 0,
  keys: [{ left: 'customer_id', right: 'id' }],
  because: 'foreignKey',
  ...more,
})

describe('a plan', () => {
  it('has the tables and keys of complete joins', () => {
    expect(planOf(first, [draft({ aggregates: [] })])).toEqual({
      database: 3,
      schema: 'shop',
      table: 'orders',
      joins: [
        { schema: 'shop', table: 'customers', to: 0, keys: [{ left: 'customer_id', right: 'id' }], aggregates: [] },
      ],
    })
  })

  it.each([
    ['no table', [draft({ table: undefined })]],
    ['half a pair of columns', [draft({ keys: [{ left: 'a', right: 'b' }, { left: 'a' }] })]],
    ['no pair of columns', [draft({ keys: [] })]],
    ['no join', []],
  ])('is missing with %s', (_case, joins) => {
    expect(planOf(first, joins)).toBe(undefined)
  })
})

it('aggregation starts with sums of the numbers that are not keys or ids', () => {
  const columns = [
    { name: 'order_id', type: 'INTEGER' },
    { name: 'product_id', type: 'INTEGER' },
    { name: 'price', type: 'NUMERIC', keys: [{ type: 'index' }] },
    { name: 'name', type: 'TEXT' },
    // excluded: the number of a line, and a code of another table
    { name: 'line', type: 'INTEGER', keys: [{ type: 'pk' }] },
    { name: 'warehouse', type: 'INTEGER', keys: [{ type: 'fk' }] },
  ]
  expect(startAggregates(columns, [{ left: 'id', right: 'order_id' }])).toEqual([{ column: 'price', function: 'SUM' }])
})

it('a change applies to its own join, as that is now', () => {
  const joins = [draft(), draft({ key: 2 })]
  expect(withJoin(joins, 2, (now) => ({ ...now, to: 1 }))).toEqual([draft(), draft({ key: 2, to: 1 })])
  expect(withJoin(joins, 2, draft({ key: 2, table: 'items' }))[1]?.table).toBe('items')
  expect(withJoin(joins, 3, draft({ key: 3 }))).toEqual(joins)
})

it('tables that were joined to a removed one join another table', () => {
  const joins = [draft(), draft({ key: 2, to: 1 }), draft({ key: 3, to: 2 }), draft({ key: 4, to: 0 })]
  expect(withoutJoin(joins, 0).map(({ key, to, keys }) => [key, to, keys.length, keys[0]?.left])).toEqual([
    [2, 0, 1, undefined],
    [3, 1, 1, 'customer_id'],
    [4, 0, 1, 'customer_id'],
  ])
})

it('the name of the dataset contains its tables', () => {
  expect(joinedName('orders', [draft(), draft({ table: 'items' }), draft({ table: undefined })])).toBe(
    'orders with customers, items',
  )
})
