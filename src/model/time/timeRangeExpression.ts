import type { Result } from '../basics/result.ts'
import { startOfWeek, type WeekStart } from './fiscalCalendar.ts'
import { holidayDate } from './timeRangeHolidays.ts'
import { parseHumanDate } from './timeRangeHuman.ts'
import { addUnits, CALENDAR_UNITS, type CalendarUnit, DAY_MS, lastDayOf, startOfDay, truncateTo } from './wallClock.ts'

const FUNCTIONS = ['DATETIME', 'DATEADD', 'DATETRUNC', 'LASTDAY', 'HOLIDAY'] as const

/** Whether a text is an expression: it starts with the name of a function. */
export const startsLikeExpression = (text: string): boolean =>
  FUNCTIONS.some((name) => text.toUpperCase().startsWith(name))

/** Thrown only inside the parser; `evaluateTimeExpression` converts it to its result. */
class Fault extends Error {}

const MAX_DEPTH = 50
/** Years 1 to 9999. */
const [EARLIEST, LATEST] = [-62_135_596_800_000, 253_402_300_799_999]

/**
 * The value of an expression such as `DATEADD(DATETRUNC(DATETIME('now'), month), -1, day)`, in wall-clock milliseconds.
 * Case-insensitive; a trailing comma is allowed before a closing parenthesis; text after the expression is ignored.
 */
export function evaluateTimeExpression(
  text: string,
  now: number,
  weekStart: WeekStart | null = null,
): Result<number, string> {
  try {
    return { ok: true, value: new Reader(text, now, weekStart).expression(0) }
  } catch (error) {
    if (error instanceof Fault) return { ok: false, error: error.message }
    throw error
  }
}

class Reader {
  private readonly text: string
  private readonly now: number
  private readonly weekStart: WeekStart | null
  private at = 0

  constructor(text: string, now: number, weekStart: WeekStart | null) {
    this.text = text
    this.now = now
    this.weekStart = weekStart
  }

  expression(depth: number): number {
    const name = this.match(/[a-z]+/iy)?.toUpperCase()
    if (depth > MAX_DEPTH) throw new Fault('Expected fewer nested functions')
    this.expect('(')
    const value = this.call(name, depth)
    this.match(/,/y)
    this.expect(')')
    if (!(value >= EARLIEST && value <= LATEST)) throw new Fault('Expected a date between the years 1 and 9999')
    return value
  }

  private call(name: string | undefined, depth: number): number {
    switch (name) {
      case 'DATETIME':
        return this.date(this.string())
      case 'DATEADD': {
        const from = this.expression(depth + 1)
        this.expect(',')
        const count = Number(this.match(/[+-]?\d+(?![.\d])/y) ?? this.fail('a whole number'))
        return addUnits(from, count, this.unit(CALENDAR_UNITS))
      }
      case 'DATETRUNC': {
        const from = this.expression(depth + 1)
        const unit = this.unit(CALENDAR_UNITS)
        return unit === 'week' ? startOfWeek(from, this.weekStart) : truncateTo(from, unit)
      }
      case 'LASTDAY': {
        const from = this.expression(depth + 1)
        const unit = this.unit(['year', 'month', 'week'])
        return unit === 'week' ? startOfWeek(from, this.weekStart) + 6 * DAY_MS : lastDayOf(from, unit)
      }
      case 'HOLIDAY':
        return this.holiday(depth)
      default:
        return this.fail(FUNCTIONS.join(', '))
    }
  }

  private holiday(depth: number): number {
    const name = this.string()
    const hasYear = this.match(/,(?=\s*[a-z])/iy) !== null
    const from = hasYear ? this.expression(depth + 1) : startOfDay(this.now)
    const country = this.match(/,(?=\s*['"])/y) === null ? 'US' : this.string()
    const date = holidayDate(name, new Date(from).getUTCFullYear(), country)
    if (date === null) throw new Fault(`Unable to find such a holiday: [${name}]`)
    return date
  }

  private date(text: string): number {
    const parsed = parseHumanDate(text, this.now)
    if (!parsed.ok) throw new Fault(parsed.error)
    return parsed.value
  }

  private unit<const Unit extends CalendarUnit>(units: readonly Unit[]): Unit {
    this.expect(',')
    const word = this.match(/[a-z]+/iy)?.toLowerCase()
    return units.find((unit) => unit === word) ?? this.fail(units.join(', '))
  }

  private string(): string {
    const quoted = this.match(/'[^']*'|"[^"]*"/y) ?? this.fail('a quoted text')
    return quoted.slice(1, -1)
  }

  private expect(character: string): void {
    if (this.match(character === '(' ? /\(/y : character === ')' ? /\)/y : /,/y) === null) this.fail(`'${character}'`)
  }

  /** The match of the sticky pattern at this position, after spaces; null if it does not match. */
  private match(pattern: RegExp): string | null {
    const blanks = /\s*/y
    blanks.lastIndex = this.at
    blanks.exec(this.text)
    pattern.lastIndex = blanks.lastIndex
    const found = pattern.exec(this.text)
    if (!found) return null
    this.at = pattern.lastIndex
    return found[0]
  }

  private fail(what: string): never {
    throw new Fault(`Expected ${what} at character ${this.at + 1} of [${this.text}]`)
  }
}
