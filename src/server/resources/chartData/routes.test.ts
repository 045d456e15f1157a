import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { insertChart, insertDashboard, insertDataset } from '../../chartData/testing/entities.ts'
import { EXAMPLES_FOLDER, exampleDatasets, hasExamples } from '../../chartData/testing/exampleTables.ts'
import { ensureExamplesDatabase } from '../../embedded/tables.ts'
import { startApp, type TestApp } from '../../testing/app.ts'

if (!hasExamples && process.env.CI === 'true') throw new Error(`no example tables in ${EXAMPLES_FOLDER}`)

describe.skipIf(!hasExamples)('chart data over HTTP (needs ../shared/examples)', () => {
  let test: TestApp
  let datasetId: number
  let virtualId: number
  let dashboardId: number
  let charts: { pie: number; total: number; broken: number; unknown: number }
  let token: string
  let databaseId: number
  let address: string

  beforeAll(async () => {
    test = await startApp({ SEXTANT_EXAMPLES: 'false' })
    const { db, now, tables } = test.services
    databaseId = await ensureExamplesDatabase(db, now)
    const source = join(EXAMPLES_FOLDER, 'tables/birth_names.parquet')
    await tables.load({ databaseId, table: 'birth_names', source, format: 'parquet' })
    const births = exampleDatasets().find(({ table_name }) => table_name === 'birth_names')
    if (!births) throw new Error('the shared bundles lack birth_names')
    datasetId = await insertDataset(test.services, databaseId, births)
    const sql = 'SELECT gender, sum(num) AS total FROM birth_names GROUP BY gender'
    virtualId = await insertDataset(test.services, databaseId, {
      ...births,
      table_name: 'by_gender',
      uuid: crypto.randomUUID(),
      sql,
    })
    const pie = { viz_type: 'pie', groupby: ['gender'], metric: 'sum__num', row_limit: 10 }
    charts = {
      pie: await insertChart(test.services, datasetId, 'Pie', pie),
      total: await insertChart(test.services, datasetId, 'Total', { viz_type: 'big_number_total', metric: 'count' }),
      broken: await insertChart(test.services, datasetId, 'Broken', { ...pie, metric: 'nope' }),
      unknown: await insertChart(test.services, datasetId, 'Unknown', { viz_type: 'no_such_type' }),
    }
    dashboardId = await insertDashboard(test.services, 'births', Object.values(charts))
    token = await test.token('admin')
    address = await test.app.listen({ port: 0, host: '127.0.0.1' })
  })

  afterAll(() => test.close())

  const post = (url: string, body: unknown, as = token) =>
    test.app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${as}` }, payload: body as object })
  const get = (url: string, as = token) =>
    test.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${as}` } })
  const body = (queries: unknown[], more: object = {}) => ({
    datasource: { id: datasetId, type: 'table' },
    queries,
    ...more,
  })
  /** Files of downloads that were not deleted. */
  const exportedFiles = () =>
    readdirSync(join(test.services.config.home, 'scratch'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22,}/.test(name),
    )
  const byGender = { columns: ['gender'], metrics: ['sum__num'], orderby: [['sum__num', false]] }

  describe('POST /api/v1/chart/data', () => {
    it('answers rows with every field of the contract', async () => {
      const answer = await post('/api/v1/chart/data', body([byGender]))
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      const [result] = answer.json().result
      expect(result).toMatchObject({
        rowcount: 2,
        colnames: ['gender', 'sum__num'],
        coltypes: [1, 0],
        indexnames: [0, 1],
        data: [
          { gender: 'boy', sum__num: 48133355 },
          { gender: 'girl', sum__num: 32546308 },
        ],
        label_map: { gender: ['gender'], sum__num: ['sum__num'] },
        applied_filters: [],
        rejected_filters: [],
        applied_template_filters: [],
        annotation_data: {},
        cache_timeout: 86_400,
        error: null,
        stacktrace: null,
        status: 'success',
        from_dttm: null,
        result_format: 'json',
      })
      expect(result.query).toContain('GROUP BY "gender"')
      expect(result.cache_key).toMatch(/^[0-9a-f]{32}$/)
    })

    it('answers the second time from the cache, and anew when forced', async () => {
      const query = body([{ ...byGender, row_limit: 7 }])
      const first = (await post('/api/v1/chart/data', query)).json().result[0]
      const second = (await post('/api/v1/chart/data', query)).json().result[0]
      const forced = (await post('/api/v1/chart/data', { ...query, force: true })).json().result[0]
      expect([first.is_cached, first.cached_dttm]).toEqual([null, null])
      expect(second.is_cached).toBe(true)
      expect(second.cached_dttm).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
      expect(second.data).toEqual(first.data)
      expect(second.cache_key).toBe(first.cache_key)
      expect(forced.is_cached).toBeNull()
    })

    it('reads the same from the form field of a download', async () => {
      const answer = await test.app.inject({
        method: 'POST',
        url: '/api/v1/chart/data',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ form_data: JSON.stringify(body([byGender])) }).toString(),
      })
      expect(answer.json().result[0].rowcount).toBe(2)
    })

    it('gives a CSV file, several as one archive', async () => {
      const one = await post('/api/v1/chart/data', body([byGender], { result_format: 'csv' }))
      expect(one.headers['content-type']).toBe('text/csv; charset=utf-8')
      expect(one.headers['content-disposition']).toMatch(/^attachment; filename=\d{8}_\d{6}\.csv$/)
      expect(one.body).toBe('gender,sum__num\nboy,48133355\ngirl,32546308\n')
      const two = await post('/api/v1/chart/data', body([byGender, byGender], { result_format: 'csv' }))
      expect(two.headers['content-type']).toBe('application/zip')
      expect(two.body).toContain('query_2.csv')
    })

    it('gives an Excel file, several as one archive, and keeps none of them', async () => {
      const one = await post('/api/v1/chart/data', body([byGender], { result_format: 'xlsx' }))
      expect(one.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      expect(one.headers['content-disposition']).toMatch(/^attachment; filename=\d{8}_\d{6}\.xlsx$/)
      const { rows } = (await readXlsx(one.rawPayload)).sheets[0] ?? {}
      expect(rows).toEqual([
        ['gender', 'sum__num'],
        ['boy', 48133355],
        ['girl', 32546308],
      ])
      const two = await post('/api/v1/chart/data', body([byGender, byGender], { result_format: 'xlsx' }))
      const names = Object.keys(unzipSync(two.rawPayload))
      expect(names).toEqual(['query_1.xlsx', 'query_2.xlsx'])
      await vi.waitFor(() => expect(exportedFiles()).toEqual([]))
    })

    it('writes long lists in their order up to their limit', async () => {
      const query = { columns: ['name', 'num'], row_limit: 20_001 }
      const file = await post('/api/v1/chart/data', body([query], { result_format: 'csv' }))
      const lines = file.body.trimEnd().split('\n')
      expect(lines).toHaveLength(20_002)
      const rows = (await post('/api/v1/chart/data', body([query]))).json().result[0].data
      expect(lines.at(-1)).toBe(`${rows[20_000].name},${rows[20_000].num}`)
    })

    it('says what is wrong instead of a file', async () => {
      const bad = body([byGender, { columns: ['nope'] }], { result_format: 'xlsx' })
      const answer = await post('/api/v1/chart/data', bad)
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        { message: "Error: Columns missing in dataset: ['nope']" },
      ])
      await vi.waitFor(() => expect(exportedFiles()).toEqual([]))
    })

    it.each([
      [{ queries: [] }, 400, "Request is incorrect: {'datasource': ['Missing data for required field.']}"],
      [
        { nonsense: 1 },
        400,
        "Request is incorrect: {'datasource': ['Missing data for required field.'], 'queries': ['Missing data for required field.'], 'nonsense': ['Unknown field.']}",
      ],
      [{ datasource: { id: 999_999, type: 'table' }, queries: [byGender] }, 404, 'Not found'],
      [{ datasource: { id: 999_999, type: 'table' }, queries: [] }, 404, 'Not found'],
      [{ datasource: { id: 1, type: 'query' }, queries: [byGender] }, 404, 'Not found'],
    ])('refuses %j', async (sent, status, message) => {
      const answer = await post('/api/v1/chart/data', sent)
      expect([answer.statusCode, answer.json()]).toEqual([status, { message }])
    })

    it('answers nothing for no queries', async () => {
      expect((await post('/api/v1/chart/data', body([]))).json()).toEqual({ result: [] })
    })

    it('fails as a whole with one bad query among several', async () => {
      const answer = await post('/api/v1/chart/data', body([byGender, { metrics: ['nope'] }]))
      expect([answer.statusCode, answer.json()]).toEqual([400, { message: "Error: Metric 'nope' does not exist" }])
    })

    it('queries a virtual dataset', async () => {
      const query = { columns: ['gender'], metrics: [], orderby: [['gender', true]] }
      const answer = await post('/api/v1/chart/data', {
        datasource: { id: virtualId, type: 'table' },
        queries: [query],
      })
      expect(answer.json().result[0].data).toEqual([{ gender: 'boy' }, { gender: 'girl' }])
    })

    it('refuses a body that is no JSON', async () => {
      const answer = await test.app.inject({
        method: 'POST',
        url: '/api/v1/chart/data',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
        payload: 'x',
      })
      expect([answer.statusCode, answer.json().message]).toEqual([400, 'Request is not JSON'])
    })

    it('keeps people without rights on the dataset out, and downloads behind their own right', async () => {
      await test.addUser('nobody', ['Gamma'])
      const stranger = await test.token('nobody')
      const answer = await post('/api/v1/chart/data', body([byGender]), stranger)
      expect(answer.statusCode).toBe(403)
      const text = JSON.stringify(answer.json())
      expect(text).toContain('DATASOURCE_SECURITY_ACCESS_ERROR')
      expect(text).toContain('This endpoint requires the datasource')
      expect(text).not.toContain('48133355')
      expect(
        (await test.app.inject({ method: 'POST', url: '/api/v1/chart/data', payload: body([byGender]) })).statusCode,
      ).toBe(401)
    })
  })

  describe('POST /api/v1/explore/data', () => {
    it('answers columns, the same figures as the rows', async () => {
      const { result: rows } = (await post('/api/v1/chart/data', body([byGender]))).json()
      const answer = await post(
        '/api/v1/explore/data',
        body([byGender], { result_format: 'csv', result_type: 'query' }),
      )
      expect(answer.statusCode).toBe(200)
      const [result] = answer.json().result
      expect(result).not.toHaveProperty('data')
      expect(result).toMatchObject({ colnames: ['gender', 'sum__num'], coltypes: [1, 0], rowcount: 2, error: null })
      const names = rows[0].colnames as string[]
      expect(result.columns).toEqual(names.map((name) => rows[0].data.map((row: Record<string, unknown>) => row[name])))
    })

    it('says what is wrong, and keeps people without rights out', async () => {
      expect((await post('/api/v1/explore/data', { queries: 1 })).statusCode).toBe(400)
      const broken = await post('/api/v1/explore/data', body([{ ...byGender, metrics: ['nope'] }]))
      expect(broken.statusCode).toBe(400)
      const stranger = await test.token('nobody')
      expect((await post('/api/v1/explore/data', body([byGender]), stranger)).statusCode).toBe(403)
    })

    const adhoc = (sqlExpression: string) => ({ expressionType: 'SQL', sqlExpression, label: 'mine' })
    const custom = (sqlExpression: string) => ({ expressionType: 'SQL', clause: 'WHERE', sqlExpression })
    it.each<[string, object, object[]]>([
      ['a saved metric', { metrics: ['nope', 'sum__num'] }, [{ kind: 'metric', name: 'nope' }]],
      ['SQL that is none', { metrics: ['sum__num', adhoc('SUM(')] }, [{ kind: 'metric', name: 'mine' }]],
      ['SQL on a column', { metrics: ['sum__num', adhoc('SUM(nope)')] }, [{ kind: 'metric', name: 'mine' }]],
      ['a column', { columns: ['gender', 'nope'] }, [{ kind: 'column', name: 'nope' }]],
      ['an adhoc column', { columns: ['gender', adhoc('nope + 1')] }, [{ kind: 'column', name: 'mine' }]],
      [
        'a filter and a column',
        { columns: ['nope'], filters: [{ col: 'gender', op: 'IN', val: [] }] },
        [
          { kind: 'column', name: 'nope' },
          { kind: 'filter', name: 'gender' },
        ],
      ],
      ['one of two clauses', { extras: { where: '(num > 0) AND (nope = 1)' } }, [{ kind: 'where', name: 'nope = 1' }]],
      ['groups', { extras: { having: '(SUM(nope) > 1)' } }, [{ kind: 'having', name: '(SUM(nope) > 1)' }]],
    ])('names the part at fault: %s', async (_name, more, culprits) => {
      const form_data = { adhoc_filters: [custom('num > 0'), custom('nope = 1')] }
      const answer = await post('/api/v1/explore/data', body([{ ...byGender, ...more }], { form_data }))
      expect(answer.statusCode).toBe(400)
      expect(answer.json().errors[0].extra.culprits).toEqual(culprits)
    })
  })

  describe('GET /api/v1/chart/{id}/data/', () => {
    it('builds the query from the saved controls', async () => {
      const answer = await get(`/api/v1/chart/${charts.pie}/data/`)
      expect(answer.json().result[0].data).toEqual([
        { gender: 'boy', sum__num: 48133355 },
        { gender: 'girl', sum__num: 32546308 },
      ])
    })

    it('takes type and format from the address', async () => {
      expect((await get(`/api/v1/chart/${charts.pie}/data/?format=csv`)).body).toBe(
        'gender,sum__num\nboy,48133355\ngirl,32546308\n',
      )
      const results = (await get(`/api/v1/chart/${charts.pie}/data/?type=results`)).json().result[0]
      expect(Object.keys(results).sort()).toEqual(['colnames', 'coltypes', 'data'])
    })

    it('says what is missing', async () => {
      expect((await get('/api/v1/chart/999999/data/')).statusCode).toBe(404)
      const answer = await get(`/api/v1/chart/${charts.unknown}/data/`)
      expect([answer.statusCode, answer.json().message]).toEqual([
        400,
        'Chart has no query context saved. Please save the chart again.',
      ])
    })
  })

  describe('POST /api/v1/dashboard/{id}/data', () => {
    const lines = (text: string) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>)

    it('answers a line for each chart, columns instead of rows, and says when it is done', async () => {
      const { pie, total, broken, unknown } = charts
      const queries = [pie, total, broken, unknown, 999_999].map((chartId) => ({ chartId }))
      const answer = await post(`/api/v1/dashboard/${dashboardId}/data`, { queries })
      expect(answer.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
      const found = lines(answer.body)
      expect(found.at(-1)).toEqual({ done: true })
      const of = (chartId: number) => found.find((line) => line.chartId === chartId)
      expect(of(pie)).toMatchObject({
        result: [
          {
            colnames: ['gender', 'sum__num'],
            columns: [
              ['boy', 'girl'],
              [48133355, 32546308],
            ],
          },
        ],
      })
      expect(of(total)).toMatchObject({ result: [{ columns: [[75691]] }] })
      expect(of(broken)).toMatchObject({ error: { status: 400, message: "Error: Metric 'nope' does not exist" } })
      expect(of(unknown)).toMatchObject({ error: { status: 400 } })
      expect(of(999_999)).toMatchObject({ error: { status: 404, message: 'Not found' } })
      expect(found).toHaveLength(6)
    })

    it('applies what filters send along', async () => {
      const extraFormData = { filters: [{ col: 'gender', op: 'IN', val: ['girl'] }] }
      const queries = [{ chartId: charts.pie, extraFormData }]
      const [line] = lines((await post(`/api/v1/dashboard/${dashboardId}/data`, { queries })).body)
      expect(line).toMatchObject({
        result: [{ columns: [['girl'], [32546308]], applied_filters: [{ column: 'gender' }] }],
      })
    })

    it('answers charts of elsewhere to who may see them himself (they are being added), to nobody else', async () => {
      const { db } = test.services
      const other = await insertDashboard(test.services, 'other', [])
      const stranger = await test.addUser('stranger', ['Gamma'])
      await db.insertInto('dashboard_owners').values({ dashboard_id: other, user_id: stranger }).execute()
      const ask = async (as: string) => {
        const queries = [{ chartId: charts.pie }]
        return lines((await post(`/api/v1/dashboard/${other}/data`, { queries }, as)).body)[0]
      }
      expect(await ask(token)).toMatchObject({ result: [{ rowcount: 2 }] })
      expect(await ask(await test.token('stranger'))).toMatchObject({ error: { status: 404, message: 'Not found' } })
    })

    it('does not answer for unknown dashboards', async () => {
      const queries = [{ chartId: charts.pie }]
      expect((await post('/api/v1/dashboard/none/data', { queries })).statusCode).toBe(404)
    })
  })

  describe('annotation layers', () => {
    const annotated = (layer: object) => body([{ ...byGender, annotation_layers: [{ name: 'n', ...layer }] }])
    const dataOf = async (layer: object) => {
      const answer = await post('/api/v1/chart/data', annotated(layer))
      return answer.statusCode === 200 ? answer.json().result[0].annotation_data : answer.json()
    }

    it('gives all annotations of a stored layer', async () => {
      const layer = (await post('/api/v1/annotation_layer/', { name: 'stored' })).json().id
      const event = { short_descr: 'e', start_dttm: '2000-01-01T00:00:00', end_dttm: '2000-02-01T00:00:00' }
      await post(`/api/v1/annotation_layer/${layer}/annotation/`, event)
      const stored = { start_dttm: 946684800000, end_dttm: 949363200000, short_descr: 'e', long_descr: null }
      expect(await dataOf({ annotationType: 'EVENT', sourceType: 'NATIVE', value: layer })).toEqual({
        n: {
          columns: ['start_dttm', 'end_dttm', 'short_descr', 'long_descr', 'json_metadata'],
          records: [{ ...stored, json_metadata: null }],
        },
      })
    })

    it('gives the rows of another chart, over the times that the layer asks for', async () => {
      const layer = { annotationType: 'INTERVAL', sourceType: 'table', value: charts.pie }
      expect(await dataOf({ ...layer, overrides: { time_range: null } })).toEqual({
        n: {
          columns: ['gender', 'sum__num'],
          records: [
            { gender: 'boy', sum__num: 48133355 },
            { gender: 'girl', sum__num: 32546308 },
          ],
        },
      })
    })

    it('gives those of stored layers to who may read annotations, others only with a chart that has them', async () => {
      const layer = (await post('/api/v1/annotation_layer/', { name: 'private' })).json().id
      const native = { name: 'n', annotationType: 'EVENT', sourceType: 'NATIVE', value: layer }
      const saved = (layers: object[]) => ({
        slice_name: 'annotated',
        viz_type: 'pie',
        datasource_id: datasetId,
        datasource_type: 'table',
        params: JSON.stringify({ annotation_layers: layers }),
      })
      const chart = async (layers: object[]) => (await post('/api/v1/chart/', saved(layers))).json().id
      const [with_, without] = [await chart([native]), await chart([])]
      const user = await test.addUser('annotated', ['Gamma'])
      await test.grant(user, [{ datasetId }])
      const gamma = await test.token('annotated')
      const statusOf = async (slice_id: number | undefined) =>
        (await post('/api/v1/chart/data', { ...annotated(native), form_data: { slice_id } }, gamma)).statusCode
      expect([await statusOf(with_), await statusOf(without), await statusOf(undefined)]).toEqual([200, 400, 400])
      expect(await dataOf(native)).toHaveProperty('n')
      await test.services.db.deleteFrom('charts').where('id', 'in', [with_, without]).execute()
    })

    it.each([
      [{ annotationType: 'EVENT', sourceType: 'NATIVE', value: 999 }, 'Error: The annotation layer does not exist'],
      [{ annotationType: 'TIME_SERIES', sourceType: 'line', value: 999_999 }, 'Error: The chart does not exist'],
      [{ annotationType: 'TIME_SERIES', sourceType: 'line', value: 'x' }, 'Error: The chart does not exist'],
    ])('refuses %j', async (layer, message) => expect(await dataOf(layer)).toEqual({ message }))

    it('leaves formulas to browsers', async () => {
      expect(await dataOf({ annotationType: 'FORMULA', sourceType: '', value: 'y = 2x' })).toEqual({})
    })
  })

  describe('kept answers', () => {
    it('are found by their key, under the rights of who asks', async () => {
      const [result] = (await post('/api/v1/chart/data', body([{ ...byGender, row_limit: 9 }]))).json().result
      const path = `/api/v1/chart/data/${result.cache_key}`
      expect((await get(path)).json().result[0]).toMatchObject({ is_cached: true, data: result.data })
      await test.addUser('without_data', ['Gamma'])
      expect((await get(path, await test.token('without_data'))).statusCode).toBe(403)
      await test.services.cache.delete(result.cache_key)
      expect([(await get(path)).statusCode, (await get('/api/v1/chart/data/nonsense')).statusCode]).toEqual([422, 404])
    })

    it('are made before anybody asks', async () => {
      const put = (url: string, sent: object) =>
        test.app.inject({ method: 'PUT', url, headers: { authorization: `Bearer ${token}` }, payload: sent })
      const warmed = { chart_id: charts.pie, viz_error: null, viz_status: 'success' }
      const answer = await put('/api/v1/chart/warm_up_cache', { chart_id: charts.pie })
      expect(answer.json()).toEqual({ result: [warmed] })
      const run = vi.spyOn(test.services.engine, 'run')
      await post(`/api/v1/dashboard/${dashboardId}/data`, { queries: [{ chartId: charts.pie }] })
      expect(run).not.toHaveBeenCalled()
      run.mockRestore()
      expect((await put('/api/v1/chart/warm_up_cache', { chart_id: 999_999 })).statusCode).toBe(404)
      const bad = await put('/api/v1/chart/warm_up_cache', { chart_id: charts.broken })
      expect(bad.json().result[0]).toMatchObject({
        viz_status: 'failed',
        viz_error: "Error: Metric 'nope' does not exist",
      })
      const legacy = await get(`/superset/warm_up_cache/?slice_id=${charts.pie}`)
      expect(legacy.json()).toEqual([{ slice_id: charts.pie, viz_error: null, viz_status: 'success' }])
      const table = await put('/api/v1/dataset/warm_up_cache', { db_name: 'examples', table_name: 'birth_names' })
      expect(table.json().result).toHaveLength(Object.keys(charts).length)
    })
  })

  describe('work that is saved', () => {
    const slowSql = 'SELECT sum(a.range * b.range) AS n, count(*) AS gender FROM range(10000000) a, range(1000000) b'

    it('runs equal queries that come together once', async () => {
      const { engine } = test.services
      const run = vi.spyOn(engine, 'run')
      const query = body([{ ...byGender, row_limit: 11 }], { force: true })
      const answers = await Promise.all(Array.from({ length: 5 }, () => post('/api/v1/chart/data', query)))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
      expect(run).toHaveBeenCalledTimes(1)
      run.mockRestore()
    })

    it.each(['chart', 'dashboard'])('stops the query when the caller of %s data leaves', async (route) => {
      const dataset = exampleDatasets().find(({ table_name }) => table_name === 'birth_names')
      if (!dataset) throw new Error('no birth_names')
      const own = { ...dataset, table_name: `slow_${route}`, uuid: crypto.randomUUID(), sql: slowSql }
      const slow = await insertDataset(test.services, databaseId, own)
      const chart = await insertChart(test.services, slow, 'Slow', { viz_type: 'big_number_total', metric: 'count' })
      const dashboard = await insertDashboard(test.services, `slow-${route}`, [chart])
      const run = vi.spyOn(test.services.engine, 'run')
      const leave = new AbortController()
      const [path, sent] =
        route === 'chart'
          ? ['/api/v1/chart/data', { datasource: { id: slow, type: 'table' }, queries: [{ metrics: ['count'] }] }]
          : [`/api/v1/dashboard/${dashboard}/data`, { queries: [{ chartId: chart }] }]
      const answer = fetch(`${address}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(sent),
        signal: leave.signal,
      }).then((response) => response.text())
      await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1))
      const [, signal] = run.mock.calls[0] ?? []
      leave.abort()
      await expect(answer).rejects.toThrow()
      const left = performance.now()
      await vi.waitFor(() => expect(signal?.aborted).toBe(true))
      await expect(run.mock.results[0]?.value).rejects.toMatchObject({ status: 499 })
      expect((await post('/api/v1/chart/data', body([byGender], { force: true }))).statusCode).toBe(200)
      expect(performance.now() - left).toBeLessThan(5000)
      run.mockRestore()
    })
  })

  describe('GET column values', () => {
    it.each([
      ['gender', ['boy', 'girl']],
      ['state', ['CA', 'FL', 'IL', 'MA', 'MI', 'NJ', 'NY', 'OH', 'PA', 'TX', 'other']],
    ])('lists the values of %s', async (column, values) => {
      const answer = await get(`/api/v1/datasource/table/${datasetId}/column/${column}/values/`)
      expect(answer.json().result.toSorted()).toEqual(values)
    })

    it.each([
      ['nope', 5, 'gender', 400, 'Invalid datasource type: nope'],
      ['table', 99_999, 'gender', 404, 'Datasource does not exist'],
      ['table', 0, 'nope', 400, 'Column name nope does not exist'],
    ])('refuses %s %i %s', async (type, id, column, status, message) => {
      const answer = await get(`/api/v1/datasource/${type}/${id || datasetId}/column/${column}/values/`)
      expect([answer.statusCode, answer.json()]).toEqual([status, { message }])
    })
  })

  describe('POST /datasource/samples', () => {
    const samples = (query: string, payload: unknown = {}) =>
      post(`/datasource/samples?datasource_type=table&datasource_id=${datasetId}&${query}`, payload)

    it('gives a page of rows and how many there are', async () => {
      const filters = [{ col: 'gender', op: '==', val: 'girl' }]
      const { result } = (await samples('per_page=3&page=2', { filters })).json()
      expect(result).toMatchObject({ page: 2, per_page: 3, total_count: 36446, rowcount: 3 })
      expect(result.data.every((row: { gender: string }) => row.gender === 'girl')).toBe(true)
    })

    it('narrows by time', async () => {
      const { result } = (
        await samples('per_page=3', { granularity: 'ds', time_range: '2000-01-01 : 2001-01-01' })
      ).json()
      expect(result).toMatchObject({ total_count: 1660, from_dttm: 946684800000, to_dttm: 978307200000 })
    })

    it.each([
      ['per_page=100000', {}, "{'per_page': ['Must be greater than or equal to 1 and less than or equal to 1000.']}"],
      ['per_page=1', { nonsense: 1 }, "{'nonsense': ['Unknown field.']}"],
    ])('refuses %s %j', async (query, payload, error) => {
      const answer = await samples(query, payload)
      expect([answer.statusCode, answer.json()]).toEqual([400, { error }])
    })
  })

  describe('GET /api/v1/time_range/', () => {
    it.each([
      [
        "'2000-01-01 : 2001-01-01'",
        { since: '2000-01-01T00:00:00', until: '2001-01-01T00:00:00', timeRange: '2000-01-01 : 2001-01-01' },
      ],
      ["'No filter'", { since: '', until: '', timeRange: 'No filter' }],
      ["'2000-01-01 : '", { since: '2000-01-01T00:00:00', until: '', timeRange: '2000-01-01 : ' }],
    ])('explains %s', async (q, result) => {
      expect((await get(`/api/v1/time_range/?q=${encodeURIComponent(q)}`)).json()).toEqual({ result })
    })

    it.each([
      ["'nonsense : nonsense'", 'Unexpected time range: Cannot parse time string [nonsense]'],
      ["'2001-01-01 : 2000-01-01'", 'Unexpected time range: From date cannot be larger than to date'],
    ])('refuses %s', async (q, message) => {
      const answer = await get(`/api/v1/time_range/?q=${encodeURIComponent(q)}`)
      expect([answer.statusCode, answer.json()]).toEqual([400, { message }])
    })
  })
})
