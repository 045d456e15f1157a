import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatRison } from '../../model/wire/rison.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { testStores } from '../testing/stores.ts'

describe.each(testStores())('lists on $kind', (store) => {
  describe.skipIf(!store.isAvailable)('with a store', () => {
    let server: TestApp
    let authorization = ''
    const call = (url: string, method: 'GET' | 'DELETE' = 'GET') =>
      server.app.inject({ method, url, headers: { authorization, accept: 'application/json' } })

    async function search(path: string, q: object, language = 'en') {
      const answer = await server.app.inject({
        url: `${path}?q=${encodeURIComponent(formatRison(q))}`,
        headers: { authorization, accept: 'application/json', 'accept-language': language },
      })
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json<{ ids?: number[]; result: Record<string, unknown>[] }>()
    }

    const titles = ['Umsatz', 'Über uns', 'back\\slash', '100 %', 'same', 'same']

    beforeAll(async () => {
      const { home, databaseUrl } = await store.fresh()
      server = await startApp({ SEXTANT_HOME: home, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) })
      authorization = `Bearer ${await server.token('admin')}`
      const made = { created_on: 0, changed_on: 0 }
      await server.services.db
        .insertInto('dashboards')
        .values(titles.map((dashboard_title, at) => ({ ...made, uuid: `d${at}`, dashboard_title })))
        .execute()
      await server.services.db
        .insertInto('charts')
        .values(
          titles.map((slice_name, at) => ({ ...made, uuid: `c${at}`, slice_name, viz_type: 'pie', datasource_id: 1 })),
        )
        .execute()
    }, 120_000)
    afterAll(async () => {
      await server.close()
      await store.close()
    })

    describe('searching a list', () => {
      it.each([
        ['ct', 'über', [2]],
        ['ct', 'ÜBER', [2]],
        ['sw', 'U', [1]],
        ['ct', '\\', [3]],
        ['ew', 'back\\', []],
        ['ct', 'k\\s', [3]],
        ['nct', '\\', [1, 2, 4, 5, 6]],
        ['ct', '0_%', [4]],
        ['title_or_slug', 'ÜBER', [2]],
      ])('%s %s', async (opr, value, ids) => {
        const found = await search('/api/v1/dashboard/', { filters: [{ col: 'dashboard_title', opr, value }] })
        expect(found.ids?.toSorted((a, b) => a - b)).toEqual(ids)
      })

      it.each(['\\', 'a\\', '%\\', "'"])('a picker finds no user named %s, and does not fail', async (filter) => {
        expect((await search('/api/v1/dashboard/related/owners', { filter })).result).toEqual([])
      })
    })

    describe('texts are sorted as the reader’s language sorts', () => {
      const names = ['chata', 'cena', 'Čas', 'hora', 'zima', 'Apple', 'ärger', '上海', 'Обзор']
      const inSlovak = ['Apple', 'ärger', 'cena', 'Čas', 'hora', 'chata', 'zima', 'Обзор', '上海']
      const cases = [
        ['sk', inSlovak],
        ['sl', ['Apple', 'ärger', 'cena', 'chata', 'Čas', 'hora', 'zima', 'Обзор', '上海']],
        ['en', ['Apple', 'ärger', 'Čas', 'cena', 'chata', 'hora', 'zima', 'Обзор', '上海']],
        ['ru', ['Обзор', 'Apple', 'ärger', 'Čas', 'cena', 'chata', 'hora', 'zima', '上海']],
        ['zh', ['上海', 'Apple', 'ärger', 'Čas', 'cena', 'chata', 'hora', 'zima', 'Обзор']],
      ] as const

      beforeAll(() =>
        server.services.db
          .insertInto('css_templates')
          .values(
            names.map((template_name, at) => ({
              template_name,
              css: '',
              uuid: `t${at}`,
              created_on: 0,
              changed_on: 0,
            })),
          )
          .execute(),
      )

      it('programs, which name no language, get the order of the store', async () => {
        const q = encodeURIComponent(formatRison({ order_column: 'template_name', order_direction: 'asc' }))
        const answer = await call(`/api/v1/css_template/?q=${q}`)
        const names = answer.json<{ result: { template_name: string }[] }>().result.map((row) => row.template_name)
        const { rows } = await sql<{ template_name: string }>`
          select template_name from css_templates order by lower(template_name)`.execute(server.services.db)
        expect(names).toEqual(rows.map((row) => row.template_name))
      })

      it.each(cases)('%s', async (language, sorted) => {
        const order = { columns: ['template_name'], order_column: 'template_name', order_direction: 'asc' }
        const shown = async (q: object) =>
          (await search('/api/v1/css_template/', q, language)).result.map((row) => row['template_name'])
        expect(await shown(order)).toEqual(sorted)
        expect(await shown({ ...order, order_direction: 'desc' })).toEqual(sorted.toReversed())
        expect(await shown({ ...order, page: 1, page_size: 4 })).toEqual(sorted.slice(4, 8))
      })

      it('long texts that begin alike have the order of the store', async () => {
        const long = ['ä', 'z'].map((end) => `long ${'x'.repeat(100)}${end}`)
        const template = long.map((template_name, at) => ({
          template_name,
          css: '',
          uuid: `long${at}`,
          created_on: 0,
          changed_on: 0,
        }))
        await server.services.db.insertInto('css_templates').values(template).execute()
        const filters = [{ col: 'template_name', opr: 'ct', value: 'long' }]
        const q = { columns: ['template_name'], order_column: 'template_name', order_direction: 'asc', filters }
        const { result } = await search('/api/v1/css_template/', q)
        const { rows } = await sql<{ template_name: string }>`
          select template_name from css_templates where template_name like 'long %'
          order by lower(template_name)`.execute(server.services.db)
        expect(result).toEqual(rows)
      })

      it('SQL has the order of the store in every language', async () => {
        const clauses = ['ä = 1', 'z = 1', 'A = 1', 'b = 1']
        const rules = clauses.map((clause, at) => ({
          name: `rule ${at}`,
          filter_type: 'Regular' as const,
          clause,
          uuid: `r${at}`,
          created_on: 0,
          changed_on: 0,
        }))
        await server.services.db.insertInto('row_rules').values(rules).execute()
        const q = { columns: ['clause'], order_column: 'clause', order_direction: 'asc' }
        const { rows } = await sql`select clause from row_rules order by clause`.execute(server.services.db)
        expect((await search('/api/v1/rowlevelsecurity/', q, 'de')).result).toEqual(rows)
      })
    })

    describe('equals', () => {
      it.each(['asc', 'desc'])('are sorted by creation, charts newest first (%s)', async (order_direction) => {
        const filters = (col: string) => [{ col, opr: 'eq', value: 'same' }]
        const dashboards = { order_column: 'dashboard_title', order_direction, filters: filters('dashboard_title') }
        expect((await search('/api/v1/dashboard/', dashboards)).ids).toEqual([5, 6])
        const charts = { order_column: 'slice_name', order_direction, filters: filters('slice_name') }
        expect((await search('/api/v1/chart/', charts)).ids).toEqual([6, 5])
      })
    })

    describe('an address with a malformed id', () => {
      const odd = ['abc', '1e0', '0x1', '1.0', '+1', '%201', '-1', 'NaN']

      it.each(odd)('chart/%s has no route, or only one for changes', async (id) => {
        expect((await call(`/api/v1/chart/${id}`)).statusCode).toBe(405)
        expect((await call(`/api/v1/chart/${id}`, 'DELETE')).json()).toEqual({ message: 'Not found' })
        const data = await call(`/api/v1/chart/${id}/data/`)
        expect(data.statusCode).toBe(404)
        expect(data.json<{ errors: { message: string }[] }>().errors[0]?.message).toMatch(/^404 Not Found: /)
        expect((await call(`/api/v1/database/${id}`)).statusCode).toBe(404)
      })

      it.each(['0', '99999999999999999999', '2147483648'])('%s is not the id of a chart', async (id) => {
        const answer = await call(`/api/v1/chart/${id}`)
        expect([answer.statusCode, answer.json()]).toEqual([404, { message: 'Not found' }])
      })
    })

    it('a name requested twice at the same time is assigned once', async () => {
      const make = () =>
        server.app.inject({
          method: 'POST',
          url: '/api/v1/dashboard/',
          payload: { slug: 'taken-at-once' },
          headers: { authorization },
        })
      const answers = await Promise.all([make(), make(), make(), make()])
      const [first, ...others] = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
      expect(first).toBe(201)
      for (const status of others) expect([409, 422]).toContain(status)
    })
  })
})
