import type { BarSeriesOption, LineSeriesOption, SeriesOption } from 'echarts'
import { leadEndLabels } from '../echarts/leadEndLabels.ts'
import { registerParts } from '../echarts/registerParts.ts'
import { endNames, isNarrowChart, nameColor } from './endNames.ts'
import type { Series } from './model.ts'
import type { SeriesContext } from './series.ts'
import { unfinishedRow } from './unfinished.ts'

export { endNames, isNarrowChart, nameColor, unfinishedRow }

registerParts(leadEndLabels)

/** Maximum number of lines with dashes: the gaps of more lines would cover other lines. */
const mostDashed = 50

/** Marks the last period, if it has not ended. */
export function withExtras<T extends SeriesOption>(options: T[], context: SeriesContext): SeriesOption[] {
  const { input, model, stacked } = context
  if (input.formData.stack !== null) return options
  const row = unfinishedRow(input, model)
  const series = stacked.series
  const own = row === undefined ? options : options.map((option) => paler(option as BarSeriesOption, row))
  const isLine = (at: number) => options[at]?.type === 'line'
  return [
    ...own,
    ...(row === undefined || series.length > mostDashed
      ? []
      : series.flatMap((one, at) => (isLine(at) ? dashes(context, one, row) : []))),
  ]
}

/** The bars of the last period are semi-transparent. */
function paler(option: BarSeriesOption, row: number): SeriesOption {
  if (option.type !== 'bar' || option.large) return option
  const color = option.itemStyle?.color
  const paint = (params: { dataIndex: number }) => {
    const own = typeof color === 'function' ? (color as (of: typeof params) => unknown)(params) : color
    return params.dataIndex === row && typeof own === 'string' && /^#[0-9a-f]{6}$/i.test(own) ? `${own}70` : own
  }
  return { ...option, itemStyle: { ...option.itemStyle, color: paint as never } }
}

const silent = {
  type: 'line' as const,
  silent: true,
  animation: false,
  tooltip: { show: false },
  emphasis: { disabled: true },
}

/** Gaps in the background color over the last part of a line: it looks dashed. */
function dashes({ input, model }: SeriesContext, one: Series, row: number): LineSeriesOption[] {
  const [from, to] = [one.values[row - 1] ?? null, one.values[row] ?? null]
  if (from === null || to === null) return []
  return [
    {
      ...silent,
      id: `${one.name} unfinished`,
      name: one.label,
      data: [
        [model.x[row - 1] ?? null, from],
        [model.x[row] ?? null, to],
      ] as never,
      showSymbol: false,
      color: input.theme.surface,
      lineStyle: { type: [4, 4], width: 3, color: input.theme.surface },
      z: 4,
    },
  ]
}
