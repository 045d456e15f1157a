import type { YAXisComponentOption } from 'echarts'
import { evenStep } from '../evenStep.ts'
import type { Bounds } from '../fields.ts'
import type { Edges } from '../legend.ts'
import { cutText, labelWidth } from '../textWidth.ts'
import { type CategoryLabels, categoryLabels } from '../timeseries/axes.ts'
import { type AxisTitle, type Layout, layOut } from '../timeseries/layout.ts'
import { logScale } from '../timeseries/logMarks.ts'
import { trueMinus } from '../trueMinus.ts'
import type { TickLayout } from './tickLayouts.ts'

interface Titles {
  x?: string
  xMargin?: number
  y?: string
  yMargin?: number
  yPosition?: 'Left' | 'Top'
}

/**
 * Divides a chart with two axes among plot, labels, titles and legend. `labels`: their size perpendicular to the axis.
 */
export function framePlot(wanted: {
  size: { width: number; height: number }
  legend: Edges
  titles?: Titles
  labels: { below: number; beside: number }
  zoomable?: boolean
  hasValueLabels?: boolean
}): Layout {
  const { titles = {}, size, legend, labels } = wanted
  return layOut(
    {
      orientation: 'vertical',
      zoomable: wanted.zoomable ?? false,
      seriesType: 'scatter',
      x_axis_title: titles.x ?? '',
      x_axis_title_margin: titles.xMargin ?? 15,
      y_axis_title: titles.y ?? '',
      y_axis_title_margin: titles.yMargin ?? 15,
      y_axis_title_position: titles.yPosition ?? 'Left',
      show_value: wanted.hasValueLabels ?? false,
    },
    { size, legend, aside: 0, labels, hasButtons: false },
  )
}

/**
 * Divides a chart with names below its plot. The width of the plot, which depends on titles, decides how the names are
 * written.
 */
export function frameAbove(
  names: string[],
  ticks: TickLayout,
  { beside, ...wanted }: Omit<Parameters<typeof framePlot>[0], 'labels'> & { beside: number },
): { layout: Layout; below: CategoryLabels } {
  const { size, legend } = wanted
  const height = size.height - legend.top - legend.bottom - 24
  const written = (width: number) => {
    const own = labelsBelow(names, { width, height }, ticks)
    // rotated names would take too much of a low plot
    return own.look['rotate'] && own.extent > mostBelow(height) ? labelsBelow(names, { width, height }, 'flat') : own
  }
  const around = (below: number) => framePlot({ ...wanted, labels: { below, beside } })
  const below = written(around(20).plot.width)
  return { below, layout: around(below.extent) }
}

/** The grid of a plot: its edges contain the labels of the axes. */
export const gridOf = (layout: Layout) => ({
  ...layout.edges,
  outerBoundsMode: 'same' as const,
  outerBoundsContain: 'all' as const,
})

/**
 * Labels of categories below a plot: wrapped, rotated or thinned out, depending on their layout and the available
 * space.
 */
export function labelsBelow(names: string[], extent: { width: number; height: number }, layout: TickLayout | number) {
  if (layout === 'staggered') return staggered(names, extent)
  const rotation = typeof layout === 'number' ? layout : layout === '45°' ? 45 : layout === '90°' ? 90 : 0
  const labels = categoryLabels(
    { orientation: 'vertical', xAxisLabelInterval: 'auto', xAxisLabelRotation: rotation },
    names,
    extent,
    noInk,
  )
  const each = extent.width / Math.max(1, names.length)
  const isRoomy = rotation === 0 && names.every((name) => labelWidth(name) <= each - 4)
  const look = { rotate: rotation, hideOverlap: true, ...labels.look, ...(isRoomy && { interval: 0 }) }
  const most = mostBelow(extent.height)
  if (rotation !== 0 && labels.extent > most) {
    const turn = (rotation * Math.PI) / 180
    const room = (most - 8 - 11 * Math.cos(turn)) / Math.sin(turn)
    if (room < leastTurned) return flat(names, each)
    return { look: { ...look, formatter: (name: string) => cutText(name, room, 11) }, extent: most }
  }
  return layout === 'flat' && look.rotate !== 0 ? flat(names, each) : { look, extent: labels.extent }
}

/** Maximum px that rotated names take below a plot. */
const mostBelow = (height: number) => Math.max(34, height * 0.35)
/** If rotated names of a low chart would be shorter than this, in px, fewer of them are in one line instead. */
const leastTurned = 64
/** px that a name gets where not all names fit */
const wantedName = 80

/** The step between names that have enough space. `each`: px of one name. */
function nameStep(names: string[], each: number): number {
  const widest = names.reduce((most, name) => Math.max(most, labelWidth(name)), 0)
  return Math.max(1, Math.ceil(Math.min(wantedName, widest + 6) / Math.max(1, each)))
}

/** Names in one line instead of rotated ones: as many as fit, truncated if they are long. */
function flat(names: string[], each: number): CategoryLabels {
  const step = nameStep(names, each)
  const formatter = (name: string) => cutText(name, each * step - 6, 11)
  return { look: { rotate: 0, interval: step - 1, hideOverlap: true, formatter }, extent: 20 }
}

/** Labels of categories next to a plot. */
export const labelsBeside = (names: string[], extent: { width: number; height: number }, ink: string): CategoryLabels =>
  categoryLabels({ orientation: 'horizontal', xAxisLabelInterval: 'auto', xAxisLabelRotation: 0 }, names, extent, {
    text: ink,
  })

const noInk = { text: '' }

function staggered(names: string[], { width }: { width: number }): CategoryLabels {
  const each = (2 * width) / Math.max(1, names.length)
  const step = nameStep(names, each)
  return {
    look: {
      interval: step - 1,
      hideOverlap: false,
      lineHeight: 13,
      formatter: (name: string, index: number) => {
        const text = cutText(name, each * step - 6, 11)
        return Math.round(index / step) % 2 === 1 ? `\n${text}` : text
      },
    },
    extent: 34,
  }
}

interface ValueAxis {
  write: (value: number) => string
  title: AxisTitle | undefined
  /** length in px */
  length: number
  bounds?: Bounds
  /** the smallest and the largest value of a logarithmic axis */
  log?: [smallest: number, largest: number] | undefined
  /** whether the axis may exclude zero */
  isFree?: boolean
  isBelow?: boolean
  rotation?: number
}

/** An axis of numbers. Its ends are on ticks if a round step divides the configured bounds. */
export function numberAxis(wanted: ValueAxis): YAXisComponentOption {
  const { write, title, length, isBelow = false } = wanted
  const bounds: Bounds = wanted.bounds ?? [null, null]
  const log = wanted.log && logScale(wanted.log, bounds, isBelow ? length * 0.6 : length)
  const [min, max] = log ? [log.min ?? null, log.max ?? null] : bounds
  const steps = Math.max(2, Math.min(5, Math.round(length / (isBelow ? 90 : 70))))
  const even = log || min === null || max === null ? undefined : evenStep(min, max, steps)
  // if there is no room for that many steps, an upper end that is not round has no label instead
  const interval =
    even !== undefined && ((max ?? 0) - (min ?? 0)) / even <= steps + (isBelow ? 1.001 : 2.001) ? even : undefined
  const ticks = log?.marks && { customValues: log.marks, showMaxLabel: true }
  return {
    type: log ? 'log' : 'value',
    ...title,
    min: min ?? undefined,
    max: max ?? undefined,
    scale: wanted.isFree ?? false,
    splitNumber: Math.max(steps, Math.ceil((log?.decades ?? 0) * 0.6)),
    ...(interval !== undefined && { interval }),
    axisLabel: {
      formatter: (value: number) => trueMinus(write(value)),
      hideOverlap: true,
      rotate: wanted.rotation ?? 0,
      // the base line is at the lower end
      ...(interval === undefined && { showMinLabel: true, showMaxLabel: max === null }),
      ...ticks,
    },
    ...(ticks && { axisTick: ticks }),
    ...(isBelow && { splitLine: { show: false }, axisLine: { show: true } }),
  } as YAXisComponentOption
}

/** Approximate width of the tick labels of a range of values. */
export const tickRoom = ([low, high]: [number, number], write: (value: number) => string): number =>
  Math.max(...[low, high, (low + high) / 2].map((value) => labelWidth(write(value))))
