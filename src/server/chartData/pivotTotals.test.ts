import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, describe, expect, it } from 'vitest'
import { datasetOf } from '../../../conformance/vectors/exampleTables.ts'
import type { PivotForm } from '../../charts/pivotTable/formData.ts'
import { pivotOf } from '../../charts/pivotTable/pivot.ts'
import { type PivotNode, type PivotTree, pathOf } from '../../charts/pivotTable/tree.ts'
import { noDatasource } from '../../charts/testing/drawInput.ts'
import { contextOfSaved, openSaved } from '../../charts/testing/parts.ts'
import type { ConnectionSpec } from '../../engine/contracts.ts'
import { administratorOf } from '../../engine/dialects/testing/administrators.ts'
import { copyTable, type SourceTable } from '../../engine/dialects/testing/copyTable.ts'
import { engineConnection, engineUri } from '../../engine/dialects/testing/engines.ts'
import { ingestFile } from '../../engine/ingest/ingest.ts'
import { createEnginePool } from '../../engine/run/pool.ts'
import type { ChartData } from '../../model/query/chartData.ts'
import { parseQueryContext } from '../../model/query/queryContext.ts'
import { readerWith, serviceWith } from './testing/service.ts'

/**
 * Totals of pivot tables on real engines: for generated pivots, the value of every pair of groups must equal
 * `GROUP BY GROUPING SETS`, with metrics that cannot be added up.
 */
const PIVOTS = 300
const TABLE = 'pivot_sales'
const TOLERANCE = 1e-9

const dimensions = ['region', 'city', 'product', 'year', 'shop'] as const
const metrics: Record<string, string> = {
  shops: 'COUNT(DISTINCT shop)',
  average: 'AVG(amount)',
  ratio: 'SUM(amount) * 1.0 / SUM(quantity)',
  total: 'SUM(amount)',
  largest: 'MAX(amount)',
}
const dataset = datasetOf(
  {
    table_name: TABLE,
    main_dttm_col: null,
    columns: dimensions.map((name) => ({
      column_name: name,
      type: name === 'year' ? 'BIGINT' : 'VARCHAR',
      is_dttm: false,
    })),
    metrics: Object.entries(metrics).map(([metric_name, expression]) => ({ metric_name, expression })),
  },
  1,
)

/** Numbers that are the same in every run. */
function generator(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((state / 0x80000000) * below)
  }
}

function sales(): SourceTable {
  const random = generator(7)
  const rows: SourceTable['rows'] = Array.from({ length: 1500 }, () => {
    const region = random(4)
    return [
      region === 3 ? null : ['north', 'south', 'Übersee'][region]!,
      // city names repeat in several regions
      random(9) === 0 ? null : `city ${random(3) + region}`,
      ['tea', 'coffee', "o'clock"][random(3)]!,
      2020 + random(4),
      `shop ${random(12)}`,
      random(11) === 0 ? null : random(500) - 60,
      random(9) + 1,
    ]
  })
  const columns = [
    ...dimensions.map((name) => ({ name, kind: name === 'year' ? ('integer' as const) : ('text' as const) })),
    { name: 'amount', kind: 'integer' as const },
    { name: 'quantity', kind: 'integer' as const },
  ]
  return { name: TABLE, columns, rows }
}

/** The form data of a generated pivot: any dimensions on both sides, any totals, any arrangement. */
function generatedForm(seed: number): PivotForm {
  const random = generator(seed * 7919 + 13)
  const flag = () => random(2) === 0
  const shuffled = [...dimensions]
    .map((name) => [random(1000), name] as const)
    .sort((one, other) => one[0] - other[0])
    .map(([, name]) => name)
  const rows = random(4)
  const columns = rows === 0 ? 1 + random(2) : random(3)
  const names = Object.keys(metrics)
  const from = random(names.length)
  return openSaved({
    viz_type: 'pivot_table_v2',
    datasource: '1__table',
    groupbyRows: shuffled.slice(0, rows),
    groupbyColumns: shuffled.slice(rows, rows + columns),
    metrics: [...names, ...names].slice(from, from + 1 + random(3)),
    metricsLayout: flag() ? 'ROWS' : 'COLUMNS',
    combineMetric: flag(),
    transposePivot: flag(),
    rowTotals: flag(),
    colTotals: flag(),
    rowSubTotals: flag(),
    colSubTotals: flag(),
    rowOrder: ['key_a_to_z', 'value_z_to_a'][random(2)],
    colOrder: ['key_z_to_a', 'value_a_to_z'][random(2)],
    row_limit: 50_000,
  })?.formData as PivotForm
}

const pool = createEnginePool({ children: 2 })
const folder = mkdtempSync(join(tmpdir(), 'pivot-totals-'))
afterAll(async () => {
  await pool.close()
  rmSync(folder, { recursive: true, force: true })
})

async function answersOf(connection: ConnectionSpec, form: PivotForm): Promise<ChartData[]> {
  const service = serviceWith({ engine: pool, findDataset: async () => dataset, connectionOf: async () => connection })
  const parsed = parseQueryContext(contextOfSaved({ formData: form, datasource: noDatasource }))
  if (!parsed.ok) throw new Error(parsed.error)
  const answers = await service.answer(parsed.value, readerWith(), { encoding: 'columns' })
  return answers.map(({ body }) => JSON.parse(body.toString()) as ChartData)
}

type Execute = (sql: string) => Promise<unknown[][]>

/** Every group of every level by its dimensions, from plain SQL. */
async function expectedGroups(form: PivotForm, execute: Execute): Promise<Map<string, unknown[]>> {
  const names = [...form.groupbyRows, ...form.groupbyColumns].map(String)
  const prefixes = (list: unknown[]) => list.map((_, at) => list.slice(0, at + 1).map(String))
  const sets = [[], ...prefixes(form.groupbyRows)].flatMap((rows) =>
    [[], ...prefixes(form.groupbyColumns)].map((columns) => [...rows, ...columns]),
  )
  const asked = form.metrics.map((name) => metrics[String(name)] ?? '')
  const sql = `SELECT ${[
    ...names,
    ...names.map((name) => `GROUPING(${name})`),
    ...asked.map((expression) => `CAST(${expression} AS DOUBLE PRECISION)`),
  ].join(', ')} FROM ${TABLE} GROUP BY GROUPING SETS (${sets.map((set) => `(${set.join(', ')})`).join(', ')})`
  const found = new Map<string, unknown[]>()
  for (const row of await execute(sql)) {
    const group = names.flatMap((name, at) => (Number(row[names.length + at]) === 0 ? [[name, textOf(row[at])]] : []))
    found.set(keyOf(group as [string, string | null][]), row.slice(names.length * 2))
  }
  return found
}

const textOf = (value: unknown) => (value === null || value === undefined ? null : String(value))
const keyOf = (group: [string, string | null][]) => JSON.stringify(group.toSorted(([a], [b]) => (a < b ? -1 : 1)))

const everyGroup = (tree: PivotTree): PivotNode[] => {
  const visit = (node: PivotNode): PivotNode[] => [node, ...node.children.flatMap(visit)]
  return visit(tree.root)
}

/** The differences between a pivot and plain SQL, and the number of values that were compared. */
async function compared(form: PivotForm, connection: ConnectionSpec, execute: Execute) {
  const answers = await answersOf(connection, form)
  const pivot = pivotOf(form, answers)
  const expected = await expectedGroups(form, execute)
  const [rowDepths, columnDepths] = [
    new Set([...(form.colTotals ? [0] : []), ...(form.rowSubTotals ? [1, 2, 3] : []), pivot.rows.depth]),
    new Set([...(form.rowTotals ? [0] : []), ...(form.colSubTotals ? [1, 2, 3] : []), pivot.columns.depth]),
  ]
  const wrong: string[] = []
  let count = 0
  for (const row of everyGroup(pivot.rows).filter(({ depth }) => rowDepths.has(depth))) {
    for (const column of everyGroup(pivot.columns).filter(({ depth }) => columnDepths.has(depth))) {
      const group = [
        ...pathOf(row).map((key, at) => [pivot.rowNames[at], textOf(key)] as [string, string | null]),
        ...pathOf(column).map((key, at) => [pivot.columnNames[at], textOf(key)] as [string, string | null]),
      ]
      const want = expected.get(keyOf(group))
      for (const [metric, name] of pivot.metrics.entries()) {
        const got = pivot.value(row, column, metric)
        const right = want?.[form.metrics.indexOf(name)] ?? null
        count += 1
        const isEqual =
          got === null || right === null
            ? got === right
            : Math.abs(Number(got) - Number(right)) <= TOLERANCE * Math.max(1, Math.abs(Number(right)))
        if (!isEqual) wrong.push(`${name} of ${keyOf(group)}: ${JSON.stringify(got)} for ${String(right)}`)
      }
    }
  }
  return { wrong, count, isExact: pivot.isExact }
}

async function everyPivot(connection: ConnectionSpec, execute: Execute): Promise<void> {
  let count = 0
  for (let seed = 1; seed <= PIVOTS; seed++) {
    const form = generatedForm(seed)
    const result = await compared(form, connection, execute)
    expect({ seed, ...result, wrong: result.wrong.slice(0, 3) }).toMatchObject({ wrong: [], isExact: true })
    count += result.count
  }
  // a comparison of nothing would succeed as well
  expect(count).toBeGreaterThan(PIVOTS * 50)
}

describe('totals of 300 generated pivots equal GROUPING SETS', () => {
  it('on the embedded engine', { timeout: 240_000 }, async () => {
    const { columns, rows } = sales()
    const source = join(folder, 'sales.csv')
    const cell = (value: unknown) => (value === null ? '' : `"${String(value).replaceAll('"', '""')}"`)
    writeFileSync(source, [columns.map(({ name }) => name), ...rows].map((row) => row.map(cell).join()).join('\n'))
    const file = join(folder, 'sales.duckdb')
    await ingestFile(source, 'csv', file)
    const tables = { [TABLE]: file }
    const connection: ConnectionSpec = { dialect: 'duckdb' as const, databaseId: 1, tables, dataVersion: 'test' }
    const plain = await (await DuckDBInstance.create()).connect()
    await plain.run(`CREATE TABLE ${TABLE} AS FROM read_csv('${source}')`)
    await everyPivot(connection, async (sql) => (await plain.runAndReadAll(sql)).getRows())
    plain.closeSync()
  })

  const uri = engineUri('postgresql')
  it.skipIf(!uri)('on PostgreSQL', { timeout: 240_000 }, async () => {
    const { dialect, connection } = engineConnection(uri as string, 2)
    const admin = await administratorOf('postgresql', uri as string)
    await copyTable(sales(), { name: 'postgresql', dialect, admin })
    await everyPivot(connection, admin.execute)
    await admin.close()
  })
})
