import type { EChartsOption } from 'echarts'
import { worded } from '../../../model/language/written.ts'
import type { ChartData } from '../../../model/query/chartData.ts'
import { readableOn } from '../color/readable.ts'
import type { DrawInput, DrillContext, EChartsDrawing, Mark, MarkEvent } from '../contract.ts'
import { type LegendLook, legendOption } from '../legend.ts'
import { baseAxis, baseLabelExtent } from '../timeseries/axes.ts'
import { planOf, drawing as timeseries } from '../timeseries/drawing.ts'
import { hasZoomButtons, type Layout, layOut } from '../timeseries/layout.ts'
import { readTimeseries, type Series } from '../timeseries/model.ts'
import { optionalParts } from '../timeseries/optionalParts.ts'
import { barsBeside, pitchOf, seriesOptions } from '../timeseries/series.ts'
import { sourceColumns } from '../timeseries/source.ts'
import { labelText } from '../timeseries/valueLabels.ts'
import { endsOf, leastTitled, type Side, secondTitleOf, sideOf, titleGap, valueAxes } from './axes.ts'
import type { MixedForm } from './formData.ts'
import { type Half, readHalves, sharedX, suffix } from './halfData.ts'
import { halvesOf } from './halves.ts'
import { joinedRows } from './joinedRows.ts'
import { mixedTooltip } from './tooltip.ts'

type Input = DrawInput<MixedForm>

function option(input: Input): EChartsOption {
  const { formData: mixed, size, theme } = input
  const halves = readHalves(input)
  const [a] = halves
  const form = a.input.formData
  const leftOut = optionalParts.large?.leftOut(
    halves.map((half) => ({ ...half, form: half.input.formData })),
    input,
  )
  const all = halves.flatMap(({ stacked }) => stacked.series)
  const isVisible = (series: Series) => input.legendSelected?.[series.label] !== false
  // every series requests its color in order, drawn or muted: colors are assigned in the order of first requests
  const colors = new Map(
    halves.flatMap(({ model }) => model.series).map(({ label, original }) => [label, input.color(original)]),
  )
  const color = (series: Series) => colors.get(series.label) ?? input.color(series.original)
  const own = all.map(({ label }) => label)
  // the layers use the rows and the axis of the first query
  const annotated =
    form.annotation_layers.length > 0 ? optionalParts.annotations?.annotate(a.input, a.model, own) : undefined
  const hasButtons = hasZoomButtons(form, size)
  const { legend, room } = legendOption(form, [...own, ...(annotated?.names ?? [])], size, input.legendSelected, {
    icon: iconsOf(halves),
    isSolid: !form.rich_tooltip,
    hasZoom: hasButtons,
    below: leftOut?.height,
    textOf: withAxes(halves),
  })
  const sides: [Side, Side] = [sideOf(halves, 0, isVisible), sideOf(halves, 1, isVisible)]
  const model = sharedX(halves)
  const besides = sides[0].labelWidth + sides[1].labelWidth
  const ground = { width: size.width - room.left - room.right, height: size.height - room.top - room.bottom - 24 }
  const below = baseLabelExtent(form, model, { ...ground, width: ground.width - besides - 24 }, theme)
  const hasLabels = form.show_value || mixed.show_valueB
  const planned = layOut(
    // next to a narrow plot, titles would take too much space
    {
      ...form,
      show_value: hasLabels,
      ...((size.width < leastTitled || !sides[0].halves.length) && { y_axis_title: '' }),
    },
    { size, legend: room, aside: 0, hasButtons, labels: { below, beside: sides[0].labelWidth } },
  )
  const secondTitle = secondTitleOf(mixed, sides[0]) === '' ? 0 : titleGap(mixed, size.width)
  const atEnd = sides[1].halves.length === 0 ? 0 : sides[1].labelWidth + 8 + secondTitle
  const layout = hasButtons && atEnd > 0 && room.top < buttonsHeight ? lowered(planned) : planned
  const plot = { ...layout.plot, width: Math.max(0, layout.plot.width - atEnd) }
  // two axes have the colors of their lines
  const colorOf = (series: Series) => readableOn(color(series), theme.surface, 4.5)
  return {
    ...leftOut?.option,
    useUTC: true,
    dataset: halves.map(({ model: own, stacked }) => ({ source: sourceColumns(own, stacked.series, stacked.base) })),
    grid: { ...layout.edges, outerBoundsMode: 'same', outerBoundsContain: 'all' },
    xAxis: baseAxis(form, model, plot, theme, layout.baseTitle) as EChartsOption['xAxis'],
    yAxis: valueAxes(
      mixed,
      sides,
      { plot, valueTitle: layout.valueTitle },
      { width: size.width, colorOf },
    ) as EChartsOption['yAxis'],
    legend,
    tooltip: mixedTooltip(
      halves,
      (_half, series) => color(series),
      (row) => annotated?.rowsAt(row, a.ticks) ?? [],
    ),
    series: [
      ...halves
        .flatMap((half, at) => halfSeries(input, halves, half, at, { color, isVisible, plot, sides }))
        // lines and points are drawn over bars
        .toSorted((one, other) => Number(other.type === 'bar') - Number(one.type === 'bar')),
      ...(annotated?.series.map((series) => ({ ...series, yAxisIndex: a.axis })) ?? []),
    ] as EChartsOption['series'],
    ...(form.zoomable &&
      optionalParts.zoom?.zoomOption(form, { thickness: layout.slider, size, room, accent: theme.accent })),
  }
}

/** Height of the zoom buttons, which are above the axis at the end. */
const buttonsHeight = 20
/** px between these buttons and the first label of that axis */
const belowButtons = 8

const lowered = (layout: Layout): Layout => ({
  ...layout,
  edges: { ...layout.edges, top: layout.edges.top + belowButtons },
  plot: { ...layout.plot, height: Math.max(0, layout.plot.height - belowButtons) },
})

const isLine = ({ input: { formData } }: Half) =>
  formData.seriesType !== 'bar' && formData.seriesType !== 'scatter' && !formData.area

/** A dash for lines, a box for bars, points and areas. */
function iconsOf(halves: [Half, Half]): LegendLook['icon'] {
  const drawn = halves.filter(({ stacked }) => stacked.series.length > 0)
  if (drawn.every(isLine)) return 'line'
  if (!drawn.some(isLine)) return 'box'
  const lines = new Set(drawn.filter(isLine).flatMap(({ stacked }) => stacked.series.map(({ label }) => label)))
  return (name) => (lines.has(name) ? 'line' : 'box')
}

/** With two value axes, the legend says which series use the one on the right. */
function withAxes(halves: [Half, Half]): LegendLook['textOf'] {
  const namesOn = (axis: 0 | 1) =>
    halves.flatMap((half) => (half.axis === axis ? half.stacked.series.map(({ label }) => label) : []))
  const right = new Set(namesOn(1))
  if (right.size === 0 || namesOn(0).length === 0) return undefined
  return (name) => (right.has(name) ? worded('{name} (right axis)', name) : name)
}

interface Drawn {
  color: (series: Series) => string
  isVisible: (series: Series) => boolean
  plot: { width: number; height: number }
  sides: [Side, Side]
}

function halfSeries(input: Input, halves: [Half, Half], half: Half, at: number, drawn: Drawn) {
  const { color, isVisible, plot, sides } = drawn
  const { model, stacked, format } = half
  const form = { ...half.input.formData, y_axis_bounds: endsOf(sides[half.axis], sides[half.axis === 0 ? 1 : 0], plot) }
  const labels = { input: half.input, stacked, isVisible, color, format }
  const text = (series: Series, row: number) => labelText(labels, series, row)
  const plan = planOf({ form, model, stacked, isVisible, plot, text })
  const options = seriesOptions({
    input: half.input,
    model,
    stacked,
    color,
    isMuted: isMuted(input, halves, half),
    hasAxisAtEnd: true,
    otherBars: halves.reduce((sum, one) => (one === half ? sum : sum + barsBeside(one.input.formData, one.stacked)), 0),
    losses: optionalParts.large?.lossesOf(form, model.x.length, stacked.series.length, input.size),
    labels: { ...labels, plan, pitch: pitchOf(form, model, plot) },
  })
  return options.map((one) => ({
    ...one,
    id: `${'ab'[at]} ${String(one.id)}`,
    datasetIndex: at,
    yAxisIndex: half.axis,
    // a value label that is not inside its own mark may overlap one of the other query
    label: {
      ...one.label,
      ...(one.label?.position !== 'inside' && { textBorderColor: input.theme.surface, textBorderWidth: 2 }),
    },
    ...(one.stack !== undefined && { stack: `stack ${at}` }),
  }))
}

/**
 * Mutes marks that the chart's own cross-filter does not select: by series in a query with dimensions, otherwise by
 * category.
 */
function isMuted(input: Input, halves: [Half, Half], half: Half): (series: Series, row?: number) => boolean {
  const selected = input.filterState?.selectedValues
  if (!selected || selected.length === 0) return () => false
  const chosen = new Set(selected.map(String))
  const hasGroups = ({ input: { formData } }: Half) => formData.groupby.length > 0
  if (hasGroups(half)) return (series) => !chosen.has(series.name)
  if (halves.some(hasGroups)) return () => true
  return (_series, row) => row !== undefined && !chosen.has(String(half.model.x[row]))
}

/** The query that a mark belongs to, and the name of the mark in it. */
function ownerOf(input: Input, event: MarkEvent): { own: Half['input']; event: MarkEvent; query: number } | undefined {
  const [a, b] = readHalves(input)
  const isIn = ({ model }: Half) => model.series.some(({ label }) => label === event.seriesName)
  if (isIn(a)) return { own: a.input, event, query: 0 }
  if (!isIn(b)) return undefined
  const names = new Set(readTimeseries(b.input).series.map(({ label }) => label))
  const seriesName = event.seriesName ?? ''
  return {
    own: b.input,
    query: 1,
    event: { ...event, seriesName: names.has(seriesName) ? seriesName : seriesName.slice(0, -suffix.length) },
  }
}

function crossFilter(input: Input, event: MarkEvent) {
  const owner = ownerOf(input, event)
  return owner ? (timeseries.crossFilter?.(owner.own, owner.event) ?? null) : null
}

function drill(input: Input, event: MarkEvent): DrillContext | null {
  const owner = ownerOf(input, event)
  const found = owner && timeseries.drill?.(owner.own, owner.event)
  return found ? { ...found, query: owner.query } : null
}

function marks(input: Input): Mark[] {
  return readHalves(input).flatMap(({ input: own, model }) => {
    if (own.formData.groupby.length > 0 || model.xType === 'time')
      return model.series.map(({ label }) => ({ seriesName: label, label }))
    const [first] = model.series
    return first ? (timeseries.marks?.(own) ?? []).map((mark) => ({ ...mark, seriesName: first.label })) : []
  })
}

function points(input: Input, mark: Mark): Mark[] {
  const owner = ownerOf(input, mark)
  const found = owner && timeseries.points?.(owner.own, { ...mark, ...owner.event })
  return (found ?? []).map((point) => ({ ...point, seriesName: mark.seriesName }))
}

/** Both results as a single table. */
function rowsOf({ formData, data }: Pick<Input, 'formData' | 'data'>): ChartData {
  const [a, b] = data
  const [first] = halvesOf(formData)
  return a && b ? joinedRows(a, b, first) : a!
}

/** Both queries have the x-axis and the layers of the first. */
const needs = ({ formData, data, datasource }: Pick<Input, 'formData' | 'data' | 'datasource'>) =>
  timeseries.needs?.({ formData: halvesOf(formData)[0], data, datasource })

/** Both queries have the same maximum number of series. */
const more = ({ formData, data }: Pick<Input, 'formData' | 'data'>) =>
  halvesOf(formData)
    .map((half, at) => optionalParts.series?.moreSeries({ formData: half, data: data.slice(at, at + 1) }))
    .find((found) => found != null) ?? null

async function register(form: MixedForm, isLarge?: boolean): Promise<void> {
  await Promise.all(halvesOf(form).map((half) => timeseries.register(half, isLarge)))
}

export const drawing: EChartsDrawing<MixedForm> = {
  option,
  crossFilter,
  drill,
  marks,
  more,
  needs,
  points,
  rowsOf,
  register,
}
