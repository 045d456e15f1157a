import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { datasetOf } from '../../../conformance/vectors/exampleTables.ts'
import type { ConnectionSpec } from '../../engine/contracts.ts'
import { ingestFile } from '../../engine/ingest/ingest.ts'
import { createEnginePool } from '../../engine/run/pool.ts'
import { GenericType } from '../../model/dataset/dataset.ts'
import { FILTER_OPERATORS, type FilterOperatorId, withOperator } from '../../model/query/adhocFilter.ts'
import type { ChartData } from '../../model/query/chartData.ts'
import { filterAsSql } from '../../model/query/filterSql.ts'
import { sentValue, unmarkedText } from '../../model/query/markedText.ts'
import type { AdhocFilter, QueryObject } from '../../model/query/queryObject.ts'
import { readerWith, serviceWith } from './testing/service.ts'

const TABLE = 'messy'
const texts = [null, '', '<NULL>', '<empty string>', 'N/A', "O'Hare", 'a%', 'A', '5', ' 5 ', '"<NULL>"', 'true']
const numbers = [null, 0, 1, -2, 5, 1.5]
const columns = {
  id: { type: 'BIGINT', generic: GenericType.numeric },
  name: { type: 'VARCHAR', generic: GenericType.string },
  amount: { type: 'DOUBLE', generic: GenericType.numeric },
  day: { type: 'TIMESTAMP', generic: GenericType.temporal },
  flag: { type: 'BOOLEAN', generic: GenericType.boolean },
  shout: { type: 'VARCHAR', generic: GenericType.string, expression: 'upper(name)' },
} as const
const dataset = datasetOf(
  {
    table_name: TABLE,
    main_dttm_col: null,
    columns: Object.entries(columns).map(([column_name, { type, ...more }]) => ({
      column_name,
      type,
      is_dttm: false,
      ...('expression' in more ? { expression: more.expression } : {}),
    })),
    metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
  },
  1,
)

const pool = createEnginePool({ children: 1 })
const folder = mkdtempSync(join(tmpdir(), 'filter-tabs-'))
let connection: ConnectionSpec
let plain: DuckDBConnection

beforeAll(async () => {
  const text = (value: string | null) => (value === null ? 'NULL' : `'${value.replaceAll("'", "''")}'`)
  const rows = texts.flatMap((name, at) =>
    numbers.map((amount, row) => {
      const day = (at + row) % 4 === 0 ? 'NULL' : `TIMESTAMP '2025-01-0${1 + ((at + row) % 4)}'`
      return `(${at * numbers.length + row}, ${text(name)}, ${amount ?? 'NULL'}, ${day}, ${[true, false, 'NULL'][row % 3]})`
    }),
  )
  plain = await (await DuckDBInstance.create()).connect()
  await plain.run(`CREATE TABLE ${TABLE} AS SELECT * FROM (VALUES ${rows.join()}) AS t(id, name, amount, day, flag)`)
  const source = join(folder, 'messy.parquet')
  await plain.run(`COPY ${TABLE} TO '${source}'`)
  const file = join(folder, 'messy.duckdb')
  await ingestFile(source, 'parquet', file)
  connection = { dialect: 'duckdb', databaseId: 1, tables: { [TABLE]: file }, dataVersion: 'test' }
})
afterAll(async () => {
  plain.closeSync()
  await pool.close()
  rmSync(folder, { recursive: true, force: true })
})

const serviceOf = () =>
  serviceWith({ engine: pool, findDataset: async () => dataset, connectionOf: async () => connection })

async function answerOf(query: QueryObject): Promise<ChartData> {
  const context = { datasource: { id: 1, type: 'table' }, queries: [query] }
  const [answer] = await serviceOf().answer(context, readerWith(), { encoding: 'columns' })
  return JSON.parse(answer!.body.toString()) as ChartData
}

async function rowsOf(query: Pick<QueryObject, 'filters' | 'extras'>): Promise<string> {
  const answer = await answerOf({ ...query, columns: ['id'], orderby: [['id', true]], row_limit: 1000 })
  return JSON.stringify(answer.columns)
}

const operators = (Object.keys(FILTER_OPERATORS) as FilterOperatorId[]).filter(
  (id) => id !== 'TEMPORAL_RANGE' && id !== 'LATEST_PARTITION',
)
const value = fc.constantFrom(...texts, ...numbers, true, false)
const days = fc.constantFrom(null, Date.UTC(2025, 0, 2), Date.UTC(2025, 0, 3))
const subject = fc.constantFrom(...(['name', 'amount', 'day', 'flag', 'shout'] as const))

it('Simple and the Custom SQL written from it select the same rows', { timeout: 60_000 }, async () => {
  let compared = 0
  const generated = subject.chain((name) =>
    fc.record({
      name: fc.constant(name),
      id: fc.constantFrom(...operators),
      values: fc.array(name === 'day' ? days : value, { minLength: 1, maxLength: 4 }),
    }),
  )
  await fc.assert(
    fc.asyncProperty(generated, async ({ name, id, values }) => {
      const empty: AdhocFilter = { expressionType: 'SIMPLE', clause: 'WHERE', subject: name, comparator: values }
      const filter = withOperator(empty, id)
      const column = columns[name]
      const sql = filterAsSql(filter, {
        type: column.generic,
        expression: 'expression' in column ? column.expression : null,
      })
      const simple = rowsOf({ filters: [{ col: name, op: filter.operator!, val: filter.comparator }] })
      const rows = await simple.catch(() => undefined)
      // a filter that the server rejects has no rows to compare
      if (rows === undefined || filter.comparator === null) return
      compared += 1
      expect(await rowsOf({ extras: { where: sql } }), sql).toBe(rows)
    }),
    { numRuns: 300 },
  )
  expect(compared).toBeGreaterThan(120)
})

it('the series of missing values and of texts that look like them have the rows that plain SQL counts', async () => {
  const pivot = { index: ['amount'], columns: ['name'], aggregates: { count: { operator: 'mean' } } }
  const answer = await answerOf({
    columns: ['amount', 'name'],
    metrics: ['count'],
    series_columns: ['name'],
    filters: [{ col: 'amount', op: 'IS NOT NULL' }],
    post_processing: [{ operation: 'pivot', options: pivot }, { operation: 'flatten' }],
    row_limit: 1000,
  })
  const names = answer.colnames.filter((name) => name !== 'amount')
  const values = names.map((name) => unmarkedText(answer.label_map[name]!.at(-1)!))
  expect(values).toHaveLength(texts.length)
  expect(new Set(values)).toEqual(new Set(texts.map((text) => text)))
  for (const [at, value] of values.entries()) {
    const drawn = answer.columns[answer.colnames.indexOf(names[at]!)]!.reduce<number>(
      (sum, cell) => sum + Number(cell),
      0,
    )
    const isSame = value === null ? 'name IS NULL' : `name = '${value.replaceAll("'", "''")}'`
    const expected = await plain.runAndReadAll(`SELECT COUNT(*) FROM ${TABLE} WHERE ${isSame} AND amount IS NOT NULL`)
    expect(drawn, names[at]).toBe(Number(expected.getRows()[0]?.[0]))
    // the filter that a click on the series sends
    const filter = value === null ? { col: 'name', op: 'IS NULL' } : { col: 'name', op: 'IN', val: [sentValue(value)] }
    const [rows] = JSON.parse(await rowsOf({ filters: [filter] })) as unknown[][]
    expect(rows, names[at]).toHaveLength(numbers.length)
  }
})
