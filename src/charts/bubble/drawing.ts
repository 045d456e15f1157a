import type { EChartsOption } from 'echarts'
import { worded } from '../../model/language/written.ts'
import { metricLabel } from '../../model/query/labels.ts'
import type { QueryMetric } from '../../model/query/queryObject.ts'
import type { DrawInput, EChartsDrawing } from '../shared/contract.ts'
import { legendOption } from '../shared/legend.ts'
import { metricFormat } from '../shared/metricFormat.ts'
import { notesBelow } from '../shared/note.ts'
import { extent } from '../shared/plot/cells.ts'
import { dotStyle } from '../shared/plot/dots.ts'
import { framePlot, gridOf, numberAxis, tickRoom } from '../shared/plot/frame.ts'
import { columnNames, eachRow, metricNumbers } from '../shared/plot/rows.ts'
import { readInSteps } from '../shared/readInSteps.ts'
import type { Steps } from '../shared/steps.ts'
import type { Layout } from '../shared/timeseries/layout.ts'
import { escapeHtml, tooltipHtml } from '../shared/tooltipHtml.ts'
import type { BubbleForm } from './query.ts'

export interface Bubble {
  entity: string
  series: string
  x: number
  y: number
  /** null is drawn as the smallest bubble */
  size: number | null
}

const labelOf = (metric: QueryMetric | undefined) => (metric === undefined ? undefined : metricLabel(metric))

/** The rows that have a position. A logarithmic axis has none for zero and negative values. */
export const readBubbles = readInSteps(function* ({
  formData: form,
  data,
}: Pick<DrawInput<BubbleForm>, 'formData' | 'data'>): Steps<Bubble[]> {
  const answer = data[0]
  const entities = columnNames(answer, form.entity)
  const series = columnNames(answer, form.series ?? form.entity)
  const [xs, ys, sizes] = [form.x, form.y, form.size].map((metric) => metricNumbers(answer, metric))
  const hasPlace = (value: number | null | undefined, isLog: boolean): value is number =>
    value !== null && value !== undefined && (!isLog || value > 0)
  const bubbles: Bubble[] = []
  yield* eachRow(entities.count, (row) => {
    const [x, y] = [xs?.[row], ys?.[row]]
    if (!hasPlace(x, form.logXAxis) || !hasPlace(y, form.logYAxis)) return
    bubbles.push({ entity: entities.at(row), series: series.at(row), x, y, size: sizes?.[row] ?? null })
  })
  return bubbles
})

function bySeries(bubbles: Bubble[]): Map<string, Bubble[]> {
  const groups = new Map<string, Bubble[]>()
  for (const bubble of bubbles) {
    const group = groups.get(bubble.series)
    if (group) group.push(bubble)
    else groups.set(bubble.series, [bubble])
  }
  return groups
}

const smallest = 5
/** With more bubbles, most would hide each other; a note says that there are more. */
const mostBubbles = 3000
/** Maximum number of names in the legend. */
const mostNames = 200

/**
 * Returns the diameter of a bubble in px, linear in its size: at least 5, at most 5 more than twice the configured
 * size. The maximum is lower in a small chart.
 */
export function diameterOf(form: BubbleForm, bubbles: Bubble[], plot: { width: number; height: number }) {
  const [low, high] = extent(bubbles.map(({ size }) => size)) ?? [0, 0]
  const room = Math.max(smallest + 4, Math.min(plot.width, plot.height) / 4)
  const span = Math.min(2 * Math.max(0, form.max_bubble_size), room)
  return (size: number | null) => smallest + (size === null || high === low ? 0 : ((size - low) / (high - low)) * span)
}

function option(input: DrawInput<BubbleForm>): EChartsOption {
  const { formData: form, size, theme, datasource } = input
  const all = readBubbles(input)
  const bubbles = all.slice(0, mostBubbles)
  // large bubbles first: small ones stay visible above them
  const sorted = bubbles.toSorted((one, other) => (other.size ?? 0) - (one.size ?? 0))
  const groups = bySeries(sorted)
  const names = [...groups.keys()]
  const colors = new Map(names.map((name) => [name, input.color(name)]))
  // a legend of so many names is of no use, and each name takes time to draw
  const isMany = names.length > mostNames
  const below = notesBelow(
    [
      bubbles.length < all.length && `The first ${bubbles.length} of ${all.length} rows`,
      isMany && form.show_legend && `Too many names for a legend: ${names.length}`,
    ],
    input,
  )
  const series: [name: string, bubbles: Bubble[]][] = isMany ? [['', sorted]] : [...groups]
  const { legend, room } = legendOption(
    { ...form, show_legend: form.show_legend && !isMany },
    isMany ? [] : names,
    size,
    input.legendSelected,
    { below: below.height },
  )
  const writeX = metricFormat({ format: form.xAxisFormat }, datasource, labelOf(form.x))
  const writeY = metricFormat({ format: form.y_axis_format }, datasource, labelOf(form.y))
  const [xRange, yRange] = [bubbles.map(({ x }) => x), bubbles.map(({ y }) => y)].map(
    (values) => extent(values) ?? [0, 1],
  ) as [[number, number], [number, number]]
  // only its title shows which metric an axis has; a small chart has no room for titles
  const isLarge = size.width >= 320 && size.height >= 220
  const metricName = (metric: QueryMetric | undefined) => (isLarge ? shownName(metric, input) : '')
  const beside = tickRoom(yRange, writeY) * (form.yAxisLabelRotation === 0 ? 1 : 0.8)
  const layout = framePlot({
    size,
    legend: room,
    titles: {
      x: form.x_axis_label || metricName(form.x),
      xMargin: form.x_axis_title_margin,
      y: form.y_axis_label || metricName(form.y),
      yMargin: form.y_axis_title_margin,
    },
    labels: { below: form.xAxisLabelRotation === 0 ? 20 : 20 + tickRoom(xRange, writeX) * 0.7, beside },
  })
  const diameter = diameterOf(form, bubbles, layout.plot)
  const x = numberAxis({
    write: writeX,
    title: layout.baseTitle,
    length: layout.plot.width,
    isBelow: true,
    log: form.logXAxis ? xRange : undefined,
    isFree: form.truncateXAxis,
    rotation: form.xAxisLabelRotation,
    bounds: form.truncateXAxis ? form.xAxisBounds : undefined,
  })
  return {
    ...below.option,
    grid: withRoomFor(form, bubbles, diameter, layout),
    xAxis: {
      ...x,
      axisLabel: {
        ...x.axisLabel,
        ...(form.xAxisLabelInterval !== 'auto' && { hideOverlap: false }),
        // rotated labels beside the plot reach below it
        ...(form.yAxisLabelRotation !== 0 && form.xAxisLabelRotation === 0 && { alignMinLabel: 'left' }),
      },
      splitLine: { show: true, lineStyle: { color: theme.chartGrid } },
    } as EChartsOption['xAxis'],
    yAxis: numberAxis({
      write: writeY,
      title: layout.valueTitle,
      length: layout.plot.height,
      log: form.logYAxis ? yRange : undefined,
      isFree: form.truncateYAxis,
      rotation: form.yAxisLabelRotation,
      bounds: form.truncateYAxis ? form.y_axis_bounds : undefined,
    }),
    legend,
    tooltip: {
      trigger: 'item',
      formatter: (params: unknown) => {
        const { seriesIndex, dataIndex } = params as { seriesIndex: number; dataIndex: number }
        const bubble = series[seriesIndex]?.[1][dataIndex]
        return bubble === undefined ? '' : tooltip(input, bubble, colors.get(bubble.series) ?? '', writeX, writeY)
      },
    },
    series: series.map(([name, members]) => ({
      type: 'scatter',
      name,
      ...(!isMany && { color: colors.get(name) }),
      // the first frame draws a part, the next ones draw the others
      progressive: 1000,
      progressiveThreshold: 1000,
      data: members.map((bubble) => ({
        name: bubble.entity,
        value: [bubble.x, bubble.y, bubble.size],
        symbolSize: diameter(bubble.size),
        itemStyle: dotStyle(colors.get(bubble.series) ?? '', diameter(bubble.size), form.opacity, theme.surface),
      })),
    })) as EChartsOption['series'],
  }
}

/**
 * The grid of the plot, with room for the bubbles that reach beyond its top or right edge. An axis ends at its largest
 * value or above it.
 */
function withRoomFor(
  { logXAxis, logYAxis }: BubbleForm,
  bubbles: Bubble[],
  diameter: (size: number | null) => number,
  layout: Layout,
) {
  const grid = gridOf(layout)
  const beyond = (values: number[], isLog: boolean, length: number) => {
    const places = isLog ? values.map(Math.log10) : values
    const [low, high] = extent(places) ?? [0, 0]
    return bubbles.reduce((most, { size }, at) => {
      const toEdge = high === low ? 0 : ((high - places[at]!) / (high - low)) * length
      return Math.max(most, diameter(size) / 2 - toEdge)
    }, 0)
  }
  const { plot } = layout
  const [xs, ys] = [bubbles.map(({ x }) => x), bubbles.map(({ y }) => y)]
  return {
    ...grid,
    top: Math.max(grid.top, beyond(ys, logYAxis, plot.height) + 1),
    right: Math.max(grid.right, beyond(xs, logXAxis, plot.width) + 1),
  }
}

function shownName(metric: QueryMetric | undefined, { datasource }: Pick<DrawInput<BubbleForm>, 'datasource'>): string {
  const label = labelOf(metric) ?? ''
  return datasource.verboseMap[label] ?? label
}

function tooltip(
  { formData: form, theme, datasource }: DrawInput<BubbleForm>,
  bubble: Bubble,
  color: string,
  writeX: (value: number) => string,
  writeY: (value: number) => string,
): string {
  const shown = (metric: QueryMetric | undefined) => shownName(metric, { datasource })
  const writeSize = metricFormat({ format: form.tooltipSizeFormat }, datasource, labelOf(form.size))
  const name = bubble.series === bubble.entity ? bubble.entity : `${bubble.entity} (${bubble.series})`
  return tooltipHtml({
    title: escapeHtml(name),
    rows: [
      { color, label: shown(form.x), value: writeX(bubble.x) },
      { color, label: shown(form.y), value: writeY(bubble.y) },
      { color, label: shown(form.size), value: bubble.size === null ? worded('No data') : writeSize(bubble.size) },
    ],
    theme,
  })
}

function needs(input: Pick<DrawInput<BubbleForm>, 'formData' | 'data' | 'datasource'>): string | undefined {
  if (readBubbles(input).length > 0) return undefined
  return input.formData.logXAxis || input.formData.logYAxis
    ? 'A logarithmic axis needs positive values: no row has both.'
    : 'A bubble chart needs numbers on both axes: no row has both.'
}

async function register(): Promise<void> {
  await Promise.all([
    import('../shared/echarts/cartesian.ts'),
    import('../shared/echarts/scatter.ts'),
    import('../shared/echarts/title.ts'),
  ])
}

export const drawing: EChartsDrawing<BubbleForm> = { option, needs, prepare: readBubbles.steps, register }
