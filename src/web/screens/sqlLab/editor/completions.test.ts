import { expect, it } from 'vitest'
import { type Catalog, nameCompletions } from './completions.ts'

const columns: Record<string, string[]> = {
  flights: ['origin', 'delay'],
  'other.airports': ['iata', 'city name'],
  births: ['name'],
}

const catalog: Catalog = {
  schemas: async () => ['main', 'other'],
  tables: async (schema, typed) => ({
    names: (schema === 'other' ? ['airports'] : ['flights', 'births']).filter((table) => table.includes(typed)),
    isPart: false,
  }),
  columns: async (schema, table) =>
    (columns[[schema, table].filter(Boolean).join('.')] ?? []).map((name) => ({ name, type: 'VARCHAR' })),
  openTables: () => ['births'],
  quote: (name) => (/^\w+$/.test(name) ? name : `"${name}"`),
}

/** The completions at the marker `|`. */
async function at(marked: string) {
  const [before = '', after = ''] = marked.split('|')
  return (await nameCompletions(catalog, before, after)).options.map(({ label }) => label)
}

it.each([
  ['select | from flights f', ['origin', 'delay', 'name', 'f', 'flights', 'births', 'main', 'other']],
  ['select f.| from flights f', ['origin', 'delay']],
  ['select F.or| from flights f', ['origin', 'delay']],
  ['select * from fl|', ['flights', 'main', 'other']],
  ['select * from other.|', ['airports']],
  ['select a.| from other.airports a', ['iata', 'city name']],
  ['with c as (select delay as late from flights) select c.| from c', ['late']],
  ['select births.|', ['name']],
  ['select nothing.|', []],
])('%j offers %j', async (marked, labels) => {
  expect(await at(marked)).toEqual(labels)
})

it('quotes names that need it', async () => {
  const [, city] = (await nameCompletions(catalog, 'select a.', ' from other.airports a')).options
  expect(city).toMatchObject({ label: 'city name', apply: '"city name"' })
})

it('says if more tables match than are listed: further letters start a new search', async () => {
  const crowded: Catalog = { ...catalog, tables: async () => ({ names: ['customer_1'], isPart: true }) }
  expect((await nameCompletions(crowded, 'select * from c', '')).isPart).toBe(true)
  expect((await nameCompletions(crowded, 'select * from other.c', '')).isPart).toBe(true)
  expect((await nameCompletions(catalog, 'select * from f', '')).isPart).toBe(false)
})
