import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hasExamples } from '../../../../conformance/vectors/exampleTables.ts'
import { multipartForm } from '../../testing/multipart.ts'
import { type BirthsSite, byGender, insertVirtual, startBirthsSite } from './testing/birthsSite.ts'

describe.skipIf(!hasExamples)('chart data for API clients (needs ../shared/examples)', () => {
  let site: BirthsSite
  beforeAll(async () => {
    site = await startBirthsSite()
  })
  afterAll(() => site.test.close())

  /** Files of downloads that were not deleted. */
  const exportedFiles = () =>
    readdirSync(join(site.test.services.config.home, 'scratch'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22,}/.test(name),
    )

  describe('POST /api/v1/chart/data', () => {
    it('returns rows with every field of the contract', async () => {
      const answer = await site.post('/api/v1/chart/data', site.body([byGender]))
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

    it('reads the second result from the cache, and recomputes if forced', async () => {
      const query = site.body([{ ...byGender, row_limit: 7 }])
      const first = (await site.post('/api/v1/chart/data', query)).json().result[0]
      const second = (await site.post('/api/v1/chart/data', query)).json().result[0]
      const forced = (await site.post('/api/v1/chart/data', { ...query, force: true })).json().result[0]
      expect([first.is_cached, first.cached_dttm]).toEqual([null, null])
      expect(second.is_cached).toBe(true)
      expect(second.cached_dttm).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
      expect(second.data).toEqual(first.data)
      expect(second.cache_key).toBe(first.cache_key)
      expect(forced.is_cached).toBeNull()
    })

    it.each(['urlencoded', 'multipart'])(
      'reads the same from the form field of a download that is %s',
      async (kind) => {
        const fields = { form_data: JSON.stringify(site.body([byGender])) }
        const { headers, payload } =
          kind === 'multipart'
            ? await multipartForm(fields, {})
            : {
                headers: { 'content-type': 'application/x-www-form-urlencoded' },
                payload: new URLSearchParams(fields).toString(),
              }
        const answer = await site.test.app.inject({
          method: 'POST',
          url: '/api/v1/chart/data',
          headers: { ...headers, authorization: `Bearer ${site.token}` },
          payload,
        })
        expect(answer.json().result[0].rowcount).toBe(2)
      },
    )

    it('returns a CSV file, several as one archive', async () => {
      const one = await site.post('/api/v1/chart/data', site.body([byGender], { result_format: 'csv' }))
      expect(one.headers['content-type']).toBe('text/csv; charset=utf-8')
      expect(one.headers['content-disposition']).toMatch(/^attachment; filename=\d{8}_\d{6}\.csv$/)
      expect(one.body).toBe('gender,sum__num\nboy,48133355\ngirl,32546308\n')
      const two = await site.post('/api/v1/chart/data', site.body([byGender, byGender], { result_format: 'csv' }))
      expect(two.headers['content-type']).toBe('application/zip')
      expect(two.body).toContain('query_2.csv')
    })

    it('returns an Excel file, several as one archive, and deletes them', async () => {
      const one = await site.post('/api/v1/chart/data', site.body([byGender], { result_format: 'xlsx' }))
      expect(one.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      expect(one.headers['content-disposition']).toMatch(/^attachment; filename=\d{8}_\d{6}\.xlsx$/)
      const { rows } = (await readXlsx(one.rawPayload)).sheets[0] ?? {}
      expect(rows).toEqual([
        ['gender', 'sum__num'],
        ['boy', 48133355],
        ['girl', 32546308],
      ])
      const two = await site.post('/api/v1/chart/data', site.body([byGender, byGender], { result_format: 'xlsx' }))
      const names = Object.keys(unzipSync(two.rawPayload))
      expect(names).toEqual(['query_1.xlsx', 'query_2.xlsx'])
      await vi.waitFor(() => expect(exportedFiles()).toEqual([]), 10_000)
    })

    it('writes long lists in their order up to their limit', async () => {
      const query = { columns: ['name', 'num'], row_limit: 20_001 }
      const file = await site.post('/api/v1/chart/data', site.body([query], { result_format: 'csv' }))
      const lines = file.body.trimEnd().split('\n')
      expect(lines).toHaveLength(20_002)
      const rows = (await site.post('/api/v1/chart/data', site.body([query]))).json().result[0].data
      expect(lines.at(-1)).toBe(`${rows[20_000].name},${rows[20_000].num}`)
    })

    it('returns an error instead of a file', async () => {
      const bad = site.body([byGender, { columns: ['nope'] }], { result_format: 'xlsx' })
      const answer = await site.post('/api/v1/chart/data', bad)
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        { message: "Error: Columns missing in dataset: ['nope']" },
      ])
      await vi.waitFor(() => expect(exportedFiles()).toEqual([]), 10_000)
    })

    it('limits the SQL of one request, as rendered from its templates', async () => {
      const metrics = (count: number, text: (at: number) => string) =>
        Array.from({ length: count }, (_, at) => ({ expressionType: 'SQL', label: `m${at}`, sqlExpression: text(at) }))
      const long = (at: number) => `SUM(num) + ${at} -- ${'x'.repeat(30_000)}\n`
      const rendered = (at: number) => `SUM(num) + ${at} -- {{ range(5000) | join('. ') }}`
      for (const text of [long, rendered]) {
        const ask = (query: object) => site.post('/api/v1/chart/data', site.body([query]))
        const some = await ask({ columns: ['gender'], metrics: metrics(6, text) })
        expect(some.statusCode, some.body.slice(0, 300)).toBe(200)
        const { statusCode, body } = await ask({ columns: ['gender'], metrics: metrics(8, text) })
        expect([statusCode, JSON.parse(body)]).toEqual([
          400,
          { message: 'Error: The SQL of one request cannot be longer than 200000 characters' },
        ])
      }
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
      const answer = await site.post('/api/v1/chart/data', sent)
      expect([answer.statusCode, answer.json()]).toEqual([status, { message }])
    })

    it('returns nothing for no queries', async () => {
      expect((await site.post('/api/v1/chart/data', site.body([]))).json()).toEqual({ result: [] })
    })

    it('fails as a whole with one bad query among several', async () => {
      const answer = await site.post('/api/v1/chart/data', site.body([byGender, { metrics: ['nope'] }]))
      expect([answer.statusCode, answer.json()]).toEqual([400, { message: "Error: Metric 'nope' does not exist" }])
    })

    it('queries a virtual dataset', async () => {
      const sql = 'SELECT gender, sum(num) AS total FROM birth_names GROUP BY gender'
      const virtualId = await insertVirtual(site, 'by_gender', sql)
      const query = { columns: ['gender'], metrics: [], orderby: [['gender', true]] }
      const answer = await site.post('/api/v1/chart/data', {
        datasource: { id: virtualId, type: 'table' },
        queries: [query],
      })
      expect(answer.json().result[0].data).toEqual([{ gender: 'boy' }, { gender: 'girl' }])
    })

    it('rejects a body that is not JSON', async () => {
      const answer = await site.test.app.inject({
        method: 'POST',
        url: '/api/v1/chart/data',
        headers: { authorization: `Bearer ${site.token}`, 'content-type': 'text/plain' },
        payload: 'x',
      })
      expect([answer.statusCode, answer.json().message]).toEqual([400, 'Request is not JSON'])
    })

    it('rejects users without access to the dataset, and downloads without their own permission', async () => {
      await site.test.addUser('nobody', ['Gamma'])
      const stranger = await site.test.token('nobody')
      const answer = await site.post('/api/v1/chart/data', site.body([byGender]), stranger)
      expect(answer.statusCode).toBe(403)
      const text = JSON.stringify(answer.json())
      expect(text).toContain('DATASOURCE_SECURITY_ACCESS_ERROR')
      expect(text).toContain('This endpoint requires the datasource')
      expect(text).not.toContain('48133355')
      expect(
        (await site.test.app.inject({ method: 'POST', url: '/api/v1/chart/data', payload: site.body([byGender]) }))
          .statusCode,
      ).toBe(401)
    })
  })

  describe('GET /api/v1/chart/{id}/data/', () => {
    it('builds the query from the saved controls', async () => {
      const answer = await site.get(`/api/v1/chart/${site.charts.pie}/data/`)
      expect(answer.json().result[0].data).toEqual([
        { gender: 'boy', sum__num: 48133355 },
        { gender: 'girl', sum__num: 32546308 },
      ])
    })

    it('reads type and format from the address', async () => {
      expect((await site.get(`/api/v1/chart/${site.charts.pie}/data/?format=csv`)).body).toBe(
        'gender,sum__num\nboy,48133355\ngirl,32546308\n',
      )
      const results = (await site.get(`/api/v1/chart/${site.charts.pie}/data/?type=results`)).json().result[0]
      expect(Object.keys(results).sort()).toEqual(['colnames', 'coltypes', 'data'])
    })

    it('here the response says what is missing', async () => {
      expect((await site.get('/api/v1/chart/999999/data/')).statusCode).toBe(404)
      const answer = await site.get(`/api/v1/chart/${site.charts.unknown}/data/`)
      expect([answer.statusCode, answer.json().message]).toEqual([
        400,
        'Chart has no query context saved. Please save the chart again.',
      ])
    })
  })

  describe('cached results', () => {
    it('are found by their key, with the permissions of the user', async () => {
      const [result] = (await site.post('/api/v1/chart/data', site.body([{ ...byGender, row_limit: 9 }]))).json().result
      const path = `/api/v1/chart/data/${result.cache_key}`
      expect((await site.get(path)).json().result[0]).toMatchObject({ is_cached: true, data: result.data })
      await site.test.addUser('without_data', ['Gamma'])
      expect((await site.get(path, await site.test.token('without_data'))).statusCode).toBe(403)
      await site.test.services.cache.delete(result.cache_key)
      expect([(await site.get(path)).statusCode, (await site.get('/api/v1/chart/data/nonsense')).statusCode]).toEqual([
        422, 404,
      ])
    })

    it('can be computed in advance', async () => {
      const put = (url: string, sent: object) =>
        site.test.app.inject({ method: 'PUT', url, headers: { authorization: `Bearer ${site.token}` }, payload: sent })
      const warmed = { chart_id: site.charts.pie, viz_error: null, viz_status: 'success' }
      const answer = await put('/api/v1/chart/warm_up_cache', { chart_id: site.charts.pie })
      expect(answer.json()).toEqual({ result: [warmed] })
      const run = vi.spyOn(site.test.services.engine, 'run')
      await site.post(`/api/v1/dashboard/${site.dashboardId}/data`, { queries: [{ chartId: site.charts.pie }] })
      expect(run).not.toHaveBeenCalled()
      run.mockRestore()
      expect((await put('/api/v1/chart/warm_up_cache', { chart_id: 999_999 })).statusCode).toBe(404)
      const bad = await put('/api/v1/chart/warm_up_cache', { chart_id: site.charts.broken })
      expect(bad.json().result[0]).toMatchObject({
        viz_status: 'failed',
        viz_error: "Error: Metric 'nope' does not exist",
      })
      const legacy = await site.get(`/superset/warm_up_cache/?slice_id=${site.charts.pie}`)
      expect(legacy.json()).toEqual([{ slice_id: site.charts.pie, viz_error: null, viz_status: 'success' }])
      const table = await put('/api/v1/dataset/warm_up_cache', { db_name: 'examples', table_name: 'birth_names' })
      expect(table.json().result).toHaveLength(Object.keys(site.charts).length)
    })
  })
})
