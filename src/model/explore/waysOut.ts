import { TIME_GRAIN_NAMES, type TimeGrain } from '../time/timeGrain.ts'
import type { ExploreForm } from './exploreForm.ts'

/** A change of the controls that makes a chart show more of its rows. */
export type WayOut =
  | { kind: 'limit'; limit: number; controls: ExploreForm }
  | { kind: 'series'; series: number; controls: ExploreForm }
  | { kind: 'grain'; name: string; controls: ExploreForm }
  | { kind: 'others' | 'noOthers'; controls: ExploreForm }

const limits = [10, 50, 100, 250, 500, 1000, 5000, 10_000, 50_000]
const fewSeries = 10

/** A grain -> the next one with clearly fewer buckets. */
const coarser: Record<string, TimeGrain> = {
  PT1S: 'PT1M',
  PT5S: 'PT1M',
  PT30S: 'PT1M',
  PT1M: 'PT1H',
  PT5M: 'PT1H',
  PT10M: 'PT1H',
  PT15M: 'PT1H',
  PT30M: 'PT1H',
  PT1H: 'P1D',
  PT6H: 'P1D',
  P1D: 'P1W',
  P1W: 'P1M',
  P1M: 'P3M',
  P3M: 'P1Y',
}

/** Changes that help if the row limit cut off some of `all` rows. `names`: the controls of the chart type. */
export function waysOut(form: ExploreForm, names: ReadonlySet<string>, all: number): WayOut[] {
  const ways: WayOut[] = []
  if (names.has('row_limit')) {
    const limit = limits.find((each) => each >= all) ?? all
    ways.push({ kind: 'limit', limit, controls: { row_limit: limit } })
  }
  const { groupby, limit } = form
  const isLimited = Number(limit) > 0 && Number(limit) <= fewSeries
  if (names.has('limit') && Array.isArray(groupby) && groupby.length > 0 && !isLimited) {
    ways.push({ kind: 'series', series: fewSeries, controls: { limit: fewSeries } })
  }
  const grain = coarser[String(form['time_grain_sqla'])]
  if (names.has('time_grain_sqla') && grain !== undefined) {
    ways.push({ kind: 'grain', name: TIME_GRAIN_NAMES[grain], controls: { time_grain_sqla: grain } })
  }
  return ways
}

const othersField = 'group_others_when_limit_reached'

/** Turns on or off the series that combines everything that limits leave out. */
export const othersWay = (form: ExploreForm): WayOut => ({
  kind: form[othersField] === true ? 'noOthers' : 'others',
  controls: { [othersField]: form[othersField] === true ? undefined : true },
})
