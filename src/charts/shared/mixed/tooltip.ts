import type { TooltipComponentOption } from 'echarts'
import { worded } from '../../../model/language/written.ts'
import { exactOf } from '../metricFormat.ts'
import type { Series } from '../timeseries/model.ts'
import { titleAt } from '../timeseries/tooltip.ts'
import { type TooltipRow, tooltipHtml } from '../tooltipHtml.ts'
import type { Half } from './halfData.ts'

interface Hit {
  seriesName?: string
  dataIndex?: number
}

const maxRows = 20

/** A rich tooltip has the values of both queries at an x value; any other tooltip has only the hovered mark. */
export function mixedTooltip(
  halves: [Half, Half],
  color: (half: Half, series: Series) => string,
  annotated: (row: number) => TooltipRow[],
): TooltipComponentOption {
  const [{ input }] = halves
  const { formData: form, theme, hovered } = input
  const hasBars = halves.some((half) => half.input.formData.seriesType === 'bar' && half.model.series.length > 0)
  const formatter = (params: unknown) => {
    const found = ([params].flat() as Hit[]).flatMap((hit) => markOf(halves, hit) ?? [])
    const first = found[0]
    if (first === undefined) return ''
    const shown = found.filter(({ value }) => value !== null)
    const rows = (form.rich_tooltip && form.tooltipSortByMetric ? shown.toSorted(byValue) : shown).map((mark) => ({
      color: color(mark.half, mark.series),
      label: mark.series.label,
      value: exactOf(mark.half.format(mark.series))(mark.value),
      strong: mark.series.label === hovered?.seriesName,
    }))
    return tooltipHtml({
      title: titleAt({ input: first.half.input, model: first.half.model }, first.row),
      // layers use the rows of the first query
      rows: [...rows.slice(0, maxRows), ...(first.half === halves[0] && form.rich_tooltip ? annotated(first.row) : [])],
      note: hovered?.leftOut,
      more: rows.length > maxRows ? worded('{count} more', rows.length - maxRows) : undefined,
      theme,
    })
  }
  return {
    trigger: form.rich_tooltip ? 'axis' : 'item',
    ...(form.rich_tooltip && { axisPointer: { type: hasBars ? 'shadow' : 'line', snap: true } }),
    formatter,
  } as TooltipComponentOption
}

const byValue = (one: { value: number | null }, other: { value: number | null }) =>
  (other.value ?? 0) - (one.value ?? 0)

/** Names are unique over both queries. */
function markOf(halves: readonly Half[], { seriesName, dataIndex: row }: Hit) {
  for (const half of halves) {
    const series = half.model.series.find(({ label }) => label === seriesName)
    if (series !== undefined && row !== undefined) return { half, series, row, value: series.values[row] ?? null }
  }
  return undefined
}
