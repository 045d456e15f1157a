import { metricLabel } from '../../../model/query/labels.ts'
import type { QueryMetric } from '../../../model/query/queryObject.ts'

const comparisonTypes = ['values', 'difference', 'percentage', 'ratio'] as const
export type ComparisonType = (typeof comparisonTypes)[number]

interface ComparisonForm {
  time_compare: string[]
  comparison_type: ComparisonType | null
}

/** The time shifts that a chart compares with; empty if there are none. */
export function timeOffsets(form: ComparisonForm): string[] {
  return form.comparison_type === null ? [] : form.time_compare
}

/** Whether weeks are compared with weeks of other months or years, which begin on other dates. */
export function comparesWeeks(form: ComparisonForm & { time_grain_sqla?: string | undefined }): boolean {
  const isWeekly = form.time_grain_sqla?.includes('P1W') ?? false
  return isWeekly && timeOffsets(form).some((shift) => /month|quarter|year/.test(shift))
}

/** Result names of the shifted metrics -> their original metrics. */
export function shiftedMetrics(metrics: QueryMetric[], offsets: string[]): Map<string, string> {
  const result = new Map<string, string>()
  for (const metric of metrics) {
    for (const offset of offsets) result.set(`${metricLabel(metric)}__${offset}`, metricLabel(metric))
  }
  return result
}

/** Whether the shifted series replace the originals. */
export function replacesOriginals(form: ComparisonForm): boolean {
  return timeOffsets(form).length > 0 && form.comparison_type !== 'values'
}
