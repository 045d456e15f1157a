import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hasExamples } from '../../../../conformance/vectors/exampleTables.ts'
import { insertChart, insertDashboard } from '../../chartData/testing/entities.ts'
import { type BirthsSite, byGender, insertVirtual, startBirthsSite } from './testing/birthsSite.ts'

describe.skipIf(!hasExamples)('chart data for our own screens (needs ../shared/examples)', () => {
  let site: BirthsSite
  let address: string
  beforeAll(async () => {
    site = await startBirthsSite()
    await site.test.addUser('nobody', ['Gamma'])
    address = await site.test.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => site.test.close())

  it('GET /api/v1/explore/data exists with CLIENT_CACHE, and sends unchanged data once', async () => {
    const { db, flags } = site.test.services
    const set = (isOn: boolean | null) => db.transaction().execute((trx) => flags.store(trx, { CLIENT_CACHE: isOn }))
    const url = `/api/v1/explore/data?q=${encodeURIComponent(JSON.stringify(site.body([byGender])))}`
    const admin = await site.test.token('admin')
    const get = (more: Record<string, string> = {}, token = admin) =>
      site.test.app.inject({ url, headers: { authorization: `Bearer ${token}`, ...more } })
    expect((await get()).statusCode).toBe(404)
    await set(true)
    try {
      const posted = await site.post('/api/v1/explore/data', site.body([byGender]))
      const first = await get()
      expect(first.json().result[0].columns).toEqual(posted.json().result[0].columns)
      expect(first.headers['cache-control']).toBe('private, no-cache')
      const again = await get({ 'if-none-match': String(first.headers.etag) })
      expect([again.statusCode, again.body]).toEqual([304, ''])
      expect((await get({ 'if-none-match': 'W/"x"' })).statusCode).toBe(200)
      const stranger = await site.test.token('nobody')
      expect((await get({ 'if-none-match': String(first.headers.etag) }, stranger)).statusCode).toBe(403)
      expect((await site.test.app.inject({ url: '/api/v1/explore/data?q=x', headers: {} })).statusCode).toBe(401)
    } finally {
      await set(null)
    }
  })

  describe('POST /api/v1/explore/data', () => {
    it('returns columns with the same values as the rows', async () => {
      const { result: rows } = (await site.post('/api/v1/chart/data', site.body([byGender]))).json()
      const answer = await site.post(
        '/api/v1/explore/data',
        site.body([byGender], { result_format: 'csv', result_type: 'query' }),
      )
      expect(answer.statusCode).toBe(200)
      const [result] = answer.json().result
      expect(result).not.toHaveProperty('data')
      expect(result).toMatchObject({ colnames: ['gender', 'sum__num'], coltypes: [1, 0], rowcount: 2, error: null })
      const names = rows[0].colnames as string[]
      expect(result.columns).toEqual(names.map((name) => rows[0].data.map((row: Record<string, unknown>) => row[name])))
    })

    it('reports errors, and rejects users without permission', async () => {
      expect((await site.post('/api/v1/explore/data', { queries: 1 })).statusCode).toBe(400)
      const broken = await site.post('/api/v1/explore/data', site.body([{ ...byGender, metrics: ['nope'] }]))
      expect(broken.statusCode).toBe(400)
      const stranger = await site.test.token('nobody')
      expect((await site.post('/api/v1/explore/data', site.body([byGender]), stranger)).statusCode).toBe(403)
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
    ])('names the part that caused the error: %s', async (_name, more, culprits) => {
      const form_data = { adhoc_filters: [custom('num > 0'), custom('nope = 1')] }
      const answer = await site.post('/api/v1/explore/data', site.body([{ ...byGender, ...more }], { form_data }))
      expect(answer.statusCode).toBe(400)
      expect(answer.json().errors[0].extra.culprits).toEqual(culprits)
    })
  })

  const lines = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)

  it('POST /api/v1/explore/source_charts returns charts with all that drawing them needs', async () => {
    const { pie, broken, unknown } = site.charts
    const path = '/api/v1/explore/source_charts'
    const gender = { filters: [{ col: 'gender', op: '==', val: 'girl' }] }
    const answer = await site.post(path, { charts: [pie, broken, unknown, 999_999], extraFormData: gender })
    const found = lines(answer.body)
    expect(found).toHaveLength(5)
    expect(found.at(-1)).toEqual({ done: true })
    const of = (chartId: number) => found.find((line) => line.chartId === chartId)
    expect(of(pie)).toMatchObject({
      source: {
        type: { type: 'pie', folder: 'pie' },
        formData: { viz_type: 'pie', groupby: ['gender'], legendType: 'scroll' },
        datasource: { verboseMap: { gender: 'gender' }, columnTypes: { gender: 1 } },
      },
      result: [{ colnames: ['gender', 'sum__num'], rowcount: 1, columns: [['girl'], [expect.any(Number)]] }],
    })
    expect(of(broken)).toHaveProperty('error')
    expect(of(unknown)).toMatchObject({ error: { status: 400, message: expect.stringContaining('not supported') } })
    expect(of(999_999)).toMatchObject({ error: { status: 404, message: expect.stringContaining('was deleted') } })
    const first = { viz_type: 'pie', groupby: ['gender'], metric: 'sum__num', row_limit: 1 }
    const short = await insertChart(site.test.services, site.datasetId, 'First gender', first)
    const rows = async (isUnlimited: boolean) => {
      const { body } = await site.post(path, { charts: [short], isUnlimited })
      return (lines(body)[0] as { result: [{ rowcount: number }] }).result[0].rowcount
    }
    expect([await rows(false), await rows(true)]).toEqual([1, 2])
    const stranger = await site.test.token('nobody')
    const refused = lines((await site.post(path, { charts: [pie, 999_999] }, stranger)).body)
    const message = (line: Record<string, unknown> | undefined) => (line as { error: unknown }).error
    expect(message(refused.find(({ chartId }) => chartId === pie))).toEqual(
      message(refused.find(({ chartId }) => chartId === 999_999)),
    )
    expect((await site.post(path, { charts: Array.from({ length: 51 }, (_, at) => at) })).statusCode).toBe(400)
  })

  describe('POST /api/v1/dashboard/{id}/data', () => {
    it('returns one line per chart, columns instead of rows, and marks the end', async () => {
      const { pie, total, broken, unknown } = site.charts
      const queries = [pie, total, broken, unknown, 999_999].map((chartId) => ({ chartId }))
      const answer = await site.post(`/api/v1/dashboard/${site.dashboardId}/data`, { queries })
      expect(answer.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
      expect(answer.headers['x-accel-buffering']).toBe('no')
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

    it('applies the data masks of filters', async () => {
      const extraFormData = { filters: [{ col: 'gender', op: 'IN', val: ['girl'] }] }
      const queries = [{ chartId: site.charts.pie, extraFormData }]
      const [line] = lines((await site.post(`/api/v1/dashboard/${site.dashboardId}/data`, { queries })).body)
      expect(line).toMatchObject({
        result: [{ columns: [['girl'], [32546308]], applied_filters: [{ column: 'gender' }] }],
      })
    })

    it('groups by the columns of "Group by" filters, and returns the changed fields for the picture', async () => {
      const { pie, total } = site.charts
      const extraFormData = { interactive_groupby: ['state', 'no such column'] }
      const queries = [pie, total].map((chartId) => ({ chartId, extraFormData }))
      const found = lines((await site.post(`/api/v1/dashboard/${site.dashboardId}/data`, { queries })).body)
      const of = (chartId: number) => found.find((line) => line.chartId === chartId)
      expect(of(pie)).toMatchObject({
        form: { groupby: ['gender', 'state'] },
        result: [{ colnames: ['gender', 'state', 'sum__num'] }],
      })
      expect(of(total)).toMatchObject({ result: [{ columns: [[75691]] }] })
      expect(of(total)).not.toHaveProperty('form')
    })

    it('returns charts outside of the dashboard only to users who may see them themselves (while they are added)', async () => {
      const { db } = site.test.services
      const other = await insertDashboard(site.test.services, 'other', [])
      const stranger = await site.test.addUser('stranger', ['Gamma'])
      await db.insertInto('dashboard_owners').values({ dashboard_id: other, user_id: stranger }).execute()
      const ask = async (as: string) => {
        const queries = [{ chartId: site.charts.pie }]
        return lines((await site.post(`/api/v1/dashboard/${other}/data`, { queries }, as)).body)[0]
      }
      expect(await ask(site.token)).toMatchObject({ result: [{ rowcount: 2 }] })
      expect(await ask(await site.test.token('stranger'))).toMatchObject({
        error: { status: 404, message: 'Not found' },
      })
    })

    it('returns nothing for unknown dashboards', async () => {
      const queries = [{ chartId: site.charts.pie }]
      expect((await site.post('/api/v1/dashboard/none/data', { queries })).statusCode).toBe(404)
    })
  })

  describe('work that is avoided', () => {
    const slowSql = 'SELECT sum(a.range * b.range) AS n, count(*) AS gender FROM range(10000000) a, range(1000000) b'

    it('runs equal concurrent queries once', async () => {
      const { engine } = site.test.services
      const run = vi.spyOn(engine, 'run')
      const query = site.body([{ ...byGender, row_limit: 11 }], { force: true })
      const answers = await Promise.all(Array.from({ length: 5 }, () => site.post('/api/v1/chart/data', query)))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
      expect(run).toHaveBeenCalledTimes(1)
      run.mockRestore()
    })

    it.each(['chart', 'dashboard'])('stops the query when the client of %s data disconnects', async (route) => {
      const slow = await insertVirtual(site, `slow_${route}`, slowSql)
      const chart = await insertChart(site.test.services, slow, 'Slow', {
        viz_type: 'big_number_total',
        metric: 'count',
      })
      const dashboard = await insertDashboard(site.test.services, `slow-${route}`, [chart])
      const run = vi.spyOn(site.test.services.engine, 'run')
      const leave = new AbortController()
      const [path, sent] =
        route === 'chart'
          ? ['/api/v1/chart/data', { datasource: { id: slow, type: 'table' }, queries: [{ metrics: ['count'] }] }]
          : [`/api/v1/dashboard/${dashboard}/data`, { queries: [{ chartId: chart }] }]
      const answer = fetch(`${address}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${site.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(sent),
        signal: leave.signal,
      }).then((response) => response.text())
      await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1), 10_000)
      const [, signal] = run.mock.calls[0] ?? []
      leave.abort()
      await expect(answer).rejects.toThrow()
      await vi.waitFor(() => expect(signal?.aborted).toBe(true), 10_000)
      await expect(run.mock.results[0]?.value).rejects.toMatchObject({ status: 499 })
      expect((await site.post('/api/v1/chart/data', site.body([byGender], { force: true }))).statusCode).toBe(200)
      run.mockRestore()
    })
  })
})
