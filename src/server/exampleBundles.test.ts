import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { buildQueryContext } from '../charts/buildQueryContext.ts'
import { findChart } from '../charts/index.ts'
import { chartDatasource } from '../charts/shared/chartDatasource.ts'
import { ingestFile, tableFile } from '../engine/ingest/ingest.ts'
import type { IngestFormat } from '../engine/ingest/ingestOrder.ts'
import { createEnginePool } from '../engine/run/pool.ts'
import type { Dataset } from '../model/dataset/dataset.ts'
import type { ChartData } from '../model/query/chartData.ts'
import type { ChartDataService } from './chartData/service.ts'
import { serviceWith } from './chartData/testing/service.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const BUNDLES = join(ROOT, 'examples')
const DATA = join(ROOT, 'node_modules/vega-datasets/data')

interface ChartFile {
  slice_name: string
  viz_type: string
  uuid: string
  dataset_uuid: string
  params: Record<string, unknown>
}
interface DashboardFile {
  dashboard_title: string
  position: Record<string, { type?: string; children?: string[]; parents?: string[]; meta?: { uuid?: string } }>
  metadata: {
    native_filter_configuration: { id: string; targets?: { datasetUuid?: string; column?: { name: string } }[] }[]
  }
}
type DatasetFile = Omit<Dataset, 'id' | 'changed_on' | 'database'> & { database_uuid: string }

const yamlFiles = <T>(...folder: string[]): T[] =>
  readdirSync(join(BUNDLES, ...folder)).map((file) => parse(readFileSync(join(BUNDLES, ...folder, file), 'utf8')) as T)

const names = readdirSync(BUNDLES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const bundles = names.map((name) => ({
  name,
  charts: yamlFiles<ChartFile>(name, 'charts'),
  datasets: yamlFiles<DatasetFile>(name, 'datasets/examples'),
  dashboards: yamlFiles<DashboardFile>(name, 'dashboards'),
}))
const datasets = new Map(
  bundles.flatMap((bundle) => bundle.datasets).map((file, at) => [file.uuid, dataset(file, at + 1)]),
)

function dataset(file: DatasetFile, id: number): Dataset {
  const database = { id: 1, uuid: file.database_uuid, name: 'examples', backend: 'duckdb', cache_timeout: null }
  return {
    ...file,
    id,
    changed_on: 0,
    database,
    columns: file.columns.map((column, at) => ({ ...column, id: at + 1, uuid: '' })),
    metrics: file.metrics.map((metric, at) => ({ ...metric, id: at + 1, uuid: '' })),
  }
}

const scratch = mkdtempSync(join(tmpdir(), 'example-bundles-'))
const engine = createEnginePool({ children: 2 })
let service: ChartDataService

beforeAll(async () => {
  const tables: Record<string, string> = {}
  type Listed = { table: string; file: string; format?: IngestFormat }
  const list = JSON.parse(readFileSync(join(BUNDLES, 'tables.json'), 'utf8')) as Listed[]
  for (const { table, file, format } of list) {
    tables[table] = join(scratch, `${table}.duckdb`)
    await ingestFile(join(DATA, file), format ?? tableFile(file)?.format ?? 'csv', tables[table])
  }
  service = serviceWith({
    engine,
    findDataset: async (id) => [...datasets.values()].find((each) => each.id === id),
    connectionOf: async () => ({ dialect: 'duckdb', databaseId: 1, tables, dataVersion: 'test' }),
  })
}, 240_000)

afterAll(async () => {
  await engine.close()
  rmSync(scratch, { recursive: true, force: true })
})

describe.each(bundles)('$name', ({ charts, dashboards }) => {
  it.each(charts.map((chart) => [chart.slice_name, chart] as const))('runs "%s"', async (_, chart) => {
    const source = datasets.get(chart.dataset_uuid) as Dataset
    const context = await buildQueryContext({
      formData: { ...chart.params, viz_type: chart.viz_type, datasource: `${source.id}__table` },
      datasource: chartDatasource(source),
    })
    expect(findChart(chart.viz_type)).toBeDefined()
    const subject = { rowRules: [] } as unknown as Parameters<ChartDataService['answer']>[1]
    const answers = await service.answer(context as NonNullable<typeof context>, subject, { encoding: 'columns' })
    for (const { body } of answers) {
      const data = JSON.parse(body.toString()) as ChartData
      expect(data.error).toBeNull()
      expect(data.rowcount).toBeGreaterThan(0)
    }
  })

  it('shows every chart once', () => {
    const nodes = dashboards.flatMap(({ position }) => Object.values(position))
    const shown = nodes.flatMap(({ type, meta }) => (type === 'CHART' ? [meta?.uuid] : []))
    expect(shown).toHaveLength(charts.length)
    expect(new Set(shown)).toEqual(new Set(charts.map(({ uuid }) => uuid)))
  })

  it('has a layout with consistent parents and children', () => {
    for (const { position } of dashboards) {
      for (const [id, node] of Object.entries(position)) {
        for (const child of node.children ?? []) {
          expect(position[child]?.parents, `${child} in ${id}`).toEqual([...(node.parents ?? []), id])
        }
      }
    }
  })

  it('filters by existing columns', () => {
    const filters = dashboards.flatMap(({ metadata }) => metadata.native_filter_configuration)
    for (const { id, targets = [] } of filters) {
      for (const { datasetUuid, column } of targets) {
        if (datasetUuid === undefined) continue
        const columns = datasets.get(datasetUuid)?.columns.map(({ column_name }) => column_name)
        expect(columns, id).toContain(column?.name)
      }
    }
  })
})

it('states the source and licence of every table', () => {
  const notice = readFileSync(join(ROOT, 'NOTICE'), 'utf8')
  const list = JSON.parse(readFileSync(join(BUNDLES, 'tables.json'), 'utf8')) as { table: string; file: string }[]
  for (const { table, file } of list) {
    expect(existsSync(join(DATA, file))).toBe(true)
    expect(notice).toMatch(new RegExp(`^([a-z_0-9]+, )*${table}(, [a-z_0-9]+)*$`, 'm'))
  }
})
