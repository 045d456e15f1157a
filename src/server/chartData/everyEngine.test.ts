import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  EXAMPLES_FOLDER,
  exampleConnection,
  exampleDatasets,
  hasExamples,
} from '../../../conformance/vectors/exampleTables.ts'
import type { ConnectionSpec } from '../../engine/contracts.ts'
import { administratorOf } from '../../engine/dialects/testing/administrators.ts'
import { copyTable, kindOf, type SourceTable } from '../../engine/dialects/testing/copyTable.ts'
import { ENGINE_NAMES, type EngineName, engineConnection, engineUri } from '../../engine/dialects/testing/engines.ts'
import { createEnginePool } from '../../engine/run/pool.ts'
import type { Dataset } from '../../model/dataset/dataset.ts'
import { parseQueryContext } from '../../model/query/queryContext.ts'
import type { ChartDataService } from './service.ts'
import { readerWith, serviceWith } from './testing/service.ts'

/**
 * Every chart of the shared bundles on every engine: the numbers must equal those of the embedded engine. The copied
 * tables have only the columns that some chart or dataset uses.
 */
const NOW = Date.UTC(2023, 2, 15, 10, 20, 30)
/** Relative tolerance; sums of doubles are computed in another order. */
const TOLERANCE = 1e-9
const MOST_ROWS = 50_000

const QUOTED_NAMES =
  'the metrics of its dataset name columns in double quotes, which are texts in MySQL: sum("SP_POP_TOTL")'
/** Charts whose own SQL has another meaning on an engine, with the reason. Each of them must really differ. */
const DIFFERENT: Partial<Record<EngineName, Record<string, string>>> = {
  mariadb: Object.fromEntries(
    [
      'Box plot (world_banks_data, box_plot)',
      'Growth Rate (world_banks_data, echarts_timeseries_line)',
      'Life Expectancy VS Rural % (world_banks_data, bubble)',
      'Life Expectancy VS Rural % (world_banks_data, bubble_v2)',
      'Most Populated Countries (world_banks_data, table)',
      '% Rural (world_banks_data, world_map)',
      'Rural Breakdown (world_banks_data, sunburst_v2)',
      'Treemap (world_banks_data, treemap_v2)',
      "World's Pop Growth (world_banks_data, echarts_area)",
      "World's Population (world_banks_data, big_number)",
    ].map((title) => [title, QUOTED_NAMES]),
  ),
}

interface Answer {
  error: string | null
  rowcount: number
  colnames: string[]
  data: Record<string, unknown>[]
}
interface ChartRecording {
  chart: { name: string }
  viz_type: string
  form_data: Record<string, unknown>
  request: { body: { queries?: Record<string, unknown>[] } }
}
interface ChartCase {
  title: string
  dataset: Dataset
  /** The text of everything that the chart uses. */
  text: string
  queries: Record<string, unknown>[]
}

const RECORDINGS = join(EXAMPLES_FOLDER, '../reference/recordings/charts')
const datasets = hasExamples ? exampleDatasets() : []
// each bundle has one dataset; bundles and datasets are sorted by name
const bundles = hasExamples ? readdirSync(join(EXAMPLES_FOLDER, 'bundles')).sort() : []
const charts = bundles.flatMap((bundle, at) =>
  readdirSync(join(RECORDINGS, bundle))
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file): ChartCase => {
      const text = readFileSync(join(RECORDINGS, bundle, file), 'utf8')
      const recorded = JSON.parse(text) as ChartRecording
      const queries = recorded.request.body.queries ?? [legacyQuery(recorded.form_data, recorded.viz_type)]
      const title = `${recorded.chart.name} (${bundle}, ${recorded.viz_type})`
      return { title, dataset: datasets[at] as Dataset, text, queries: queries.map(withAllRows) }
    }),
)

/** The common part of the older charts: their shapes are built from the rows of this query. */
function legacyQuery(form: Record<string, unknown>, vizType: string): Record<string, unknown> {
  const list = (keys: string[]) => keys.flatMap((key) => form[key] ?? []).filter((value) => value !== '')
  const metrics = list(['metric', 'metrics', 'percent_metrics', 'secondary_metric', 'x', 'y', 'size'])
  const filters = list(['adhoc_filters']) as { subject: string; operator: string; comparator: unknown }[]
  return {
    columns: [...new Set(list(['series', 'entity', 'groupby', 'columns']))],
    metrics: metrics.filter((metric, at) => metrics.findIndex((other) => isDeepStrictEqual(other, metric)) === at),
    filters: filters.map(({ subject, operator, comparator }) => ({ col: subject, op: operator, val: comparator })),
    ...(form['granularity_sqla'] ? { granularity: form['granularity_sqla'], time_range: form['time_range'] } : {}),
    is_timeseries: vizType === 'horizon',
    row_limit: form['row_limit'],
  }
}

/** Each engine decides which rows a limit without an order returns, so such a query runs without the limit. */
function withAllRows(query: Record<string, unknown>): Record<string, unknown> {
  const orderby = query['orderby'] as unknown[] | undefined
  return orderby?.length ? query : { ...query, row_limit: MOST_ROWS }
}

const engine = createEnginePool({ children: 2 })
let embedded: Extract<ConnectionSpec, { tables: Record<string, string> }>
const expected = new Map<ChartCase, Answer[]>()

function serviceOf(connection: ConnectionSpec): ChartDataService {
  return serviceWith({
    engine,
    findDataset: async (id) => {
      const dataset = datasets.find((each) => each.id === id)
      return dataset && { ...dataset, schema: null }
    },
    connectionOf: async () => connection,
    now: () => NOW,
  })
}

async function ask(service: ChartDataService, { dataset, queries }: ChartCase): Promise<Answer[]> {
  const body = { datasource: { id: dataset.id, type: 'table' }, queries, result_type: 'full', result_format: 'json' }
  const parsed = parseQueryContext(body)
  if (!parsed.ok) throw new Error(parsed.error)
  const answers = await service.answer(parsed.value, readerWith(), { encoding: 'rows' })
  return answers.map(({ body: text }) => JSON.parse(text.toString()) as Answer)
}

/** A table with the columns whose names occur in a chart or dataset of it. */
async function sourceTable(dataset: Dataset): Promise<SourceTable> {
  const texts = [
    ...charts.filter((chart) => chart.dataset === dataset).map(({ text }) => text),
    ...dataset.columns.map(({ expression }) => expression ?? ''),
    ...dataset.metrics.map(({ expression }) => expression),
    dataset.main_dttm_col ?? '',
  ].join('\n')
  const connection = await (await DuckDBInstance.create()).connect()
  const file = join(EXAMPLES_FOLDER, 'tables', `${dataset.table_name}.parquet`)
  const all = (await connection.runAndReadAll(`DESCRIBE FROM '${file}'`)).getRows().map(([name, type]) => ({
    name: String(name),
    kind: kindOf(String(type)),
  }))
  const columns = all.filter(({ name }) => texts.includes(name))
  const selected = columns.map(({ name, kind }) =>
    kind === 'timestamp' || kind === 'date' ? `epoch_ms("${name}"::TIMESTAMP)` : `"${name}"`,
  )
  const reader = await connection.runAndReadAll(`SELECT ${selected.join(', ')} FROM '${file}'`)
  connection.closeSync()
  return { name: dataset.table_name, columns, rows: reader.getRows() as SourceTable['rows'] }
}

/**
 * Rows as a set, because each engine has its own order of ties. Keys are compared as text, numbers within the
 * tolerance.
 */
function differences(got: Answer, want: Answer): string[] {
  const found: string[] = []
  if (got.error !== want.error) found.push(`error: ${got.error}`)
  if (got.rowcount !== want.rowcount) found.push(`rows: ${got.rowcount} for ${want.rowcount}`)
  if (JSON.stringify(got.colnames) !== JSON.stringify(want.colnames)) {
    return [...found, `columns: ${got.colnames} for ${want.colnames}`]
  }
  const rowsOf = (data: Answer) =>
    data.data.map((row) => data.colnames.map((name) => row[name])).sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
  const [gotRows, wantRows] = [rowsOf(got), rowsOf(want)]
  for (const [at, row] of wantRows.entries()) {
    const other = gotRows[at] ?? []
    const wrong = row.findIndex((cell, i) => !isSame(other[i], cell))
    if (wrong >= 0) {
      found.push(`${want.colnames[wrong]}: ${JSON.stringify(other)} for ${JSON.stringify(row)}`)
      break
    }
  }
  return found
}

const sortKey = (row: unknown[]) =>
  JSON.stringify(
    row.map((cell) =>
      typeof cell === 'number' ? Number(cell.toPrecision(9)) : Array.isArray(cell) ? cell.length : cell,
    ),
  )

function isSame(got: unknown, want: unknown): boolean {
  // outliers of a box are listed in the order of the rows
  if (Array.isArray(got) && Array.isArray(want)) {
    const ordered = (list: unknown[]) => list.toSorted((a, b) => Number(a) - Number(b))
    const other = ordered(got)
    return got.length === want.length && ordered(want).every((cell, at) => isSame(other[at], cell))
  }
  if (typeof got !== 'number' || typeof want !== 'number') return got === want
  return Math.abs(got - want) <= TOLERANCE * Math.max(1, Math.abs(want))
}

beforeAll(async () => {
  if (!hasExamples) return
  embedded = await exampleConnection()
  const service = serviceOf(embedded)
  for (const chart of charts) expected.set(chart, await ask(service, chart))
}, 240_000)

afterAll(() => engine.close())

describe.skipIf(!hasExamples)('charts of the shared bundles', () => {
  it('are found', () => expect(charts.length).toBeGreaterThan(20))
  it.each(charts)('$title has rows on the embedded engine', (chart) => {
    expect(expected.get(chart)).toHaveLength(chart.queries.length)
    for (const { error, rowcount } of expected.get(chart) ?? []) {
      expect(error).toBeNull()
      expect(rowcount).toBeGreaterThan(0)
    }
  })
})

describe.skipIf(!hasExamples).each(ENGINE_NAMES.map((name, at) => [name, at + 100] as const))(
  'charts of the shared bundles on %s',
  (name, id) => {
    const uri = engineUri(name)
    let service: ChartDataService

    beforeAll(async () => {
      if (!uri) return
      const { dialect, connection } = engineConnection(uri, id)
      const admin = await administratorOf(name, uri)
      for (const dataset of datasets) await copyTable(await sourceTable(dataset), { name, dialect, admin })
      await admin.close()
      service = serviceOf(connection)
    }, 600_000)

    const cases = charts.map((chart) => {
      const reason = DIFFERENT[name]?.[chart.title]
      return { title: chart.title, chart, reason, is: reason ? `differs: ${reason}` : 'has equal numbers' }
    })
    it.skipIf(!uri).each(cases)(
      '$title $is',
      async ({ chart, reason }) => {
        const answers = await ask(service, chart).catch((error: Error) => {
          if (reason) return null
          throw error
        })
        const found = answers?.flatMap((answer, at) => differences(answer, expected.get(chart)?.[at] as Answer))
        if (reason) expect(found, `no longer different: ${reason}`).not.toEqual([])
        else expect(found).toEqual([])
      },
      120_000,
    )
  },
)
