import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConnectionSpec } from '../../engine/contracts.ts'
import type { TestDatabase } from '../../engine/dialects/testing/engineUnderTest.ts'
import { trinoUnderTest } from '../../engine/dialects/testing/otherServers.ts'
import { createEnginePool, type Pool } from '../../engine/run/pool.ts'
import type { Dataset, DatasetColumn } from '../../model/dataset/dataset.ts'
import { parseQueryContext } from '../../model/query/queryContext.ts'
import type { RowRule, Subject } from '../access/subject.ts'
import type { ChartDataService } from './service.ts'
import { serviceWith } from './testing/service.ts'

/**
 * LATEST PARTITION and `presto.latest_partition` on a real Trino. Its memory connector has no partitions, but allows a
 * table named `<name>$partitions`, which is all that Sextant reads from connectors with partitions.
 */

const column = (column_name: string, type: string): DatasetColumn => ({
  id: 1,
  uuid: '',
  column_name,
  verbose_name: null,
  expression: null,
  type,
  advanced_data_type: null,
  description: null,
  filterable: true,
  groupby: true,
  is_active: true,
  extra: null,
  is_dttm: type === 'DATE',
  python_date_format: null,
})

const dataset = (id: number, table_name: string, columns: DatasetColumn[], sql: string | null = null): Dataset => ({
  id,
  uuid: `00000000-0000-4000-8000-00000000000${id}`,
  catalog: null,
  schema: null,
  table_name,
  sql,
  template_params: null,
  fetch_values_predicate: null,
  main_dttm_col: null,
  offset: 0,
  cache_timeout: null,
  database: {
    id: 1,
    uuid: '00000000-0000-4000-8000-000000000001',
    name: 'trino',
    backend: 'trino',
    cache_timeout: null,
  },
  columns,
  metrics: [],
  extra: null,
  changed_on: 0,
})

const salesColumns = [column('ds', 'VARCHAR'), column('n', 'BIGINT')]
const datasets = new Map(
  [
    dataset(1, 'sales', salesColumns),
    dataset(2, 'hits', [column('day', 'DATE'), column('hour', 'INTEGER'), column('n', 'BIGINT')]),
    dataset(3, 'plain', salesColumns),
    dataset(4, 'late', salesColumns, "SELECT * FROM sales WHERE ds = '{{ presto.latest_partition('sales') }}'"),
    dataset(5, 'empty', salesColumns),
    dataset(6, 'ice', [column('ds', 'DATE'), column('region', 'VARCHAR'), column('n', 'BIGINT')]),
  ].map((each) => [each.id, each]),
)

const tables = [
  'CREATE TABLE sales (ds VARCHAR, n BIGINT)',
  "INSERT INTO sales VALUES ('2024-01-01', 1), ('2024-01-02', 2), ('2024-01-02', 3), ('2024-01-03', 4)",
  `CREATE TABLE "sales$partitions" AS SELECT DISTINCT ds FROM sales`,
  'CREATE TABLE hits (day DATE, hour INTEGER, n BIGINT)',
  "INSERT INTO hits VALUES (DATE '2024-05-01', 23, 1), (DATE '2024-05-02', 7, 2), (DATE '2024-05-02', 11, 3)",
  `CREATE TABLE "hits$partitions" AS SELECT DISTINCT day, hour FROM hits`,
  'CREATE TABLE plain (ds VARCHAR, n BIGINT)',
  'CREATE TABLE empty (ds VARCHAR, n BIGINT)',
  'CREATE TABLE "empty$partitions" (ds VARCHAR)',
  "CREATE TABLE ice AS SELECT * FROM (VALUES (DATE '2024-01-01', 'EU', 1), (DATE '2024-02-01', 'US', 2)) AS x (ds, region, n)",
  `CREATE TABLE "ice$partitions" AS
   SELECT CAST(ROW(ds, region, year(ds)) AS ROW(ds DATE, region VARCHAR, ds_year INTEGER)) AS partition,
          1 AS record_count, 1 AS file_count, 1 AS total_size FROM ice`,
]

const SECRET = 'secret'

describe.skipIf(!trinoUnderTest.isRunning)('the newest partition on Trino', () => {
  let pool: Pool
  let database: TestDatabase
  let connection: ConnectionSpec
  let service: ChartDataService

  beforeAll(async () => {
    pool = createEnginePool({ children: 1 })
    database = await trinoUnderTest.open()
    connection = { ...database.connection, databaseId: 1 }
    for (const sql of tables) await database.execute(sql)
    service = serviceWith({
      engine: pool,
      findDataset: async (id) => datasets.get(id),
      connectionOf: async () => connection,
      ruledTables: async () => [{ datasetId: 1, catalog: null, schema: null, table_name: 'sales' }],
      readsTable: async ({ user }) => user?.username !== SECRET,
    })
  }, 240_000)
  afterAll(async () => {
    await database?.close()
    await pool?.close()
  })

  const reader = (rowRules: RowRule[] = [], username = 'gamma') =>
    ({ rowRules, roles: [], permissions: new Set(), user: { id: 1, username, email: '' } }) as unknown as Subject
  async function ask(id: number, query: object, subject = reader()): Promise<unknown[][]> {
    const parsed = parseQueryContext({ datasource: { id, type: 'table' }, queries: [{ metrics: [], ...query }] })
    if (!parsed.ok) throw new Error(parsed.error)
    const [answer] = await service.answer(parsed.value, subject, { encoding: 'rows' })
    const { data } = JSON.parse(String(answer?.body)) as { data: Record<string, unknown>[] }
    return data.map((row) => Object.values(row))
  }
  const latest = (...columns: string[]) => columns.map((col) => ({ col, op: 'LATEST PARTITION' }))
  const rule = (clause: string): RowRule => ({ id: 1, groupKey: null, clause, datasetIds: [1] })

  it.each<[string, number, object, unknown[][]]>([
    ['a text column', 1, { columns: ['n'], filters: latest('ds') }, [[4]]],
    ['a date and a number', 2, { columns: ['n'], filters: latest('day', 'hour') }, [[3]]],
    ['an Iceberg table', 6, { columns: ['n'], filters: latest('ds', 'region') }, [[2]]],
    ['a table without parts yet', 5, { columns: ['n'], filters: latest('ds') }, []],
  ])('is filtered on: %s', async (_, id, query, rows) => {
    expect(await ask(id, query)).toEqual(rows)
  })

  it.each<[string, number, string, unknown[][]]>([
    ['latest_partition', 1, "ds = '{{ presto.latest_partition('sales') }}'", [[4]]],
    ['first_latest_partition of trino', 1, "ds = '{{ trino.first_latest_partition('sales') }}'", [[4]]],
    ['latest_partitions of hive', 2, "day = DATE '{{ hive.latest_partitions('hits')[0] }}'", [[2], [3]]],
    [
      'latest_sub_partition',
      2,
      "CAST(hour AS varchar) = '{{ presto.latest_sub_partition('hits', day='2024-05-01') }}'",
      [[1]],
    ],
    [
      'a part that is not there',
      2,
      "'' = '{{ presto.latest_sub_partition('hits', day='1999-01-01') }}'",
      [[1], [2], [3]],
    ],
    ['a number without quotes', 2, 'hour = {{ presto.latest_sub_partition("hits", day="2024-05-02") }}', [[3]]],
  ])('is available in templates: %s', async (_, id, where, rows) => {
    expect(await ask(id, { columns: ['n'], orderby: [['n', true]], extras: { where } })).toEqual(rows)
  })

  it('is available in the SQL of a dataset', async () => {
    expect(await ask(4, { columns: ['n'] })).toEqual([[4]])
  })

  it.each<[string, number, object, RegExp]>([
    [
      'a column that is none',
      1,
      { filters: latest('n') },
      /n is not a partition column. The table is partitioned by: ds$/,
    ],
    ['a table without partitions', 3, { filters: latest('ds') }, /the table plain has no partitions/],
    ['a query', 4, { filters: latest('ds') }, /the dataset is a query/],
    [
      'a macro on a table without',
      1,
      { extras: { where: "ds = '{{ presto.latest_partition('plain') }}'" } },
      /plain does not exist or has no partitions/,
    ],
    [
      'one value of several',
      2,
      { extras: { where: "1 = {{ presto.latest_partition('hits') }}" } },
      /partitioned by several columns \(day, hour\)/,
    ],
    [
      'too few values',
      2,
      { extras: { where: "1 = {{ presto.latest_sub_partition('hits') }}" } },
      /specify all but one/,
    ],
    [
      'a value of no column',
      2,
      { extras: { where: "1 = {{ presto.latest_sub_partition('hits', x='1') }}" } },
      /x is not a partition column of hits/,
    ],
  ])('is refused: %s', async (_, id, query, message) => {
    await expect(ask(id, { columns: ['n'], ...query })).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(message),
    })
  })

  it('is that of the rows that the reader may see', async () => {
    const ruled = reader([rule("ds < '2024-01-03'")])
    expect(await ask(1, { columns: ['n'], filters: latest('ds'), orderby: [['n', true]] }, ruled)).toEqual([[2], [3]])
    const where = "ds = '{{ presto.latest_partition('sales') }}'"
    expect(await ask(1, { columns: ['n'], extras: { where }, orderby: [['n', true]] }, ruled)).toEqual([[2], [3]])
  })

  it('reveals nothing about rows if a rule fails', async () => {
    const ruled = reader([rule('CAST(ds AS integer) > 0')])
    const failure = await ask(1, { columns: ['n'], filters: latest('ds') }, ruled).catch(String)
    expect(failure).toMatch(/could not answer this query/)
    expect(failure).not.toContain('2024')
  })

  it('can be used by a rule itself, which sees all partitions', async () => {
    const ruled = reader([rule("ds = '{{ presto.latest_partition('sales') }}'")])
    expect(await ask(1, { columns: ['n'] }, ruled)).toEqual([[4]])
  })

  it('of another table is available only to users who may read it', async () => {
    const where = "'2024-01-03' = '{{ presto.latest_partition('sales') }}'"
    expect(await ask(2, { columns: ['n'], filters: latest('hour'), extras: { where } })).toEqual([[3]])
    await expect(ask(2, { columns: ['n'], extras: { where } }, reader([], SECRET))).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/sales does not exist or has no partitions/),
    })
  })

  it('is in the catalog', async () => {
    const details = (table: string) => pool.catalog(connection, { ask: 'table', catalog: null, schema: null, table })
    expect((await details('hits'))?.partitions).toEqual({
      columns: ['day', 'hour'],
      latest: { day: '2024-05-02', hour: '11' },
    })
    expect((await details('ice'))?.partitions).toEqual({
      columns: ['ds', 'region'],
      latest: { ds: '2024-02-01', region: 'US' },
    })
    expect((await details('empty'))?.partitions).toEqual({ columns: ['ds'], latest: null })
    expect((await details('plain'))?.partitions).toBeNull()
  })
})
