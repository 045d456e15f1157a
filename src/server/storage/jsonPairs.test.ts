import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { jsonPairs } from './jsonPairs.ts'
import { openSqlite } from './sqlite.ts'

it('pairs are searched by an index when they are joined, not read again for every row', async () => {
  const db = openSqlite(':memory:')
  const rows = sql`(select 1 as id union all select 2)`
  const join = (pairs: [number, number][]) =>
    sql`from ${rows} items join ${jsonPairs(db, pairs)} pairs on pairs.one = items.id`
  const plan = await sql<{ detail: string }>`explain query plan select * ${join([[1, 1]])}`.execute(db)
  const texts = plan.rows.map(({ detail }) => detail)
  expect(texts).toContainEqual(expect.stringMatching(/^SEARCH .* USING AUTOMATIC COVERING INDEX/))
  expect(texts.filter((text) => text.startsWith('SCAN json_each'))).toHaveLength(1)
  const found = await sql`select id, other ${join([
    [2, 7],
    [3, 8],
  ])}`.execute(db)
  expect(found.rows).toEqual([{ id: 2, other: 7 }])
  await db.destroy()
})
