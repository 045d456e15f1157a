import type { LineSeriesOption } from 'echarts'
import { formulaPart } from '../annotations/formulaPart.ts'
import { type AnnotationLayer, opacities, shownLayers } from '../annotations/layer.ts'
import { type AnnotationMark, readLines, readMarks } from '../annotations/layerData.ts'
import type { DrawInput } from '../contract.ts'
import { labelWidth } from '../textWidth.ts'
import type { ChartTheme } from '../theme.ts'
import type { TooltipRow } from '../tooltipHtml.ts'
import type { TimeseriesForm } from './formData.ts'
import type { Series, TimeseriesModel } from './model.ts'
import type { Stacked } from './stack.ts'

/** The drawn annotation layers of a chart. */
interface Annotated {
  series: LineSeriesOption[]
  /** names of the lines, for the legend */
  names: string[]
  /** the values that the value axis must include besides those of the series */
  reached: (stacked: Stacked) => Stacked
  /** the values of the layers at a row, for the tooltip */
  rowsAt: (row: number, write: (value: number | null) => string) => TooltipRow[]
}

type Input = Pick<DrawInput<TimeseriesForm>, 'formData' | 'data' | 'theme' | 'color' | 'size'>

/** One drawn layer. `values` align with the rows of the chart. */
interface Drawn {
  series: LineSeriesOption[]
  lines?: { name: string; color: string; values: (number | null)[]; extent: (number | null)[] }[]
  marks?: { color: string; label: string; rows: (row: number) => boolean }[]
}

/**
 * The series of annotation layers. Formulas and time series are lines, events are lines across the plot, intervals are
 * bands. `taken`: the labels of the chart's own series, which the legend switches by name.
 */
export function annotate(input: Input, model: TimeseriesModel, taken: readonly string[]): Annotated {
  const names = new Set(taken)
  const unique = (wanted: string) => {
    let name = wanted
    for (let count = 1; names.has(name); count += 1) name = `${wanted} (${count})`
    names.add(name)
    return name
  }
  const drawn = shownLayers(input.formData.annotation_layers).map((layer): Drawn => {
    const context: LayerContext = { input, model, layer, color: layer.color ?? input.color(layer.name), unique }
    switch (layer.annotationType) {
      case 'FORMULA':
        return drawFormula(context)
      case 'TIME_SERIES':
        return drawLines(context)
      case 'EVENT':
        return drawEvents(context)
      case 'INTERVAL':
        return drawIntervals(context)
    }
  })
  const lines = drawn.flatMap(({ lines: own = [] }) => own)
  const marks = drawn.flatMap(({ marks: own = [] }) => own)
  return {
    series: drawn.flatMap(({ series }) => series),
    names: lines.map(({ name }) => name),
    reached: (stacked) => ({ ...stacked, series: [...stacked.series, ...lines.map(asSeries)] }),
    rowsAt: (row, write) => [
      ...lines.flatMap(({ name, color, values }) => {
        const value = values[row] ?? null
        return value === null ? [] : [{ color, label: name, value: write(value) }]
      }),
      ...marks.filter(({ rows }) => rows(row)).map(({ color, label }) => ({ color, label, value: '' })),
    ],
  }
}

const asSeries = ({ name, extent }: { name: string; extent: (number | null)[] }): Series => ({
  name,
  label: name,
  metric: undefined,
  groupValues: [],
  offset: undefined,
  colorLabel: name,
  original: name,
  values: extent,
})

interface LayerContext {
  input: Input
  model: TimeseriesModel
  layer: AnnotationLayer
  color: string
  /** a name that no other series has */
  unique: (name: string) => string
}

const isHorizontal = ({ input }: LayerContext) => input.formData.orientation === 'horizontal'

/** A position on the base axis. Names are passed as text: ECharts would use numbers as indexes. */
const baseValue = ({ model }: LayerContext, x: number | string | null) => (model.xType === 'category' ? String(x) : x)

/** A log axis cannot show zero and negative values, and no axis can show values that are not finite. */
function drawable({ input }: LayerContext, value: number | null): number | null {
  if (value === null || !Number.isFinite(value)) return null
  return input.formData.logAxis && value <= 0 ? null : value
}

const dashes = { solid: 'solid', dashed: 'dashed', longDashed: [12, 6], dotted: 'dotted' } as const

const lineStyleOf = ({ layer, color }: LayerContext) => ({
  color,
  width: layer.width,
  type: dashes[layer.style] as 'solid',
  opacity: layer.opacity === '' ? 1 : opacities[layer.opacity],
})

/**
 * Properties that the series of all layers share. The chart's tooltip lists the layers separately, because they have
 * rows of their own.
 */
const baseSeries = ({ color, layer }: LayerContext, name: string): LineSeriesOption => ({
  type: 'line',
  id: `annotation ${name}`,
  name,
  color,
  tooltip: { show: false },
  itemStyle: { color, opacity: layer.opacity === '' ? 1 : opacities[layer.opacity] },
  emphasis: { focus: 'none' },
})

function lineSeries(
  context: LayerContext,
  name: string,
  points: [x: number | string | null, value: number | null][],
): LineSeriesOption {
  const { layer } = context
  const horizontal = isHorizontal(context)
  return {
    ...baseSeries(context, name),
    data: points.map(([x, value]) => (horizontal ? [value, x] : [x, value])) as LineSeriesOption['data'],
    showSymbol: layer.showMarkers,
    symbolSize: 6,
    lineStyle: layer.hideLine ? { ...lineStyleOf(context), width: 0, opacity: 0 } : lineStyleOf(context),
    z: 3,
  }
}

/** y = f(x) for each row of the chart. A formula that cannot be read draws nothing. */
function drawFormula(context: LayerContext): Drawn {
  const { model, layer, color } = context
  const read = formulaPart.parse?.(String(layer.value ?? ''))
  if (!read?.ok) return { series: [] }
  const name = context.unique(layer.name)
  const values = model.x.map((x) => drawable(context, read.value(x === null || x === '' ? Number.NaN : Number(x))))
  const points = model.x.map((x, row): [number | string | null, number | null] => [
    baseValue(context, x),
    values[row] ?? null,
  ])
  const series = {
    ...lineSeries(context, name, points),
    smooth: 0.35,
    // with so many points, several share a pixel: ECharts draws only some of them
    ...(points.length > 2000 && { sampling: 'lttb' as const }),
  }
  return { series: [series], lines: [{ name, color, values, extent: values }] }
}

/** The lines of another chart. They have positions only on an axis of times or numbers. */
function drawLines(context: LayerContext): Drawn {
  const { input, model, layer, color } = context
  if (model.xType === 'category') return { series: [] }
  const drawn = readLines(input.data[0]?.annotation_data, layer).map((line, index) => {
    const name = context.unique(line.name === '' ? layer.name : `${layer.name} - ${line.name}`)
    // the first line has the color of the layer, the others have their own
    const own = index === 0 ? context : { ...context, color: input.color(name) }
    const points = line.points.map(([at, value]): [number, number | null] => [at, drawable(context, value)])
    const valueAt = new Map(points)
    const values = model.x.map((x) => (typeof x === 'number' ? (valueAt.get(x) ?? null) : null))
    const extent = points.map(([, value]) => value)
    return {
      series: lineSeries(own, name, points),
      line: { name, color: index === 0 ? color : own.color, values, extent },
    }
  })
  return { series: drawn.map(({ series }) => series), lines: drawn.map(({ line }) => line) }
}

/** Marks have no tooltip: their label shows the descriptions, and the tooltip of the chart would show the wrong row. */
const markBase = { animation: false, tooltip: { show: false } }

/** A line across the plot at each event. */
function drawEvents(context: LayerContext): Drawn {
  const { input, layer, color, model } = context
  const marks = readMarks(input.data[0]?.annotation_data, layer).filter(({ start }) => hasPlace(model, start))
  if (marks.length === 0) return { series: [] }
  const axis = isHorizontal(context) ? 'yAxis' : 'xAxis'
  const series: LineSeriesOption = {
    ...baseSeries(context, layer.name),
    id: `annotation ${layer.name}`,
    data: [],
    markLine: {
      symbol: 'none',
      ...markBase,
      lineStyle: lineStyleOf(context),
      label: { ...labelOf(layer, input), position: 'insideEndTop' },
      emphasis: { label: hoveredLabel(input.theme), lineStyle: { width: layer.width + 1 } },
      data: marks.map((mark) => ({
        name: labelText(layer, mark),
        [axis]: baseValue(context, mark.start),
        ...ownLabel(input, title(layer, mark), besideLine(model, mark.start)),
      })),
    },
  }
  return {
    series: [series],
    marks: marks.map((mark) => ({ color, label: title(layer, mark), rows: nearest(model, mark) })),
  }
}

/**
 * A band over the plot for each interval, cut at the first and the last row of the chart. Bands are behind the marks of
 * the chart. Bars and areas would hide the labels of the bands, so a second series draws these labels in front.
 */
function drawIntervals(context: LayerContext): Drawn {
  const { input, layer, color, model } = context
  const marks = readMarks(input.data[0]?.annotation_data, layer).flatMap((mark) => clipped(model, mark))
  if (marks.length === 0) return { series: [] }
  const axis = isHorizontal(context) ? 'yAxis' : 'xAxis'
  // the labels of events are at the top
  const label = { ...labelOf(layer, input), position: 'insideBottom' as const }
  const markArea = {
    ...markBase,
    itemStyle: { color, opacity: opacities[layer.opacity === '' ? 'opacityMedium' : layer.opacity] },
    label,
    // above the plot, the descriptions would be cut off
    emphasis: { label: { ...hoveredLabel(input.theme), position: 'insideTop' as const } },
    data: marks.map((mark): [object, object] => [
      {
        name: labelText(layer, mark),
        [axis]: baseValue(context, mark.start),
        ...ownLabel(input, title(layer, mark), inBand(context, mark)),
      },
      { [axis]: baseValue(context, mark.end) },
    ]),
  }
  const base = { ...baseSeries(context, layer.name), data: [] }
  const isHidden = label.show && hasSurfaces(input.formData)
  return {
    series: isHidden
      ? [
          { ...base, markArea: { ...markArea, silent: true, label: { show: false } } },
          { ...base, id: `${base.id} labels`, markArea: { ...markArea, itemStyle: { color: 'none' }, z: 5 } },
        ]
      : [{ ...base, markArea }],
    marks: marks.map((mark) => ({ color, label: title(layer, mark), rows: within(model, mark) })),
  }
}

/** A label is to the left of the line of its event, or above it; at the start of the axis it is on the other side. */
const besideLine = (model: TimeseriesModel, x: number) =>
  placeOn(model, x) < labelPart ? ('insideEndBottom' as const) : undefined

/** The fraction of the axis that the height of a label takes. */
const labelPart = 0.06

/**
 * A label is centered in its band. If it would extend beyond an end of the axis, it is aligned with that side of the
 * band.
 */
function inBand({ input, model, layer }: LayerContext, mark: AnnotationMark & { end: number }) {
  const { size, formData } = input
  const middle = (placeOn(model, mark.start) + placeOn(model, mark.end)) / 2
  const width = Math.min(widestOf(size), labelWidth(title(layer, mark)))
  const half = formData.orientation === 'horizontal' ? 0 : width / 2 / size.width
  if (middle >= half && middle <= 1 - half) return undefined
  return middle < half ? ('insideBottomLeft' as const) : ('insideBottomRight' as const)
}

/** Maximum width of a label in px: half of the height of the chart, because labels of events are vertical. */
const widestOf = ({ height }: Input['size']) => Math.round(height / 2)

/**
 * How the label of one mark differs from those of its layer. Only a long label gets a width: the background of a short
 * label would fill it.
 */
function ownLabel<Position extends string>({ size }: Input, text: string, position: Position | undefined) {
  const width = labelWidth(text) > widestOf(size) ? widestOf(size) : undefined
  if (width === undefined && position === undefined) return {}
  return { label: { ...(width !== undefined && { width }), ...(position !== undefined && { position }) } }
}

/** A position on the base axis: 0 is its start, 1 its end. */
function placeOn(model: TimeseriesModel, x: number): number {
  const at = model.xType === 'category' ? model.x.findIndex((name) => String(name) === String(x)) : x
  const [first, last] = model.xType === 'category' ? [0, model.x.length - 1] : endsOf(model)
  return last > first ? (at - first) / (last - first) : 0.5
}

const title = ({ name }: AnnotationLayer, mark: AnnotationMark) =>
  mark.title === '' ? name : `${name} - ${mark.title}`

/** The title, an empty line, and the descriptions. */
const labelText = (layer: AnnotationLayer, mark: AnnotationMark) =>
  [title(layer, mark), ...(mark.details.length > 0 ? ['', ...mark.details] : [])].join('\n')

/**
 * Minimum size in px of a chart whose labels are always visible. In a smaller chart, they would cover the plot, and are
 * visible only when the pointer is on their mark.
 */
const leastLabelled = { width: 420, height: 200 }

/** Bars and areas have surfaces that hide what is behind them. */
const hasSurfaces = ({ seriesType, area }: TimeseriesForm) => seriesType === 'bar' || area

/** Only the title is always visible. */
const labelOf = ({ showLabel }: AnnotationLayer, { theme, size, formData: form }: Input) => ({
  show: showLabel && size.width >= leastLabelled.width && size.height >= leastLabelled.height,
  overflow: 'truncate' as const,
  color: theme.chartAnnotation,
  fontSize: 11,
  // legible over the lines of the chart
  textBorderColor: theme.surface,
  textBorderWidth: 3,
  // over bars and areas, whose colors may be close to that of the text, the label has a background
  ...(hasSurfaces(form) && {
    backgroundColor: theme.surface,
    padding: [1, 4],
    borderRadius: 3,
  }),
  formatter: ({ name }: { name?: string }) => (name ?? '').split('\n')[0] ?? '',
})

/** Title and descriptions of the mark under the pointer, with a background. */
const hoveredLabel = (theme: ChartTheme) => ({
  show: true,
  rotate: 0,
  color: theme.text,
  backgroundColor: theme.surface,
  borderColor: theme.divider,
  borderWidth: 1,
  borderRadius: 4,
  padding: 6,
  width: 200,
  overflow: 'break' as const,
  formatter: ({ name }: { name?: string }) => name ?? '',
})

/** On a category axis, only a time that is one of the categories has a position. */
function hasPlace({ xType, x }: TimeseriesModel, time: number): boolean {
  return xType !== 'category' || x.some((name) => String(name) === String(time))
}

function endsOf({ x }: TimeseriesModel): [first: number, last: number] {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of x) {
    if (typeof value !== 'number') continue
    if (value < first) first = value
    if (value > last) last = value
  }
  return [first, last]
}

function clipped(model: TimeseriesModel, mark: AnnotationMark): (AnnotationMark & { end: number })[] {
  const end = mark.end ?? mark.start
  if (model.xType === 'category') {
    return hasPlace(model, mark.start) && hasPlace(model, end) ? [{ ...mark, end }] : []
  }
  const [first, last] = endsOf(model)
  const bounds = { start: Math.max(first, mark.start), end: Math.min(last, end) }
  return bounds.start <= bounds.end ? [{ ...mark, ...bounds }] : []
}

/** Returns whether a row is in an interval. */
function within({ x }: TimeseriesModel, { start, end }: AnnotationMark & { end: number }) {
  return (row: number) => {
    const value = Number(x[row])
    return value >= start && value <= end
  }
}

/** Returns whether a row is the last one that is not after an event. */
function nearest({ x }: TimeseriesModel, { start }: AnnotationMark) {
  let found = -1
  for (const [row, value] of x.entries()) {
    const isNearer = found === -1 || Number(value) > Number(x[found])
    if (value !== null && Number(value) <= start && isNearer) found = row
  }
  return (row: number) => row === found
}
