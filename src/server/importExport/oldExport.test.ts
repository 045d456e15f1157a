import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseObject } from '../../model/wire/json.ts'
import { ensureExamplesDatabase } from '../embedded/tables.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { multipartForm } from '../testing/multipart.ts'

let server: TestApp
let headers: { authorization: string }
beforeAll(async () => {
  server = await startApp()
  headers = { authorization: `Bearer ${await server.token('admin')}` }
  await ensureExamplesDatabase(server.services.db, server.services.now)
})
afterAll(() => server.close())

async function send(resource: string, text: string, overwrite = false) {
  const form = await multipartForm(overwrite ? { overwrite: 'true' } : {}, { formData: Buffer.from(text) })
  const url = `/api/v1/${resource}/import/`
  const { payload } = form
  const response = await server.app.inject({ method: 'POST', url, payload, headers: { ...form.headers, ...headers } })
  return [response.statusCode, response.json()] as const
}

const slice = (id: number, name: string, more: object = {}) => ({
  __Slice__: {
    cache_timeout: null,
    datasource_name: 'sales',
    datasource_type: 'table',
    id,
    params: JSON.stringify({
      remote_id: id,
      datasource_name: 'sales',
      schema: 'main',
      database_name: 'examples',
      metric: 'count',
      ...more,
    }),
    slice_name: name,
    viz_type: 'big_number_total',
  },
})

const chartNode = (chartId: number) => ({
  id: `CHART-${chartId}`,
  type: 'CHART',
  children: [],
  meta: { chartId, width: 4, height: 50 },
})
const layout = {
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
  GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['ROW-1'] },
  'ROW-1': { id: 'ROW-1', type: 'ROW', children: ['CHART-83'], meta: {} },
  'CHART-83': chartNode(83),
}

const board = (title: string, slices: object[], position: unknown, metadata: object = {}) => ({
  __Dashboard__: {
    css: '',
    dashboard_title: title,
    description: null,
    json_metadata: JSON.stringify({ remote_id: 7, ...metadata }),
    position_json: JSON.stringify(position),
    slug: null,
    slices,
    changed_on: { __datetime__: '2019-01-01T00:00:00' },
  },
})

const sales = {
  __SqlaTable__: {
    table_name: 'sales',
    schema: 'main',
    main_dttm_col: 'at',
    database_id: 3,
    params: JSON.stringify({ remote_id: 11, database_name: 'examples', import_time: 1 }),
    columns: [{ __TableColumn__: { column_name: 'at', is_dttm: true, type: 'DATETIME', table_id: 11 } }],
    metrics: [{ __SqlMetric__: { metric_name: 'count', expression: 'count(*)', id: 4 } }],
  },
}
const exported = (...dashboards: object[]) => JSON.stringify({ dashboards, datasources: [sales] })
const target = { datasetId: 11, column: { name: 'at' } }
const filters = [{ id: 'NATIVE_FILTER-a', targets: [target], scope: { rootPath: ['ROOT_ID'], excluded: [83] } }]

async function stored(title: string) {
  const { db } = server.services
  const row = await db
    .selectFrom('dashboards')
    .selectAll()
    .where('dashboard_title', '=', title)
    .executeTakeFirstOrThrow()
  const charts = await db
    .selectFrom('dashboard_charts')
    .innerJoin('charts', 'charts.id', 'chart_id')
    .selectAll('charts')
    .where('dashboard_id', '=', row.id)
    .orderBy('charts.id')
    .execute()
  const position = Object.values(parseObject(row.position_json)) as { type?: string; meta?: { chartId?: number } }[]
  const placed = position.flatMap(({ type, meta }) => (type === 'CHART' ? [meta?.chartId] : []))
  return { row, charts, placed, metadata: parseObject(row.json_metadata) }
}

describe('an export of dashboards in one file', () => {
  it('is imported with its charts and datasets', async () => {
    const text = exported(
      board('Old', [slice(83, 'A'), slice(84, 'B')], layout, {
        native_filter_configuration: filters,
        timed_refresh_immune_slices: [83],
      }),
    )
    expect(await send('dashboard', text)).toEqual([200, { message: 'OK' }])
    const { charts, placed, metadata } = await stored('Old')
    expect(charts.map(({ slice_name }) => slice_name)).toEqual(['A', 'B'])
    // the second chart had no place in the old layout
    expect(new Set(placed)).toEqual(new Set(charts.map(({ id }) => id)))
    const { db } = server.services
    const dataset = await db
      .selectFrom('datasets')
      .selectAll()
      .where('table_name', '=', 'sales')
      .executeTakeFirstOrThrow()
    expect(charts.map((chart) => chart.datasource_id)).toEqual([dataset.id, dataset.id])
    expect([dataset.schema, dataset.main_dttm_col, dataset.params]).toEqual(['main', 'at', null])
    expect(parseObject(charts[0]?.params ?? '')).toEqual({ metric: 'count', datasource: `${dataset.id}__table` })
    expect(metadata['timed_refresh_immune_slices']).toEqual([charts[0]?.id])
    expect(metadata['native_filter_configuration']).toMatchObject([
      { targets: [{ datasetId: dataset.id }], scope: { excluded: [charts[0]?.id] } },
    ])
    // the same file finds the same objects
    expect((await send('dashboard', text))[0]).toBe(422)
    expect(await send('dashboard', text, true)).toEqual([200, { message: 'OK' }])
    expect((await stored('Old')).charts.map(({ id }) => id)).toEqual(charts.map(({ id }) => id))
  })

  it('with the first kind of layout keeps the order of its charts', async () => {
    const position = [
      { slice_id: '91', col: 5, row: 1, size_x: 4, size_y: 4 },
      { slice_id: '90', col: 1, row: 9, size_x: 4, size_y: 4 },
    ]
    const text = exported(board('Oldest', [slice(90, 'Below'), slice(91, 'Above')], position))
    expect(await send('dashboard', text)).toEqual([200, { message: 'OK' }])
    const { charts, placed } = await stored('Oldest')
    const names = placed.map((id) => charts.find((chart) => chart.id === id)?.slice_name)
    expect(names).toEqual(['Above', 'Below'])
  })

  it.each([
    ['a database that does not exist', exported(board('X', [], {})).replace(/\bexamples\b/g, 'elsewhere')],
    [
      'a chart without dataset',
      JSON.stringify({ dashboards: [board('X', [slice(1, 'A')], {})] }).replaceAll('sales', 'nowhere'),
    ],
    ['something else', '{"a": 1}'],
    ['an object of a hostile kind', '{"dashboards": [{"__proto__": {"a": 1}}]}'],
    ['no JSON', '{"dashboards": ['],
  ])('creates nothing for %s', async (_, text) => {
    const count = async () => (await server.services.db.selectFrom('dashboards').select('id').execute()).length
    const before = await count()
    expect((await send('dashboard', text))[0]).toBe(422)
    expect(await count()).toBe(before)
  })

  it('is not accepted as a chart or a dataset', async () => {
    expect((await send('chart', exported(board('Y', [], {}))))[1]).toMatchObject({
      errors: [{ message: 'Not a ZIP file' }],
    })
    expect((await send('dataset', exported(board('Y', [], {}))))[1]).toMatchObject({
      errors: [{ extra: { 'metadata.yaml': { type: ['Must be equal to SqlaTable.'] } } }],
    })
  })
})

describe('an export of datasets in one file', () => {
  const tables = (name: string, uri = '') => `databases:
- database_name: ${name}
${uri}  tables:
  - table_name: old_table
    schema: main
    columns:
    - column_name: a
      type: TEXT
    metrics:
    - metric_name: count
      expression: count(*)
`
  it('is imported into the database with the same name', async () => {
    expect(await send('dataset', tables('examples', '  sqlalchemy_uri: sqlite:////tmp/x.db\n'))).toEqual([
      200,
      { message: 'OK' },
    ])
    const { db } = server.services
    const row = await db
      .selectFrom('datasets')
      .innerJoin('databases', 'databases.id', 'database_id')
      .select(['database_name'])
      .where('table_name', '=', 'old_table')
      .executeTakeFirstOrThrow()
    expect(row.database_name).toBe('examples')
  })

  it('creates the database that it describes', async () => {
    expect(await send('dataset', tables('new', '  sqlalchemy_uri: postgresql://u@h/d\n'))).toEqual([
      200,
      { message: 'OK' },
    ])
    const { db } = server.services
    const rows = await db.selectFrom('databases').select('sqlalchemy_uri').where('database_name', '=', 'new').execute()
    expect(rows).toEqual([{ sqlalchemy_uri: 'postgresql://u@h/d' }])
  })

  it('needs the database', async () => {
    const [status, answer] = await send('dataset', tables('missing'))
    expect(status).toBe(422)
    expect(answer).toMatchObject({
      errors: [
        { extra: { 'datasets/missing/main/old_table.yaml': { database_name: ['Database missing does not exist'] } } },
      ],
    })
  })
})
