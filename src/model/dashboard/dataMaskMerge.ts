import type { ExtraFormData } from './dataMask.ts'

const appended = [
  'adhoc_filters',
  'filters',
  'interactive_groupby',
  'interactive_highlight',
  'interactive_drilldown',
] as const
const overriding = [
  'granularity',
  'granularity_sqla',
  'time_column',
  'time_grain',
  'time_grain_sqla',
  'time_range',
  'relative_start',
  'relative_end',
] as const

/**
 * Chart ids (cross-filters) by number before filter ids by text, so that the same masks always produce the same query.
 */
export function compareMaskIds(a: string, b: string): number {
  const [isChartA, isChartB] = [/^\d+$/.test(a), /^\d+$/.test(b)]
  if (isChartA !== isChartB) return isChartA ? -1 : 1
  const byNumber = isChartA ? Number(a) - Number(b) : 0
  return byNumber || (a < b ? -1 : a > b ? 1 : 0)
}

/**
 * What several filters together add to one query: append keys are concatenated, override keys are taken from the last
 * mask that defines them. The result contains only keys with a value, so "no filter" is `{}`.
 */
export function mergeExtraFormData(parts: ExtraFormData[]): ExtraFormData {
  const merged: Record<string, unknown> = {}
  for (const part of parts) {
    for (const key of appended) {
      const added = part[key]
      if (!Array.isArray(added) || added.length === 0) continue
      merged[key] = [...((merged[key] as unknown[] | undefined) ?? []), ...added]
    }
    if (part.custom_form_data && Object.keys(part.custom_form_data).length > 0) {
      merged['custom_form_data'] = { ...(merged['custom_form_data'] as object | undefined), ...part.custom_form_data }
    }
    for (const key of overriding) if (part[key] !== undefined && part[key] !== null) merged[key] = part[key]
  }
  return merged as ExtraFormData
}
