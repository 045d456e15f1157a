import type { TimeseriesForm } from './formData.ts'
import type { Series, TimeseriesModel } from './model.ts'
import { dimensionOf } from './series.ts'

/** Zero and negative values have no logarithm: they become gaps. */
export function logSafe(form: TimeseriesForm, series: Series[]): Series[] {
  if (!form.logAxis) return series
  return series.map((one) => ({
    ...one,
    values: one.values.map((value) => (value !== null && value > 0 ? value : null)),
  }))
}

/** One typed column for the x axis and one per series: large results are not copied. */
export function sourceColumns(model: TimeseriesModel, series: Series[], base: (number | null)[] | undefined) {
  const columns: Record<string, (number | string | null)[]> = { x: model.x }
  for (const [index, one] of series.entries()) columns[dimensionOf(index)] = one.values
  if (base !== undefined) columns.base = base
  return columns
}
