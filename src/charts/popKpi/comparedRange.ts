import { parseTimeDelta } from '../../model/time/timeDelta.ts'
import { addUnits, type CalendarUnit } from '../../model/time/wallClock.ts'

/** How the second query selects the compared period: by its own range, or by a shift of the same range. */
export type ComparedRange = { range: string } | { time_shift: string }

const iso = String.raw`\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?`
const closed = new RegExp(`^\\s*(${iso})\\s+:\\s+(${iso})\\s*$`)
const relative =
  /^(?:last|current|previous calendar)\s+(?:(\d+)\s+)?(second|minute|hour|day|week|month|quarter|year)s?$/i

/**
 * The period that a time range is compared with: `1 week ago` (both dates are shifted by calendar units), `inherit`
 * (the preceding period of the same length), or `custom` (the same length from `startDate`). undefined if the range has
 * no known length.
 */
export function comparedRange(
  range: string,
  compare: string,
  startDate: string | undefined,
): ComparedRange | undefined {
  const ends = closed.exec(range)?.slice(1).map(timeOf)
  if (compare === 'inherit' || compare === 'custom') {
    const start = compare === 'custom' ? startDate?.slice(0, 10) : undefined
    if (compare === 'custom' && start === undefined) return undefined
    return ends ? sameLength(ends as [number, number], start) : sameUnits(range, start)
  }
  const delta = parseTimeDelta(compare)
  if (!delta.ok || range.trim() === '' || range === 'No filter') return undefined
  if (!ends) return { time_shift: compare }
  const moved = ends.map((time) => textOf(addUnits(time, delta.value.count, delta.value.unit)))
  return { range: moved.join(' : ') }
}

function sameLength([since, until]: [number, number], start: string | undefined): ComparedRange {
  const length = until - since
  const from = start === undefined ? since - length : timeOf(start)
  return { range: `${textOf(from)} : ${textOf(from + length)}` }
}

function sameUnits(range: string, start: string | undefined): ComparedRange | undefined {
  const [, digits = '1', name] = relative.exec(range.trim()) ?? []
  if (name === undefined) return undefined
  const isQuarter = name.toLowerCase() === 'quarter'
  const count = Number(digits) * (isQuarter ? 3 : 1)
  const unit = (isQuarter ? 'month' : name.toLowerCase()) as CalendarUnit
  if (start === undefined) return { time_shift: `${count} ${unit}s ago` }
  return { range: `${textOf(timeOf(start))} : ${textOf(addUnits(timeOf(start), count, unit))}` }
}

const timeOf = (text: string) =>
  Date.parse(`${text.replace(' ', 'T').padEnd(10)}${text.length === 10 ? 'T00:00' : ''}Z`)
const textOf = (time: number) => new Date(time).toISOString().slice(0, 19)
