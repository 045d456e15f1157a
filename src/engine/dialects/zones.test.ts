import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Dataset, DatasetColumn } from '../../model/dataset/dataset.ts'
import { wallClock } from '../../model/time/wallClock.ts'
import type { ConnectionSpec } from '../contracts.ts'
import { normaliseQuery } from '../plan/normalise.ts'
import { planQuery } from '../plan/plan.ts'
import { renderSelect } from '../plan/render.ts'
import { createEnginePool, type Pool } from '../run/pool.ts'
import { createFixture, type Fixture } from '../run/testing/fixture.ts'
import { plainJob } from '../run/testing/job.ts'
import type { Dialect } from './dialect.ts'
import { duckdb } from './duckdb/index.ts'
import { duckdbUnderTest, fileFolder } from './testing/embedded.ts'
import type { EngineUnderTest, TestDatabase } from './testing/engineUnderTest.ts'
import { enginesUnderTest } from './testing/list.ts'
import { plainBucket, plainChanges, plainClock, plainInstant, plainNumbers } from './testing/plainClock.ts'

/** The number of queries that are compared, such as ZONE_QUERIES=2000; fewer give the same result sooner. */
const RUNS = Number(process.env.ZONE_QUERIES ?? (process.env.CI ? 300 : 100))
/** Number of queries on servers, which take longer for each query. */
const SERVER_RUNS = Math.min(RUNS, process.env.ZONE_QUERIES ? RUNS : 60)
/** A query of a server may take a second. */
const LONGEST_MS = Math.max(600_000, SERVER_RUNS * 1000)
const SEED = process.env.SEED ? Number(process.env.SEED) : Date.now() % 2 ** 31

/** Offsets of half hours, changes at midnight, daylight saving of half an hour or none, and the largest offset. */
const ZONES = [
  'America/New_York',
  'Europe/Berlin',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/Havana',
  'Africa/Cairo',
  'Pacific/Auckland',
  'America/St_Johns',
  'Pacific/Kiritimati',
]
const GRAINS = ['PT15M', 'PT1H', 'P1D', 'P1W', 'P1M', 'P3M', 'P1Y']
/** Later changes of zones may be missing from the tables of Trino and PostgreSQL. */
const [FIRST_YEAR, LAST_YEAR] = [2014, 2022]
const HOUR_MS = 3_600_000

const changes = new Map(ZONES.map((zone) => [zone, plainChanges(zone, FIRST_YEAR, LAST_YEAR)]))

/** Instants in whole seconds around all changes, and others. */
function instants(): number[] {
  const random = plainNumbers(11)
  const near = [...changes.values()]
    .flat()
    .flatMap((at) => Array.from({ length: 4 }, () => at + Math.floor((random() - 0.5) * 8 * 3600) * 1000))
  const span = Date.UTC(LAST_YEAR, 0) - Date.UTC(FIRST_YEAR, 0)
  const others = Array.from(
    { length: 200 },
    () => Date.UTC(FIRST_YEAR, 0) + Math.floor((random() * span) / 1000) * 1000,
  )
  return [...near, ...others]
}

/** A clock time that occurs once: if one occurs twice, either interpretation of a database is correct. */
function uniqueClock(at: number, zone: string): number | null {
  const wall = plainClock(at, zone)
  const twice = [-2, -1, -0.5, 0.5, 1, 2].some((hours) => plainClock(at + hours * HOUR_MS, zone) === wall)
  return twice ? null : wall
}

const rows = instants().map((at, n) => ({ at, berlin: uniqueClock(at, 'Europe/Berlin'), n }))
const text = (wall: number) => new Date(wall).toISOString().slice(0, 19).replace('T', ' ')

/** Clock times in UTC and Berlin, epoch seconds, instants with a zone, and days, which are not converted. */
const COLUMNS = ['at', 'berlin', 'secs', 'aware', 'day'] as const
type Column = (typeof COLUMNS)[number]

const column = (name: Column, type: string, python_date_format: string | null = null): DatasetColumn => ({
  id: 1,
  uuid: '',
  column_name: name,
  verbose_name: null,
  type,
  advanced_data_type: null,
  expression: null,
  description: null,
  filterable: true,
  groupby: true,
  is_active: true,
  is_dttm: true,
  python_date_format,
  extra: null,
})

const datasetOf = (aware: string): Dataset => ({
  id: 1,
  uuid: '',
  table_name: 'moments',
  catalog: null,
  schema: null,
  sql: null,
  main_dttm_col: 'at',
  offset: 0,
  cache_timeout: null,
  fetch_values_predicate: null,
  template_params: null,
  extra: null,
  changed_on: 0,
  database: { id: 1, uuid: '', name: 'x', backend: 'x', cache_timeout: null },
  columns: [
    column('at', 'TIMESTAMP'),
    column('berlin', 'TIMESTAMP'),
    column('secs', 'BIGINT', 'epoch_s'),
    column('aware', aware),
    column('day', 'DATE'),
  ],
  metrics: [],
})

const AWARE = { duckdb: 'TIMESTAMPTZ', postgresql: 'timestamptz', trino: 'timestamp(3) with time zone' } as const
type Tested = keyof typeof AWARE
const isTested = (name: string): name is Tested => name in AWARE

const awareValue = (name: Tested, wall: string) =>
  name === 'trino' ? `TIMESTAMP '${wall} UTC'` : `TIMESTAMPTZ '${wall}+00:00'`

const cellsOf = (engine: Tested, { at, berlin, n }: (typeof rows)[number]) =>
  [
    `TIMESTAMP '${text(at)}'`,
    berlin === null ? 'CAST(NULL AS TIMESTAMP)' : `TIMESTAMP '${text(berlin)}'`,
    `CAST(${at / 1000} AS BIGINT)`,
    awareValue(engine, text(at)),
    `DATE '${text(at).slice(0, 10)}'`,
    `CAST(${n} AS BIGINT)`,
  ].join(', ')

interface Case {
  zone: string
  column: Column
  grain: string
  /** Clock times in the zone. */
  since: number
  until: number
  /** Instead of `since` and `until`: a relative range, and the instant at which it is evaluated. */
  relative?: { text: 'Last day' | 'Last week' | 'previous calendar week' | 'previous calendar month'; now: number }
}

const anyCase: fc.Arbitrary<Case> = fc
  .record({
    zone: fc.constantFrom(...ZONES),
    column: fc.constantFrom(...COLUMNS),
    grain: fc.constantFrom(...GRAINS),
    change: fc.nat(),
    quarters: fc.integer({ min: -60, max: 20 }),
    length: fc.constantFrom(1, 2, 4, 8, 96, 100, 96 * 7, 96 * 31, 96 * 366),
    relative: fc.option(fc.constantFrom('Last day', 'Last week', 'previous calendar week', 'previous calendar month')),
  })
  .map(({ zone, column: name, grain, change, quarters, length, relative }) => {
    const near = changes.get(zone) ?? []
    const at = near.length > 0 ? (near[change % near.length] as number) : Date.UTC(FIRST_YEAR + (change % 8), 2, 5)
    const since = Math.round((plainClock(at, zone) + quarters * 900_000) / 900_000) * 900_000
    const until = since + length * 900_000
    const base = { zone, column: name, grain, since, until }
    return relative
      ? { ...base, relative: { text: relative as never, now: at + 7_200_000 - quarters * 900_000 } }
      : base
  })

/** The bounds of a case. A relative range is computed on the calendar of the zone. */
function boundsOf({ zone, since, until, relative }: Case): [number, number] {
  if (!relative) return [since, until]
  const now = new Date(plainClock(relative.now, zone))
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  const monday = day - ((now.getUTCDay() + 6) % 7)
  switch (relative.text) {
    case 'Last day':
      return [Date.UTC(year, month, day - 1), Date.UTC(year, month, day)]
    case 'Last week':
      return [Date.UTC(year, month, day - 7), Date.UTC(year, month, day)]
    case 'previous calendar week':
      return [Date.UTC(year, month, monday - 7), Date.UTC(year, month, monday)]
    case 'previous calendar month':
      return [Date.UTC(year, month - 1), Date.UTC(year, month)]
  }
}

function expected(asked: Case): [number, number, number][] {
  const { zone, column: name, grain } = asked
  const [since, until] = boundsOf(asked)
  const [from, to] = [plainInstant(since, zone), plainInstant(until, zone)]
  const buckets = new Map<number, [number, number]>()
  for (const { at, berlin, n } of rows) {
    if (name === 'berlin' && berlin === null) continue
    const day = plainBucket(at, 'P1D')
    const isIn = name === 'day' ? day >= since && day < until : at >= from && at < to
    if (!isIn) continue
    const bucket = plainBucket(name === 'day' ? day : plainClock(at, zone), grain)
    const [count, sum] = buckets.get(bucket) ?? [0, 0]
    buckets.set(bucket, [count + 1, sum + n])
  }
  return [...buckets].map(([bucket, [count, sum]]): [number, number, number] => [bucket, count, sum]).sort(byBucket)
}

const byBucket = (a: [number, number, number], b: [number, number, number]) => a[0] - b[0]

let pool: Pool
let fixture: Fixture
beforeAll(async () => {
  pool = createEnginePool({ children: 1, fileFolders: [fileFolder] })
  const values = rows.map((row) => `(${cellsOf('duckdb', row)})`).join(', ')
  fixture = await createFixture({
    moments: `SELECT * FROM (VALUES ${values}) AS t("at", berlin, secs, aware, "day", n)`,
  })
})
afterAll(async () => {
  await pool.close()
  fixture.remove()
})

async function answerOf(asked: Case, dialect: Dialect, connection: ConnectionSpec) {
  const dataset = datasetOf(AWARE[dialect.name as Tested])
  const now = wallClock(asked.relative?.now ?? Date.UTC(2023, 0), asked.zone)
  const iso = (wall: number) => text(wall).replace(' ', 'T')
  const axis = { sqlExpression: asked.column, label: asked.column, columnType: 'BASE_AXIS', timeGrain: asked.grain }
  const query = normaliseQuery({
    query: {
      columns: [{ ...axis, expressionType: 'SQL' }] as never,
      metrics: ['COUNT(*)', 'SUM(n)'].map((sqlExpression, i) => ({
        expressionType: 'SQL',
        sqlExpression,
        label: `m${i}`,
      })),
      filters: [
        {
          col: asked.column,
          op: 'TEMPORAL_RANGE',
          val: asked.relative?.text ?? `${iso(asked.since)} : ${iso(asked.until)}`,
        },
      ],
    },
    dataset,
    formData: undefined,
    resultType: 'full',
    now,
    zone: { view: asked.zone, data: asked.column === 'berlin' ? 'Europe/Berlin' : 'UTC' },
    limits: { rows: 50_000, samples: 1000, max: 100_000 },
  })
  const plan = planQuery({ query, dataset, dialect, now, rules: [], adhocTypes: new Map() })
  const { body } = await pool.run(
    plainJob(connection, renderSelect(plan.tree, dialect), { output: plan.output, encoding: 'columns' }),
  )
  const { columns } = JSON.parse(`{${body}}`) as { columns: number[][] }
  const [times = [], counts = [], sums = []] = columns
  return times.map((time, i): [number, number, number] => [time, Number(counts[i]), Number(sums[i])]).sort(byBucket)
}

const compare = (dialect: Dialect, connection: ConnectionSpec, numRuns: number) =>
  fc.assert(
    fc.asyncProperty(anyCase, async (asked) => {
      expect(await answerOf(asked, dialect, connection)).toEqual(expected(asked))
    }),
    { numRuns, seed: SEED },
  )

describe('times in a time zone equal a plain computation, around changes of clocks', () => {
  it(`on ${duckdbUnderTest.name} (seed ${SEED})`, () => compare(duckdb, fixture.connection, RUNS), LONGEST_MS)

  const servers = enginesUnderTest.filter((engine): engine is EngineUnderTest & { name: Tested } =>
    ['postgresql', 'trino'].includes(engine.name),
  )
  describe.each(servers)('$name', (engine) => {
    let database: TestDatabase | undefined
    beforeAll(async () => {
      if (!engine.isRunning || !isTested(engine.name)) return
      database = await engine.open()
      const types = `"at" TIMESTAMP, berlin TIMESTAMP, secs BIGINT, aware ${AWARE[engine.name]}, "day" DATE, n BIGINT`
      await database.execute(`CREATE TABLE moments (${types})`)
      for (let i = 0; i < rows.length; i += 100) {
        const values = rows.slice(i, i + 100).map((row) => `(${cellsOf(engine.name as Tested, row)})`)
        await database.execute(`INSERT INTO moments VALUES ${values.join(', ')}`)
      }
    }, 240_000)
    afterAll(() => database?.close())

    it.runIf(engine.isRunning)(
      `gives the same (seed ${SEED})`,
      async () => {
        if (database) await compare(engine.dialect, database.connection, SERVER_RUNS)
      },
      LONGEST_MS,
    )
  })
})
