import type { EChartsOption } from 'echarts'
import { metricLabel } from '../../model/query/labels.ts'
import { visibleOnDark } from '../shared/color/index.ts'
import { sequentialScale } from '../shared/color/sequential.ts'
import type { DrawInput, EChartsDrawing } from '../shared/contract.ts'
import { smartNumber } from '../shared/format/number.ts'
import { readGroups, readMetric } from '../shared/groups.ts'
import { metricFormat } from '../shared/metricFormat.ts'
import { note, noteHeight } from '../shared/note.ts'
import { readInSteps } from '../shared/readInSteps.ts'
import { pausesAfter, type Steps } from '../shared/steps.ts'
import { cutText, labelWidth } from '../shared/textWidth.ts'
import { escapeHtml, tooltipHtml } from '../shared/tooltipHtml.ts'
import type { ParaForm } from './query.ts'

type Result = Pick<DrawInput<ParaForm>, 'formData' | 'data' | 'datasource'>

interface Line {
  label: string
  /** values by metric */
  values: (number | null)[]
  colorValue: number | null
}

/** More lines would merge into one area of color; a note says that there are more. */
const mostLines = 3000

export const readLines = readInSteps(function* ({ formData: form, data }: Result): Steps<Line[]> {
  const groups = readGroups(data[0], form.series === undefined ? [] : [form.series])
  const columns = form.metrics.map((metric) => readMetric(data[0], metric))
  yield
  const colorValues = readMetric(data[0], form.secondary_metric)
  const lines: Line[] = []
  for (let row = 0; row < groups.count; row += 1) {
    if (pausesAfter(row)) yield
    const values = columns.map((column) => column[row] ?? null)
    if (values.every((value) => value === null)) continue
    lines.push({ label: groups.texts(row)[0] ?? '', values, colorValue: colorValues[row] ?? null })
  }
  // a query without an order may return its rows in a different order each time
  return form.timeseries_limit_metric ? lines : lines.sort((one, other) => compareTexts(one.label, other.label))
})

const compareTexts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

function needs(input: Result): string | undefined {
  if (input.formData.metrics.length < 2) return 'A chart of parallel coordinates needs at least two metrics.'
  return readLines(input).length > 0 ? undefined : 'A chart of parallel coordinates needs metrics with values.'
}

function option(input: DrawInput<ParaForm>): EChartsOption {
  const { formData: form, theme, size, datasource } = input
  const all = readLines(input)
  if (all.length === 0) return {}
  const lines = all.slice(0, mostLines)
  const isCut = lines.length < all.length
  const names = form.metrics.map((metric) => datasource.verboseMap[metricLabel(metric)] ?? metricLabel(metric))
  const formats = form.metrics.map((metric) => metricFormat({}, datasource, metricLabel(metric)))
  const hasSeries = form.include_series && form.series !== undefined
  const axes = names.length + (hasSeries ? 1 : 0)
  const step = size.width / Math.max(1, axes)
  const colorOf = colorsOf(input, lines)
  const first = hasSeries ? 1 : 0
  const opacity = Math.max(0.08, Math.min(0.75, 40 / lines.length))
  const side = Math.min(60, step / 2)
  // labels are to the right of their axis, the last ones at the edge of the chart
  const labelRoom = Math.max(16, (size.width - 2 * side) / Math.max(1, axes - 1) - 12)
  const writes = formats.map((write) => (value: number) => {
    const text = write(value)
    return labelWidth(text) <= labelRoom ? text : smartNumber(value)
  })
  const ends = lines.flatMap(({ values }) => values.at(-1) ?? []).map((value) => writes.at(-1)?.(value) ?? '')
  const lastRoom = Math.min(step, ends.reduce((most, text) => Math.max(most, labelWidth(text)), 0) + 14)
  return {
    ...(isCut && { title: note(`The first ${lines.length} of ${all.length} rows`, input) }),
    tooltip: {
      trigger: 'item',
      formatter: (params: unknown) => {
        const line = lines[(params as { dataIndex: number }).dataIndex]
        if (line === undefined) return ''
        const color = colorOf(line)
        const rows = names.map((label, at) => ({ color, label, value: formats[at]?.(line.values[at]) ?? '' }))
        return tooltipHtml({ title: escapeHtml(line.label), rows, theme })
      },
    },
    parallel: {
      left: side,
      right: Math.max(side, lastRoom),
      top: 32,
      bottom: 14 + (isCut ? noteHeight : 0),
    },
    parallelAxis: [
      ...(hasSeries
        ? [
            {
              dim: 0,
              type: 'category' as const,
              inverse: true,
              name: cutText(columnName(input), step - 8, 11),
              data: lines.map(({ label }) => label),
              axisLabel: { formatter: (name: string) => cutText(name, labelRoom, 11) },
            },
          ]
        : []),
      ...names.map((name, at) => ({
        dim: at + first,
        type: 'value' as const,
        scale: true,
        name: cutText(name, step - 8, 11),
        axisLabel: { formatter: (value: number) => cutText(writes[at]?.(value) ?? '', labelRoom, 11) },
      })),
    ].map((axis) => ({
      ...axis,
      // above the lines: its labels have a background, which no line crosses
      z: 3,
      // above the lines, where also an inverse axis starts
      nameLocation: 'inverse' in axis ? ('start' as const) : ('end' as const),
      nameGap: 10,
      nameTextStyle: { color: theme.text2, fontSize: 11 },
      axisLine: { show: true, lineStyle: { color: theme.chartAxis } },
      axisLabel: {
        color: theme.chartLabel,
        fontSize: 11,
        show: step >= 48 && size.height >= 120,
        hideOverlap: true,
        backgroundColor: theme.surface,
        padding: [0, 2],
        ...('axisLabel' in axis ? axis.axisLabel : {}),
      },
    })),
    series: [
      {
        type: 'parallel',
        animation: false,
        smooth: false,
        emphasis: { lineStyle: { opacity: 1, width: 2.5 } },
        data: lines.map((line) => ({
          name: line.label,
          value: [...(hasSeries ? [line.label] : []), ...line.values.map((value) => value ?? '-')],
          lineStyle: { color: colorOf(line), opacity, width: 1.5 },
        })),
      },
    ],
  } as EChartsOption
}

function columnName({ formData: { series }, datasource }: Result): string {
  const name = typeof series === 'string' ? series : (series?.label ?? '')
  return datasource.verboseMap[name] ?? name
}

/** By the color metric on the sequential scheme; without one, all lines have one color. */
function colorsOf({ formData: form, color, theme }: DrawInput<ParaForm>, lines: Line[]): (line: Line) => string {
  if (form.secondary_metric === undefined) {
    const only = color(metricLabel(form.metrics[0] ?? ''))
    return () => only
  }
  const values = lines.flatMap(({ colorValue }) => colorValue ?? [])
  const low = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY)
  const high = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)
  const scale = sequentialScale(form.linear_color_scheme, [low, high])
  return ({ colorValue }) => {
    if (colorValue === null) return theme.chartMuted
    return theme.mode === 'dark' ? visibleOnDark(scale(colorValue), theme.surface) : scale(colorValue)
  }
}

export const drawing: EChartsDrawing<ParaForm> = {
  option,
  needs,
  prepare: readLines.steps,
  async register() {
    await Promise.all([import('../shared/echarts/polar.ts'), import('../shared/echarts/parallel.ts')])
  },
}
