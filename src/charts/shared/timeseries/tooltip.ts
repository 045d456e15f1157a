import type { TooltipComponentOption } from 'echarts'
import { worded } from '../../../model/language/written.ts'
import type { DrawInput } from '../contract.ts'
import { numberFormatter, timeFormatter } from '../format/index.ts'
import { escapeHtml, type TooltipRow, tooltipHtml } from '../tooltipHtml.ts'
import { isShare, placeName } from './axes.ts'
import type { TimeseriesForm } from './formData.ts'
import type { Series, TimeseriesModel } from './model.ts'
import { optionalParts } from './optionalParts.ts'
import type { Stacked } from './stack.ts'

/** More rows would not fit on a screen; the number of omitted rows is shown. */
const maxRows = 20

interface Param {
  seriesName?: string
  dataIndex?: number
}

export interface TooltipContext {
  input: DrawInput<TimeseriesForm>
  model: TimeseriesModel
  stacked: Stacked
  /** the format of a series' values */
  format: (series: Series) => (value: number | null | undefined) => string
  color: (series: Series) => string
  /** `ŷ = 12 (10, 14)`; empty without a forecast */
  forecast?: (series: Series, row: number) => string
  /** the annotation layers at a row */
  annotated?: (row: number) => TooltipRow[]
}

/** A rich tooltip shows every series at the hovered x value, others only the hovered mark. */
export function tooltipOption(context: TooltipContext): TooltipComponentOption {
  const { formData: form } = context.input
  return {
    trigger: form.rich_tooltip ? 'axis' : 'item',
    ...(form.rich_tooltip && {
      axisPointer: { type: isBars(form) ? 'shadow' : 'line', snap: true },
    }),
    formatter: (params: unknown) => {
      const hits = (Array.isArray(params) ? params : [params]) as Param[]
      const row = hits[0]?.dataIndex
      if (row === undefined) return ''
      const named = new Set(hits.filter((hit) => hit.dataIndex === row).map((hit) => hit.seriesName))
      const series = context.stacked.series.filter((one) => named.has(one.label))
      return tooltipAt(context, row, series)
    },
  } as TooltipComponentOption
}

const isBars = (form: TimeseriesForm) => form.seriesType === 'bar'

/** The tooltip's HTML for one row. All text is escaped. */
export function tooltipAt(context: TooltipContext, row: number, series: Series[]): string {
  const { formData: form } = context.input
  const rich = form.rich_tooltip
  const hovered = context.input.hovered?.seriesName
  const original = new Map(context.model.series.map((one) => [one.name, one]))
  const valueOf = (one: Series) => original.get(one.name)?.values[row] ?? null
  const drawnOf = (one: Series) => one.values[row] ?? null

  const forecastOf = (one: Series) => context.forecast?.(one, row) ?? ''
  const isShown = (one: Series) =>
    valueOf(one) === null ? forecastOf(one) !== '' : !(form.stack !== null && rich && valueOf(one) === 0)

  let shown = series.filter(isShown)
  if (rich && (form.tooltipSortByMetric ?? form.stack === null)) {
    shown = shown.toSorted((one, other) => (valueOf(other) ?? 0) - (valueOf(one) ?? 0))
  } else if (rich && form.stack !== null) shown = shown.toReversed()

  const total = shown.reduce((sum, one) => sum + (valueOf(one) ?? 0), 0)
  const percent = numberFormatter(',.2%')
  const share = isShare(form) && form.stack === 'Expand'
  const withPercentage = rich && form.showTooltipPercentage && form.contributionMode === null && shown.length > 1
  const write = (one: Series) =>
    valueOf(one) === null ? '' : share ? numberFormatter(',.1%')(drawnOf(one)) : context.format(one)(valueOf(one))

  const rows = shown.map((one) => ({
    color: context.color(one),
    label: one.label,
    value: write(one),
    extra: forecastOf(one) || (withPercentage && total !== 0 ? percent((valueOf(one) ?? 0) / total) : undefined),
    strong: one.label === hovered,
  }))
  const listed = rows.slice(0, maxRows)
  const cut = rows.slice(maxRows)
  const kept = cut.find((item) => item.strong)
  if (kept) listed[maxRows - 1] = kept
  const first = shown[0]
  const wantsTotal = form.showTooltipTotal ?? form.stack !== null
  const hasValues = shown.some((one) => valueOf(one) !== null)
  const withTotal = rich && wantsTotal && shown.length > 1 && hasValues && !isShare(form) && first !== undefined
  return tooltipHtml({
    title: titleAt(context, row),
    rows: rich ? [...listed, ...(context.annotated?.(row) ?? [])] : listed,
    more: cut.length > 0 ? worded('{count} more', cut.length) : undefined,
    total: withTotal ? { label: worded('Total'), value: context.format(first)(total) } : undefined,
    note: context.input.hovered?.leftOut,
    theme: context.input.theme,
  })
}

export const titleAt = (context: Pick<TooltipContext, 'input' | 'model'>, row: number): string =>
  escapeHtml(placeText(context, row))

/** The value of a row on the x axis as text, not abbreviated. */
export function placeText({ input, model }: Pick<TooltipContext, 'input' | 'model'>, row: number): string {
  const value = model.x[row]
  const { formData: form } = input
  if (model.xType !== 'time') return placeName(model, value)
  const format = form.tooltipTimeFormat ?? 'smart_date'
  // the axis abbreviates dates, the tooltip shows them in full
  const write =
    format === 'smart_date' ? timeFormatter('smart_date_detailed', form.time_grain_sqla) : timeFormatter(format)
  const isUnfinished = optionalParts.extras?.unfinishedRow(input, model) === row
  return `${write(value as number | null)}${isUnfinished ? ' (not complete)' : ''}`
}
