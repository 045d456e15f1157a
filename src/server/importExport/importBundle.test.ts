import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, type Zippable, zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseObject } from '../../model/wire/json.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { exampleBundles, hasShared } from '../testing/shared.ts'
import { importBundle } from './importBundle.ts'

let server: TestApp
beforeEach(async () => {
  server = await startApp()
})
afterEach(() => server.close())

const author = () => ({ userId: 1, now: server.services.now() })
const importFolder = (path: string) => importBundle(server.services, path, { author: author() })

function zipFolder(folder: string, top: string): Buffer {
  const files: Zippable = {}
  const walk = (path: string, name: string) => {
    for (const entry of readdirSync(path)) {
      const inner = join(path, entry)
      if (statSync(inner).isDirectory()) walk(inner, `${name}/${entry}`)
      else files[`${name}/${entry}`] = new Uint8Array(readFileSync(inner))
    }
  }
  walk(folder, top)
  return Buffer.from(zipSync(files))
}

/** Expected counts of each example bundle: distinct charts, charts on the dashboard, native filters and columns. */
const contents: Record<
  string,
  { charts: number; placed: number; filters: number; columns: number; published: boolean }
> = {
  covid_vaccine_dashboard: { charts: 7, placed: 7, filters: 3, columns: 16, published: true },
  fcc_new_coder_survey_2018: { charts: 21, placed: 21, filters: 0, columns: 141, published: true },
  sales_dashboard: { charts: 10, placed: 10, filters: 7, columns: 25, published: true },
  unicode_test: { charts: 1, placed: 1, filters: 0, columns: 5, published: false },
  usa_births_names: { charts: 19, placed: 11, filters: 0, columns: 8, published: true },
  world_banks_data: { charts: 9, placed: 9, filters: 0, columns: 328, published: true },
}

describe.skipIf(!hasShared)('the example bundles', () => {
  it.each(exampleBundles())('$name', async ({ name, path }) => {
    const { db } = server.services
    const result = await importFolder(path)
    const [dashboardId = 0] = result.dashboards.values()
    const dashboard = await db
      .selectFrom('dashboards')
      .selectAll()
      .where('id', '=', dashboardId)
      .executeTakeFirstOrThrow()
    const onIt = await db
      .selectFrom('dashboard_charts')
      .select('chart_id')
      .where('dashboard_id', '=', dashboardId)
      .execute()
    const columns = await db.selectFrom('dataset_columns').select('id').execute()
    const filters = (parseObject(dashboard.json_metadata)['native_filter_configuration'] ?? []) as {
      chartsInScope?: number[]
      targets: object[]
    }[]
    expect({
      charts: result.charts.size,
      placed: onIt.length,
      filters: filters.length,
      columns: columns.length,
      published: dashboard.published,
    }).toEqual(contents[name])
    const known = new Set(result.charts.values())
    for (const filter of filters) {
      expect(filter.targets.every((target) => !('datasetUuid' in target))).toBe(true)
      expect(filter.chartsInScope?.length).toBeGreaterThan(0)
      for (const id of filter.chartsInScope ?? []) expect(known).toContain(id)
    }
    for (const node of Object.values(parseObject(dashboard.position_json)) as {
      meta?: { chartId?: number; uuid?: string }
    }[]) {
      if (node.meta?.uuid) expect(result.charts.get(node.meta.uuid)).toBe(node.meta.chartId)
    }
    const databases = await db.selectFrom('databases').selectAll().execute()
    expect(databases).toMatchObject([
      { database_name: 'examples', backend: 'duckdb', is_embedded: true, sqlalchemy_uri: 'duckdb:///' },
    ])
  })

  it('imports all six into one server, and a second time without changes', async () => {
    const first = []
    for (const { path } of exampleBundles()) first.push(await importFolder(path))
    const again = []
    for (const { path } of exampleBundles()) again.push(await importFolder(path))
    expect(again).toEqual(first)
    const { db } = server.services
    const count = async (table: 'charts' | 'datasets' | 'dashboards') =>
      (await db.selectFrom(table).select('id').execute()).length
    expect([await count('charts'), await count('datasets'), await count('dashboards')]).toEqual([67, 6, 6])
  })

  it('resolves duplicate uuids by the name in the layout', async () => {
    const sales = exampleBundles().find(({ name }) => name === 'sales_dashboard')
    await importFolder(sales?.path ?? '')
    const names = await server.services.db.selectFrom('charts').select('slice_name').execute()
    expect(names.map((row) => row.slice_name)).toEqual(
      expect.arrayContaining(['Items Sold', 'Items by Product Line', 'Quarterly Sales (By Product Line)']),
    )
  })

  it('keeps unknown fields', async () => {
    const bank = exampleBundles().find(({ name }) => name === 'world_banks_data')
    await importFolder(bank?.path ?? '')
    const dashboard = await server.services.db.selectFrom('dashboards').select('extra_fields').executeTakeFirstOrThrow()
    expect(parseObject(dashboard.extra_fields)).toEqual({ theme_uuid: null })
  })

  it('reads a ZIP as it reads the folder', async () => {
    const births = exampleBundles().find(({ name }) => name === 'usa_births_names')
    const result = await importBundle(server.services, zipFolder(births?.path ?? '', 'anything'), { author: author() })
    expect([result.charts.size, result.dashboards.size]).toEqual([19, 1])
  })
})

const uuids = {
  dashboard: '11111111-0000-4000-8000-000000000001',
  chart: '22222222-0000-4000-8000-000000000002',
  dataset: '33333333-0000-4000-8000-000000000003',
  database: '44444444-0000-4000-8000-000000000004',
}
const small = {
  'metadata.yaml': 'version: 1.0.0\ntimestamp: x\n',
  'databases/d.yaml': `database_name: remote\nsqlalchemy_uri: postgresql://me:XXXXXXXXXX@host/db\nuuid: ${uuids.database}\nversion: 1.0.0\n`,
  'datasets/remote/t.yaml': `table_name: t\ndatabase_uuid: ${uuids.database}\nuuid: ${uuids.dataset}\nversion: 1.0.0\ncolumns:\n- column_name: a\n  later: 1\n`,
  'charts/c.yaml': `slice_name: C\nviz_type: pie\ndataset_uuid: ${uuids.dataset}\nuuid: ${uuids.chart}\nversion: 1.0.0\nparams:\n  datasource: 99__table\nquery_context: '{"datasource":{"id":99,"type":"table"},"queries":[]}'\nlater: [1]\n`,
  'dashboards/x.yaml': `dashboard_title: X\nuuid: ${uuids.dashboard}\nversion: 1.0.0\nposition:\n  A: {id: A, type: CHART, meta: {chartId: 7, uuid: ${uuids.chart}}}\n`,
}
const zipped = (files: Record<string, string>) =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [`top/${name}`, strToU8(text)]))))
const passwords = { 'databases/d.yaml': 'open sesame' }

describe('importBundle', () => {
  it('creates everything, with new ids and an encrypted password', async () => {
    const { db } = server.services
    const result = await importBundle(server.services, zipped(small), {
      kind: 'dashboard',
      author: author(),
      passwords,
    })
    const chartId = result.charts.get(uuids.chart) ?? 0
    const datasetId = result.datasets.get(uuids.dataset)
    const chart = await db.selectFrom('charts').selectAll().executeTakeFirstOrThrow()
    expect(chart).toMatchObject({ datasource_id: datasetId, created_by: 1 })
    expect(parseObject(chart.params)).toEqual({ datasource: `${datasetId}__table` })
    expect(parseObject(chart.query_context)).toEqual({ datasource: { id: datasetId, type: 'table' }, queries: [] })
    expect(parseObject(chart.extra_fields)).toEqual({ later: [1] })
    const database = await db.selectFrom('databases').selectAll().executeTakeFirstOrThrow()
    expect(database).toMatchObject({ backend: 'postgresql', sqlalchemy_uri: 'postgresql://me@host/db' })
    expect(JSON.stringify(database)).not.toContain('sesame')
    const dashboard = await db.selectFrom('dashboards').selectAll().executeTakeFirstOrThrow()
    expect(parseObject(dashboard.position_json)).toMatchObject({ A: { meta: { chartId } } })
  })

  it.each<[string, Record<string, string | undefined>, unknown]>([
    [
      'a missing password',
      { passwords: undefined },
      { 'databases/d.yaml': { _schema: ['Must provide a password for the database'] } },
    ],
    [
      'a file database',
      {
        'databases/d.yaml': small['databases/d.yaml'].replace(
          'postgresql://me:XXXXXXXXXX@host/db',
          'sqlite:////etc/passwd',
        ),
      },
      { 'databases/d.yaml': { sqlalchemy_uri: ['File databases cannot be imported.'] } },
    ],
    [
      'no connection string',
      { 'databases/d.yaml': small['databases/d.yaml'].replace('postgresql://me:XXXXXXXXXX@host/db', 'nonsense') },
      {
        'databases/d.yaml': {
          sqlalchemy_uri: ['Not a connection string: backend+driver://user:password@host/database'],
        },
      },
    ],
    [
      'a missing field',
      { 'charts/c.yaml': 'viz_type: pie\n' },
      {
        'charts/c.yaml': {
          slice_name: ['Missing data for required field.'],
          dataset_uuid: ['Missing data for required field.'],
          uuid: ['Missing data for required field.'],
        },
      },
    ],
    [
      'a wrong type',
      { 'metadata.yaml': 'version: 1.0.0\ntype: Slice\n' },
      { 'metadata.yaml': { type: ['Must be equal to Dashboard.'] } },
    ],
    ['broken YAML', { 'charts/c.yaml': 'a: b: c' }, { 'charts/c.yaml': { 'charts/c.yaml': 'Not a valid YAML file' } }],
    [
      'an unknown dataset',
      { 'datasets/remote/t.yaml': 'drop' },
      { 'charts/c.yaml': { dataset_uuid: ['Dataset does not exist'] } },
    ],
    [
      'an unknown database',
      { 'databases/d.yaml': 'drop' },
      {
        'datasets/remote/t.yaml': { database_uuid: ['Database does not exist'] },
        'charts/c.yaml': { dataset_uuid: ['Dataset does not exist'] },
      },
    ],
    ['a list', { 'charts/c.yaml': '- 1\n' }, { 'charts/c.yaml': { _schema: ['Invalid input type.'] } }],
  ])('rejects %s and creates nothing', async (_, changes, extra) => {
    const { passwords: given, ...changed } = { passwords: 'yes', ...changes }
    const files = Object.fromEntries(
      Object.entries({ ...small, ...changed }).flatMap(([name, text]) =>
        text === undefined || text === 'drop' ? [] : [[name, text]],
      ),
    )
    const order = { kind: 'dashboard' as const, author: author(), passwords: given ? passwords : undefined }
    await expect(importBundle(server.services, zipped(files), order)).rejects.toMatchObject({
      status: 422,
      message: 'Error importing dashboard',
      extra,
    })
    for (const table of ['databases', 'datasets', 'charts', 'dashboards'] as const) {
      expect(await server.services.db.selectFrom(table).select('id').execute(), table).toEqual([])
    }
  })

  it.each<[string, Record<string, string>, number, string]>([
    ['no metadata', { 'charts/c.yaml': small['charts/c.yaml'] }, 422, 'Could not find a valid command to import file'],
    ['another version', { 'metadata.yaml': 'version: 2.0.0\n' }, 422, 'Could not find a valid command to import file'],
    ['nothing', {}, 400, 'No valid import files were found'],
  ])('refuses %s', async (_, files, status, message) => {
    await expect(importBundle(server.services, zipped(files), { author: author() })).rejects.toMatchObject({
      status,
      message,
    })
  })

  it('never sends a stored password to another server', async () => {
    const { db } = server.services
    const order = { kind: 'database' as const, author: author(), overwrite: true }
    const file = (uri: string) => {
      const yaml = small['databases/d.yaml'].replace('postgresql://me:XXXXXXXXXX@host/db', uri)
      return zipped({ 'metadata.yaml': small['metadata.yaml'], 'databases/d.yaml': yaml })
    }
    const stored = () => db.selectFrom('databases').select(['sqlalchemy_uri', 'secrets']).executeTakeFirstOrThrow()
    await importBundle(server.services, file('postgresql://me:XXXXXXXXXX@host/db'), { ...order, passwords })
    const first = await stored()
    await importBundle(server.services, file('postgresql://me:XXXXXXXXXX@host/other'), order)
    expect(await stored()).toEqual({ sqlalchemy_uri: 'postgresql://me@host/other', secrets: first.secrets })
    for (const uri of ['me:XXXXXXXXXX@elsewhere/db', 'me:XXXXXXXXXX@host:99/db', 'you:XXXXXXXXXX@host/db'])
      await expect(importBundle(server.services, file(`postgresql://${uri}`), order), uri).rejects.toMatchObject({
        extra: { 'databases/d.yaml': { _schema: ['Must provide a password for the database'] } },
      })
    await importBundle(server.services, file('postgresql://me@elsewhere/db'), order)
    expect(await stored()).toEqual({ sqlalchemy_uri: 'postgresql://me@elsewhere/db', secrets: null })
  })

  it('replaces main objects only if requested, and never dependencies', async () => {
    const order = { kind: 'dashboard' as const, author: author(), passwords }
    await importBundle(server.services, zipped(small), order)
    await expect(importBundle(server.services, zipped(small), order)).rejects.toMatchObject({
      extra: { 'dashboards/x.yaml': 'Dashboard already exists and `overwrite=true` was not passed' },
    })
    const renamed = {
      ...small,
      'dashboards/x.yaml': small['dashboards/x.yaml'].replace('title: X', 'title: Y'),
      'charts/c.yaml': small['charts/c.yaml'].replace('name: C', 'name: D'),
    }
    await importBundle(server.services, zipped(renamed), { ...order, overwrite: true })
    const { db } = server.services
    expect(await db.selectFrom('dashboards').select(['dashboard_title', 'version']).execute()).toEqual([
      { dashboard_title: 'Y', version: 2 },
    ])
    expect(await db.selectFrom('charts').select(['slice_name', 'version']).execute()).toEqual([
      { slice_name: 'C', version: 1 },
    ])
    await importBundle(server.services, zipped(renamed), { ...order, kind: 'assets', overwrite: true })
    expect(await db.selectFrom('charts').select(['slice_name', 'version']).execute()).toEqual([
      { slice_name: 'D', version: 2 },
    ])
  })
})
