import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { datasetOf } from '../../../conformance/vectors/exampleTables.ts'
import { drillRequest } from '../../charts/drillRequest.ts'
import { noDatasource } from '../../charts/testing/drawInput.ts'
import { contextOfSaved } from '../../charts/testing/parts.ts'
import type { ConnectionSpec } from '../../engine/contracts.ts'
import { ingestFile } from '../../engine/ingest/ingest.ts'
import { createEnginePool } from '../../engine/run/pool.ts'
import { GenericType } from '../../model/dataset/dataset.ts'
import type { ChartData } from '../../model/query/chartData.ts'
import { cutsOf, leftOutQueries, rowsQuery } from '../../model/query/leftOut.ts'
import { parseQueryContext } from '../../model/query/queryContext.ts'
import type { QueryContext, QueryObject } from '../../model/query/queryObject.ts'
import type { Subject } from '../access/subject.ts'
import { readerWith, serviceWith } from './testing/service.ts'

/** Orders of a year by day, channel and region: 365 * 3 * 13 groups, and rows without a day. */
const TABLE = 'orders'
const LIMIT = 10_000
const ALL = 365 * 3 * 13

const dataset = datasetOf(
  {
    table_name: TABLE,
    main_dttm_col: 'day',
    columns: [
      { column_name: 'day', type: 'TIMESTAMP', is_dttm: true },
      { column_name: 'channel', type: 'VARCHAR', is_dttm: false },
      { column_name: 'region', type: 'VARCHAR', is_dttm: false },
      { column_name: 'amount', type: 'BIGINT', is_dttm: false },
    ],
    metrics: [
      { metric_name: 'total', expression: 'SUM(amount)' },
      { metric_name: 'average', expression: 'AVG(amount)' },
    ],
  },
  1,
)

const pool = createEnginePool({ children: 1 })
const folder = mkdtempSync(join(tmpdir(), 'left-out-'))
let plain: DuckDBConnection
let connection: ConnectionSpec

beforeAll(async () => {
  const source = join(folder, 'orders.csv')
  plain = await (await DuckDBInstance.create()).connect()
  await plain.run(`CREATE TABLE ${TABLE} AS
    SELECT CASE WHEN i >= 49000 THEN NULL ELSE TIMESTAMP '2025-01-01' + INTERVAL (i % 365) DAY END AS day,
      ['web', 'shop', 'phone'][1 + i // 365 % 3] AS channel, 'region ' || (i // 1095 % 13) AS region,
      (i * 7919 % 1000) * (1 + i // 1095 % 13) AS amount
    FROM range(50000) AS numbers(i)`)
  await plain.run(`COPY ${TABLE} TO '${source}' (HEADER)`)
  const file = join(folder, 'orders.duckdb')
  await ingestFile(source, 'csv', file)
  connection = { dialect: 'duckdb', databaseId: 1, tables: { [TABLE]: file }, dataVersion: 'test' }
})
afterAll(async () => {
  plain.closeSync()
  await pool.close()
  rmSync(folder, { recursive: true, force: true })
})

const value = async (sql: string) => Number((await plain.runAndReadAll(sql)).getRows()[0]?.[0])
const service = (more: Partial<Parameters<typeof serviceWith>[0]> = {}) =>
  serviceWith({
    engine: pool,
    findDataset: async () => dataset,
    connectionOf: async () => connection,
    ruledTables: async () => [{ datasetId: 1, catalog: null, schema: null, table_name: TABLE }],
    ...more,
  })

async function answersOf(context: QueryContext, reader: Subject): Promise<ChartData[]> {
  const answers = await service().answer(context, reader, { encoding: 'columns' })
  return answers.map(({ body }) => JSON.parse(body.toString()) as ChartData)
}

function contextOf(form: Record<string, unknown>): QueryContext {
  const parsed = parseQueryContext(
    contextOfSaved({ formData: { ...form, datasource: '1__table' }, datasource: noDatasource }),
  )
  if (!parsed.ok) throw new Error(parsed.error)
  return parsed.value
}

async function cutOfChart(form: Record<string, unknown>, reader = readerWith()) {
  const context = contextOf(form)
  const [data] = await answersOf(context, reader)
  const query = context.queries[0]!
  if (!data?.left_out) return undefined
  const asked = Object.entries(leftOutQueries(query, data.left_out))
  const answers = await answersOf({ ...context, queries: asked.map(([, each]) => each as QueryObject) }, reader)
  const cuts = cutsOf(query, data, Object.fromEntries(asked.map(([name], at) => [name, answers[at]])))
  expect(cuts.length).toBeLessThan(2)
  return cuts[0]
}

const line = {
  viz_type: 'echarts_timeseries_line',
  x_axis: 'day',
  time_grain_sqla: 'P1D',
  groupby: ['channel', 'region'],
  metrics: ['total'],
  row_limit: LIMIT,
}
const groups = `SELECT day, channel, region, SUM(amount) AS total FROM ${TABLE} WHERE day IS NOT NULL GROUP BY ALL`
const byDay = { ...line, adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'day IS NOT NULL' }] }

describe('what a row limit cuts off is counted, as plain SQL counts it', () => {
  it('a line chart whose rows were cut before the pivot', async () => {
    const [shown, total] = [
      await value(`SELECT SUM(total) FROM (${groups} ORDER BY total DESC LIMIT ${LIMIT})`),
      await value(`SELECT SUM(amount) FROM ${TABLE} WHERE day IS NOT NULL`),
    ]
    expect(await value(`SELECT COUNT(*) FROM (${groups})`)).toBe(ALL)
    const cut = await cutOfChart(byDay)
    expect(cut).toEqual({ shown: LIMIT, all: ALL, unit: 'cells', share: expect.closeTo(shown / total, 12) })
    expect(cut?.share).toBeGreaterThan(0.7)
    expect(cut?.share).toBeLessThan(1)
  })

  it('also if the drawn values are not sums any more', async () => {
    const cut = await cutOfChart(byDay)
    expect(await cutOfChart({ ...byDay, rolling_type: 'cumsum' })).toEqual(cut)
    expect(await cutOfChart({ ...byDay, contributionMode: 'row' })).toEqual(cut)
  })

  it('without a share for a metric that does not add up', async () => {
    expect(await cutOfChart({ ...byDay, metrics: ['average'] })).toEqual({ shown: LIMIT, all: ALL, unit: 'cells' })
  })

  it('under the row rules of the reader', async () => {
    const rule = { id: 1, groupKey: null, clause: "channel <> 'web'", datasetIds: [1] }
    const where = `day IS NOT NULL AND channel <> 'web'`
    const own = `SELECT SUM(amount) AS total FROM ${TABLE} WHERE ${where} GROUP BY day, channel, region`
    const shown = await value(`SELECT SUM(total) FROM (${own} ORDER BY total DESC LIMIT 5000)`)
    expect(await cutOfChart({ ...byDay, row_limit: 5000 }, readerWith([rule]))).toEqual({
      shown: 5000,
      all: (ALL / 3) * 2,
      unit: 'cells',
      share: expect.closeTo(shown / (await value(`SELECT SUM(amount) FROM ${TABLE} WHERE ${where}`)), 12),
    })
  })

  it('a pie, whose rows are the values themselves', async () => {
    const pie = { viz_type: 'pie', groupby: ['region'], metric: 'total', row_limit: 5 }
    const shown = await value(
      `SELECT SUM(t) FROM (SELECT SUM(amount) t FROM ${TABLE} GROUP BY region ORDER BY t DESC LIMIT 5)`,
    )
    const share = shown / (await value(`SELECT SUM(amount) FROM ${TABLE}`))
    expect(await cutOfChart(pie)).toEqual({ shown: 5, all: 13, unit: 'rows', share: expect.closeTo(share, 12) })
  })

  it('the rows of a table', async () => {
    const table = { viz_type: 'table', query_mode: 'raw', all_columns: ['channel', 'region'], row_limit: 1000 }
    expect(await cutOfChart(table)).toEqual({ shown: 1000, all: 50_000, unit: 'rows' })
  })

  it('the grouped rows of a table', async () => {
    const groupby = ['channel', 'region']
    const table = { viz_type: 'table', query_mode: 'aggregate', groupby, metrics: ['average'], row_limit: 5 }
    expect(await cutOfChart(table)).toEqual({ shown: 5, all: 3 * 13, unit: 'rows' })
  })

  it('the series of a series limit', async () => {
    const shown = await value(
      `SELECT SUM(t) FROM (SELECT SUM(amount) t FROM ${TABLE} WHERE day IS NOT NULL GROUP BY region ORDER BY t DESC LIMIT 4)`,
    )
    const share = shown / (await value(`SELECT SUM(amount) FROM ${TABLE} WHERE day IS NOT NULL`))
    const form = { ...byDay, groupby: ['region'], limit: 4 }
    expect(await cutOfChart(form)).toEqual({ shown: 4, all: 13, unit: 'series', share: expect.closeTo(share, 12) })
    expect(await cutOfChart({ ...form, limit: 13 })).toBeUndefined()
  })

  it('nothing exactly at the limit, and below it', async () => {
    expect(await cutOfChart({ ...byDay, row_limit: ALL })).toBeUndefined()
    const [data] = await answersOf(contextOf({ ...byDay, row_limit: 50_000 }), readerWith())
    expect(data?.left_out).toBeUndefined()
  })
})

describe('rows without a time', () => {
  it('are counted, and their filter selects them', async () => {
    const context = contextOf({ ...line, row_limit: 50_000 })
    const data = await answersOf(context, readerWith())
    expect(data[0]?.left_out).toEqual({ without: 'day' })
    const datasource = { ...noDatasource, columnTypes: { day: GenericType.temporal } }
    const drill = { filters: [{ col: 'day', op: 'IS NULL' }] }
    const { query } = drillRequest({ context, datasource, drill, data })
    const [count] = await answersOf({ ...context, queries: [rowsQuery(query)] }, readerWith())
    expect(count?.columns[0]?.[0]).toBe(await value(`SELECT COUNT(*) FROM ${TABLE} WHERE day IS NULL`))
  })

  it('are not reported if the time range excludes them', async () => {
    const range = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'day', operator: 'TEMPORAL_RANGE' }
    const filter = { ...range, comparator: '2025-01-01 : 2025-03-01' }
    const [data] = await answersOf(contextOf({ ...line, row_limit: 50_000, adhoc_filters: [filter] }), readerWith())
    expect(data?.left_out).toBeUndefined()
  })
})

describe('a table', () => {
  const form = {
    viz_type: 'table',
    query_mode: 'aggregate',
    groupby: ['region'],
    metrics: ['total'],
    show_totals: true,
  }

  it('has its totals as the last row of its file', async () => {
    const path = join(folder, 'table.csv')
    const context = contextOf({ ...form, totals_row: true })
    const asked = { ...context, result_type: 'full' as const, result_format: 'csv' as const }
    const answers = await service({ newFile: () => path }).answer(asked, readerWith(), { encoding: 'csv' })
    expect(answers).toHaveLength(1)
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
    expect(lines).toHaveLength(1 + 13 + 1)
    const [name, total] = lines.at(-1)!.split(',')
    expect([name, Number(total)]).toEqual(['Totals', await value(`SELECT SUM(amount) FROM ${TABLE}`)])
  })

  it('counts all rows of its pages, also beyond the rows that a query may have', async () => {
    const paged = { viz_type: 'table', query_mode: 'raw', all_columns: ['channel'], server_pagination: true }
    const few = service({ rows: { rows: 1000, samples: 100, max: 5000 } })
    const [, count] = await few.answer(contextOf(paged), readerWith(), { encoding: 'columns' })
    expect((JSON.parse(count!.body.toString()) as ChartData).columns).toEqual([[50_000]])
  })
})
