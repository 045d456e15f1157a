import type { JsonCell } from '../../model/query/chartData.ts'
import { markedText } from '../../model/query/markedText.ts'
import type { SeriesOverTime, TimeSeries } from '../shared/legacySeries/readSeries.ts'
import { liftPercent, pairedPValue } from './tTest.ts'

/** The groups of one metric. */
export interface MetricGroups {
  metric: string
  series: TimeSeries[]
}

export interface Compared {
  series: TimeSeries
  isControl: boolean
  pValue: number | null
  lift: number | null
}

/** The groups of each metric. With contribution, each value is the group's share of the total at that time. */
export function groupsOf({ series, times }: SeriesOverTime, contribution: boolean): MetricGroups[] {
  const metrics = [...new Set(series.map(({ metric }) => metric))]
  return metrics.map((metric) => {
    const own = series.filter((one) => one.metric === metric)
    if (!contribution) return { metric, series: own }
    const totals = times.map((_, at) => own.reduce((sum, { values }) => sum + (values[at] ?? 0), 0))
    const share = (value: number | null, at: number) => {
      const total = totals[at] ?? 0
      return value === null || total === 0 ? null : value / total
    }
    return { metric, series: own.map((one) => ({ ...one, values: one.values.map(share) })) }
  })
}

/** Each group compared with the control group. */
export function comparedWith(groups: TimeSeries[], control: number): Compared[] {
  const base = groups[control]?.values ?? []
  return groups.map((series, at) => ({
    series,
    isControl: at === control,
    pValue: at === control ? null : pairedPValue(series.values, base),
    lift: at === control ? null : liftPercent(series.values, base),
  }))
}

export const groupName = (group: JsonCell[]) => group.map(markedText).join(', ')
