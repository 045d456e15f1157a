import { OPEN_COMPARED_RANGE } from '../../model/explore/comparedRange.ts'
import { columnLabel, isAdhocColumn, metricLabel, TIMESTAMP_LABEL } from '../../model/query/labels.ts'
import { fiscalShifts, fiscalSpans, fiscalYearsAgo } from '../../model/time/fiscalCalendar.ts'
import { parseTimeDelta } from '../../model/time/timeDelta.ts'
import { resolveTimeRange, type TimeRange } from '../../model/time/timeRange.ts'
import { addUnits } from '../../model/time/wallClock.ts'
import type { TimeOffset } from '../post/timeOffset.ts'
import { planFault } from './failure.ts'
import { rangeOptions } from './filters.ts'
import type { NormalQuery } from './normalQuery.ts'
import { type PlanInput, planQuery, type QueryPlan } from './plan.ts'

export interface OffsetPlan extends TimeOffset {
  /** Bounds of the query, wall-clock milliseconds. */
  range: { since: number | null; until: number | null }
  plan: QueryPlan
}

/**
 * The queries of a time comparison (`1 year ago`): each is the main query with a shifted range. Series are still ranked
 * by the main range, so that all queries return the same series.
 * @throws AppError 400 without a closed range, a time column, or an unambiguous offset
 */
export function planTimeOffsets(input: PlanInput, main: QueryPlan): OffsetPlan[] {
  const { query } = input
  if (!query.timeOffsets.length) return []
  const axis = query.columns.find((column) => isAdhocColumn(column) && column.columnType === 'BASE_AXIS')
  const timeColumn = axis ? columnLabel(axis) : TIMESTAMP_LABEL
  const { since, until } = mainRange(query, timeColumn, input.now)
  if (since === null || until === null) {
    throw planFault(OPEN_COMPARED_RANGE)
  }
  const labels = main.output.map(({ label }) => label)
  if (!labels.includes(timeColumn)) throw planFault('A time column must be specified when using a Time Comparison.')
  const metrics = (query.metrics ?? []).map(metricLabel)
  return query.timeOffsets.map((offset) => {
    const { shift, ...earlier } = earlierRange(offset, { since, until }, query)
    const over = shifted(query, { since, until }, earlier, timeColumn)
    return {
      range: { since: over.since, until: over.until },
      plan: planQuery({ ...input, query: over }),
      keys: labels.filter((label) => !metrics.includes(label)),
      timeColumn,
      shift,
      metrics: Object.fromEntries(metrics.map((metric) => [metric, `${metric}__${offset}`])),
    }
  })
}

/** The range that a time comparison shifts: that of the last range filter on the time axis, else that of the query. */
function mainRange(query: NormalQuery, timeColumn: string, now: number): TimeRange {
  const filter = query.filters.findLast(
    ({ op, col, val }) => op === 'TEMPORAL_RANGE' && col === timeColumn && typeof val === 'string',
  )
  if (!filter) return query.timeRange ? query : { since: null, until: null }
  const range = resolveTimeRange(String(filter.val), rangeOptions(query, now))
  if (!range.ok) throw planFault(range.error)
  return range.value
}

/** The range that a range is compared with. @throws AppError 400 for an ambiguous offset, or a year without calendar */
function earlierRange(
  offset: string,
  { since, until }: { since: number; until: number },
  { calendar }: NormalQuery,
): { since: number; until: number; shift: TimeOffset['shift'] } {
  const years = fiscalYearsAgo(offset)
  if (years !== undefined && typeof calendar === 'string') throw planFault(calendar)
  if (years !== undefined && typeof calendar !== 'string' && 'periods' in calendar.fiscal) {
    const { periods } = calendar.fiscal
    const shifts = fiscalShifts(periods, years, since, until)
    if (!shifts.ok) throw planFault(shifts.error)
    // a bucket is named by its start, which may be before the range: whole years are compared
    const whole = fiscalSpans(periods, 'year').filter(({ start, end }) => end > since && start < until)
    const named = fiscalShifts(periods, years, whole[0]?.start ?? since, whole.at(-1)?.end ?? until)
    const [first, last] = [shifts.value[0], shifts.value.at(-1)]
    if (!first || !last) throw planFault(`The fiscal calendar has no counterpart for this time range ${offset}.`)
    return { since: first.since, until: last.until, shift: named.ok ? named.value : shifts.value }
  }
  // a fiscal year of months is as long as any other
  const delta = parseTimeDelta(years === undefined ? offset : `${years} years ago`)
  if (!delta.ok) throw planFault(delta.error)
  const { count, unit } = delta.value
  return { since: addUnits(since, count, unit), until: addUnits(until, count, unit), shift: delta.value }
}

function shifted(
  query: NormalQuery,
  range: { since: number; until: number },
  earlier: { since: number; until: number },
  axis: string,
): NormalQuery {
  return {
    ...query,
    granularity: query.granularity ?? axis,
    ...earlier,
    rankedRange: range,
    filters: query.filters.filter(({ col }) => col !== axis),
    timeOffsets: [],
  }
}
