import type { GenericType } from '../../model/dataset/dataset.ts'
import type { ChartData, JsonCell } from '../../model/query/chartData.ts'
import { categoricalColor } from '../shared/color/index.ts'
import type { DrawInput } from '../shared/contract.ts'
import { loadLegendPlan } from '../shared/legend.ts'
import { noDatasource } from '../shared/noDatasource.ts'
import { chartTheme } from '../shared/theme.ts'
import type { RecordedResult } from './recordings.ts'

export { noDatasource }

// the product loads it before any drawing
await loadLegendPlan()

/** A result with named columns. Each name has a type and values, or a label map entry, a type and values. */
export function answer(
  columns: Record<string, [type: GenericType, values: JsonCell[], parts?: string[]]>,
  more: Partial<ChartData> = {},
): ChartData {
  const names = Object.keys(columns)
  return {
    colnames: names,
    coltypes: names.map((name) => columns[name]![0]),
    columns: names.map((name) => columns[name]![1]),
    rowcount: names.length === 0 ? 0 : columns[names[0]!]![1].length,
    label_map: Object.fromEntries(names.map((name) => [name, columns[name]![2] ?? [name]])),
    from_dttm: null,
    to_dttm: null,
    is_cached: null,
    cached_dttm: null,
    cache_key: null,
    applied_filters: [],
    rejected_filters: [],
    status: 'success',
    error: null,
    ...more,
  }
}

/** A recorded result, as columns. */
export function columnar(result: RecordedResult): ChartData {
  return {
    ...answer({}),
    colnames: result.colnames,
    coltypes: result.coltypes,
    columns: result.colnames.map((name) => result.data.map((row) => (row[name] ?? null) as JsonCell)),
    rowcount: result.data.length,
    label_map: result.label_map,
    from_dttm: result.from_dttm,
    to_dttm: result.to_dttm,
  }
}

/** The input of a drawing for this form data and these results, with the light theme. */
export function drawInput<F>(formData: F, data: ChartData[], more: Partial<DrawInput<F>> = {}): DrawInput<F> {
  return {
    formData,
    data,
    datasource: noDatasource,
    theme: chartTheme('light'),
    size: { width: 600, height: 300 },
    color: categoricalColor('sextant'),
    locale: 'en',
    ...more,
  }
}
