import { describe, expect, it } from 'vitest'
import { DAY_MS, wallClock } from '../../model/time/wallClock.ts'
import { deleteFinished } from './jobs.ts'
import { setSchedule } from './schedules.ts'
import { counted, memoryStore, recorded, workerOn } from './testing/jobStore.ts'

/**
 * Simulated time with the real schedules, store and workers. The expected runs are computed here from the clocks of the
 * time zones alone, by the rules of docs/schedules.md. The full test takes about twenty minutes:
 * SEXTANT_SCHEDULES=1000 SEXTANT_SCHEDULE_YEARS=10.
 */
const SCHEDULES = Number(process.env['SEXTANT_SCHEDULES'] ?? 26)
const YEARS = Number(process.env['SEXTANT_SCHEDULE_YEARS'] ?? 0.7)

const START = Date.parse('2026-03-01T00:00:00Z')
const END = START + YEARS * 365.25 * DAY_MS
/** The store is compared and emptied after this much simulated time. */
const BATCH_MS = 40 * DAY_MS
const MINUTE_MS = 60_000

const ZONES =
  'UTC Europe/Berlin Europe/London Europe/Istanbul America/New_York America/Sao_Paulo America/Santiago America/St_Johns America/Caracas Africa/Cairo Africa/Casablanca Asia/Beirut Asia/Tehran Asia/Kathmandu Asia/Kolkata Asia/Pyongyang Australia/Lord_Howe Australia/Sydney Pacific/Apia Pacific/Chatham'.split(
    ' ',
  )

/** A schedule and its days, hours and minutes. `goesOn`: its hours or minutes have a wildcard or a step. */
interface Rule {
  crontab: string
  days: (day: Date) => boolean
  hours: readonly number[]
  minutes: readonly number[]
  goesOn?: boolean
}

const everyDay = () => true
const isLastOfMonth = (day: Date) => new Date(day.getTime() + DAY_MS).getUTCDate() === 1

/** The minute is 0, 15, 30 or 45, so that many schedules are due at the same moment. */
const rulesAt = (minute: number): Rule[] => [
  { crontab: `${minute} 2 * * *`, days: everyDay, hours: [2], minutes: [minute] },
  { crontab: `${minute} 0 * * *`, days: everyDay, hours: [0], minutes: [minute] },
  {
    crontab: `${minute} 1,2,3 * * 0`,
    days: (day) => day.getUTCDay() === 0,
    hours: [1, 2, 3],
    minutes: [minute],
  },
  { crontab: `${minute} 12 1 * *`, days: (day) => day.getUTCDate() === 1, hours: [12], minutes: [minute] },
  { crontab: `${minute} 23 L * *`, days: isLastOfMonth, hours: [23], minutes: [minute] },
  {
    crontab: `${minute} 3 29 2 *`,
    days: (day) => day.getUTCMonth() === 1 && day.getUTCDate() === 29,
    hours: [3],
    minutes: [minute],
  },
  {
    crontab: '*/30 1-3 * * 0',
    days: (day) => day.getUTCDay() === 0,
    hours: [1, 2, 3],
    minutes: [0, 30],
    goesOn: true,
  },
  { crontab: `${minute} 9 * * 1`, days: (day) => day.getUTCDay() === 1, hours: [9], minutes: [minute] },
  {
    crontab: `${minute} 2 * * 1-5`,
    days: (day) => day.getUTCDay() >= 1 && day.getUTCDay() <= 5,
    hours: [2],
    minutes: [minute],
  },
  {
    crontab: `${minute} 0 1,15 * *`,
    days: (day) => [1, 15].includes(day.getUTCDate()),
    hours: [0],
    minutes: [minute],
  },
  { crontab: `${minute} 23 * * 6`, days: (day) => day.getUTCDay() === 6, hours: [23], minutes: [minute] },
  {
    crontab: `${minute} */2 25-31 3,10 *`,
    days: (day) => [2, 9].includes(day.getUTCMonth()) && day.getUTCDate() >= 25,
    hours: [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22],
    minutes: [minute],
    goesOn: true,
  },
  { crontab: `0,15 2 * * 0`, days: (day) => day.getUTCDay() === 0, hours: [2], minutes: [0, 15] },
]

/** A period without clock changes in a zone: UTC epoch milliseconds, `to` excluded. */
interface Stretch {
  from: number
  to: number
  offset: number
}

function stretchesOf(zone: string): Stretch[] {
  const offsetAt = (at: number) => wallClock(at, zone) - at
  const last = END + 3 * DAY_MS
  const stretches: Stretch[] = []
  let from = START - 3 * DAY_MS
  let offset = offsetAt(from)
  for (let at = from; at < last; at += DAY_MS) {
    let [low, high] = [at, at + DAY_MS]
    if (offsetAt(high) === offset) continue
    while (high - low > MINUTE_MS) {
      const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS
      if (offsetAt(middle) === offset) low = middle
      else high = middle
    }
    stretches.push({ from, to: high, offset })
    from = high
    offset = offsetAt(high)
  }
  return [...stretches, { from, to: Number.POSITIVE_INFINITY, offset }]
}

/** When a schedule is due: moments in order, each once. */
function momentsOf({ days, hours, minutes, goesOn = false }: Rule, stretches: readonly Stretch[]): number[] {
  const found = new Set<number>()
  const firstDay = Math.floor(START / DAY_MS) * DAY_MS - 2 * DAY_MS
  for (let day = firstDay; day < END + 2 * DAY_MS; day += DAY_MS) {
    if (!days(new Date(day))) continue
    for (const hour of hours)
      for (const minute of minutes) {
        const wall = day + (hour * 60 + minute) * MINUTE_MS
        const showing = stretches.filter(({ from, to, offset }) => wall - offset >= from && wall - offset < to)
        const times = showing.map(({ offset }) => wall - offset)
        if (times.length > 0) for (const at of goesOn ? times : times.slice(0, 1)) found.add(at)
        else if (!goesOn) {
          // the clock was set forward past this time
          const after = stretches.find(({ from, offset }) => from + offset > wall)
          if (after && after.from + after.offset < day + DAY_MS) found.add(after.from)
        }
      }
  }
  return [...found].filter((at) => at > START && at <= END).sort((a, b) => a - b)
}

describe(`${SCHEDULES} schedules in ${YEARS} years of simulated time`, () => {
  it('run each due moment once, on two nodes, across all changes of the clocks', async () => {
    const db = await memoryStore()
    const clock = { now: START }
    const clocks = new Map(ZONES.map((zone) => [zone, stretchesOf(zone)]))
    const expected = new Map<number, number[]>()
    const names = new Map<number, string>()
    for (let id = 1; id <= SCHEDULES; id++) {
      const timeZone = ZONES[id % ZONES.length] ?? ''
      const rules = rulesAt((id % 4) * 15)
      const rule = rules[id % rules.length] as Rule
      await setSchedule(db, { kind: 'counted', subjectId: id, crontab: rule.crontab, timeZone }, START)
      expected.set(id, momentsOf(rule, clocks.get(timeZone) ?? []))
      names.set(id, `${rule.crontab} in ${timeZone}`)
    }
    const workers = [1, 2].map(() => workerOn(db, clock, [counted()]))
    const seen = new Map<number, number>()

    /** Compares what ran since the last call with what was due until `until`. */
    async function compare(until: number) {
      const ran = new Map<number, number[]>()
      for (const action of await recorded(db)) {
        const [id = 0, at = 0] = action.split('@').map(Number)
        const moments = ran.get(id)
        if (moments) moments.push(at)
        else ran.set(id, [at])
      }
      for (const [id, moments] of expected) {
        const from = seen.get(id) ?? 0
        let to = from
        while (to < moments.length && (moments[to] ?? 0) <= until) to++
        seen.set(id, to)
        const text = (times: readonly number[] = []) => times.map((at) => new Date(at).toISOString())
        expect([names.get(id), ...text(ran.get(id)?.sort((a, b) => a - b))]).toEqual([
          names.get(id),
          ...text(moments.slice(from, to)),
        ])
      }
      const open = await db.selectFrom('jobs').select('id').where('state', '!=', 'done').execute()
      expect(open).toEqual([])
      await db.deleteFrom('logs').execute()
      await deleteFinished(db, until + 1)
    }

    let batchEnd = START + BATCH_MS
    for (let turn = 0; ; turn++) {
      const next = await db
        .selectFrom('job_schedules')
        .select(({ fn }) => fn.min('next_due').as('due'))
        .executeTakeFirst()
      const due = next?.due ?? Number.POSITIVE_INFINITY
      while (batchEnd < due && batchEnd <= END) {
        await compare(batchEnd)
        batchEnd += BATCH_MS
      }
      if (due > END) break
      clock.now = due
      await workers[turn % 2]?.runDue()
    }
    await compare(END)
    await db.destroy()
    const total = [...expected.values()].reduce((sum, { length }) => sum + length, 0)
    expect([...seen.values()].reduce((sum, count) => sum + count, 0)).toBe(total)
    expect(total).toBeGreaterThan(SCHEDULES * YEARS * 50)
    if (process.env['SEXTANT_SCHEDULES']) process.stdout.write(`${total} moments ran once\n`)
  }, 14_400_000)
})
