import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parse } from 'yaml'
import type { ConnectionSpec, EnginePool } from '../../src/engine/contracts.ts'
import { ingestFile } from '../../src/engine/ingest/ingest.ts'
import type { Dataset, DatasetColumn, DatasetMetric } from '../../src/model/dataset/dataset.ts'

/** The shared example data for tests: its folder, its tables as generation files, the datasets of its bundles. */
export const EXAMPLES_FOLDER = resolve(import.meta.dirname, '../../../shared/examples')
export const hasExamples = existsSync(EXAMPLES_FOLDER)

type Embedded = Extract<ConnectionSpec, { tables: Record<string, string> }>

/** Loads every Parquet file of the folder once per machine; later runs reuse the files of the first. */
export async function exampleConnection(folder = join(EXAMPLES_FOLDER, 'tables')): Promise<Embedded> {
  const tables: Record<string, string> = {}
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.parquet'))) {
    const source = join(folder, file)
    const { size, mtimeMs } = statSync(source)
    const version = createHash('sha256').update(`${source} ${size} ${mtimeMs}`).digest('hex').slice(0, 16)
    const target = join(tmpdir(), 'sextant-test-tables', `${basename(file, '.parquet')}-${version}.duckdb`)
    if (!existsSync(target)) {
      mkdirSync(join(target, '..'), { recursive: true })
      const own = `${target}.${process.pid}`
      await ingestFile(source, 'parquet', own)
      renameSync(own, target)
    }
    tables[basename(file, '.parquet')] = target
  }
  return { dialect: 'duckdb', databaseId: 1, tables, dataVersion: 'examples' }
}

interface DatasetFile {
  table_name: string
  uuid: string
  main_dttm_col: string | null
  offset?: number
  sql?: string | null
  schema?: string | null
  fetch_values_predicate?: string | null
  columns: Partial<DatasetColumn>[]
  metrics: Partial<DatasetMetric>[]
}

/** All datasets of the bundles, with ids counted from 1. */
export function exampleDatasets(folder = join(EXAMPLES_FOLDER, 'bundles')): Dataset[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /[/\\]datasets[/\\]/.test(entry.parentPath) && /\.ya?ml$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  return files.sort().map((file, index) => datasetOf(parse(readFileSync(file, 'utf8')) as DatasetFile, index + 1))
}

/** The dataset that registering a table creates: with the table's columns and the metric COUNT(*). */
export async function tableDataset(
  engine: EnginePool,
  connection: Embedded,
  table: string,
  id: number,
): Promise<Dataset> {
  const columns = await engine.describe(connection, `SELECT * FROM "${table}"`)
  return datasetOf(
    {
      table_name: table,
      main_dttm_col: columns.find(({ type }) => /^(timestamp|date)/i.test(type))?.name ?? null,
      columns: columns.map(({ name, type }) => ({ column_name: name, type, is_dttm: /^(timestamp|date)/i.test(type) })),
      metrics: [{ metric_name: 'count', verbose_name: 'COUNT(*)', expression: 'COUNT(*)' }],
    },
    id,
  )
}

/** One line of the vector file `chart-data-datasets.json`. */
export interface VectorDataset {
  name: string
  kind: string
  main_dttm_col: string | null
  sql?: string
  metrics: Record<string, string>
  columns: [name: string, type: string | null, isTime: boolean, expression?: string][]
}

/** The virtual datasets used by vectors, if no bundle contains them. */
export function vectorDatasets(entries: readonly VectorDataset[], present: readonly Dataset[]): Dataset[] {
  const known = new Set(present.map(({ table_name }) => table_name))
  const missing = entries.filter(({ name, kind }) => kind === 'virtual' && !known.has(name))
  return missing.map(({ name, main_dttm_col, sql, metrics, columns }, index) =>
    datasetOf(
      {
        table_name: name,
        main_dttm_col,
        sql: sql ?? null,
        metrics: Object.entries(metrics).map(([metric_name, expression]) => ({ metric_name, expression })),
        columns: columns.map(([column_name, type, is_dttm, expression = '']) => ({
          column_name,
          type,
          is_dttm,
          expression: expression || null,
        })),
      },
      present.length + index + 1,
    ),
  )
}

/** A dataset of the embedded database from the fields of a file or a test. */
export function datasetOf(given: Partial<DatasetFile> & Pick<DatasetFile, 'table_name'>, id: number): Dataset {
  return {
    id,
    uuid: given.uuid ?? `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
    table_name: given.table_name,
    catalog: null,
    schema: given.schema ?? null,
    sql: given.sql ?? null,
    main_dttm_col: given.main_dttm_col ?? null,
    offset: given.offset ?? 0,
    cache_timeout: null,
    fetch_values_predicate: given.fetch_values_predicate ?? null,
    template_params: null,
    extra: null,
    changed_on: 0,
    database: { id: 1, uuid: '', name: 'examples', backend: 'duckdb', cache_timeout: null },
    columns: (given.columns ?? []).map((column, at) => ({ ...EMPTY_COLUMN, id: at + 1, ...column })),
    metrics: (given.metrics ?? []).map((metric, at) => ({ ...EMPTY_METRIC, id: at + 1, ...metric })),
  }
}

const EMPTY_COLUMN: DatasetColumn = {
  id: 0,
  uuid: '',
  column_name: '',
  verbose_name: null,
  type: null,
  advanced_data_type: null,
  expression: null,
  description: null,
  filterable: true,
  groupby: true,
  is_active: true,
  is_dttm: false,
  python_date_format: null,
  extra: null,
}

const EMPTY_METRIC: DatasetMetric = {
  id: 0,
  uuid: '',
  metric_name: '',
  verbose_name: null,
  metric_type: null,
  expression: '',
  description: null,
  d3format: null,
  currency: null,
  warning_text: null,
  extra: null,
}
