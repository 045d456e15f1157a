import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseQueryContext } from '../../model/query/queryContext.ts'
import type { ConnectionSpec } from '../contracts.ts'
import { normaliseQuery } from '../plan/normalise.ts'
import { planQuery } from '../plan/plan.ts'
import { renderSelect } from '../plan/render.ts'
import { createEnginePool, type Pool } from '../run/pool.ts'
import { createFixture, type Fixture } from '../run/testing/fixture.ts'
import { plainJob } from '../run/testing/job.ts'
import type { Dialect, LiteralValue } from './dialect.ts'
import { duckdb } from './duckdb/index.ts'
import { fileFolder, sqliteUnderTest } from './testing/embedded.ts'
import type { TestDatabase } from './testing/engineUnderTest.ts'
import { postgresqlUnderTest } from './testing/postgresql.ts'
import { anyQuery } from './testing/queries.ts'
import { salesColumns, salesDataset, salesRows, salesStatements } from './testing/sales.ts'

/** Number of queries: two thousand in CI; locally a few hundred, which take less time. */
const RUNS = process.env.CI ? 2000 : 300
const SEED = process.env.SEED ? Number(process.env.SEED) : Date.now() % 2 ** 31
const ROWS = 300
const NOW = Date.parse('2020-11-20T10:00:00Z')

type Row = Record<string, unknown>

let pool: Pool
let fixture: Fixture
const databases: TestDatabase[] = []
const engines: { dialect: Dialect; connection: ConnectionSpec }[] = []

const TYPES = {
  sqlite: {
    VARCHAR: 'TEXT',
    BIGINT: 'BIGINT',
    DOUBLE: 'REAL',
    BOOLEAN: 'BOOLEAN',
    DATE: 'DATE',
    TIMESTAMP: 'TIMESTAMP',
  },
  postgresql: {
    VARCHAR: 'TEXT',
    BIGINT: 'BIGINT',
    DOUBLE: 'float8',
    BOOLEAN: 'BOOLEAN',
    DATE: 'DATE',
    TIMESTAMP: 'TIMESTAMP',
  },
} as const

const literalOf = (value: string | number | boolean | null): LiteralValue => {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'string') return { text: value }
  return Number.isInteger(value) ? { integer: String(value) } : { float: value }
}

beforeAll(async () => {
  const rows = salesRows(ROWS)
  pool = createEnginePool({ children: 1, fileFolders: [fileFolder] })
  const values = rows.map((row) => {
    const cells = row.map((value, i) => `${duckdb.literal(literalOf(value))}::${salesColumns[i]?.type}`)
    return `(${cells.join(', ')})`
  })
  const names = salesColumns.map(({ name }) => duckdb.quote(name)).join(', ')
  fixture = await createFixture({ sales: `SELECT * FROM (VALUES ${values.join(', ')}) AS t(${names})` })
  engines.push({ dialect: duckdb, connection: fixture.connection })
  for (const engine of [sqliteUnderTest, postgresqlUnderTest].filter(({ isRunning }) => isRunning)) {
    const database = await engine.open()
    databases.push(database)
    const { dialect } = engine
    const types = TYPES[engine.name as keyof typeof TYPES]
    for (const sql of salesStatements(types, dialect.quote, (value) => dialect.literal(literalOf(value)), rows)) {
      await database.execute(sql)
    }
    engines.push({ dialect, connection: database.connection })
  }
})
afterAll(async () => {
  await pool.close()
  for (const database of databases) await database.close()
  fixture.remove()
})

function sqlOf(query: object, dialect: Dialect) {
  const parsed = parseQueryContext({ datasource: { id: 1, type: 'table' }, queries: [query] })
  if (!parsed.ok) throw new Error(parsed.error)
  const normal = normaliseQuery({
    query: parsed.value.queries[0] ?? {},
    dataset: salesDataset,
    formData: undefined,
    resultType: 'full',
    now: NOW,
    limits: { rows: 50_000, samples: 1000, max: 100_000 },
  })
  const plan = planQuery({ query: normal, dataset: salesDataset, dialect, now: NOW, rules: [], adhocTypes: new Map() })
  return { sql: renderSelect(plan.tree, dialect), plan }
}

async function answerOf(query: object, { dialect, connection }: (typeof engines)[number]): Promise<Row[]> {
  const { sql, plan } = sqlOf(query, dialect)
  const answer = await pool.run(plainJob(connection, sql, { output: plan.output }))
  const { data } = JSON.parse(`{${answer.body}}`) as { data: Row[] }
  return data
}

const TIME_TEXT = /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/

/** Engines without booleans and times use numbers and strings: the contract does not convert them. */
function plain(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'number') return Number(value.toPrecision(12))
  if (typeof value === 'string' && TIME_TEXT.test(value))
    return Date.parse(`${value.replace(' ', 'T')}Z`) || Date.parse(value)
  return value
}

const normalised = (rows: Row[], isOrdered: boolean): string[] => {
  const texts = rows.map((row) => JSON.stringify(Object.values(row).map(plain)))
  return isOrdered ? texts : texts.sort()
}

describe('generated queries', () => {
  it.runIf(process.env.CI)('run on three engines in CI', () => {
    expect(engines.map(({ dialect }) => dialect.name)).toEqual(['duckdb', 'sqlite', 'postgresql'])
  })

  it(`give equal results on every engine (seed ${SEED})`, { timeout: 300_000 }, async () => {
    const names = engines.map(({ dialect }) => dialect.name)
    let withRows = 0
    await fc.assert(
      fc.asyncProperty(fc.array(anyQuery, { minLength: 10, maxLength: 10 }), async (queries) => {
        await Promise.all(
          queries.map(async (query) => {
            const answers = await Promise.all(engines.map((engine) => answerOf(query, engine)))
            const isOrdered = 'orderby' in query
            const [first = [], ...others] = answers.map((rows) => normalised(rows, isOrdered))
            if (first.length > 0) withRows++
            for (const [i, other] of others.entries()) {
              const context = `${names[i + 1]} against ${names[0]}: ${JSON.stringify(query)}`
              expect(other, context).toEqual(first)
            }
          }),
        )
      }),
      { numRuns: RUNS / 10, seed: SEED, endOnFailure: true },
    )
    // queries without results would prove little
    expect(withRows).toBeGreaterThan(RUNS / 2)
  })
})
