import type { EChartsOption } from 'echarts'
import { worded } from '../../model/language/written.ts'
import { metricLabel } from '../../model/query/labels.ts'
import { readableText } from '../shared/color/readable.ts'
import { sequentialScale } from '../shared/color/sequential.ts'
import { colorRamp } from '../shared/colorRamp.ts'
import type { DrawInput, EChartsDrawing } from '../shared/contract.ts'
import { numberFormatter } from '../shared/format/index.ts'
import { metricFormat } from '../shared/metricFormat.ts'
import { notesBelow } from '../shared/note.ts'
import { extent, firstRows } from '../shared/plot/cells.ts'
import { labelsBelow, labelsBeside } from '../shared/plot/frame.ts'
import { labelWidth } from '../shared/textWidth.ts'
import { escapeHtml, tooltipHtml } from '../shared/tooltipHtml.ts'
import { trueMinus } from '../shared/trueMinus.ts'
import { type HeatGrid, readGrid } from './model.ts'
import type { HeatmapForm } from './query.ts'

/** Minimum width in px of a cell with a label of one digit. */
const narrowestLabel = 8
/** Maximum number of drawn cells: more would take seconds. A note says that there are more. */
const mostRows = 10_000
/** Maximum number of cells of a grid with labels: no screen has room for more labels. A note says so. */
const mostLabels = 1000
const rampHeight = 26
/** px at the right of the grid and of the ramp above it */
const plotRight = 12
/** Below this height there is not enough space for a color ramp. */
const rampFrom = 120

function option(input: DrawInput<HeatmapForm>): EChartsOption {
  const { formData: form, size, theme } = input
  const rows = input.data[0]?.rowcount ?? 0
  const isCut = rows > mostRows
  const grid = readGrid(isCut ? { ...input, data: input.data.map((answer) => firstRows(answer, mostRows)) } : input)
  const isDense = grid.x.length * grid.y.length > mostLabels
  const notes = notesBelow(
    [isCut && `The first ${mostRows} of ${rows} cells`, isDense && form.show_values && 'Too many cells for labels'],
    input,
  )
  const [low, high] = domainOf(form, grid)
  const colorOf = cellColors(input, [low, high])
  const hasRamp = form.show_legend && size.height >= rampFrom
  const inner = { width: size.width - 12, height: size.height - (hasRamp ? rampHeight : 0) - 24 - notes.height }
  const beside = labelsBeside(grid.y, inner, theme.chartLabel)
  const left = marginOf(form.left_margin, beside.extent + 8, size.width)
  const below = labelsBelow(grid.x, { width: size.width - left - plotRight, height: inner.height }, 'auto')
  const xLook = { ...endingSteps(grid.x, below.look, size.width - left - plotRight), ...everyNth(form.xscale_interval) }
  const right = Math.max(plotRight, beyondLast(grid.x, xLook, size.width - left - plotRight))
  const bottom = marginOf(form.bottom_margin, below.extent + 8, size.height) + notes.height
  const top = hasRamp ? rampHeight + 2 : 8
  const plot = { width: size.width - left - right, height: size.height - top - bottom }
  const write = valueFormat(input)
  const cell = { width: plot.width / Math.max(1, grid.x.length), height: plot.height / Math.max(1, grid.y.length) }
  // labels for many small cells take seconds, even if none is drawn
  const mayHaveLabels = form.show_values && !isDense && cell.height >= 13 && cell.width >= narrowestLabel
  const labelSize = mayHaveLabels ? sizeOfLabels(grid, write, cell) : undefined
  const hasLabels = labelSize !== undefined
  return {
    ...notes.option,
    grid: { left, right, top, bottom, outerBoundsMode: 'none' },
    xAxis: {
      type: 'category',
      data: grid.x,
      axisLine: { show: false },
      axisLabel: xLook,
    } as EChartsOption['xAxis'],
    yAxis: {
      type: 'category',
      data: grid.y,
      inverse: true,
      axisLine: { show: false },
      axisLabel: {
        ...beside.look,
        width: left - 12,
        fontSize: 11,
        interval: Math.ceil(labelLine / cell.height) - 1,
        ...everyNth(form.yscale_interval),
      },
    } as EChartsOption['yAxis'],
    visualMap: ramp(input, [low, high], hasRamp, write),
    tooltip: { trigger: 'item', formatter: (params: unknown) => tooltip(input, grid, params, colorOf) },
    series: [
      {
        type: 'heatmap',
        // each frame draws some of the cells, so that the page stays responsive
        progressive: 1500,
        data: grid.cells.map(({ x, y, value, rank }) => [x, y, value, rank ?? 0]),
        // a thin line in the background color separates cells, unless they are too small
        itemStyle: {
          ...(form.border_width > 0
            ? { borderColor: rgbaText(form.border_color), borderWidth: form.border_width }
            : Math.min(cell.width, cell.height) >= 6 && { borderColor: theme.surface, borderWidth: 1 }),
        },
        label: {
          show: hasLabels,
          fontSize: labelSize,
          formatter: ({ value }: { value: number[] }) => {
            const text = trueMinus(write(value[2]))
            return labelFits(labelWidth(text), labelSize ?? 0, cell) ? text : ''
          },
        },
        emphasis: { itemStyle: { borderColor: theme.text, borderWidth: 1 } },
        ...(hasLabels && {
          data: grid.cells.map(({ x, y, value, rank }) => ({
            value: [x, y, value, rank ?? 0],
            label: { color: readableText(colorOf(form.normalized ? (rank ?? 0) : value)) },
          })),
        }),
      },
    ] as EChartsOption['series'],
  }
}

/** px of a font, and of the smallest cells that it is used in */
const labelSizes = [
  { size: 13, width: 72, height: 36 },
  { size: 11, width: 0, height: 0 },
  { size: 10, width: 0, height: 0 },
]
/** px at each side of the label of a cell */
const besideLabel = 3

interface Cell {
  width: number
  height: number
}

/** `width`: in px, in a font of 11 px */
const labelFits = (width: number, size: number, cell: Cell) => (width * size) / 11 <= cell.width - 2 * besideLabel

/**
 * The largest font in which nearly all values fit; undefined if there is no such font, because a grid in which only
 * some cells have labels would look broken.
 */
function sizeOfLabels({ cells }: HeatGrid, write: (value: number) => string, cell: Cell): number | undefined {
  const widths = cells.map(({ value }) => labelWidth(trueMinus(write(value)))).toSorted((one, other) => one - other)
  const wide = widths[Math.floor((widths.length - 1) * 0.95)] ?? 0
  return labelSizes.find(
    ({ size, width, height }) => cell.width >= width && cell.height >= height && labelFits(wide, size, cell),
  )?.size
}

/** The values at both ends of the scheme: bounds that are set, else those of the data; ranks go from 0 to 1. */
export function domainOf(form: HeatmapForm, { cells }: HeatGrid): [low: number, high: number] {
  if (form.normalized) return [0, 1]
  const [low, high] = extent(cells.map(({ value }) => value)) ?? [0, 1]
  const [min, max] = form.value_bounds
  return [min ?? low, max ?? high]
}

/** px beside or below the grid: as configured, or as much as the labels need, but at most 45% of the chart. */
const marginOf = (margin: number | 'auto', needed: number, extent: number) =>
  Math.min(margin === 'auto' ? needed : Math.max(0, margin), extent * 0.45)

/** px between two labels below the grid, and of a label beside it */
const labelGap = 6
const labelLine = 13

/** Labels of which only some fit, in steps up to the last one: a reader sees where the grid ends. */
function endingSteps(names: string[], look: LabelLook, extent: number): LabelLook {
  const widest = names.reduce((most, name) => Math.max(most, labelWidth(name)), 0)
  const step = Math.ceil(((widest + labelGap) * names.length) / Math.max(1, extent))
  // with an interval of 0, labels that overlap are left out
  const isStepped = look.interval === undefined || (look.interval === 0 && look.hideOverlap)
  if (!isStepped || look.rotate || step < 2) return look
  return { ...look, interval: (at: number) => (names.length - 1 - at) % step === 0 }
}

interface LabelLook {
  interval?: unknown
  hideOverlap?: unknown
  rotate?: unknown
  width?: unknown
  formatter?: (name: string) => string
}

/** px by which the last label below the grid is wider than the cells on its right. */
function beyondLast(names: string[], { interval, rotate, width, formatter }: LabelLook, extent: number): number {
  // a rotated label ends at its cell
  if (typeof rotate === 'number' && rotate !== 0) return 0
  const step = typeof interval === 'number' ? interval + 1 : 1
  const last = Math.floor((names.length - 1) / step) * step
  const lines = (formatter?.(names[last] ?? '') ?? names[last] ?? '').split('\n')
  const wide = Math.min(
    Math.max(...lines.map(labelWidth)),
    typeof width === 'number' ? width : Number.POSITIVE_INFINITY,
  )
  return Math.ceil(wide / 2 - ((names.length - last - 0.5) * extent) / Math.max(1, names.length))
}

const everyNth = (interval: number) => (interval > 0 ? { interval: Math.round(interval) - 1, hideOverlap: true } : {})

const rgbaText = ({ r, g, b, a }: { r: number; g: number; b: number; a: number }) => `rgba(${r},${g},${b},${a})`

function valueFormat({ formData: form, datasource }: Pick<DrawInput<HeatmapForm>, 'formData' | 'datasource'>) {
  const metric = form.metric === undefined ? undefined : metricLabel(form.metric)
  return metricFormat({ format: form.y_axis_format, currency: form.currency_format }, datasource, metric)
}

/** The colors above the grid: one ramp, or pieces that switch their cells on and off. */
function ramp(
  { formData: form, theme, size }: DrawInput<HeatmapForm>,
  domain: [number, number],
  isShown: boolean,
  write: (value: number) => string,
): EChartsOption['visualMap'] {
  const text = form.normalized ? numberFormatter(',.0%') : write
  const texts = (...values: number[]) => values.map((value) => trueMinus(text(value)))
  const { text: ends, ...line } = colorRamp({
    scheme: form.linear_color_scheme,
    domain,
    ends: texts(...domain) as [string, string],
    theme,
    length: Math.min(160, size.width / 2.6),
  })
  return {
    ...line,
    show: isShown,
    dimension: form.normalized ? 3 : 2,
    // in line with the legends of other charts
    top: 3,
    right: plotRight,
    ...(form.legend_type === 'piecewise'
      ? {
          type: 'piecewise',
          itemWidth: 14,
          itemHeight: 10,
          splitNumber: piecesIn(size.width),
          itemGap: 8,
          formatter: (from: number, to: number) => texts(from, to).join(' – '),
        }
      : { text: ends }),
  } as EChartsOption['visualMap']
}

const piecesIn = (width: number) => (width < 260 ? 2 : width < 420 ? 3 : 5)

/** The colors of the cells as they are drawn: with a piecewise legend, all values of a piece have one color. */
export function cellColors(
  { formData: form, theme, size }: Pick<DrawInput<HeatmapForm>, 'formData' | 'theme' | 'size'>,
  [low, high]: [number, number],
): (value: number) => string {
  const colorOf = sequentialScale(form.linear_color_scheme, [low, high], theme.mode)
  if (form.legend_type !== 'piecewise' || high <= low) return colorOf
  const last = piecesIn(size.width) - 1
  return (value) => {
    const piece = Math.floor(((value - low) / (high - low)) * (last + 1))
    return colorOf(low + (Math.min(last, Math.max(0, piece)) / last) * (high - low))
  }
}

function tooltip(
  input: DrawInput<HeatmapForm>,
  grid: HeatGrid,
  params: unknown,
  colorOf: (value: number) => string,
): string {
  const { formData: form, theme, datasource } = input
  const cell = grid.cells[(params as { dataIndex: number }).dataIndex]
  if (cell === undefined) return ''
  const metric = form.metric === undefined ? '' : metricLabel(form.metric)
  const color = colorOf(form.normalized ? (cell.rank ?? 0) : cell.value)
  const percent = numberFormatter(',.2%')
  const rows = [{ color, label: datasource.verboseMap[metric] ?? metric, value: valueFormat(input)(cell.value) }]
  if (form.show_percentage && cell.share !== null) {
    const of = { heatmap: null, x: grid.x[cell.x], y: grid.y[cell.y] }[form.normalize_across]
    rows.push({
      color: 'transparent',
      label: of === null ? worded('Share of all') : worded('Share of {name}', of ?? ''),
      value: percent(cell.share),
    })
  }
  if (form.normalized && cell.rank !== null)
    rows.push({ color: 'transparent', label: worded('Rank'), value: percent(cell.rank) })
  return tooltipHtml({
    title: `${escapeHtml(grid.x[cell.x] ?? '')} · ${escapeHtml(grid.y[cell.y] ?? '')}`,
    rows,
    theme,
  })
}

function needs(input: Pick<DrawInput<HeatmapForm>, 'formData' | 'data' | 'datasource'>): string | undefined {
  return readGrid(input).cells.length > 0
    ? undefined
    : 'A heatmap needs a metric with numbers: every value of this one is empty.'
}

async function register(): Promise<void> {
  await Promise.all([
    import('../shared/echarts/cartesian.ts'),
    import('../shared/echarts/heatmap.ts'),
    import('../shared/echarts/title.ts'),
    import('../shared/echarts/visualMap.ts'),
  ])
}

export const drawing: EChartsDrawing<HeatmapForm> = { option, needs, register }
