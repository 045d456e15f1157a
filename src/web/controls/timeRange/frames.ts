import { addDays } from './calendar.ts'

/**
 * Converts between the text of a time range and the state of the picker. The grammar is that of the contract; the
 * server resolves it.
 */

export const NO_FILTER = 'No filter'
export const COMMON_RANGES = ['Last day', 'Last week', 'Last month', 'Last quarter', 'Last year'] as const
export const CALENDAR_RANGES = ['previous calendar week', 'previous calendar month', 'previous calendar year'] as const
/** Offered if the workspace has a fiscal year. */
export const FISCAL_RANGES = ['previous fiscal quarter', 'previous fiscal year', 'this fiscal year to date'] as const
export const GRAINS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const

export type Frame = 'Common' | 'Calendar' | 'Custom' | 'Advanced' | 'No filter'
export type Grain = (typeof GRAINS)[number]
export type EndMode = 'specific' | 'relative' | 'now' | 'today'

export interface RangeEnd {
  mode: EndMode
  /** local date and time without time zone, YYYY-MM-DDTHH:MM:SS */
  datetime: string
  grain: Grain
  /** at least 1; backwards for the start, forwards for the end */
  amount: number
}

export interface CustomRange {
  since: RangeEnd
  until: RangeEnd
  /** the base of two relative ends */
  anchor: 'now' | string
}

const DATETIME = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d`
const point = new RegExp(`^(?:${DATETIME}|now|today)$`)
const dateadd = new RegExp(String.raw`^DATEADD\(DATETIME\("(${DATETIME}|now|today)"\),\s*([+-]?\d+),\s*(\w+)\)$`, 'i')
const SEPARATOR = ' : '

export function defaultCustomRange(today: string): CustomRange {
  return {
    since: { mode: 'relative', datetime: today, grain: 'day', amount: 7 },
    until: { mode: 'specific', datetime: today, grain: 'day', amount: 7 },
    anchor: 'now',
  }
}

/** The range type of a text; texts that no other type can represent are Advanced. */
export function frameOf(text: string | undefined): Frame {
  if (!text || text === NO_FILTER) return 'No filter'
  if ((COMMON_RANGES as readonly string[]).includes(text)) return 'Common'
  if ([...CALENDAR_RANGES, ...FISCAL_RANGES].some((known) => known === text)) return 'Calendar'
  return parseCustom(text, '1970-01-01T00:00:00') ? 'Custom' : 'Advanced'
}

function pointEnd(text: string, today: string): RangeEnd {
  const mode = text === 'now' || text === 'today' ? text : 'specific'
  return { mode, datetime: mode === 'specific' ? text : today, grain: 'day', amount: 7 }
}

function relativeEnd(text: string, sign: 1 | -1): { anchor: string; grain: Grain; amount: number } | undefined {
  const match = dateadd.exec(text)
  const grain = GRAINS.find((known) => known === match?.[3]?.toLowerCase())
  const amount = Number(match?.[2]) * sign
  return match?.[1] && grain && amount > 0 ? { anchor: match[1], grain, amount } : undefined
}

/**
 * Parses `since : until` where each side is a point (a date and time, now, today) or relative to the other side, or
 * both are relative to one anchor. Undefined for everything else.
 */
export function parseCustom(text: string, today: string): CustomRange | undefined {
  const [since, until, ...rest] = text.split(SEPARATOR).map((side) => side.trim())
  if (!since || !until || rest.length > 0) return undefined
  const [before, after] = [relativeEnd(since, -1), relativeEnd(until, 1)]
  if (point.test(since) && point.test(until)) {
    return { since: pointEnd(since, today), until: pointEnd(until, today), anchor: 'now' }
  }
  if (before && before.anchor === until) {
    const { anchor: _anchor, ...end } = before
    return { since: { mode: 'relative', datetime: today, ...end }, until: pointEnd(until, today), anchor: 'now' }
  }
  if (after && after.anchor === since) {
    const { anchor: _anchor, ...end } = after
    return { since: pointEnd(since, today), until: { mode: 'relative', datetime: today, ...end }, anchor: 'now' }
  }
  if (before && after && before.anchor === after.anchor && before.anchor !== 'today') {
    return {
      since: { mode: 'relative', datetime: today, grain: before.grain, amount: before.amount },
      until: { mode: 'relative', datetime: today, grain: after.grain, amount: after.amount },
      anchor: before.anchor,
    }
  }
  return undefined
}

/** The text of a custom range. */
export function formatCustom({ since, until, anchor }: CustomRange): string {
  const pointOf = (end: RangeEnd) => (end.mode === 'specific' ? end.datetime : end.mode)
  const isBoth = since.mode === 'relative' && until.mode === 'relative'
  const add = (from: string, amount: number, grain: Grain) => `DATEADD(DATETIME("${from}"), ${amount}, ${grain})`
  const start =
    since.mode === 'relative' ? add(isBoth ? anchor : pointOf(until), -since.amount, since.grain) : pointOf(since)
  const end =
    until.mode === 'relative' ? add(isBoth ? anchor : pointOf(since), until.amount, until.grain) : pointOf(until)
  return `${start}${SEPARATOR}${end}`
}

/** Both sides of an advanced range; a text starting with Last is the start, one starting with Next is the end. */
export function parseAdvanced(text: string): [since: string, until: string] {
  if (/^last/i.test(text) && !text.includes(SEPARATOR)) return [text, '']
  if (/^next/i.test(text) && !text.includes(SEPARATOR)) return ['', text]
  const [since = '', until = ''] = text.split(SEPARATOR).map((side) => side.trim())
  return [since, until]
}

export const formatAdvanced = (since: string, until: string) => `${since.trim()}${SEPARATOR}${until.trim()}`

/**
 * `2021-01-01 ≤ month < 2021-02-01` with the name of the column, `≥ 2021-01-01, < 2021-02-01` for a range without a
 * column. Midnight is omitted; an open end is -∞ or ∞ next to a name, and omitted without a name.
 */
export function formatActualRange(since: string | null, until: string | null, column?: string): string {
  const trim = (time: string) => time.replace(/T00:00:00(\.0+)?$/, '').replace('T', ' ')
  if (column !== undefined) return `${since ? trim(since) : '-∞'} ≤ ${column} < ${until ? trim(until) : '∞'}`
  const ends = [...(since ? [`≥ ${trim(since)}`] : []), ...(until ? [`< ${trim(until)}`] : [])]
  return ends.join(', ') || '-∞ … ∞'
}

/**
 * The initial text of another range type: the current text if the type can represent it (Advanced can represent all),
 * otherwise the text that it had `before`, otherwise the contract's default. An unchanged current text is replaced with
 * the previous one.
 */
export function openingDraft(
  next: Frame,
  draft: string,
  { before, isChanged, today }: { before: string | undefined; isChanged: boolean; today: string },
): string {
  if (before !== undefined && !isChanged) return before
  switch (next) {
    case 'Common':
      return frameOf(draft) === 'Common' ? draft : (before ?? COMMON_RANGES[1])
    case 'Calendar':
      return frameOf(draft) === 'Calendar' ? draft : (before ?? CALENDAR_RANGES[0])
    case 'Custom': {
      const custom = parseCustom(draft, today)
      return custom ? formatCustom(custom) : (before ?? formatCustom(defaultCustomRange(today)))
    }
    case 'Advanced':
      return draft === NO_FILTER ? (before ?? formatAdvanced('', '')) : draft
    case 'No filter':
      return NO_FILTER
  }
}

/**
 * A day in the month at which the calendars of a custom range open; undefined: the month of the range itself. The
 * contract starts a new range at today, which may be far from all data. In that case, the day is the last one of the
 * previously selected range (`until`, exclusive), otherwise the last known day of the data.
 */
export function calendarStart(
  opening: string,
  { today, until, lastDay }: { today: string; until: string | null; lastDay: () => string | undefined },
): string | undefined {
  if (opening !== formatCustom(defaultCustomRange(today))) return undefined
  return until === null ? lastDay() : addDays(until.slice(0, 10), -1)
}
