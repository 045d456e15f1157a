import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Calendar, type FiscalPeriod, parseFiscalTable, type WeekStart } from '../../model/time/fiscalCalendar.ts'
import { formatWall } from '../../model/time/wallClock.ts'
import type { ConnectionSpec } from '../contracts.ts'
import { countedBucket } from '../plan/bucket.ts'
import { createEnginePool, type Pool } from '../run/pool.ts'
import { createFixture, type Fixture } from '../run/testing/fixture.ts'
import type { Dialect } from './dialect.ts'
import { duckdb } from './duckdb/index.ts'
import { fileFolder } from './testing/embedded.ts'
import type { TestDatabase } from './testing/engineUnderTest.ts'
import { evaluateRows } from './testing/evaluate.ts'
import { enginesUnderTest } from './testing/list.ts'
import { plainFiscal, plainFiscalTable, plainNumbers, plainWeek } from './testing/plainClock.ts'

const UNITS = { 'P1M/fiscal': 'period', 'P3M/fiscal': 'quarter', 'P1Y/fiscal': 'year' } as const
type Grain = keyof typeof UNITS
const GRAINS = Object.keys(UNITS) as Grain[]
const FIRST_DAYS: Record<WeekStart, number> = { sunday: 0, monday: 1, saturday: 6 }
const DAY_MS = 86_400_000
const [FIRST, LAST] = [Date.UTC(2008, 0), Date.UTC(2028, 0)]

function tableOf(text: string): FiscalPeriod[] {
  const read = parseFiscalTable(text)
  if (!read.ok) throw new Error(read.error)
  return read.value
}

/** Nineteen fiscal years, fewer than the tested years: days before and after the table are tested as well. */
const TABLE = tableOf(plainFiscalTable('2008-02-03', 2008, 19))

function inTable(wall: number, grain: Grain): number | null {
  const own = TABLE.find(({ start, end }) => wall >= start && wall < end)
  if (!own) return null
  const isSame = ({ year, quarter, period }: FiscalPeriod) =>
    year === own.year &&
    (grain === 'P1Y/fiscal' || quarter === own.quarter) &&
    (grain !== 'P1M/fiscal' || period === own.period)
  return TABLE.find(isSame)?.start ?? null
}

interface Counted {
  name: string
  grain: string
  calendar: Calendar
  expected(wall: number): number | null
}

const all: Counted[] = [
  ...GRAINS.flatMap((grain) =>
    Array.from({ length: 12 }, (_, at): Counted => {
      const firstMonth = at + 1
      const calendar: Calendar = { weekStart: null, fiscal: { firstMonth } }
      const expected = (wall: number) => plainFiscal(wall, UNITS[grain], firstMonth)
      return { name: `${grain} from month ${firstMonth}`, grain, calendar, expected }
    }),
  ),
  ...(Object.keys(FIRST_DAYS) as WeekStart[]).map((weekStart): Counted => {
    const calendar: Calendar = { weekStart, fiscal: { firstMonth: 1 } }
    const expected = (wall: number) => plainWeek(wall, FIRST_DAYS[weekStart])
    return { name: `weeks from ${weekStart}`, grain: 'P1W', calendar, expected }
  }),
  ...GRAINS.map((grain): Counted => {
    const calendar: Calendar = { weekStart: null, fiscal: { periods: TABLE } }
    return { name: `${grain} by a table`, grain, calendar, expected: (wall) => inTable(wall, grain) }
  }),
]

let pool: Pool
let fixture: Fixture
beforeAll(async () => {
  pool = createEnginePool({ children: 1, fileFolders: [fileFolder] })
  const days = `SELECT unnest(generate_series(TIMESTAMP '2008-01-01', TIMESTAMP '2027-12-31', INTERVAL 1 DAY)) AS "day"`
  fixture = await createFixture({
    days: `SELECT "day" + INTERVAL (s) SECOND AS at FROM (${days}), (VALUES (0), (86399)) AS seconds(s)`,
  })
})
afterAll(async () => {
  await pool.close()
  fixture.remove()
})

const times = [
  { label: 'at', time: { format: null } },
  { label: 'bucket', time: { format: null } },
]

async function compareDays(counted: Counted, dialect: Dialect, connection: ConnectionSpec): Promise<void> {
  const { name, grain, calendar, expected } = counted
  const bucket = countedBucket({ of: '"at"', grain, columnType: 'TIMESTAMP', calendar }, dialect)
  const rows = await evaluateRows(pool, `SELECT "at", ${bucket} AS bucket FROM days`, connection, times)
  expect(rows).toHaveLength(((LAST - FIRST) / DAY_MS) * 2)
  const wrong = rows.filter((row) => row['bucket'] !== expected(Number(row['at'])))
  expect({ name, wrong: wrong.slice(0, 3) }).toEqual({ name, wrong: [] })
}

describe('calendars over twenty years, at both ends of each day', () => {
  it.each(all)('$name', (counted) => compareDays(counted, duckdb, fixture.connection))
})

/** The same days as SQL, for servers that can generate them. */
const DAYS: Partial<Record<string, string>> = {
  postgresql: `SELECT generate_series(TIMESTAMP '2008-01-01', TIMESTAMP '2027-12-31', INTERVAL '1 day') AS "day"`,
  trino: `SELECT "day" FROM UNNEST(sequence(DATE '2008-01-01', DATE '2027-12-31')) AS listed("day")`,
}

describe.each(enginesUnderTest.filter(({ name }) => name in DAYS))('each day of twenty years on $name', (engine) => {
  let database: TestDatabase | undefined
  beforeAll(async () => {
    if (!engine.isRunning) return
    database = await engine.open()
    const ends = ['0', '86399'].map((second) => `SELECT CAST("day" AS TIMESTAMP) + INTERVAL '${second}' SECOND AS "at"`)
    const both = ends.map((end) => `${end} FROM (${DAYS[engine.name]}) AS each_day`).join(' UNION ALL ')
    await database.execute(`CREATE TABLE days AS ${both}`)
  }, 240_000)
  afterAll(() => database?.close())

  it.runIf(engine.isRunning)(
    'equals a plain computation',
    async () => {
      for (const counted of all) if (database) await compareDays(counted, engine.dialect, database.connection)
    },
    1_200_000,
  )
})

/**
 * All servers compute some of the buckets: for times at the edges of months, in the middle of months, and on random
 * days.
 */
describe.each(enginesUnderTest)('calendars on $name', (engine) => {
  let database: TestDatabase | undefined
  beforeAll(async () => {
    if (engine.isRunning) database = await engine.open()
  })
  afterAll(() => database?.close())

  it.runIf(engine.isRunning)(
    'equal a plain computation',
    async () => {
      const random = plainNumbers(5)
      const moment = () => {
        const month = Date.UTC(2008, Math.floor(random() * 240))
        const edge = [month, month - 1000, month + 14 * DAY_MS, FIRST + Math.floor(random() * 7300) * DAY_MS]
        return edge[Math.floor(random() * edge.length)] as number
      }
      for (const { name, grain, calendar, expected } of all) {
        // for some engines, a statement that contains the whole table many times is too long
        const moments = Array.from({ length: 'periods' in calendar.fiscal ? 4 : 12 }, moment)
        const columns = moments.map((wall, at) => {
          const of = engine.timestamp(formatWall(wall))
          return `${countedBucket({ of, grain, columnType: 'TIMESTAMP', calendar }, engine.dialect)} AS v${at}`
        })
        const output = moments.map((_, at) => ({ label: `v${at}`, time: { format: null } }))
        const [row = {}] = await evaluateRows(pool, `SELECT ${columns.join(', ')}`, database?.connection, output)
        const found = moments.map((wall, at) => [formatWall(wall), row[`v${at}`]])
        expect({ name, found }).toEqual({ name, found: moments.map((wall) => [formatWall(wall), expected(wall)]) })
      }
    },
    600_000,
  )
})
