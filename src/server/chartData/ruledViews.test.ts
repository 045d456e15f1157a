import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConnectionSpec } from '../../engine/contracts.ts'
import { fileFolder } from '../../engine/dialects/testing/embedded.ts'
import type { TestDatabase } from '../../engine/dialects/testing/engineUnderTest.ts'
import { failureOf } from '../../engine/dialects/testing/failure.ts'
import { enginesUnderTest } from '../../engine/dialects/testing/list.ts'
import { salesDataset } from '../../engine/dialects/testing/sales.ts'
import { createGate, type TableName } from '../../engine/gate/gate.ts'
import { openSales } from '../../engine/gate/testing/salesTable.ts'
import { createEnginePool } from '../../engine/run/pool.ts'
import type { Dataset } from '../../model/dataset/dataset.ts'
import { parseQueryContext } from '../../model/query/queryContext.ts'
import type { RowRule } from '../access/subject.ts'
import { isViewOverRuled, rememberedViews } from './ruledViews.ts'
import { readerWith, serviceWith } from './testing/service.ts'

const pool = createEnginePool({ children: 1, fileFolders: [fileFolder] })
const gate = createGate(pool)
const others = enginesUnderTest.filter(({ name }) => name !== 'duckdb')
const open = (engine: (typeof others)[number]) =>
  openSales(engine, [
    ['north', 5, 1],
    ['canary', 900, 2],
  ])
afterAll(() => pool.close())

const VIEWS = {
  plain: 'SELECT * FROM sales',
  joined: 'SELECT s.region FROM sales s JOIN sales t ON s.amount = t.amount WHERE s.tenant = 2',
  nested: 'SELECT region FROM plain',
  deep: 'SELECT region FROM (SELECT region FROM nested) x',
  free: 'SELECT 1 AS sales_of_nobody',
}
const SEES: Record<string, boolean> = {
  plain: true,
  PLAIN: true,
  joined: true,
  nested: true,
  deep: true,
  free: false,
  sales: false,
  nothing: false,
}

describe.each(others)('views on $name', (engine) => {
  describe.skipIf(!engine.isRunning)('as it runs', () => {
    let database: TestDatabase
    let schema = ''

    beforeAll(async () => {
      database = await open(engine)
      const { connection } = database
      const options = 'options' in connection ? (connection.options as { database?: string }) : {}
      // the administrator of ClickHouse connects to another database
      schema = engine.name === 'clickhouse' ? `${options.database}.` : ''
      const inSchema = (sql: string) => sql.replace(/(FROM|JOIN) (?=sales|plain|nested)/g, `$1 ${schema}`)
      for (const [name, sql] of Object.entries(VIEWS)) {
        await database.execute(`CREATE VIEW ${schema}${name} AS ${inSchema(sql)}`)
      }
    }, 240_000)
    afterAll(async () => {
      for (const name of Object.keys(VIEWS).reverse()) await database.execute(`DROP VIEW ${schema}${name}`)
      await database.close()
    })

    it.each(Object.entries(SEES))('detects whether %s reads a table with rules: %s', async (name, expected) => {
      // ClickHouse names are case-sensitive
      if (name === 'PLAIN' && engine.name === 'clickhouse') return
      const isRuled = (table: TableName) => table.name.toLowerCase() === 'sales'
      const place = { catalog: null, schema: null, name }
      const deps = { gate, findView: rememberedViews(pool) }
      expect(await isViewOverRuled(deps, database.connection, place, isRuled)).toBe(expected)
      expect(await isViewOverRuled(deps, database.connection, place, () => false)).toBe(false)
    })
  })
})

const postgresql = others.find(({ name }) => name === 'postgresql') as (typeof others)[number]

describe.skipIf(!postgresql.isRunning)('partitions of PostgreSQL', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open(postgresql)
    for (const sql of [
      'CREATE TABLE orders (region text, year int) PARTITION BY LIST (year)',
      'CREATE TABLE orders_2024 PARTITION OF orders FOR VALUES IN (2024) PARTITION BY LIST (region)',
      "CREATE TABLE orders_2024_north PARTITION OF orders_2024 FOR VALUES IN ('north')",
      'CREATE TABLE orders_2025 PARTITION OF orders FOR VALUES IN (2025)',
      'CREATE TABLE "old Sales" () INHERITS (sales)',
      'CREATE TABLE alone (region text)',
    ]) {
      await database.execute(sql)
    }
  }, 120_000)
  afterAll(() => database.close())

  it.each([
    ['orders_2024', 'orders', true],
    ['ORDERS_2024_NORTH', 'orders', true],
    ['old Sales', 'sales', true],
    // the rule is on a sibling, or on a child of the table
    ['orders_2025', 'orders_2024', false],
    ['orders', 'orders_2025', false],
    ['alone', 'orders', false],
  ])('%s shows rows that a rule on %s hides: %s', async (name, ruled, expected) => {
    const deps = { gate, findView: rememberedViews(pool) }
    const place = { catalog: null, schema: null, name }
    expect(await isViewOverRuled(deps, database.connection, place, (table) => table.name === ruled)).toBe(expected)
  })
})

const clickhouse = others.find(({ name }) => name === 'clickhouse') as (typeof others)[number]

describe.skipIf(!clickhouse.isRunning)('tables of ClickHouse that show the rows of other tables', () => {
  const ENGINES: Record<string, (database: string) => string> = {
    buffered: (database) => `AS sales ENGINE = Buffer('${database}', 'sales', 1, 10, 100, 10, 100, 10, 100)`,
    merged: (database) => `AS sales ENGINE = Merge('${database}', '^sales$')`,
    other: (database) => `AS free ENGINE = Buffer('${database}', 'free', 1, 10, 100, 10, 100, 10, 100)`,
  }

  it.each([
    ['buffered', true],
    // a pattern determines which tables the Merge table reads
    ['merged', true],
    ['other', false],
  ])(
    '%s: %s',
    async (name, expected) => {
      const database = await open(clickhouse)
      const { connection } = database
      const schema = String('options' in connection && (connection.options as { database?: string }).database)
      const inSchema = (sql: string) => sql.replace(/AS (?=sales|free)/, `AS ${schema}.`)
      try {
        await database.execute(`CREATE TABLE ${schema}.free (region String) ENGINE = Memory`)
        await database.execute(`CREATE TABLE ${schema}.${name} ${inSchema(ENGINES[name]?.(schema) ?? '')}`)
        const deps = { gate, findView: rememberedViews(pool) }
        const place = { catalog: null, schema: null, name }
        expect(await isViewOverRuled(deps, connection, place, (table) => table.name === 'sales')).toBe(expected)
      } finally {
        await database.close()
      }
    },
    120_000,
  )
})

it('treats unknown cases as a view on hidden rows', async () => {
  const connection: ConnectionSpec = { dialect: 'postgresql', databaseId: 7, options: {}, dataVersion: '1' }
  const place = { catalog: null, schema: null, name: 'v' }
  const of = (sql: string | null) =>
    isViewOverRuled(
      { gate, findView: async (_, { table }) => (table === 'v' ? { sql } : null) },
      connection,
      place,
      () => false,
    )
  expect(await of('SELECT a FROM t')).toBe(false)
  expect(await of(null)).toBe(true)
  expect(await of('SELECT unheard_of(a) FROM t')).toBe(true)
  expect(await of('not a query')).toBe(true)
  // a view that reads itself
  expect(await of('SELECT a FROM v')).toBe(false)
})

describe('a reader with rules', () => {
  const sqlite = others.find(({ name }) => name === 'sqlite') as (typeof others)[number]
  const column = (column_name: string) => ({ ...salesDataset.columns[0], column_name, type: 'TEXT', is_dttm: false })
  const dataset = (id: number, table_name: string, sql: string | null = null) =>
    ({
      ...salesDataset,
      id,
      table_name,
      sql,
      schema: null,
      main_dttm_col: null,
      columns: [column('region')],
      metrics: [],
    }) as Dataset
  const datasets = [
    dataset(1, 'sales'),
    dataset(2, 'plain'),
    dataset(3, 'free'),
    dataset(4, 'ruled'),
    dataset(5, 'over', 'SELECT region FROM deep'),
    dataset(6, 'over free', 'SELECT sales_of_nobody AS region FROM free'),
    dataset(7, 'over ruled', 'SELECT region FROM ruled'),
  ]
  const rules: RowRule[] = [
    { id: 1, groupKey: null, clause: 'tenant = 1', datasetIds: [1] },
    { id: 2, groupKey: null, clause: "region <> 'canary'", datasetIds: [4] },
  ]
  let database: TestDatabase

  beforeAll(async () => {
    database = await open(sqlite)
    for (const [name, sql] of Object.entries({
      ...VIEWS,
      ruled: VIEWS.plain,
      free: "SELECT 'x' AS region, 'x' AS sales_of_nobody",
    })) {
      await database.execute(`CREATE VIEW ${name} AS ${sql}`)
    }
  })
  afterAll(() => database.close())

  const answer = (id: number, rowRules: RowRule[]) => {
    const service = serviceWith({
      engine: pool,
      gate,
      findDataset: async (wanted) => datasets.find((each) => each.id === wanted),
      connectionOf: async () => database.connection,
      readsTable: async () => true,
      ruledTables: async (_, ids) =>
        datasets
          .filter((each) => ids.includes(each.id) && !each.sql)
          .map(({ id: datasetId, table_name }) => ({ datasetId, catalog: null, schema: null, table_name })),
    })
    const parsed = parseQueryContext({ datasource: { id, type: 'table' }, queries: [{ columns: ['region'] }] })
    if (!parsed.ok) throw new Error(parsed.error)
    return service.answer(parsed.value, readerWith(rowRules), { encoding: 'rows' }).then(([first]) => {
      const { data } = JSON.parse(String(first?.body)) as { data: { region: string }[] }
      return data.map(({ region }) => region)
    })
  }

  it.each([
    [1, ['north']],
    [3, ['x']],
    [4, ['north']],
    [6, ['x']],
    [7, ['north']],
  ])('can read dataset %i with its rules', async (id, regions) => {
    expect(await answer(id, rules)).toEqual(regions)
  })

  it.each([
    [2, 'plain'],
    [5, 'deep'],
  ])('cannot read dataset %i, in which the rules of a table would not apply', async (id, view) => {
    const failure = await failureOf(answer(id, rules))
    expect(failure).toMatchObject({ status: 400 })
    expect(failure.message).toContain(`The view "${view}" may show rows that row level security rules hide.`)
    // a user without rules reads everything
    expect(await answer(id, [])).toEqual(['north', 'canary'])
  })
})
