import type { EChartsOption } from 'echarts'
import { metricLabel } from '../../model/query/labels.ts'
import { visibleOnDark } from '../shared/color/index.ts'
import { sequentialScale } from '../shared/color/sequential.ts'
import type { DrawInput, EChartsDrawing } from '../shared/contract.ts'
import { smartNumber } from '../shared/format/number.ts'
import { readGroups, readMetric } from '../shared/groups.ts'
import { metricFormat } from '../shared/metricFormat.ts'
import { note, noteHeight } from '../shared/note.ts'
import { extent } from '../shared/plot/cells.ts'
import { readInSteps } from '../shared/readInSteps.ts'
import { pausesAfter, type Steps } from '../shared/steps.ts'
import { cutText, labelWidth } from '../shared/textWidth.ts'
import { escapeHtml, tooltipHtml } from '../shared/tooltipHtml.ts'
import { labelGap, type ParaPlace, placeOf } from './layout.ts'
import type { ParaForm } from './query.ts'

type Result = Pick<DrawInput<ParaForm>, 'formData' | 'data' | 'datasource'>

interface Line {
  label: string
  /** values by metric */
  values: (number | null)[]
  colorValue: number | null
}

/** Maximum number of lines: more would merge into one area of color. A note says that there are more. */
const mostLines = 3000

/** More lines could not be told apart by their colors. */
const mostColors = 6

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
  const colorOf = colorsOf(input, lines)
  const opacity = Math.max(0.08, Math.min(1, 40 / lines.length))
  const ranges = form.metrics.map((_, at) => extent(lines.map(({ values }) => values[at] ?? null)))
  const written = (value: number, at: number, room: number) => {
    const text = formats[at]?.(value) ?? ''
    return cutText(labelWidth(text) <= room ? text : smartNumber(value), room, 11)
  }
  const place = placeOf(size, {
    headings: [...(hasSeries ? [columnName(input)] : []), ...names],
    series: hasSeries ? lines.map(({ label }) => label) : undefined,
    last: (room) =>
      lines.flatMap(({ values }) => values.at(-1) ?? []).map((value) => written(value, names.length - 1, room)),
  })
  const axes = [
    ...(hasSeries ? [namesAxis(lines, place)] : []),
    ...ranges.map((range, at) => numbersAxis(range, place, (value) => written(value, at, place.labelRoom))),
  ]
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
      left: place.left,
      right: place.right,
      top: place.top,
      bottom: place.bottom + (isCut ? noteHeight : 0),
    },
    parallelAxis: axes.map((axis, at) => ({
      ...axis,
      dim: at,
      name: place.headings[at],
      // drawn above the lines, so that no line crosses the labels with their background
      z: 3,
      nameGap: place.headingGap,
      nameTextStyle: { color: theme.text2, fontSize: 11, lineHeight: 13 },
      axisLine: { show: true, lineStyle: { color: theme.chartAxis } },
      axisTick: { show: false },
      axisLabel: {
        color: theme.chartLabel,
        fontSize: 11,
        show: place.step >= 32 && size.height >= 120,
        hideOverlap: true,
        // beside the axis, numbers are above the lines; narrow axes have theirs outside of the lines
        ...(!place.isNarrow && { backgroundColor: theme.surface }),
        ...axis.axisLabel,
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

/** The names of the lines, at the left of their axis. */
const namesAxis = (lines: Line[], { left }: ParaPlace) => ({
  type: 'category' as const,
  inverse: true,
  // above the axis, which begins at the top
  nameLocation: 'start' as const,
  data: lines.map(({ label }) => label),
  axisLabel: {
    margin: -labelGap,
    align: 'right' as const,
    formatter: (name: string) => cutText(name, left - labelGap - 2, 11),
  },
})

/**
 * An axis of numbers, at the right of the axis. In a narrow chart they would hide the lines: only both ends are written,
 * above and below the axis.
 */
function numbersAxis(
  range: [low: number, high: number] | undefined,
  { isNarrow }: ParaPlace,
  formatter: (value: number) => string,
) {
  const axis = { type: 'value' as const, scale: true, nameLocation: 'end' as const }
  if (!isNarrow || range === undefined) return { ...axis, axisLabel: { formatter, margin: labelGap, padding: [0, 2] } }
  const [low, high] = range
  return {
    ...axis,
    // ECharts cannot draw an axis whose ends are so large that its ticks are rounded beyond them
    ...(low < high && Math.max(-low, high) <= Number.MAX_SAFE_INTEGER && { min: low, max: high }),
    axisLabel: {
      formatter,
      customValues: [low, high],
      margin: 0,
      padding: [4, 2],
      align: 'center' as const,
      verticalAlignMinLabel: 'top' as const,
      verticalAlignMaxLabel: 'bottom' as const,
    },
  }
}

function columnName({ formData: { series }, datasource }: Result): string {
  const name = typeof series === 'string' ? series : (series?.label ?? '')
  return datasource.verboseMap[name] ?? name
}

/**
 * The colors of the lines: by the color metric on the sequential scheme. Without a color metric, each of a few lines with
 * a name has its own color, and many lines have one.
 */
function colorsOf({ formData: form, color, theme }: DrawInput<ParaForm>, lines: Line[]): (line: Line) => string {
  if (form.secondary_metric === undefined) {
    if (form.include_series && form.series !== undefined && lines.length <= mostColors)
      return ({ label }) => color(label)
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
