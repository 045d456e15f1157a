import { expect, it } from 'vitest'
import { namedTables } from './namedTables.ts'

const names = (sql: string) =>
  namedTables(sql).map(({ catalog, schema, table }) => [catalog, schema, table].filter(Boolean).join('.'))

it.each<[string, string[]]>([
  ['select 1', []],
  ['select gender from birth_names group by gender', ['birth_names']],
  ['select * from sales.orders o join "My Table" on true', ['sales.orders', 'My Table']],
  ['select * from hive.sales.orders, items as i, `x y`', ['hive.sales.orders', 'items', 'x y']],
  ['with a as (select 1 from t) select * from a', ['t']],
  ['select * from (select * from inner_table) s', ['inner_table']],
  ['select extract(year from ds) from t', ['t']],
  ['select * from generate_series(1, 3)', []],
  ['insert into t select * from u', ['t', 'u']],
  ["select 'from x' -- from y", []],
  ['select * from t, t', ['t']],
  ["select '{{ nope }}' from t where a is distinct from b", ['t']],
  ["select 'open", []],
])('%s', (sql, expected) => {
  expect(names(sql)).toEqual(expected)
})
