import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SearchAnswer } from '../../model/search/searchAnswer.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { testStores } from '../testing/stores.ts'

describe.each(testStores())('the search on $kind', (store) => {
  describe.skipIf(!store.isAvailable)('with a store', () => {
    let server: TestApp
    const tokens = new Map<string, string>()
    const users = { admin: 0, alice: 0, bob: 0 }
    const ids = { seen: 0, secret: 0 }
    const made = { created_on: 0, changed_on: 0 }

    async function ask(user: string, query: Record<string, string>): Promise<SearchAnswer> {
      const answer = await server.app.inject({
        url: `/api/v1/search/?${new URLSearchParams(query)}`,
        headers: { authorization: `Bearer ${tokens.get(user)}` },
      })
      expect(answer.statusCode, answer.body).toBe(200)
      const found = answer.json<SearchAnswer>()
      // a busy machine indexes changes later
      return found.is_complete ? found : ask(user, query)
    }
    const found = async (text: string, user = 'admin') =>
      (await ask(user, { text })).result.map(({ kind, title }) => `${kind} ${title}`)

    const layout = (code: string) =>
      JSON.stringify({
        ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
        GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-1'], parents: ['ROOT_ID'] },
        'ROW-1': { type: 'ROW', id: 'ROW-1', children: ['MARKDOWN-1'], meta: {} },
        'MARKDOWN-1': { type: 'MARKDOWN', id: 'MARKDOWN-1', children: [], meta: { code, width: 4, height: 20 } },
      })

    beforeAll(async () => {
      const { home, databaseUrl } = await store.fresh()
      server = await startApp({ SEXTANT_HOME: home, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) })
      const { db } = server.services
      users.alice = await server.addUser('alice', ['Gamma', 'sql_lab'])
      users.bob = await server.addUser('bob', ['Gamma', 'sql_lab'])
      const { id: databaseId } = await db
        .insertInto('databases')
        .values({ ...made, uuid: 'd', database_name: 'warehouse', backend: 'duckdb', sqlalchemy_uri: 'duckdb://' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const dataset = async (table_name: string, description: string) => {
        const values = { ...made, uuid: table_name, table_name, description, database_id: databaseId }
        const { id } = await db.insertInto('datasets').values(values).returning('id').executeTakeFirstOrThrow()
        return id
      }
      ids.seen = await dataset('orders', 'All orders since 2019')
      ids.secret = await dataset('salaries', 'Paid salaries')
      await db
        .insertInto('dataset_columns')
        .values([
          { ...made, uuid: 'c1', dataset_id: ids.seen, column_name: 'ship_country', verbose_name: 'Destination' },
          { ...made, uuid: 'c2', dataset_id: ids.secret, column_name: 'bonus' },
        ])
        .execute()
      await db
        .insertInto('dataset_metrics')
        .values({ ...made, uuid: 'm1', dataset_id: ids.seen, metric_name: 'gross_margin', expression: 'sum(x)' })
        .execute()
      const chart = (slice_name: string, datasource_id: number, params = {}) => ({
        ...made,
        uuid: slice_name,
        slice_name,
        viz_type: 'pie',
        datasource_id,
        params: JSON.stringify(params),
      })
      await db
        .insertInto('charts')
        .values([
          chart('Revenue by country', ids.seen, { groupby: ['ship_country'], metric: { label: 'Turnover' } }),
          chart('Revenue per employee', ids.secret),
          chart('Bonuses', ids.secret, { groupby: ['bonus'] }),
          chart('Überschuss', ids.seen),
        ])
        .execute()
      const dashboard = (dashboard_title: string, position_json: string | null = null) => ({
        ...made,
        uuid: dashboard_title,
        dashboard_title,
        position_json,
        published: true,
      })
      const boards = await db
        .insertInto('dashboards')
        .values([
          dashboard('Sales overview', layout('# Quarterly targets\nAsk the **controlling** team.')),
          dashboard('Payroll', layout('Strictly confidential remuneration')),
        ])
        .returning(['id', 'dashboard_title'])
        .execute()
      const charts = await db.selectFrom('charts').select(['id', 'slice_name']).execute()
      const place = (title: string, chart: string) => ({
        dashboard_id: boards.find((each) => each.dashboard_title === title)?.id ?? 0,
        chart_id: charts.find((each) => each.slice_name === chart)?.id ?? 0,
      })
      await db
        .insertInto('dashboard_charts')
        .values([place('Sales overview', 'Revenue by country'), place('Payroll', 'Bonuses')])
        .execute()
      await db
        .insertInto('saved_queries')
        .values([
          { ...made, uuid: 'q1', label: 'Late parcels', sql: 'select parcel from shipments', created_by: users.alice },
          { ...made, uuid: 'q2', label: 'Late invoices', sql: 'select 1', created_by: users.bob },
        ])
        .execute()
      await server.grant(users.alice, [{ datasetId: ids.seen }])
      for (const user of ['admin', 'alice', 'bob']) tokens.set(user, await server.token(user))
    }, 120_000)
    afterAll(async () => {
      await server.close()
      await store.close()
    })

    describe('finds', () => {
      it.each([
        ['a name', 'overview', ['Dashboard Sales overview']],
        [
          'the beginning of a word, before a part of a word',
          'over',
          ['Dashboard Sales overview', 'Chart Revenue by country'],
        ],
        ['a part of a word', 'verv', ['Dashboard Sales overview']],
        ['words in any order', 'country revenue', ['Chart Revenue by country']],
        ['a letter without its accent', 'uberschuss', ['Chart Überschuss']],
        ['a description', 'since 2019', ['Dataset orders']],
        ['a column', 'ship_country', ['Chart Revenue by country', 'Dataset orders']],
        ['the label of a column', 'destination', ['Dataset orders']],
        ['a metric', 'gross margin', ['Dataset orders']],
        ['a metric of a chart', 'turnover', ['Chart Revenue by country']],
        ['text on a dashboard', 'quarterly targets', ['Dashboard Sales overview']],
        ['swapped letters', 'reveneu country', ['Chart Revenue by country']],
        ['a missing letter', 'revnue country', ['Chart Revenue by country']],
        ['two errors in a long word', 'quraterlly', ['Dashboard Sales overview']],
        ['an error in a word that is still being typed', 'contorl', ['Dashboard Sales overview']],
        ['nothing for a word that is nowhere', 'revenue zebra', []],
        ['nothing without words', '%_"\'', []],
        ['nothing for an empty text', '', []],
      ])('%s: %s', async (_name, text, titles) => {
        expect(await found(text)).toEqual(titles)
      })
    })

    it('puts names before other places, and equal words before beginnings', async () => {
      const { result } = await ask('admin', { text: 'bonus' })
      expect(result.map(({ title, match }) => [title, match?.place])).toEqual([
        ['Bonuses', undefined],
        ['salaries', 'column'],
      ])
    })

    it('reports where the text was found, and the source of an object', async () => {
      const { result } = await ask('admin', { text: 'controlling' })
      expect(result).toMatchObject([
        {
          kind: 'Dashboard',
          url: expect.stringMatching(/^\/superset\/dashboard\/\d+\/$/) as string,
          match: { place: 'text', text: '# Quarterly targets Ask the **controlling** team.' },
        },
      ])
      const [chart] = (await ask('admin', { text: 'revenue country' })).result
      expect([chart?.source, chart?.match]).toEqual(['orders', null])
    })

    it('finds only what the reader may see, and reveals nothing about the rest', async () => {
      expect(await found('revenue', 'alice')).toEqual(['Chart Revenue by country'])
      for (const text of ['bonus', 'salaries', 'payroll', 'confidential', 'renumeration', 'bonsu'])
        expect(await ask('alice', { text }), text).toEqual({ result: [], more: [], is_complete: true })
      const many = await ask('alice', { text: 'revenue', limit: '1' })
      expect([many.result.length, many.more]).toEqual([1, []])
      expect((await ask('admin', { text: 'revenue', limit: '1' })).more).toEqual(['Chart'])
    })

    it('accepts typing errors depending on what the reader sees, not on what is hidden', async () => {
      const { db } = server.services
      await db
        .insertInto('charts')
        .values({ ...made, uuid: 'x', slice_name: 'Reveneu', viz_type: 'pie', datasource_id: ids.secret })
        .execute()
      expect(await found('reveneu', 'alice')).toEqual(['Chart Revenue by country'])
      expect((await found('reveneu'))[0]).toBe('Chart Reveneu')
      await db.deleteFrom('charts').where('uuid', '=', 'x').execute()
    })

    it('shows saved queries to their owner alone', async () => {
      expect(await found('late', 'alice')).toEqual(['SavedQuery Late parcels'])
      expect(await found('late', 'bob')).toEqual(['SavedQuery Late invoices'])
      expect(await found('shipments', 'alice')).toEqual(['SavedQuery Late parcels'])
      expect(await found('late')).toEqual([])
    })

    it('searches only the requested kinds', async () => {
      const { result } = await ask('admin', { text: 'ship_country', kind: 'Dataset' })
      expect(result.map(({ kind }) => kind)).toEqual(['Dataset'])
    })

    it('follows changes and deletions at once, and removes their words', async () => {
      const { db } = server.services
      const { id } = await db
        .insertInto('dashboards')
        .values({ ...made, uuid: 'z', dashboard_title: 'Zebras of the north' })
        .returning('id')
        .executeTakeFirstOrThrow()
      expect(await found('zebras')).toEqual(['Dashboard Zebras of the north'])
      await db.updateTable('dashboards').set({ dashboard_title: 'Quaggas' }).where('id', '=', id).execute()
      expect([await found('zebras'), await found('quaggas')]).toEqual([[], ['Dashboard Quaggas']])
      await db.deleteFrom('dashboards').where('id', '=', id).execute()
      expect(await found('quaggas')).toEqual([])
      const words = await db
        .selectFrom('search_words')
        .select('word')
        .where('word', 'in', ['zebras', 'quaggas', 'north'])
        .execute()
      expect(words).toEqual([])
    })

    // the statements of PostgreSQL are the same; it takes longer to index so many objects
    const onSqlite = store.kind === 'sqlite' ? [store.kind] : []
    it.each(onSqlite)(
      'finds the few objects with two frequent words among many (%s)',
      async () => {
        const { db } = server.services
        const numbered = Array.from({ length: 10_500 }, (_, at) => at)
        for (let from = 0; from < numbered.length; from += 1500) {
          await db
            .insertInto('dashboards')
            .values(
              numbered.slice(from, from + 1500).map((at) => ({
                ...made,
                uuid: `many-${at}`,
                dashboard_title: at % 5000 === 1 ? `Quarter ${at} of Amsterdam, revised` : `Quarter ${at} of Amsterdam`,
                published: true,
              })),
            )
            .execute()
        }
        await db
          .insertInto('dashboards')
          .values({ ...made, uuid: 'other', dashboard_title: 'Quarter, revised' })
          .execute()
        expect(await found('amsterdam revised')).toEqual(
          [10_001, 5001, 1].map((at) => `Dashboard Quarter ${at} of Amsterdam, revised`),
        )
        expect(await found('quarter amsterdam')).toHaveLength(20)
        await db.deleteFrom('dashboards').where('uuid', 'like', 'many-%').execute()
        expect(await found('quarter amsterdam')).toEqual([])
      },
      120_000,
    )

    it('follows the columns of a dataset', async () => {
      const { db } = server.services
      await db.updateTable('dataset_columns').set({ verbose_name: 'Whereabouts' }).where('uuid', '=', 'c1').execute()
      expect([await found('whereabouts'), await found('destination')]).toEqual([['Dataset orders'], []])
      await db.updateTable('dataset_columns').set({ verbose_name: 'Destination' }).where('uuid', '=', 'c1').execute()
    })

    it.each([
      [{ text: 'a'.repeat(501) }, 400],
      [{ text: 'a', limit: '0' }, 400],
      [{ text: 'a', limit: '1000' }, 400],
      [{ text: 'a', kind: 'User' }, 400],
      [{ text: `${'word '.repeat(60)}` }, 200],
    ])('answers %j with %i', async (query: Record<string, string>, status) => {
      const answer = await server.app.inject({
        url: `/api/v1/search/?${new URLSearchParams(query)}`,
        headers: { authorization: `Bearer ${tokens.get('admin')}` },
      })
      expect(answer.statusCode, answer.body).toBe(status)
    })
  })
})
