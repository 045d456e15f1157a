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

/** px from a wedge to the label of its time */
const labelGap = 5
const labelHeight = 12
/** Minimum px for a circle with labels: it would be too small beside them. */
const labelledFrom = 110

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
  const most = Math.max(4, shorter / 2 - 2)
  const places = hasLabels ? labelPlaces(lengths, times) : []
  const radius = Math.max(4, Math.min(most, ...places.map((place) => radiusFor(place, { width, height }))))
  // labels of times next to each other do not touch
  const every = Math.ceil(model.x.length / Math.min(16, Math.max(4, Math.floor((radius * 5) / (longest + 8)))))
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
  if (hasLabels) series.push(labelSeries(places, every, theme.chartText))
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
      axisLabel: { show: false },
    },
    // a bar without a length at the very edge would be outside of the circle
    radiusAxis: { show: false, max: ({ max }: { max: number }) => max * 1.001 },
    tooltip: { trigger: 'item', formatter: (params: unknown) => tooltip(input, wedges, params) },
    series,
  } as EChartsOption
}

/** The label of a time beyond its wedge. */
interface LabelPlace {
  text: string
  /** the length of the wedge as a part of the radius */
  reach: number
  /** parts of a px to the right and down for each px outwards, without signs */
  across: number
  down: number
}

function labelPlaces(lengths: number[][], times: string[]): LabelPlace[] {
  const sums = times.map((_time, at) => lengths.reduce((sum, parts) => sum + (parts[at] ?? 0), 0))
  const largest = Math.max(...sums)
  return times.map((text, at) => {
    const angle = ((at + 0.5) / times.length) * 2 * Math.PI
    const reach = largest > 0 ? sums[at]! / largest : 0
    return { text, reach, across: Math.abs(Math.sin(angle)), down: Math.abs(Math.cos(angle)) }
  })
}

/** px from the end of a wedge to the middle of its label, which is horizontal */
const distanceOf = ({ text, across, down }: LabelPlace) =>
  labelGap + (across * labelWidth(text)) / 2 + (down * labelHeight) / 2

/** The radius of the circle with which the label is inside the chart. */
function radiusFor(place: LabelPlace, { width, height }: { width: number; height: number }): number {
  const { across, down, reach } = place
  const sides = [
    (width / 2 - labelWidth(place.text) / 2) / Math.max(across, 0.01),
    (height / 2 - labelHeight / 2) / Math.max(down, 0.01),
  ]
  return (Math.min(...sides) - distanceOf(place)) / Math.max(reach, 0.01)
}

/** The labels belong to bars without a length at the ends of the wedges. */
const labelSeries = (places: LabelPlace[], every: number, color: string): BarSeriesOption => ({
  type: 'bar',
  id: 'labels',
  name: '',
  coordinateSystem: 'polar',
  stack: 'wedge',
  barCategoryGap: '0%',
  barMaxWidth: 360,
  animation: false,
  silent: true,
  itemStyle: { color: 'transparent' },
  data: places.flatMap((place, at) =>
    at % every === 0
      ? {
          value: [0, at],
          label: {
            show: true,
            position: 'endArc' as never,
            distance: distanceOf(place),
            rotate: 0,
            align: 'center' as const,
            verticalAlign: 'middle' as const,
            color,
            fontSize: 11,
            formatter: () => place.text,
          },
        }
      : [],
  ),
})

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
