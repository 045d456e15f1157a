import type { EChartsOption, GaugeSeriesOption } from 'echarts'
import { columnLabel, metricLabel } from '../../model/query/labels.ts'
import { categoricalColors } from '../shared/color/index.ts'
import type { DrawInput, EChartsDrawing } from '../shared/contract.ts'
import { groupMarks, groupMask, isMutedBy, type NamedGroup } from '../shared/crossFilter.ts'
import { readGroups, readMetric } from '../shared/groups.ts'
import { metricFormat } from '../shared/metricFormat.ts'
import { note, noteHeight } from '../shared/note.ts'
import { readOnce } from '../shared/readOnce.ts'
import { cutText, textWidth } from '../shared/textWidth.ts'
import { tooltipHtml } from '../shared/tooltipHtml.ts'
import { dialOf } from './dial.ts'
import type { GaugeForm } from './query.ts'

interface Pointer extends NamedGroup {
  value: number
}

type Result = Pick<DrawInput<GaugeForm>, 'formData' | 'data' | 'datasource'>

/** Maximum number of pointers: more cannot be distinguished. */
const mostPointers = 30

/** One pointer per row with a value. */
export const readPointers = readOnce(({ formData: form, data, datasource }: Result): Pointer[] => {
  const groups = readGroups(data[0], form.groupby)
  const shown = (name: string) => datasource.verboseMap[name] ?? name
  return readMetric(data[0], form.metric).flatMap((value, row) => {
    if (value === null) return []
    const parts = groups.texts(row).map((text, at) => `${shown(columnLabel(form.groupby[at] ?? ''))}: ${text}`)
    const label = parts.join(', ') || shown(metricLabel(form.metric ?? ''))
    return [{ label, groupValues: groups.values(row), value }]
  })
})

/**
 * The ends of the dial: the saved ones, otherwise twice the smallest and twice the largest value. The default ends
 * include zero.
 */
export function dialEnds(form: Pick<GaugeForm, 'min_val' | 'max_val'>, values: number[]): [min: number, max: number] {
  const min = form.min_val ?? 2 * values.reduce((low, value) => Math.min(low, value), 0)
  const max = form.max_val ?? 2 * values.reduce((high, value) => Math.max(high, value), 0)
  return max > min ? [min, max] : [min, min + 1]
}

const needs = (input: Result) =>
  readPointers(input).length > 0 ? undefined : 'A gauge needs a metric with at least one value.'

function option(input: DrawInput<GaugeForm>): EChartsOption {
  const { formData: form, theme } = input
  const all = readPointers(input)
  const pointers = all.slice(0, mostPointers)
  if (pointers.length === 0) return {}
  const write = valueText(input)
  return {
    ...(all.length > mostPointers && { title: note(`The first ${mostPointers} of ${all.length} rows`, input) }),
    tooltip: {
      trigger: 'item',
      formatter: (params: unknown) => {
        const pointer = pointers[(params as { dataIndex: number }).dataIndex]
        if (pointer === undefined) return ''
        const row = { color: input.color(pointer.label), label: pointer.label, value: write(pointer.value) }
        return tooltipHtml({ title: '', rows: [row], theme })
      },
    },
    series: [{ ...scaleOf(input, pointers), ...pointersOf(input, pointers), animation: form.animation }],
  }
}

/** The dial: its ring, its numbers and its ticks. */
function scaleOf(input: DrawInput<GaugeForm>, pointers: Pointer[]): GaugeSeriesOption {
  const { formData: form, theme } = input
  const [min, max] = dialEnds(
    form,
    pointers.map(({ value }) => value),
  )
  const { x, y, radius } = dialOf(form.start_angle, form.end_angle, placeOf(input, pointers.length).size)
  const width = ringWidth(form, radius, pointers.length)
  const writeNumber = numberText(input)
  const font = fontOf(form, radius)
  const splits = Math.round(Math.min(30, Math.max(1, form.split_number)))
  // numbers that would touch are omitted, except the first and the last
  const arc = (Math.abs(form.start_angle - form.end_angle) / 180) * Math.PI * Math.max(0, radius - width - font)
  const [first, last] = [min, max].map((value) => textWidth(writeNumber(value)) * (font / 12)) as [number, number]
  const widest = Math.max(first, last) + 8
  // the first and the last number are inside the ring: if the ring is almost closed, there is room only for the last
  // one, or for none
  const inner = Math.max(0, radius - width - 4)
  const between = 2 * inner * Math.abs(Math.sin((Math.abs(form.start_angle - form.end_angle) / 360) * Math.PI))
  const hasFirst = between > first + last + 8
  const every = [1, 2, 5, 10].find((step) => splits % step === 0 && (arc * step) / splits > widest) ?? splits
  const step = (max - min) / splits
  const colors = intervalColors(input, [min, max])
  return {
    type: 'gauge',
    min,
    max,
    startAngle: form.start_angle,
    endAngle: form.end_angle,
    splitNumber: splits,
    center: [x, y],
    radius,
    // between two intervals, the round end of one would overlap the other
    axisLine: { roundCap: form.round_cap && colors.length === 1, lineStyle: { width, color: colors } },
    axisTick: {
      show: form.show_axis_tick,
      distance: -width,
      length: width * 0.35,
      // in the color of the gaps at the splits: ticks are also drawn there, and at both ends of the ring
      lineStyle: { color: theme.surface, width: 1 },
    },
    splitLine: {
      show: form.show_split_line,
      distance: -width,
      length: width,
      lineStyle: { color: theme.surface, width: 2 },
    },
    axisLabel: {
      show: radius >= 44 && widest < 2 * inner,
      distance: width + Math.max(4, labelFontOf(font, radius) / 2),
      color: theme.chartLabel,
      fontSize: labelFontOf(font, radius),
      formatter: (value: number) => {
        const at = Math.round((value - min) / step)
        return at % every === 0 && (at > 0 || hasFirst) ? writeNumber(value) : ''
      },
    },
  }
}

function pointersOf(input: DrawInput<GaugeForm>, pointers: Pointer[]): GaugeSeriesOption {
  const { formData: form, theme } = input
  const { size, lines, lineHeight } = placeOf(input, pointers.length)
  const { y, radius } = dialOf(form.start_angle, form.end_angle, size)
  const font = fontOf(form, radius)
  const isAlone = pointers.length === 1
  const hasIntervals = numbersOf(form.intervals).length > 0
  const write = valueText(input)
  const colors = pointers.map(({ label }) => input.color(label))
  const rows = pointers.slice(0, lines).map(({ label, value }) => {
    const figure = write(value)
    return { name: cutText(label, input.size.width - 40 - textWidth(figure)), figure }
  })
  // all rows have the same width, so that their dots are aligned although each row is centered
  const nameWidth = Math.max(0, ...rows.map(({ name }) => textWidth(name)))
  const figureWidth = Math.max(0, ...rows.map(({ figure }) => textWidth(figure) * boldPart))
  const rowWidth = textWidth('● ') + nameWidth + rowGap + figureWidth
  // text without a style would be centered
  const rowOf = ({ name, figure }: { name: string; figure: string }) =>
    `{dot|● }{name|${plainText(name)}}{value|${plainText(figure)}}`
  return {
    // if there are intervals, the ring shows them instead of the progress
    progress: {
      show: form.show_progress && !hasIntervals,
      overlap: form.overlap,
      roundCap: form.round_cap,
      width: form.overlap ? ringWidth(form, radius, pointers.length) : undefined,
    },
    // the usual needle has a tail, which would be larger than the anchor
    pointer: { show: form.show_pointer, icon: 'triangle', length: '62%', width: Math.max(4, radius * 0.06) },
    anchor: {
      show: form.show_pointer,
      showAbove: true,
      size: Math.max(6, radius * 0.1),
      itemStyle: { color: theme.surface, borderColor: theme.chartAxis, borderWidth: 1.5 },
    },
    detail: { show: true, borderWidth: 0, backgroundColor: 'transparent' },
    data: pointers.map(({ label, value }, at) => {
      const color = isMutedBy(input.filterState, label) ? theme.chartMuted : colors[at]
      const below = size.height - y + (at + 0.5) * lineHeight
      const row = rows[at]
      return {
        name: label,
        value,
        itemStyle: { color },
        pointer: { itemStyle: { color: hasIntervals ? theme.text2 : color } },
        title: {
          show: isAlone && form.groupby.length > 0 && radius >= 60,
          offsetCenter: [0, radius * 0.36 + font * 1.8],
          fontSize: labelFontOf(font, radius),
          color: theme.chartLabel,
        },
        detail: {
          show: isAlone || at < lines,
          offsetCenter: [0, isAlone ? radius * 0.36 : below],
          ...(!isAlone && { width: rowWidth }),
          fontSize: isAlone ? Math.max(11, Math.min(font * 1.7, radius * 0.26)) : 12,
          fontWeight: isAlone ? 620 : 'normal',
          color: isAlone ? theme.chartText : theme.text2,
          rich: {
            dot: { color, fontSize: 12, align: 'left' },
            name: { color: theme.text2, fontSize: 12, align: 'left' },
            value: { color: theme.chartText, fontSize: 12, fontWeight: 620, align: 'right' },
          },
          formatter: () => (isAlone ? write(value) : row === undefined ? '' : rowOf(row)),
        },
      }
    }),
  } as GaugeSeriesOption
}

/** Braces and vertical bars mark styles in ECharts texts. */
const plainText = (text: string) => text.replaceAll(/[{}|]/g, '¦')

const listLine = 18
/** px between the longest name and the widest value */
const rowGap = 10
/** The width of bold text, as a multiple of the normal width. */
const boldPart = 1.06

/**
 * The space of the dial. Several pointers are listed below it, as many as fit in two fifths of the height. If not all
 * pointers are drawn, there is a note below the list.
 */
function placeOf(input: DrawInput<GaugeForm>, count: number) {
  const { size } = input
  const lines = count === 1 ? 0 : Math.min(count, Math.floor((size.height * 0.4) / listLine))
  const isCut = count === mostPointers && readPointers(input).length > mostPointers
  const height = size.height - lines * listLine - (isCut ? noteHeight : 0)
  return { size: { width: size.width, height }, lines, lineHeight: listLine }
}

/** Texts and the ring of large dials are larger than configured: the configured size is meant for a tile. */
const growth = (radius: number) => Math.max(1, Math.min(2, radius / 240))

const fontOf = (form: GaugeForm, radius: number) =>
  Math.round(Math.max(9, Math.min(form.font_size * growth(radius), radius / 7)))

/** px of the numbers of the dial and of the name below its value */
const labelFontOf = (font: number, radius: number) => Math.min(font, Math.round(12 * growth(radius)))

/** The width of the ring: the font size, or a multiple of it if each pointer has its own ring. */
function ringWidth(form: GaugeForm, radius: number, count: number): number {
  const wanted = growth(radius) * (form.overlap ? form.font_size : count * form.font_size)
  return Math.min(wanted, radius * (form.overlap ? 0.16 : 0.42))
}

/** The colors of the ring: one for each interval, otherwise one for the whole ring. */
function intervalColors(
  { formData: form, theme }: DrawInput<GaugeForm>,
  [min, max]: [number, number],
): [number, string][] {
  const bounds = numbersOf(form.intervals).toSorted((one, other) => one - other)
  // ticks in the color of the surface need a darker ring
  const isDark = theme.mode === 'dark' || form.show_axis_tick
  if (bounds.length === 0) return [[1, isDark ? theme.chartAxis : theme.chartGrid]]
  const scheme = categoricalColors(form.color_scheme ?? 'sextant')
  const chosen = numbersOf(form.interval_color_indices)
  const colorAt = (at: number) =>
    scheme[((chosen[at] ?? at + 1) - 1 + scheme.length) % scheme.length] ?? theme.chartMuted
  const parts = bounds.map((bound, at): [number, string] => [
    Math.min(1, Math.max(0, (bound - min) / (max - min))),
    colorAt(at),
  ])
  const last = parts.at(-1)?.[0] ?? 0
  return last < 1 ? [...parts, [1, colorAt(parts.length)]] : parts
}

const numbersOf = (text: string) =>
  text
    .split(',')
    .filter((part) => part.trim() !== '')
    .map(Number)
    .filter((value) => Number.isFinite(value))

function numberText({ formData: form, datasource }: DrawInput<GaugeForm>) {
  const metric = form.metric === undefined ? undefined : metricLabel(form.metric)
  return metricFormat({ format: form.number_format, currency: form.currency_format }, datasource, metric)
}

function valueText(input: DrawInput<GaugeForm>) {
  const write = numberText(input)
  return (value: number) => input.formData.value_formatter.replaceAll('{value}', write(value))
}

export const drawing: EChartsDrawing<GaugeForm> = {
  option,
  needs,
  crossFilter: (input, event) =>
    groupMask(
      input.formData.groupby,
      readPointers(input).find(({ label }) => label === event.name),
      input.filterState,
    ),
  marks: (input) => groupMarks(readPointers(input), ({ value }) => valueText(input)(value)),
  async register() {
    await Promise.all([import('../shared/echarts/polar.ts'), import('../shared/echarts/gauge.ts')])
  },
}
