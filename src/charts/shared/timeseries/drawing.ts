import type { EChartsOption, LegendComponentOption } from 'echarts'
import type { DataMask } from '../../../model/dashboard/dataMask.ts'
import type { ChartData } from '../../../model/query/chartData.ts'
import { columnLabel, metricLabel } from '../../../model/query/labels.ts'
import { unmarkedText } from '../../../model/query/markedText.ts'
import type { DrawInput, DrillContext, EChartsDrawing, Mark, MarkEvent } from '../contract.ts'
import { clearedMask, equals, filterMask } from '../crossFilter.ts'
import { type Edges, legendOption } from '../legend.ts'
import { axisFormat, exactOf, metricFormat } from '../metricFormat.ts'
import { comparesWeeks, replacesOriginals } from '../query/timeComparison.ts'
import { xAxisLabel } from '../query/xAxis.ts'
import { textWidth } from '../textWidth.ts'
import { baseAxis, baseLabelExtent, isShare, isWhole, tickFormat, tickWidth, valueAxis } from './axes.ts'
import type { TimeseriesForm } from './formData.ts'
import type { LabelPlan, PlanInput } from './labelPlan.ts'
import type { DrawnRows } from './largeResult.ts'
import { hasZoomButtons, layOut } from './layout.ts'
import { readTimeseries, type Series, type TimeseriesModel } from './model.ts'
import { optionalParts } from './optionalParts.ts'
import { endLabelRoom, isPale, palePart, pitchOf, type SeriesContext, seriesOptions } from './series.ts'
import { logSafe, sourceColumns } from './source.ts'
import { type Stacked, stackSeries } from './stack.ts'
import { stackStyles } from './styles.ts'
import { placeText, tooltipOption } from './tooltip.ts'
import { type LabelContext, labelText } from './valueLabels.ts'

function option(given: DrawInput<TimeseriesForm>): EChartsOption {
  const { datasource, size, theme } = given
  const form = withoutScale(given.formData)
  const input = { ...given, formData: form }
  const { model, note } = drawnRows(input)
  const leftOut = optionalParts.large?.leftOut([{ form, model, note }], input)
  const isVisible = (series: Series) => input.legendSelected?.[series.label] !== false
  const stacked = stackSeries(logSafe(form, model.series), form.stack, isVisible, form.forecastEnabled)
  const formatForm = { format: form.y_axis_format, currency: form.currency_format }
  const format = (series: Series) => metricFormat(formatForm, datasource, series.metric)
  // every series requests its color in order, drawn or muted: colors are assigned in the order of first requests
  const named = colorLabelOf(form)
  const colors = new Map(model.series.map((series) => [series.name, input.color(named(series))]))
  const color = (series: Series) => colors.get(series.name) ?? input.color(named(series))
  const own = stacked.series.map((series) => series.label)
  const annotated = hasLayers(form) ? optionalParts.annotations?.annotate(input, model, own) : undefined
  const hasButtons = hasZoomButtons(form, size)
  const { legend, room } = legendOption(form, [...own, ...(annotated?.names ?? [])], size, input.legendSelected, {
    icon: form.seriesType !== 'bar' && form.seriesType !== 'scatter' && !form.area ? 'line' : 'box',
    isSolid: !form.rich_tooltip,
    hasZoom: hasButtons,
    below: leftOut?.height,
  })
  const forecasting = form.forecastEnabled ? optionalParts.forecast : undefined
  const forecasts = forecasting?.readForecasts(form, input.data[0], stacked.series) ?? new Map()
  const forecasted = forecasting?.withForecasts(form, stacked, forecasts) ?? stacked
  const reached = annotated?.reached(forecasted) ?? forecasted
  const ticks = axisFormat(formatForm, datasource, form.metrics.map(metricLabel))
  const horizontal = form.orientation === 'horizontal'
  const labelsWidth = widestLabel(form, stacked, format)
  const ground = { width: size.width - room.left - room.right, height: size.height - room.top - room.bottom - 24 }
  const baseLabels = baseLabelExtent(form, model, { ...ground, width: ground.width - (horizontal ? 0 : 48) }, theme)
  const valueLabels = horizontal ? 20 : tickWidth(reached, tickFormat(form, ticks))
  const { extras: names } = optionalParts
  const aside = endLabelRoom({ input, stacked, names })
  const isNamed = aside > 0 && names?.isNarrowChart(size)
  const layout = layOut(isNamed ? { ...form, y_axis_title_position: 'Top' } : form, {
    size,
    legend: room,
    hasButtons,
    aside: aside + labelsWidth,
    labels: horizontal ? { below: valueLabels, beside: baseLabels } : { below: baseLabels, beside: valueLabels },
  })
  const { plot } = layout
  const labels = { input, stacked, isVisible, color, format }
  const plan = planOf({ form, model, stacked, isVisible, plot, text: (series, row) => labelText(labels, series, row) })
  const context: SeriesContext = {
    names,
    input,
    model,
    stacked,
    color,
    isMuted: mutedMarks(input, model),
    losses: optionalParts.large?.lossesOf(form, model.x.length, stacked.series.length, size),
    labels: { ...labels, plan, pitch: pitchOf(form, model, plot) },
  }
  const drawn = seriesOptions(context)
  const extended = (options: typeof drawn) => optionalParts.extras?.withExtras(options, context) ?? options
  const extent = horizontal ? { width: ground.width, height: plot.height } : plot
  const base = baseAxis(form, model, extent, theme, layout.baseTitle)
  const shown = { ...reached, series: reached.series.filter(isVisible) }
  const log = form.logAxis ? optionalParts.log?.logScaleOf(form, shown, plot) : undefined
  const values = valueAxis(form, log ? shown : reached, ticks, plot, layout.valueTitle, labelsWidth, log)
  // a stream has no ticks: its value axis has no labels, and a tick next to a value label would look like a minus sign
  const ticked = { base: withTicks(form, base), values: form.stack === 'Stream' ? values : withTicks(form, values) }
  return {
    ...leftOut?.option,
    useUTC: true,
    dataset: {
      source: {
        ...sourceColumns(model, stacked.series, stacked.base),
        ...forecasting?.forecastColumns(form, stacked.series, forecasts),
      },
    },
    grid: gridOf(layout.edges, horizontal),
    xAxis: (horizontal ? ticked.values : ticked.base) as EChartsOption['xAxis'],
    yAxis: (horizontal ? ticked.base : ticked.values) as EChartsOption['yAxis'],
    legend: withRepeats(
      legend,
      stacked.series.filter((series) => isPale(form, series)).map(({ label }) => label),
    ),
    tooltip: tooltipOption({
      input,
      model,
      stacked,
      format: (series) => exactOf(format(series)),
      color,
      forecast: (series, row) =>
        forecasting?.forecastText(forecasts.get(series.name), row, isShare(form) ? ticks : format(series)) ?? '',
      annotated: (row) => annotated?.rowsAt(row, ticks) ?? [],
    }),
    series: [
      ...(forecasting?.addForecasts(input, drawn, stacked.series, forecasts) ?? extended(drawn)),
      ...(annotated?.series ?? []),
    ] as EChartsOption['series'],
    ...(form.zoomable &&
      optionalParts.zoom?.zoomOption(form, { thickness: layout.slider, size, room, accent: theme.accent })),
  }
}

/**
 * The margins of the plot, including the axes. Beside horizontal bars, the first label may extend a little above the
 * plot: ECharts would shrink an inverse axis by a multiple of that.
 */
const gridOf = (edges: Edges, horizontal: boolean) => ({
  ...edges,
  ...(horizontal
    ? { outerBoundsMode: 'auto' as const, outerBounds: { ...edges, top: edges.top - 8 } }
    : { outerBoundsMode: 'same' as const }),
  outerBoundsContain: 'all' as const,
})

const withTicks = (form: TimeseriesForm, axis: { axisTick?: object; minorTick?: object }) =>
  form.minorTicks
    ? { ...axis, axisTick: { ...axis.axisTick, show: true }, minorTick: { ...axis.minorTick, show: true } }
    : axis

/** Removes the log scale of shares and streams, whose parts start at zero, and the bounds of streams. */
function withoutScale(form: TimeseriesForm): TimeseriesForm {
  if (form.stack === 'Stream') return { ...form, logAxis: false, y_axis_bounds: [null, null] }
  return isWhole(form) ? { ...form, logAxis: false } : form
}

/** The legend entry of an earlier time is paler, like its marks: it has the same color as the current time. */
function withRepeats(legend: LegendComponentOption, repeats: string[]): LegendComponentOption {
  if (repeats.length === 0 || !Array.isArray(legend.data)) return legend
  const pale = { itemStyle: { opacity: palePart }, lineStyle: { opacity: palePart } }
  return {
    ...legend,
    data: legend.data.map((one) => (repeats.includes(String(one)) ? { name: String(one), ...pale } : one)),
  }
}

/** Which value labels are drawn; `register` has loaded the code that decides it. */
export const planOf = (input: PlanInput): LabelPlan =>
  (input.form.show_value ? optionalParts.labels?.planLabels(input) : undefined) ?? new Map()

/** The label for which the color of a series is requested. */
const colorLabelOf =
  ({ time_shift_color }: TimeseriesForm) =>
  ({ original, colorLabel }: Series) =>
    time_shift_color ? original : colorLabel

/** The part of the result that is drawn. Series or bars of a large result may be left out. */
export function drawnRows(input: Pick<DrawInput<TimeseriesForm>, 'formData' | 'data' | 'datasource'>): DrawnRows {
  const read = readTimeseries(input)
  const all = optionalParts.series?.withOthers(input, read) ?? read
  const { model, note } = optionalParts.series?.fewerSeries(input.formData, all) ?? { model: all, note: '' }
  const fewer = optionalParts.large?.fewerBars(input.formData, model)
  return fewer ? { ...fewer, note: [note, fewer.note].filter(Boolean).join(' · ') } : { model, note }
}

const hasLayers = (form: TimeseriesForm) => form.annotation_layers.length > 0

/** Space in px for the longest value label at the end of a horizontal bar. */
function widestLabel(form: TimeseriesForm, stacked: Stacked, format: LabelContext['format']): number {
  if (!form.show_value || form.orientation === 'vertical') return 0
  const labels = stacked.series.flatMap((series) => series.values.slice(0, 200).map((value) => format(series)(value)))
  return Math.min(90, Math.max(0, ...labels.map(textWidth)) + 4)
}

/**
 * Mutes marks that the chart's own cross-filter does not select. Without dimensions the filter is on categories,
 * otherwise on series.
 */
function mutedMarks(input: DrawInput<TimeseriesForm>, model: TimeseriesModel): SeriesContext['isMuted'] {
  const selected = input.filterState?.selectedValues
  if (!selected || selected.length === 0) return () => false
  const chosen = new Set(selected.map(String))
  if (input.formData.groupby.length > 0) return (series) => !chosen.has(series.name)
  return (_series, row) => row !== undefined && !chosen.has(String(model.x[row]))
}

/**
 * With dimensions, a click filters by the series' values; without, by the category of the x axis. A time axis without
 * dimensions emits no filter.
 */
function crossFilter(input: DrawInput<TimeseriesForm>, event: MarkEvent): DataMask | null {
  const { formData: form } = input
  const { model } = drawnRows(input)
  if (form.groupby.length > 0) {
    const series = model.series.find((one) => one.label === event.seriesName)
    if (series === undefined || series.groupValues.length === 0) return null
    if (isSelected(input, series.name)) return clearedMask
    return filterMask(form.groupby, series.groupValues, series.name)
  }
  if (model.xType === 'time' || event.dataIndex === undefined || form.x_axis === undefined) return null
  const label = model.x[event.dataIndex]
  if (label === undefined || label === null) return null
  if (isSelected(input, String(label))) return clearedMask
  return filterMask([form.x_axis], [valueAt(label)], String(label))
}

/**
 * The rows of a point: those of its series at its position on the x axis. null for a comparison series, whose rows are
 * at another time.
 */
function drill(input: DrawInput<TimeseriesForm>, event: MarkEvent): DrillContext | null {
  const { groupby } = input.formData
  const { model } = drawnRows(input)
  const series = model.series.find((one) => one.label === event.seriesName)
  const x = model.x[event.dataIndex ?? -1]
  if (series?.offset !== undefined) return null
  const values = series?.groupValues ?? []
  const filters = [
    ...(x === undefined ? [] : [equals(model.xName, valueAt(x))]),
    ...groupby.slice(0, values.length).map((column, at) => equals(columnLabel(column), values[at])),
  ]
  return filters.length === 0 ? null : { filters }
}

/** The value of a position on the x axis. The name of a category is converted back to its value. */
const valueAt = (x: number | string | null) => (typeof x === 'string' ? unmarkedText(x) : x)

const isSelected = (input: DrawInput<TimeseriesForm>, name: string) =>
  input.filterState?.selectedValues?.map(String).includes(name) ?? false

function marks(input: DrawInput<TimeseriesForm>): Mark[] {
  const { formData: form } = input
  const { model } = drawnRows(input)
  // without dimensions, a series on a time axis sets no filter; it is listed because of its points
  if (form.groupby.length > 0 || model.xType === 'time')
    return model.series.map((one) => ({ seriesName: one.label, label: one.label }))
  if (form.x_axis === undefined) return []
  return model.x.map((value, dataIndex) => ({ dataIndex, label: String(value) }))
}

/** The points of a series that have a value. */
function points(input: DrawInput<TimeseriesForm>, { seriesName = '' }: Mark): Mark[] {
  const { model } = drawnRows(input)
  const { values = [] } = model.series.find((one) => one.label === seriesName) ?? {}
  return values.flatMap((value, dataIndex) =>
    value === null
      ? []
      : [{ seriesName, dataIndex, label: `${placeText({ input, model }, dataIndex)}, ${seriesName}` }],
  )
}

/**
 * Why the chart cannot be drawn; undefined if it has values, or annotation layers, which are meaningful without values.
 */
const needs = ({ formData: form, data }: Pick<DrawInput<TimeseriesForm>, 'formData' | 'data'>): string | undefined =>
  hasLayers(form) || data.some((answer) => hasValues(answer, form))
    ? undefined
    : comparesWeeks(form) && replacesOriginals(form)
      ? 'This chart needs a time shift in whole weeks, such as 52 weeks ago: with other shifts, weeks begin on other dates.'
      : 'This chart needs a metric with numbers: every value is empty.'

function hasValues({ colnames, columns }: ChartData, form: TimeseriesForm): boolean {
  const x = Math.max(0, colnames.indexOf(xAxisLabel(form) ?? ''))
  return columns.some((cells, at) => at !== x && cells.some((cell) => cell !== null))
}

function readerSwitch(form: TimeseriesForm): ReturnType<NonNullable<EChartsDrawing<TimeseriesForm>['readerSwitch']>> {
  if (!form.show_extra_controls) return null
  const styles = form.area ? stackStyles : stackStyles.filter((style) => style !== 'Expand')
  const choices = styles.map((style) => ({ value: style, label: style }))
  return { field: 'stack', label: 'Stacked style', choices: [{ value: '', label: 'None' }, ...choices] }
}

/**
 * Loads the code that decides which of very many marks are drawn, and writes messages about marks that are left out or
 * have no values.
 */
async function loadLarge(): Promise<void> {
  const [large] = await Promise.all([import('./largeResult.ts'), import('../echarts/title.ts')])
  optionalParts.large = large
}

async function loadSeries(): Promise<void> {
  optionalParts.series ??= await import('./fewerSeries.ts')
}

async function loadExtras(): Promise<void> {
  optionalParts.extras ??= await import('./lineExtras.ts')
}

async function loadZoom(): Promise<void> {
  const [zoom] = await Promise.all([import('./zoom.ts'), import('../echarts/zoom.ts')])
  optionalParts.zoom = zoom
}

async function loadLog(): Promise<void> {
  optionalParts.log ??= await import('./logMarks.ts')
}

async function loadLabels(): Promise<void> {
  optionalParts.labels ??= await import('./labelPlan.ts')
}

async function register(form: TimeseriesForm, isLarge = false): Promise<void> {
  const type = form.seriesType
  await Promise.all([
    import('../echarts/cartesian.ts'),
    type === 'bar'
      ? import('../echarts/bar.ts')
      : type === 'scatter'
        ? import('../echarts/scatter.ts')
        : import('../echarts/line.ts'),
    type === 'start' || type === 'middle' || type === 'end' ? import('../echarts/steps.ts') : undefined,
    // a stream of bars or points is stacked on a hidden line
    form.stack === 'Stream' ? import('../echarts/line.ts') : undefined,
    form.zoomable ? loadZoom() : undefined,
    form.logAxis ? loadLog() : undefined,
    form.show_value ? loadLabels() : undefined,
    isLarge || comparesWeeks(form) ? loadLarge() : undefined,
    form.groupby.length > 0 ? loadSeries() : undefined,
    type === 'scatter' ? undefined : loadExtras(),
    form.forecastEnabled || hasLayers(form)
      ? import('./loadParts.ts').then(({ loadParts }) => loadParts(form))
      : undefined,
  ])
}

export const drawing: EChartsDrawing<TimeseriesForm> = {
  option,
  crossFilter,
  drill,
  legendParts: (input) =>
    drawnRows(input).model.series.map((series) => ({
      label: series.label,
      colorLabel: colorLabelOf(input.formData)(series),
    })),
  marks,
  needs,
  more: (input) => optionalParts.series?.moreSeries(input) ?? null,
  points,
  prepare: readTimeseries.steps,
  readerSwitch,
  rowsOf: (input) => optionalParts.series?.rowsWithOthers(input) ?? input.data[0]!,
  register,
}
