import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { differences } from '../../../../conformance/recordings/compareRecording.ts'
import { EXAMPLES_FOLDER, hasExamples } from '../../../../conformance/vectors/exampleTables.ts'
import { insertChart, loadBirths } from '../../chartData/testing/entities.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { multipartForm } from '../../testing/multipart.ts'
import { hasShared, recording } from '../../testing/shared.ts'

if (!hasExamples && process.env.CI === 'true') throw new Error(`no example tables in ${EXAMPLES_FOLDER}`)

describe.skipIf(!hasExamples || !hasShared)('explore_json (needs ../shared)', () => {
  let test: TestApp
  let datasetId: number
  let chartId: number
  beforeAll(async () => {
    test = await startApp({ SEXTANT_EXAMPLES: 'false' })
    datasetId = (await loadBirths(test.services)).datasetId
    const sankey = { viz_type: 'sankey', groupby: ['gender', 'state'], metric: 'sum__num', row_limit: 3 }
    chartId = await insertChart(test.services, datasetId, 'Flows', sankey)
    await test.addUser('gamma_no_data', ['Gamma'])
    await test.addUser('alpha', ['Alpha'])
  })
  afterAll(() => test.close())

  async function post(form: object | string, { query = '', as = 'admin' } = {}) {
    const text = typeof form === 'string' ? form : JSON.stringify(form)
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
    const token = as === 'anonymous' ? {} : { authorization: `Bearer ${await test.token(as)}` }
    const payload = new URLSearchParams({ form_data: text }).toString()
    return test.app.inject({
      method: 'POST',
      url: `/superset/explore_json/${query}`,
      headers: { ...headers, ...token },
      payload,
    })
  }
  const datasource = () => `${datasetId}__table`

  interface Recording {
    role: string
    request: { path: string; form: { form_data: string } }
    status: number
    answer: unknown
  }
  const varying = ['cache_key', 'query', 'datasource', 'cache_timeout', 'extra', 'checks', 'rows_total']

  it.each([
    ['ok', varying],
    ['force', varying],
    ['results', varying],
    ['anonymous', []],
    ['missing-dataset', []],
    // our message names the dataset by its id
    ['no-access', ['extra', 'message']],
    ['no-datasource', []],
  ])('responds as recorded: %s', async (name, ignored) => {
    const { role, request, status, answer } = recording<Recording>('calls', 'legacy', `explore_json-${name}.json`)
    const form = request.form.form_data.replace('"5__table"', `"${datasource()}"`)
    const query = new URL(request.path, 'http://x').search
    const response = await post(form, { query, as: role.replace('@session', '') })
    expect(response.statusCode, response.body).toBe(status)
    const isJson = response.headers['content-type']?.includes('json')
    const body = isJson ? response.json() : response.body
    expect(differences(answer, body, '', ignored)).toEqual([])
  })

  it('reports a failed query in a payload', async () => {
    const response = await post({
      datasource: datasource(),
      viz_type: 'dist_bar',
      metrics: ['nope'],
      groupby: ['gender'],
    })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({
      status: 'failed',
      errors: [{ message: "Metric 'nope' does not exist", error_type: 'VIZ_GET_DF_ERROR' }],
    })
  })

  it('returns rows as a file', async () => {
    const form = { datasource: datasource(), viz_type: 'dist_bar', metrics: ['sum__num'], groupby: ['gender'] }
    const response = await post(form, { query: '?csv=true' })
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename=\d{8}_\d{6}\.csv$/)
    expect(response.body).toBe('gender,sum__num\nboy,48133355\ngirl,32546308\n')
  })

  it('draws a table if no type is named', async () => {
    const response = await post({ datasource: datasource(), metrics: ['sum__num'], groupby: ['gender'] })
    expect([response.statusCode, response.json().data?.columns]).toEqual([200, ['gender', 'sum__num']])
  })

  it('rejects unsupported types, with an alternative', async () => {
    const response = await post({ datasource: datasource(), viz_type: 'pie' })
    expect([response.statusCode, response.json().error]).toEqual([
      400,
      'Charts of type pie are not supported here. Please post a query context to /api/v1/chart/data.',
    ])
  })

  it.each([
    [{ viz_type: 'dist_bar', metrics: [], groupby: ['gender'] }, 'Pick at least one metric'],
    [{ viz_type: 'dist_bar', metrics: ['count'] }, 'Pick at least one field for [Series]'],
    [{ viz_type: 'time_table' }, 'Pick at least one metric'],
    [{ viz_type: 'bubble', x: 'count', y: 'count' }, 'Pick a metric for x, y and size'],
    [{ viz_type: 'bullet' }, 'Pick a metric to display'],
    [{ viz_type: 'mapbox' }, '[Longitude] and [Latitude] must be set'],
    [{ viz_type: 'deck_grid' }, 'Bad spatial key'],
    [
      { viz_type: 'cal_heatmap', metrics: ['count'], granularity_sqla: 'ds' },
      'Please provide both time bounds (Since and Until)',
    ],
    [{ viz_type: 'partition', metrics: ['count'] }, 'Please choose at least one groupby'],
    [{ viz_type: 'filter_box', filter_configs: [{}] }, 'Invalid filter configuration, please select a column'],
  ])('reports the error of %j', async (form, message) => {
    const response = await post({ datasource: datasource(), ...form })
    expect([response.statusCode, response.body]).toEqual([400, expect.stringContaining(message)])
  })

  it('limits the number of lists of a filter box', async () => {
    const filter_configs = Array(501).fill({ column: 'gender' })
    const response = await post({ datasource: datasource(), viz_type: 'filter_box', filter_configs })
    expect([response.statusCode, response.body]).toEqual([400, expect.stringContaining('at most 500 filters')])
  })

  it('accepts a multipart form', async () => {
    const text = JSON.stringify({ datasource: datasource(), viz_type: 'bullet', metric: 'count' })
    const { payload, headers } = await multipartForm({ form_data: text }, {})
    const authorization = `Bearer ${await test.token('admin')}`
    const url = '/superset/explore_json/'
    const response = await test.app.inject({ method: 'POST', url, headers: { ...headers, authorization }, payload })
    expect(response.json().data).toEqual({ measures: [75691] })
  })

  it('accepts only a chart id', async () => {
    const { data } = (await post({ slice_id: chartId })).json()
    expect(data).toHaveLength(3)
    expect(data[0]).toMatchObject({ source: 'boy', target: 'other' })
  })

  const time = { time_range: '2000 : 2003', granularity_sqla: 'ds', time_grain_sqla: 'P1Y' }
  it.each([
    [{ viz_type: 'line', metrics: ['sum__num'], ...time }, [{ key: 'sum__num' }]],
    [{ viz_type: 'bar', metrics: ['sum__num'], groupby: ['gender'], ...time }, [{ key: ['boy'] }, { key: ['girl'] }]],
    [
      { viz_type: 'line', metrics: ['sum__num', 'count'], groupby: ['gender'], ...time },
      [
        { key: ['count', 'boy'] },
        { key: ['count', 'girl'] },
        { key: ['sum__num', 'boy'] },
        { key: ['sum__num', 'girl'] },
      ],
    ],
    [
      { viz_type: 'heatmap', all_columns_x: 'gender', all_columns_y: 'state', metric: 'count', row_limit: 2 },
      { records: [{}, {}] },
    ],
    [{ viz_type: 'chord', groupby: ['gender'], columns: ['state'], metric: 'count', row_limit: 2 }, { nodes: {} }],
    [
      { viz_type: 'sunburst', groupby: ['gender'], metric: 'sum__num' },
      [
        ['boy', 48133355, 48133355],
        ['girl', 32546308, 32546308],
      ],
    ],
    [{ viz_type: 'histogram', all_columns_x: ['num'], row_limit: 5 }, [{ key: 'num' }]],
    [{ viz_type: 'country_map', entity: 'gender', metric: 'sum__num' }, [{ country_id: 'boy', metric: 48133355 }, {}]],
    [
      { viz_type: 'time_table', metrics: ['count'], ...time },
      { is_group_by: false, columns: ['count'] },
    ],
    [{ viz_type: 'table', groupby: ['gender'], metrics: ['sum__num'] }, { columns: ['gender', 'sum__num'] }],
    [{ viz_type: 'bullet', metric: 'count' }, { measures: [75691] }],
    [
      {
        viz_type: 'filter_box',
        filter_configs: [
          { column: 'gender', asc: true },
          { column: 'state', metric: 'sum__num', asc: false },
        ],
      },
      {
        gender: [
          { id: 'boy', text: 'boy' },
          { id: 'girl', text: 'girl' },
        ],
        state: expect.arrayContaining([{ id: 'CA', text: 'CA', metric: expect.any(Number) }]),
      },
    ],
    [
      { viz_type: 'rose', metrics: ['sum__num'], groupby: ['gender'], ...time },
      { '946684800000000000': [{ key: ['boy'], name: 'boy', time: 946684800000 }, { key: ['girl'] }] },
    ],
    [
      { viz_type: 'paired_ttest', metrics: ['count'], groupby: ['gender'], ...time },
      { count: [{ group: ['boy'], values: [{ x: 946684800000 }, {}, {}] }, { group: ['girl'] }] },
    ],
    [
      { viz_type: 'time_pivot', metric: 'count', freq: 'AS', ...time },
      [{ key: '-1', rank: 1 }, { key: '-2' }, { key: 'current', perc: 1 }],
    ],
    [
      {
        viz_type: 'cal_heatmap',
        metrics: ['count'],
        ...time,
        domain_granularity: 'year',
        subdomain_granularity: 'month',
      },
      { data: { count: { '946684800.0': 1660 } }, start: 946684800000, domain: 'year', subdomain: 'month', range: 4 },
    ],
    [
      { viz_type: 'cal_heatmap', metrics: ['count'], ...time, domain_granularity: 'constructor' },
      { domain: 'constructor', range: 26_305 },
    ],
    [
      { viz_type: 'partition', metrics: ['sum__num'], groupby: ['gender'] },
      [{ name: 'sum__num', val: 80679663, children: [{ name: 'boy', val: 48133355, children: [] }, {}] }],
    ],
    [
      { viz_type: 'partition', metrics: ['count'], groupby: ['gender'], time_series_option: 'point_diff', ...time },
      [{ name: 'count', children: [{ name: 'boy' }, { name: 'girl' }] }],
    ],
    [
      { viz_type: 'mapbox', all_columns_x: 'num_boys', all_columns_y: 'num_girls', mapbox_label: [], row_limit: 2 },
      { geoJSON: { features: [{ geometry: { type: 'Point' } }, {}] }, hasCustomMetric: false },
    ],
    [
      {
        viz_type: 'deck_hex',
        spatial: { type: 'latlong', lonCol: 'num_boys', latCol: 'num_girls' },
        size: 'count',
        row_limit: 2,
      },
      { features: [{ position: [expect.any(Number), expect.any(Number)], weight: expect.any(Number) }, {}] },
    ],
    [
      {
        viz_type: 'deck_scatter',
        spatial: { type: 'latlong', lonCol: 'num_boys', latCol: 'num_girls' },
        point_radius_fixed: { type: 'fix', value: 9 },
        dimension: 'gender',
        row_limit: 1,
      },
      { features: [{ radius: 9, cat_color: expect.stringMatching(/boy|girl/) }], metricLabels: [] },
    ],
  ])('shapes %j', async (form, expected) => {
    const response = await post({ datasource: datasource(), ...form })
    expect(response.statusCode, response.body.slice(0, 300)).toBe(200)
    expect(response.json().data).toMatchObject(expected)
  })

  describe('addresses for annotations', () => {
    const get = async (url: string, as = 'admin') =>
      test.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${await test.token(as)}` } })

    it('slice_json has the data of a saved chart, with the form data of the address', async () => {
      const { statusCode, body } = await get(`/superset/slice_json/${chartId}`)
      expect(statusCode, body.slice(0, 300)).toBe(200)
      const { data } = JSON.parse(body) as { data: object[] }
      expect(data).toHaveLength(3)
      expect(data[0]).toMatchObject({ source: expect.any(String), target: expect.any(String) })
      const formData = encodeURIComponent(JSON.stringify({ row_limit: 2 }))
      expect((await get(`/superset/slice_json/${chartId}?form_data=${formData}`)).json().data).toHaveLength(2)
    })

    it('slice_json needs a chart that the user may read', async () => {
      expect((await get('/superset/slice_json/999999')).statusCode).toBe(404)
      expect((await get(`/superset/slice_json/${chartId}`, 'gamma_no_data')).statusCode).toBeGreaterThanOrEqual(403)
    })

    it('annotation_json has the annotations of a layer as a table', async () => {
      const token = await test.token('admin')
      const create = async (url: string, payload: object) =>
        (await test.app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${token}` }, payload })).json()
      const { id } = await create('/api/v1/annotation_layer/', { name: 'releases' })
      const times = { start_dttm: '2000-01-01T00:00:00', end_dttm: '2000-01-02T00:00:00' }
      await create(`/api/v1/annotation_layer/${id}/annotation/`, { short_descr: 'first', ...times })
      const { status, rowcount, data } = (await get(`/superset/annotation_json/${id}`)).json()
      expect([status, rowcount]).toEqual(['success', 1])
      expect(data.records).toMatchObject([
        { layer_id: id, short_descr: 'first', long_descr: null, ...times, created_by_fk: 1, changed_by_fk: 1 },
      ])
      expect(Object.keys(data.records[0])).toEqual(data.columns)
      expect((await get('/superset/annotation_json/999999')).json().data.records).toEqual([])
      expect((await get(`/superset/annotation_json/${id}`, 'gamma_no_data')).json().data.records).toEqual([])
    })
  })
})
