import { metricLabel } from '../../../model/query/labels.ts'
import type { PostProcessingStep, QueryMetric } from '../../../model/query/queryObject.ts'

/** Rows -> one row per index value, one column per metric and combination of `columns`. */
export function pivot(options: {
  index: string
  columns: string[]
  metrics: string[]
  keepEmptyColumns: boolean
  /** whether the row with a missing index value is kept */
  keepsMissing?: boolean
}): PostProcessingStep {
  return {
    operation: 'pivot',
    options: {
      index: [options.index],
      columns: options.columns,
      // every cell has only one value: its mean keeps nulls, a sum would turn them into 0
      aggregates: Object.fromEntries(options.metrics.map((metric) => [metric, { operator: 'mean' }])),
      drop_missing_columns: !options.keepEmptyColumns,
      ...(options.keepsMissing && { keep_missing_index: true }),
    },
  }
}

export interface RollingForm {
  rolling_type: string | null
  rolling_periods: number | null
  min_periods: number | null
}

/** Running total or rolling window over the named columns. */
export function rollingWindow(form: RollingForm, columns: string[]): PostProcessingStep | undefined {
  const columnMap = Object.fromEntries(columns.map((column) => [column, column]))
  if (form.rolling_type === 'cumsum') return { operation: 'cum', options: { operator: 'sum', columns: columnMap } }
  if (form.rolling_type === 'sum' || form.rolling_type === 'mean' || form.rolling_type === 'std') {
    return {
      operation: 'rolling',
      options: {
        rolling_type: form.rolling_type,
        window: form.rolling_periods ?? 1,
        min_periods: form.min_periods ?? 0,
        columns: columnMap,
      },
    }
  }
  return undefined
}

export interface ResampleForm {
  resample_rule: string | null
  resample_method: string | null
}

export function resample(form: ResampleForm): PostProcessingStep | undefined {
  if (!form.resample_rule || !form.resample_method) return undefined
  const zeroFill = form.resample_method === 'zerofill'
  return {
    operation: 'resample',
    options: {
      method: zeroFill ? 'asfreq' : form.resample_method,
      rule: form.resample_rule,
      fill_value: zeroFill ? 0 : null,
    },
  }
}

/** Removes the name of a single metric from the series names; the names of shifted series become their shift. */
export function dropMetricName(metric: QueryMetric, shifted: Map<string, string>): PostProcessingStep {
  const shifts = [...shifted.keys()].map((name) => [name, name.slice(metricLabel(metric).length + 2)])
  return {
    operation: 'rename',
    options: { columns: Object.fromEntries([...shifts, [metricLabel(metric), null]]), level: 0, inplace: true },
  }
}

export const flatten: PostProcessingStep = { operation: 'flatten' }

/** Each column as a fraction of its own sum, in new columns `%name`. */
export function percentOfColumn(metrics: string[]): PostProcessingStep {
  return {
    operation: 'contribution',
    options: { columns: metrics, rename_columns: metrics.map((metric) => `%${metric}`) },
  }
}
