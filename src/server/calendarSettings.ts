import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type Calendar, parseFiscalTable, WEEK_STARTS } from '../model/time/fiscalCalendar.ts'
import { ConfigError } from './configError.ts'

/** Settings for weeks and fiscal years: rows of the table in docs/configuration.md. */
export const calendarSettings = {
  SEXTANT_WEEK_START: {
    about:
      'First day of weeks: `monday`, `sunday` or `saturday` (docs/time.md). Default: as each database counts weeks; `previous calendar week` starts on Monday.',
    read: z.enum(WEEK_STARTS).optional(),
  },
  SEXTANT_FISCAL_YEAR_START: {
    about: 'First month of the fiscal year, 1 to 12 (docs/time.md). Default: 1.',
    read: z.coerce.number().int().min(1).max(12).optional(),
  },
  SEXTANT_FISCAL_CALENDAR: {
    about:
      'A CSV file with the periods of fiscal years of weeks, such as 4-4-5 (docs/time.md). It is read at the start.',
    read: z.string().optional(),
  },
}

type Values = { [Name in keyof typeof calendarSettings]: z.output<(typeof calendarSettings)[Name]['read']> }

/**
 * `hasCalendar`: something is set, so that screens offer fiscal grains and ranges.
 * @throws ConfigError for a broken table
 */
export function workspaceCalendar(values: Values): { calendar: Calendar; hasCalendar: boolean } {
  const {
    SEXTANT_WEEK_START: weekStart = null,
    SEXTANT_FISCAL_YEAR_START: firstMonth,
    SEXTANT_FISCAL_CALENDAR,
  } = values
  if (SEXTANT_FISCAL_CALENDAR === undefined) {
    return { calendar: { weekStart, fiscal: { firstMonth: firstMonth ?? 1 } }, hasCalendar: firstMonth !== undefined }
  }
  if (firstMonth !== undefined) {
    throw new ConfigError('SEXTANT_FISCAL_YEAR_START: cannot be set together with SEXTANT_FISCAL_CALENDAR.')
  }
  const periods = parseFiscalTable(textOf(SEXTANT_FISCAL_CALENDAR))
  if (!periods.ok) throw new ConfigError(`SEXTANT_FISCAL_CALENDAR: ${periods.error}`)
  return { calendar: { weekStart, fiscal: { periods: periods.value } }, hasCalendar: true }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new ConfigError(`SEXTANT_FISCAL_CALENDAR: ${(error as Error).message}.`)
  }
}
