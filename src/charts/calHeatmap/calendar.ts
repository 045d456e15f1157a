import type { Domain, Subdomain } from './units.ts'

/**
 * The blocks of a calendar and the positions of their cells. All times are UTC, in milliseconds; weeks begin on Monday.
 */

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]

type Unit = Domain | Subdomain

/** The start of the unit that a time is in. */
export function startOf(unit: Unit, time: number): number {
  const date = new Date(time)
  switch (unit) {
    case 'min':
      return Math.floor(time / minuteMs) * minuteMs
    case 'hour':
      return Math.floor(time / hourMs) * hourMs
    case 'day':
      return Math.floor(time / dayMs) * dayMs
    case 'week':
      return Math.floor(time / dayMs) * dayMs - weekdayOf(time) * dayMs
    case 'month':
      return firstOf(date.getUTCFullYear(), date.getUTCMonth())
    case 'year':
      return firstOf(date.getUTCFullYear(), 0)
  }
}

export function nextOf(unit: Unit, start: number): number {
  const date = new Date(start)
  switch (unit) {
    case 'min':
      return start + minuteMs
    case 'hour':
      return start + hourMs
    case 'day':
      return start + dayMs
    case 'week':
      return start + 7 * dayMs
    case 'month':
      return firstOf(date.getUTCFullYear(), date.getUTCMonth() + 1)
    case 'year':
      return firstOf(date.getUTCFullYear() + 1, 0)
  }
}

/** 0 is Monday. */
const weekdayOf = (time: number) => (((Math.floor(time / dayMs) + 3) % 7) + 7) % 7

function firstOf(year: number, month: number): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month, 1)
  return date.getTime()
}

const sizes: Record<Unit, number> = {
  min: minuteMs,
  hour: hourMs,
  day: dayMs,
  week: 7 * dayMs,
  month: 28 * dayMs,
  year: 365 * dayMs,
}

/** Whether a block can be divided into these cells; else each block is one cell. */
export const isDivided = (domain: Domain, subdomain: Subdomain) => sizes[subdomain] < sizes[domain]

export interface Place {
  column: number
  row: number
}

/** The position of a cell in its block. */
export function placeOf(
  domain: Domain,
  subdomain: Subdomain,
  block: number,
  cell: number,
  firstWeek = firstWeekOf(block),
): Place {
  if (!isDivided(domain, subdomain)) return { column: 0, row: 0 }
  switch (subdomain) {
    case 'min': {
      const minute = Math.floor((cell - block) / minuteMs)
      // an hour is six columns of ten minutes; longer blocks have a column for each hour
      return domain === 'hour'
        ? { column: Math.floor(minute / 10), row: minute % 10 }
        : { column: Math.floor(minute / 60), row: minute % 60 }
    }
    case 'hour': {
      const hour = Math.floor((cell - block) / hourMs)
      // a day is four columns of six hours; longer blocks have a column for each day
      return domain === 'day'
        ? { column: Math.floor(hour / 6), row: hour % 6 }
        : { column: Math.floor(hour / 24), row: hour % 24 }
    }
    case 'day':
      return domain === 'week'
        ? { column: 0, row: weekdayOf(cell) }
        : { column: Math.round((startOf('week', cell) - startOf('week', block)) / (7 * dayMs)), row: weekdayOf(cell) }
    case 'week': {
      const week = Math.round((cell - firstWeek) / (7 * dayMs))
      // a month is a column of weeks, a year is a strip
      return domain === 'month' ? { column: 0, row: week } : { column: week, row: 0 }
    }
    case 'month': {
      const month = new Date(cell).getUTCMonth()
      return { column: month % 3, row: Math.floor(month / 3) }
    }
  }
}

/** A week belongs to the month and the year that its Thursday is in (ISO 8601). */
export const middleOfWeek = 3 * dayMs

function firstWeekOf(block: number): number {
  const week = startOf('week', block)
  return week + middleOfWeek < block ? week + 7 * dayMs : week
}

export interface Block {
  start: number
  end: number
  columns: number
  rows: number
  cells: (Place & { start: number })[]
}

/** Maximum number of cells. */
export const mostCells = 60_000

/** The complete blocks that contain the times from `from` to `to`; undefined if they have too many cells. */
export function blocksOf(domain: Domain, subdomain: Subdomain, from: number, to: number): Block[] | undefined {
  const unit = isDivided(domain, subdomain) ? subdomain : domain
  if ((to - from) / sizes[unit] > mostCells) return undefined
  const blocks: Block[] = []
  let count = 0
  for (let start = startOf(domain, from); start <= to; start = nextOf(domain, start)) {
    const end = nextOf(domain, start)
    const cells: Block['cells'] = []
    const isWeeks = unit === 'week' && domain !== 'week'
    // the first week of the range may have begun before its first block
    const firstWeek =
      blocks.length === 0
        ? Math.min(firstWeekOf(start), Math.max(startOf('week', start), startOf('week', from)))
        : firstWeekOf(start)
    for (
      let cell = isWeeks ? firstWeek : startOf(unit, start);
      isWeeks ? cell + middleOfWeek < end : cell < end;
      cell = nextOf(unit, cell)
    )
      cells.push({ start: cell, ...placeOf(domain, subdomain, start, cell, firstWeek) })
    count += cells.length
    if (count > mostCells) return undefined
    blocks.push({
      start,
      end,
      cells,
      columns: 1 + cells.reduce((most, { column }) => Math.max(most, column), 0),
      rows: 1 + cells.reduce((most, { row }) => Math.max(most, row), 0),
    })
  }
  return blocks
}

/** The columns of a year in which its months begin, for years of days or weeks. */
export function monthColumns(block: Block, subdomain: Subdomain): { month: number; column: number }[] {
  // a week belongs to the month of its Thursday
  const shift = subdomain === 'week' ? middleOfWeek : 0
  const months: { month: number; column: number }[] = []
  for (let month = block.start; month < block.end; month = nextOf('month', month)) {
    const first = block.cells.find(({ start }) => start + shift >= month)
    if (first !== undefined) months.push({ month, column: first.column })
  }
  return months
}
