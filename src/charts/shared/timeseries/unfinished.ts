import type { DrawInput } from '../contract.ts'
import type { TimeseriesForm } from './formData.ts'
import type { TimeseriesModel } from './model.ts'

const hour = 3_600_000

/** The end of a bucket, by its grain; undefined for grains whose buckets are too short to matter. */
function endOf(start: number, grain: string | undefined): number | undefined {
  const date = new Date(start)
  const months = { P1M: 1, P3M: 3, P1Y: 12 }[grain ?? '']
  if (months !== undefined) return date.setUTCMonth(date.getUTCMonth() + months)
  const hours = { PT1H: 1, PT6H: 6, P1D: 24, P1W: 168 }[grain ?? '']
  return hours === undefined ? undefined : start + hours * hour
}

/** Whether a period had not ended when the data were read, or if the time range ends within it. */
export function isUnfinished(
  start: number,
  grain: string | undefined,
  { data, now }: Pick<DrawInput<unknown>, 'data' | 'now'>,
): boolean {
  const end = endOf(start, grain)
  if (end === undefined || now === undefined) return false
  const { cached_dttm: cachedAt, to_dttm: until } = data[0] ?? {}
  const readAt = cachedAt ? Date.parse(`${cachedAt}Z`) : now
  const known = Math.min(readAt, until ?? Number.POSITIVE_INFINITY)
  // a period that begins later is a plan
  return start < known && known < end
}

/** The row of the last period if it is not finished: its value is lower than it will be. undefined if all are whole. */
export function unfinishedRow(
  input: Pick<DrawInput<TimeseriesForm>, 'formData' | 'data' | 'now'>,
  { x, xType }: TimeseriesModel,
): number | undefined {
  const { formData: form } = input
  if (xType !== 'time' || form.forecastEnabled) return undefined
  const row = x.length - 1
  const start = x[row]
  return typeof start === 'number' && isUnfinished(start, form.time_grain_sqla, input) ? row : undefined
}
