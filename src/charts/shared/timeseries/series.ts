import type { BarSeriesOption, LineSeriesOption, ScatterSeriesOption } from 'echarts'
import type { DrawInput } from '../contract.ts'
import { dotSize, dotStyle } from '../plot/dots.ts'
import type * as Names from './endNames.ts'
import type { TimeseriesForm } from './formData.ts'
import type { Series, TimeseriesModel } from './model.ts'
import type { Stacked } from './stack.ts'
import { barShare, markersFit, type SeriesType } from './styles.ts'
import { type LabelContext, labelLayout, valueLabel } from './valueLabels.ts'

type SeriesOption = LineSeriesOption | BarSeriesOption | ScatterSeriesOption

/** How the configured drawing is simplified because there are too many marks. */
export interface Losses {
  /** whether a line omits some of its points */
  isThinned?: boolean
  isStraight?: boolean
  /** no markers on lines, and no value labels */
  hasNoMarks?: boolean
  /** draws bars and points in bulk, this many per frame */
  bulk?: { progressive: number; progressiveThreshold?: number } | undefined
  /** size in px of points that are drawn smaller than configured */
  pointSize?: number | undefined
}

export interface SeriesContext {
  input: DrawInput<TimeseriesForm>
  model: TimeseriesModel
  stacked: Stacked
  color: (series: Series) => string
  isMuted: (series: Series, row?: number) => boolean
  labels: LabelContext
  /** only for large results */
  losses: Losses | undefined
  /** what names lines at their ends, if it is loaded */
  names?: typeof Names | undefined
  /** the number of bars of another query at each place */
  otherBars?: number
  /** whether an axis on the right takes the space of the names at the ends of lines */
  hasAxisAtEnd?: boolean
}

/** The dimension of the ECharts dataset with a series' values. Named by position: names of series may be any text. */
export const dimensionOf = (index: number) => `s${index}`

/** One ECharts series per series of the chart, and the hidden one that raises a stream. */
export function seriesOptions(context: SeriesContext): SeriesOption[] {
  const { stacked } = context
  const options = stacked.series.map((one, index) => seriesOption(context, one, index))
  return stacked.base === undefined ? options : [streamLift(context), ...options]
}

function seriesOption(context: SeriesContext, series: Series, index: number): SeriesOption {
  const { input, stacked, color, isMuted } = context
  const { formData: form, theme } = input
  const horizontal = form.orientation === 'horizontal'
  const muted = isMuted(series)
  const paint = muted ? theme.chartMuted : color(series)
  const { losses = {} } = context
  const label = valueLabel(context.labels, series)
  const common = {
    id: series.name,
    name: series.label,
    encode: horizontal ? { y: 'x', x: dimensionOf(index) } : { x: 'x', y: dimensionOf(index) },
    color: paint,
    // positive parts go up, negative ones down; a stream is stacked on its base regardless of signs
    ...(form.stack !== null && { stack: 'stack', stackStrategy: form.stack === 'Stack' ? 'samesign' : 'all' }),
    emphasis: { focus: stacked.series.length > 1 ? ('series' as const) : ('none' as const) },
    label,
    labelLayout: labelLayout(context.labels, series),
    z: muted ? 1 : 2,
  }
  switch (kindOf(form.seriesType)) {
    case 'bar':
      return {
        ...common,
        type: 'bar',
        large: losses.bulk !== undefined,
        ...losses.bulk,
        ...(isThin(context) && { barCategoryGap: thinGap }),
        blur: { itemStyle: { opacity: 0.3 } },
        itemStyle: {
          borderRadius: isThin(context, leastBordered) ? 0 : 2,
          ...(form.stack !== null && {
            borderColor: theme.surface,
            borderWidth: isThin(context, leastBordered) ? 0 : 0.5,
          }),
          ...(isPale(form, series) && { opacity: palePart }),
          color: perDatum(context, series, paint),
        },
      } as BarSeriesOption
    case 'scatter': {
      const size = losses.pointSize ?? dotSize(form.markerSize, input.size)
      // points that are drawn in bulk have one style
      const look = losses.bulk
        ? { ...bulkDot, borderColor: theme.surface }
        : dotStyle(paint, size, dotOpacity, theme.surface)
      return {
        ...common,
        type: 'scatter',
        symbolSize: size,
        large: losses.bulk !== undefined,
        ...losses.bulk,
        blur: { itemStyle: { opacity: 0.15 } },
        itemStyle: {
          ...look,
          ...(isPale(form, series) && { opacity: palePart }),
          color: perDatum(context, series, look.color ?? paint),
        },
      } as ScatterSeriesOption
    }
    case 'line':
      return { ...common, ...lineParts(context, series, paint, losses) } as LineSeriesOption
  }
}

const dotOpacity = 0.72
const bulkDot = { opacity: dotOpacity, borderWidth: 0.5, color: undefined }

/** The number of bars that are beside each other at a place of the base axis. */
export const barsBeside = ({ stack, seriesType }: TimeseriesForm, { series }: Pick<Stacked, 'series'>): number =>
  seriesType !== 'bar' ? 0 : stack === null ? series.length : 1

const barsAtPlace = ({ input, stacked, otherBars = 0 }: SeriesContext) =>
  barsBeside(input.formData, stacked) + otherBars

/** px. Thinner bars take almost all of the space of their category. */
const leastBar = 2
const thinGap = '10%'
/** px. Thinner bars have no round corners, and no borders between their parts, which would cover them. */
const leastBordered = 4
const isThin = (context: SeriesContext, least = leastBar) =>
  context.labels.pitch * barShare < least * barsAtPlace(context)

const kindOf = (type: SeriesType): 'bar' | 'scatter' | 'line' => (type === 'bar' || type === 'scatter' ? type : 'line')

/**
 * If single categories are selected, the others of the same series are muted. The color is always set, because an
 * option is merged into the previous one, whose colors would otherwise remain.
 */
function perDatum(context: SeriesContext, series: Series, paint: string) {
  const { input, isMuted } = context
  if (!input.filterState?.selectedValues || isMuted(series)) return paint
  return (params: { dataIndex: number }) => (isMuted(series, params.dataIndex) ? input.theme.chartMuted : paint)
}

/** A shifted series drawn next to its original. */
export const isRepeat = (form: TimeseriesForm, series: Series) =>
  series.offset !== undefined && form.comparison_type === 'values'

/** A shifted series in the color of its original is paler, to tell them apart; lines are also dashed. */
export const isPale = (form: TimeseriesForm, series: Series) => form.time_shift_color && isRepeat(form, series)
export const palePart = 0.4

function lineParts(context: SeriesContext, series: Series, paint: string, losses: Losses): Partial<LineSeriesOption> {
  const { input } = context
  const { formData: form, theme } = input
  const muted = context.isMuted(series)
  const filled = form.area || form.stack === 'Stream'
  const step = form.seriesType === 'start' || form.seriesType === 'middle' || form.seriesType === 'end'
  const marks = symbols(context, series, losses.hasNoMarks ?? false)
  return {
    type: 'line',
    // with so many points, curves look like straight lines, and take three times as long to draw; `smoothMonotone` would
    // make every point level, while without it ECharts limits a curve to the values at both of its ends anyway
    smooth: form.seriesType === 'smooth' && !losses.isStraight ? 0.35 : false,
    ...(step && { step: form.seriesType as 'start' | 'middle' | 'end' }),
    ...(losses.isThinned && { sampling: 'lttb' as const }),
    ...marks,
    lineStyle: {
      width: muted ? 1 : 1.75,
      // the corners of steps are square
      ...(step && { join: 'miter' as const }),
      ...(isRepeat(form, series) && { type: 'dashed' as const, opacity: 0.75 }),
      ...(form.stack === 'Stream' && { opacity: 0 }),
    },
    blur: { lineStyle: { opacity: 0.25 }, areaStyle: { opacity: Math.min(0.1, form.opacity) } },
    ...(filled && {
      areaStyle: {
        color: paint,
        opacity: form.stack === 'Stream' ? Math.max(form.opacity, streamOpacity) : form.opacity,
      },
    }),
    ...endLabel(context, series, context.names?.nameColor(paint, theme.surface) ?? theme.chartText, muted),
    itemStyle: { color: paint, ...marks.itemStyle },
  }
}

/** px from one row to the next. `plot`: its estimated size. */
export const pitchOf = (form: TimeseriesForm, { x }: TimeseriesModel, plot: { width: number; height: number }) =>
  (form.orientation === 'horizontal' ? plot.height : plot.width) / Math.max(1, x.length)

/**
 * No points on lines, unless they are configured and not too close, a label needs one, or a value between gaps would
 * otherwise be invisible.
 */
function symbols(context: SeriesContext, series: Series, many: boolean): Partial<LineSeriesOption> {
  const { formData: form } = context.input
  // all of them or none: ECharts would draw those next to labels of the axis only
  const all = { showSymbol: true, showAllSymbol: true }
  const alone = many ? [] : lonePoints(series.values)
  // without lone values, `echarts/fitMarkers.ts` decides at each zoom
  const fits = (form.zoomable && alone.length === 0) || markersFit(context.labels.pitch, form.markerSize)
  if (!many && fits && (form.markerEnabled || form.show_value)) return { ...all, symbolSize: form.markerSize }
  if (alone.length > 0) {
    const rows = new Set(alone)
    const size = (_value: unknown, params: { dataIndex: number }) => (rows.has(params.dataIndex) ? 5 : 0)
    return { ...all, symbolSize: size }
  }
  // value labels belong to points, which the line then covers
  if (!many && form.show_value) return { ...all, symbolSize: 1 }
  if (!form.rich_tooltip && !many) return { showSymbol: true, symbolSize: 8, itemStyle: { opacity: 0 } }
  return { showSymbol: false, symbolSize: 6 }
}

/** Rows of values between gaps, which no line connects. */
export function lonePoints(values: (number | null)[]): number[] {
  const found: number[] = []
  let isAfterGap = true
  for (let row = 0; row < values.length; row += 1) {
    const isGap = (values[row] ?? null) === null
    if (!isGap && isAfterGap && (values[row + 1] ?? null) === null) found.push(row)
    isAfterGap = isGap
  }
  return found
}

/** px from a name at the end of a line to the edge of the chart, and from the line */
const beforeEdge = 11

/** Up to six lines are named at their ends, if there is room. */
function endLabel(context: SeriesContext, series: Series, color: string, muted: boolean): Partial<LineSeriesOption> {
  const names = endNamesOf(context)
  if (names.room === 0 || muted) return { endLabel: { show: false } }
  const text = names.texts[context.stacked.series.indexOf(series)] ?? series.label
  return {
    endLabel: {
      show: true,
      formatter: () => text,
      color,
      fontSize: names.fontSize,
      lineHeight: names.fontSize + 1,
      // labels that had to move apart keep this distance
      padding: [names.fontSize - 9, 0],
      distance: names.distance,
      width: names.room - beforeEdge,
      overflow: 'truncate',
    },
    labelLayout: { moveOverlap: 'shiftY' },
  }
}

/** Whether a chart may have names at the ends of its lines. */
const mayNameLines = ({ seriesType, stack, show_value, zoomable }: TimeseriesForm): boolean =>
  kindOf(seriesType) === 'line' && stack === null && !show_value && !zoomable

/** Width reserved on the right of the plot for the names at the ends of lines; 0 if there are none. */
export const endLabelRoom = (context: NamedLines): number => endNamesOf(context).room

type NamedLines = Pick<SeriesContext, 'input' | 'stacked' | 'names' | 'hasAxisAtEnd'>

function endNamesOf(context: NamedLines): Names.EndNames {
  const { input, stacked } = context
  const { formData: form, size } = input
  const count = stacked.series.length
  // without a legend nothing else shows the names of the lines
  const fits = size.width >= (form.show_legend ? 480 : 180) && size.height >= 160
  if (context.hasAxisAtEnd || !fits || count < 2 || count > 6 || !mayNameLines(form)) return noNames
  // a legend at the side already shows the names of the lines
  if (form.show_legend && (form.legendOrientation === 'left' || form.legendOrientation === 'right')) return noNames
  const labels = stacked.series.map((one) => one.label)
  return context.names?.endNames(labels, size, form.show_legend) ?? noNames
}

const noNames: Names.EndNames = { room: 0, texts: [], fontSize: 0, distance: 0 }

/** The bands of a stream do not overlap: nothing is below them. */
const streamOpacity = 0.9

function streamLift(context: SeriesContext): LineSeriesOption {
  const { seriesType, orientation } = context.input.formData
  const isBar = kindOf(seriesType) === 'bar'
  return {
    id: 'stream base',
    name: '',
    type: isBar ? 'bar' : 'line',
    stack: 'stack',
    encode: orientation === 'horizontal' ? { x: 'base', y: 'x' } : { x: 'x', y: 'base' },
    silent: true,
    showSymbol: false,
    lineStyle: { opacity: 0 },
    itemStyle: { opacity: 0 },
    tooltip: { show: false },
  } as unknown as LineSeriesOption
}
