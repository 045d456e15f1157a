import type { EChartsOption } from 'echarts'
import { plainTexts } from '../../model/language/plainTexts.ts'
import { worded } from '../../model/language/written.ts'
import { metricLabel } from '../../model/query/labels.ts'
import type { DrawInput, EChartsDrawing } from '../shared/contract.ts'
import type { Rgba } from '../shared/fields.ts'
import { legendOption } from '../shared/legend.ts'
import { metricFormat } from '../shared/metricFormat.ts'
import { notesBelow } from '../shared/note.ts'
import { extent } from '../shared/plot/cells.ts'
import { frameAbove, gridOf, numberAxis, tickRoom } from '../shared/plot/frame.ts'
import { labelWidth } from '../shared/textWidth.ts'
import type { ChartTheme } from '../shared/theme.ts'
import { escapeHtml, tooltipHtml } from '../shared/tooltipHtml.ts'
import { trueMinus } from '../shared/trueMinus.ts'
import type { StepKind } from './colors.ts'
import { connectors } from './connectors.ts'
import { fittingLabels, type LabelLook, mostLabels, type StepLabel } from './labels.ts'
import type { WaterfallForm } from './query.ts'
import { readSteps, type Step, withoutMany } from './steps.ts'

const kinds: StepKind[] = plainTexts(['Increase', 'Decrease', 'Total'])

/** With more steps, bars would be thinner than a px. */
const mostSteps = 200
/** px */
const widestBar = 64

function option(input: DrawInput<WaterfallForm>): EChartsOption {
  const { formData: form, size, theme } = input
  const all = readSteps(input)
  const steps = withoutMany(all, mostSteps)
  const notes = notesBelow(
    [
      steps.length < all.length && `The first ${mostSteps - 2} of ${all.length} steps; the others are combined`,
      form.show_value && steps.length > mostLabels && 'Only totals have labels',
    ],
    input,
  )
  const write = valueFormat(input)
  const shownKinds = kinds.filter((kind) => steps.some((step) => step.kind === kind))
  const { legend, room } = legendOption(
    { show_legend: form.show_legend, legendType: 'plain', legendOrientation: 'top', legendMargin: null },
    shownKinds,
    size,
    input.legendSelected,
  )
  const range = extent(steps.flatMap(({ from, to }) => [from, to])) ?? [0, 1]
  const beside = tickRoom(range, write)
  const labels = steps.map(({ label }) => label)
  const { below, layout } = frameAbove(labels, form.x_ticks_layout, {
    size,
    legend: { ...room, bottom: room.bottom + notes.height },
    titles: { x: form.x_axis_label, xMargin: 24, y: form.y_axis_label, yMargin: 24 },
    beside,
    hasValueLabels: form.show_value,
  })
  const step = layout.plot.width / Math.max(1, steps.length)
  const gap = step < 8 ? 0.1 : 0.28
  const bar = { stack: 'steps', barMaxWidth: widestBar, barCategoryGap: `${gap * 100}%` }
  const unit = layout.plot.height / (Math.max(0, range[1]) - Math.min(0, range[0]) || 1)
  const looks = fittingLabels(labelsOf(steps, write), step, unit)
  const colors: Record<StepKind, string> = {
    Increase: cssColor(form.increase_color),
    Decrease: cssColor(form.decrease_color),
    Total: cssColor(form.total_color),
  }
  // two parts for each bar, because ECharts stacks positive and negative values separately
  const parts = (['above', 'below'] as const).flatMap((side) => [
    {
      ...bar,
      type: 'bar',
      name: '',
      silent: true,
      data: steps.map((one) => partOf(one, side).base),
      itemStyle: { color: 'transparent' },
      tooltip: { show: false },
      emphasis: { disabled: true },
    },
    ...shownKinds.map((kind) => ({
      ...bar,
      type: 'bar',
      name: kind,
      color: colors[kind],
      data: steps.map((one) => (one.kind === kind ? itemOf(partOf(one, side).size, unit, colors[kind]) : null)),
      itemStyle: { borderRadius: 1 },
      label: valueLabel(input, steps, side, write, looks),
    })),
  ])
  return {
    ...notes.option,
    grid: gridOf(layout),
    xAxis: {
      type: 'category',
      // two steps may have the same name
      data: steps.map((_, at) => String(at)),
      ...layout.baseTitle,
      axisLabel: withLabels(below.look, labels, steps, { step, theme }),
    } as EChartsOption['xAxis'],
    yAxis: numberAxis({ write, title: layout.valueTitle, length: layout.plot.height }),
    legend: { formatter: (name: string) => worded(name), ...legend },
    tooltip: {
      trigger: 'axis',
      axisPointer: { type: 'shadow' },
      formatter: (params: unknown) => {
        const one = steps[(params as { dataIndex: number }[])[0]?.dataIndex ?? -1]
        if (one === undefined) return ''
        const isTotal = one.kind === 'Total'
        const title = one.label === one.category ? one.label : `${one.category} · ${one.label}`
        return tooltipHtml({
          title: escapeHtml(title),
          rows: [
            { color: colors[one.kind], label: worded(one.kind), value: signed(write, one) },
            ...(isTotal ? [] : [{ color: 'transparent', label: worded('Running total'), value: write(one.to) }]),
          ],
          theme,
        })
      },
    },
    series: [
      ...parts,
      ...connectors(steps, step, Math.min(widestBar, step * (1 - gap)), theme),
    ] as EChartsOption['series'],
  }
}

/** The positive or negative part of a bar: its height, and the gap between it and zero. */
export function partOf({ from, to }: Step, side: 'above' | 'below'): { base: number; size: number } {
  const [low, high] = [Math.min(from, to), Math.max(from, to)]
  if (side === 'above') {
    const base = Math.max(0, low)
    return { base, size: Math.max(0, high) - base }
  }
  const base = Math.min(0, high)
  return { base, size: Math.min(0, low) - base }
}

/** A change that is not zero is visible, however small it is. */
function itemOf(size: number, unit: number, color: string) {
  const isThin = size !== 0 && Math.abs(size) * unit < 1.5
  return isThin ? { value: size, itemStyle: { borderColor: color, borderWidth: 1 } } : size
}

const cssColor = ({ r, g, b, a }: Rgba) => `rgba(${r},${g},${b},${a})`

function valueFormat({ formData: form, datasource }: DrawInput<WaterfallForm>) {
  const metric = form.metric === undefined ? undefined : metricLabel(form.metric)
  return metricFormat({ format: form.y_axis_format, currency: form.currency_format }, datasource, metric)
}

/** A change with its sign; a total without a sign. */
function signed(write: (value: number) => string, { kind, from, to }: Step): string {
  const text = trueMinus(write(kind === 'Total' ? to : to - from))
  return kind === 'Increase' && to > from ? `+${text}` : text
}

/** The end of a bar that is further from zero. */
const outerEnd = ({ from, to }: Step) => (Math.abs(from) > Math.abs(to) ? from : to)

const labelsOf = (steps: Step[], write: (value: number) => string): StepLabel[] =>
  steps.map((step) => ({
    text: signed(write, step),
    at: outerEnd(step),
    isTotal: step.kind === 'Total',
    change: Math.abs(step.to - step.from),
  }))

/** The value label at the outer end of a bar, on the side of zero where it ends. */
function valueLabel(
  { formData: form, theme }: DrawInput<WaterfallForm>,
  steps: Step[],
  side: 'above' | 'below',
  write: (value: number) => string,
  { fontSize, shown }: LabelLook,
) {
  return {
    show: form.show_value,
    position: side === 'above' ? 'top' : 'bottom',
    fontSize,
    color: theme.chartText,
    formatter: ({ dataIndex }: { dataIndex: number }) => {
      const step = steps[dataIndex]
      if (step === undefined || !shown.has(dataIndex)) return ''
      return outerEnd(step) >= 0 === (side === 'above') ? signed(write, step) : ''
    },
  }
}

/**
 * The steps with names if not all of them have space: the last one is the total, and if there are totals of parts, those
 * say the most. `step`: every so many have space.
 */
function namedSteps(steps: Step[], step: number): (at: number) => boolean {
  const totals = steps.flatMap(({ kind }, at) => (kind === 'Total' ? [at] : []))
  const apart = totals.every((at, index) => index === 0 || at - (totals[index - 1] ?? 0) >= step)
  return totals.length > 1 && apart ? (at) => steps[at]?.kind === 'Total' : (at) => (steps.length - 1 - at) % step === 0
}

/** The axis labels, with the names of the steps; totals are emphasized. `step`: px from bar to bar. */
function withLabels(
  look: Record<string, unknown>,
  labels: string[],
  steps: Step[],
  { step, theme }: { step: number; theme: ChartTheme },
) {
  const widest = labels.reduce((most, label) => Math.max(most, labelWidth(label)), 0)
  // px that each name needs along the axis; automatic steps might leave out the total
  const wanted = look['rotate'] ? 16 : widest + 6
  const own = look['interval'] ?? Math.ceil(wanted / Math.max(1, step)) - 1
  const write = look['formatter'] as ((name: string, index: number) => string) | undefined
  return {
    ...look,
    ...(typeof own === 'number' && own > 0 && { interval: namedSteps(steps, own + 1) }),
    formatter: (_place: string, index: number) => write?.(labels[index] ?? '', index) ?? labels[index] ?? '',
    // `place` is the index of a step; the index that ECharts passes counts only the labels that are shown
    color: (place: unknown) => (steps[Number(place)]?.kind === 'Total' ? theme.chartText : theme.chartLabel),
  }
}

function needs(input: Pick<DrawInput<WaterfallForm>, 'formData' | 'data' | 'datasource'>): string | undefined {
  return readSteps(input).length > 0
    ? undefined
    : 'A waterfall chart needs a metric with numbers: every value of this one is empty.'
}

async function register(): Promise<void> {
  await Promise.all([
    import('../shared/echarts/cartesian.ts'),
    import('../shared/echarts/bar.ts'),
    import('../shared/echarts/custom.ts'),
    import('../shared/echarts/title.ts'),
  ])
}

export const drawing: EChartsDrawing<WaterfallForm> = { option, needs, prepare: readSteps.steps, register }
