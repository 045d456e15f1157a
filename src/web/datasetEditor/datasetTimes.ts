import { isRecord, parseJson } from '../../model/wire/json.ts'

/** The settings in a dataset's `extra` about its times. Empty: as in the workspace. */
export interface DatasetTimes {
  zone: string
  weekStart: string
  /** First month of the fiscal year, 1 to 12, as text. */
  firstMonth: string
  /** As CSV. */
  table: string
}

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

function objectOf(extra: string | null): Record<string, unknown> | undefined {
  try {
    const value = parseJson(extra || '{}')
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Undefined if the text is not a JSON object: it is being edited. */
export function timesOf(extra: string | null): DatasetTimes | undefined {
  const known = objectOf(extra)
  if (!known) return undefined
  const calendar = isRecord(known['calendar']) ? known['calendar'] : {}
  return {
    zone: textOf(known['timezone']),
    weekStart: textOf(calendar['week_start']),
    firstMonth: textOf(calendar['fiscal_year_start']),
    table: textOf(calendar['fiscal_table']),
  }
}

/** The text of `extra` with other time settings; the rest is not changed. */
export function withTimes(extra: string | null, change: Partial<DatasetTimes>): string | null {
  const before = timesOf(extra)
  if (!before) return extra
  const { zone, weekStart, firstMonth, table } = { ...before, ...change }
  const { timezone: _z, calendar: _c, ...rest } = objectOf(extra) ?? {}
  const calendar = {
    ...(weekStart && { week_start: weekStart }),
    ...(firstMonth && { fiscal_year_start: Number(firstMonth) }),
    ...(table && { fiscal_table: table }),
  }
  const next = {
    ...rest,
    ...(zone && { timezone: zone }),
    ...(Object.keys(calendar).length > 0 && { calendar }),
  }
  return Object.keys(next).length === 0 ? null : JSON.stringify(next)
}
