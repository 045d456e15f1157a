import type { BarSeriesOption, EChartsOption } from 'echarts'
import { belowZeroText } from '../shared/belowZero.ts'
import type { DrawInput, EChartsDrawing } from '../shared/contract.ts'
import { timeFormatter } from '../shared/format/index.ts'
import { fitsInLine, legendOption } from '../shared/legend.ts'
import { exactOf, metricFormat } from '../shared/metricFormat.ts'
import { notesBelow } from '../shared/note.ts'
import { labelWidth } from '../shared/textWidth.ts'
import { escapeHtml, tooltipHtml } from '../shared/tooltipHtml.ts'
import type { RoseForm } from './query.ts'
import { mostTimes, type Wedges, wedgesOf } from './wedges.ts'

type Result = Pick<DrawInput<RoseForm>, 'formData' | 'data' | 'datasource'>

/** Room for the labels of times around the circle, in px. */
const labelRoom = 26
/** Minimum diameter in px of a circle with labels: they would cover a smaller one. */
const labelledFrom = 150

function needs(input: Result): string | undefined {
  if (input.formData.metrics.length === 0) return 'Select at least one metric.'
  const { lengths } = wedgesOf(input)
  return lengths.some((parts) => parts.some((length) => length > 0))
    ? undefined
    : 'A rose needs values above zero over time.'
}

/** The legend above the circle, or beside it if the circle is larger then. */
function legendOf({ size, legendSelected }: DrawInput<RoseForm>, names: string[]) {
  const [above, beside] = (['top', 'right'] as const).map((legendOrientation) =>
    legendOption(
      { show_legend: names.length > 1, legendType: 'scroll', legendOrientation, legendMargin: null },
      names,
      size,
      legendSelected,
      { isRound: true },
    ),
  )
  const extentOf = ({ room }: NonNullable<typeof above>) =>
    Math.min(size.width - room.left - room.right, size.height - room.top - room.bottom)
  return fitsInLine(names, size.width) || extentOf(above!) >= extentOf(beside!) ? above! : beside!
}

function option(input: DrawInput<RoseForm>): EChartsOption {
  const { formData: form, theme, size } = input
  const wedges = wedgesOf(input)
  const { model, lengths, earlier } = wedges
  const names = model.series.map(({ label }) => label)
  const { legend, room } = legendOf(input, names)
  const below = notesBelow(
    [
      earlier > 0 && `The latest ${mostTimes} of ${mostTimes + earlier} times`,
      belowZeroText(model.series.flatMap(({ values }) => values)),
    ],
    input,
  )
  const width = size.width - room.left - room.right
  const height = size.height - room.top - room.bottom - below.height
  const shorter = Math.min(width, height)
  const hasLabels = shorter >= labelledFrom
  const write = timeFormatter(form.date_time_format ?? 'smart_date', form.time_grain_sqla)
  const times = model.x.map((time) => (typeof time === 'number' ? write(time) : String(time ?? '')))
  const longest = times.reduce((most, time) => Math.max(most, labelWidth(time)), 0)
  const radius = hasLabels
    ? Math.max(4, Math.min(height / 2 - labelRoom, width / 2 - Math.max(labelRoom, longest + 12)))
    : Math.max(4, shorter / 2 - 2)
  const series = model.series.map(
    (one, index): BarSeriesOption => ({
      type: 'bar',
      name: one.label,
      coordinateSystem: 'polar',
      stack: 'wedge',
      barCategoryGap: '0%',
      // in degrees; bars of other charts have a maximum width
      barMaxWidth: 360,
      animation: false,
      itemStyle: {
        color: input.color(one.original),
        borderColor: theme.surface,
        borderWidth: model.x.length > 90 ? 0 : 1,
      },
      emphasis: { focus: 'series' },
      data: lengths[index] ?? [],
    }),
  )
  return {
    ...below.option,
    legend,
    polar: { center: [room.left + width / 2, room.top + height / 2], radius },
    angleAxis: {
      type: 'category',
      data: times,
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { show: false },
      axisLabel: {
        show: hasLabels,
        color: theme.chartText,
        fontSize: 11,
        interval: Math.ceil(model.x.length / 16) - 1,
      },
    },
    radiusAxis: { show: false, max: 'dataMax' },
    tooltip: { trigger: 'item', formatter: (params: unknown) => tooltip(input, wedges, params) },
    series,
  } as EChartsOption
}

/** The values of a time: those of all its series, or of the one below the pointer. */
function tooltip(input: DrawInput<RoseForm>, { model }: Wedges, params: unknown): string {
  const { dataIndex, seriesIndex, name } = params as { dataIndex: number; seriesIndex: number; name: string }
  const { formData: form, datasource, theme } = input
  const pointed = model.series[seriesIndex]
  const listed = form.rich_tooltip ? model.series : pointed ? [pointed] : []
  const rows = listed
    .filter((one) => one.values[dataIndex] != null)
    .map((one) => ({
      color: input.color(one.original),
      label: one.label,
      value: exactOf(metricFormat({ format: form.number_format }, datasource, one.metric ?? ''))(one.values[dataIndex]),
      strong: one === pointed && form.rich_tooltip,
    }))
  return tooltipHtml({ title: escapeHtml(name), rows, theme })
}

export const drawing: EChartsDrawing<RoseForm> = {
  option,
  needs,
  async register() {
    await Promise.all([import('../shared/echarts/rose.ts'), import('../shared/echarts/bar.ts')])
  },
}
