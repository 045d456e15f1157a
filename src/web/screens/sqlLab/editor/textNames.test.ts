import { expect, it } from 'vitest'
import { textNames } from './textNames.ts'

const shown = (sql: string) =>
  textNames(sql).map(({ alias, schema, table, columns }) =>
    [alias, [schema, table].filter(Boolean).join('.'), ...(columns ? [columns.join(' ')] : [])].join(' | '),
  )

it.each([
  ['select * from flights', ['flights | flights']],
  ['select f. from flights f', ['f | flights']],
  ['select 1 from main.flights as f join "air ports" a on a.iata = f.origin', ['f | main.flights', 'a | air ports']],
  ['select 1 from a, b c, (select x, count(*) as n from d) e where', ['a | a', 'c | b', 'e | e | x n', 'd | d']],
  [
    'with big as (select name, sum(num) total from births group by 1), other(p, q) as (select 1, 2) select b. from big b',
    ['big | big | name total', 'other | other | p q', 'births | births', 'b | big | name total'],
  ],
  ['update births set num = 1', ['births | births']],
  ["select 'from nothing' -- from comment\n", []],
  ['select * from ', []],
])('%j contains the names %j', (sql, names) => {
  expect(shown(sql)).toEqual(names)
})
