import type { CustomSeriesRenderItem, EChartsOption } from 'echarts'
import type { DataMask } from '../../model/dashboard/dataMask.ts'
import { worded } from '../../model/language/written.ts'
import { cellText, MISSING_CELL, markedText } from '../../model/query/markedText.ts'
import type { DrawInput, EChartsDrawing, Mark, MarkEvent } from '../shared/contract.ts'
import { clearedMask, filterMask } from '../shared/crossFilter.ts'
import { numberFormatter, timeFormatter } from '../shared/format/index.ts'
import { legendOption } from '../shared/legend.ts'
import { note, noteHeight } from '../shared/note.ts'
import { firstRows } from '../shared/plot/cells.ts'
import { framePlot, gridOf, labelsBeside } from '../shared/plot/frame.ts'
import { cutText } from '../shared/textWidth.ts'
import { axisTimeLabels, type CategoryLabels } from '../shared/timeseries/axes.ts'
import { sliderEdge } from '../shared/timeseries/layout.ts'
import { type Slider, sliderOption } from '../shared/timeseries/zoom.ts'
import { escapeHtml, tooltipHtml } from '../shared/tooltipHtml.ts'
import { type GanttModel, type Period, readPeriods, timeEnds, tooltipCells } from './model.ts'
import type { GanttForm } from './query.ts'

/** Minimum height in px of a line with a legible name. If not all lines fit, a slider shows some of them. */
const leastLine = 16
const sliderWidth = 10
/** Maximum number of drawn rows: more bars would take seconds. A note says that there are more rows. */
const mostRows = 5000

/** The input with only the first rows of a large result: more bars cannot be told apart. */
const drawnRows = <T extends Pick<DrawInput<GanttForm>, 'data'>>(input: T): T =>
  (input.data[0]?.rowcount ?? 0) > mostRows
    ? { ...input, data: input.data.map((answer) => firstRows(answer, mostRows)) }
    : input

function option(input: DrawInput<GanttForm>): EChartsOption {
  const { formData: form, size, theme, data } = input
  const rows = data[0]?.rowcount ?? 0
  const isCut = rows > mostRows
  const model = readPeriods(drawnRows(input))
  const hasSeries = form.series !== undefined
  const colors = new Map(model.series.map((name) => [name, input.color(hasSeries ? name : 'Periods')]))
  const { legend, room } = legendOption(
    { ...form, show_legend: form.show_legend && hasSeries },
    model.series,
    size,
    input.legendSelected,
    { below: isCut ? noteHeight : 0 },
  )
  const names = model.lines.map(({ category, series }) =>
    series === undefined ? category : category + parting + series,
  )
  const inner = { width: size.width - 24, height: size.height - room.top - room.bottom - 28 }
  const beside = labelsBeside(names, { ...inner, height: Math.max(inner.height, names.length * 20) }, theme.text)
  const layoutWith = (slider: number) =>
    framePlot({
      size,
      legend: { ...room, right: room.right + slider },
      titles: {
        x: form.x_axis_title,
        xMargin: form.x_axis_title_margin,
        y: form.y_axis_title,
        yMargin: Math.max(form.y_axis_title_margin, beside.extent + 8),
      },
      labels: { below: 20, beside: beside.extent },
      zoomable: form.zoomable,
    })
  const fitting = Math.max(1, Math.floor(layoutWith(0).plot.height / leastLine))
  const hasSlider = names.length > fitting
  const layout = layoutWith(hasSlider ? sliderEdge(sliderWidth) + sliderWidth : 0)
  return {
    ...(isCut && { title: note(`The first ${mostRows} of ${rows} rows`, input) }),
    useUTC: true,
    grid: gridOf(layout),
    xAxis: {
      type: 'time',
      ...layout.baseTitle,
      ...timeEnds(form, model.periods),
      splitNumber: Math.max(2, Math.min(8, Math.floor(layout.plot.width / 100))),
      splitLine: { show: true, lineStyle: { color: theme.chartGrid } },
      axisLabel: { hideOverlap: true, formatter: axisLabels(form) },
    } as EChartsOption['xAxis'],
    yAxis: {
      type: 'category',
      data: names,
      inverse: true,
      ...layout.valueTitle,
      axisLine: { show: false },
      splitLine: { show: false },
      axisLabel: {
        ...beside.look,
        fontSize: labelSize,
        ...(model.lines.some(({ series }) => series !== undefined) && partedLines(beside)),
      },
    } as EChartsOption['yAxis'],
    legend,
    tooltip: {
      trigger: 'item',
      formatter: (params: unknown) => {
        const [, , , at] = (params as { value: number[] }).value
        const period = model.periods[at ?? -1]
        return period === undefined ? '' : tooltip(input, period, colors.get(period.series) ?? theme.chartMuted)
      },
    },
    series: seriesOf(input, model, colors) as EChartsOption['series'],
    ...((form.zoomable || hasSlider) && {
      dataZoom: sliders(form, layout.slider, hasSlider ? fitting : 0, { size, room, accent: theme.accent }),
    }),
  } as EChartsOption
}

/**
 * One series per name, so that the legend can switch it on and off. The data of a bar are its line, its ends and the
 * index of its period.
 */
function seriesOf(input: DrawInput<GanttForm>, { periods, series, lines }: GanttModel, colors: Map<string, string>) {
  const selected = input.filterState?.selectedValues
  const isMuted = ({ line }: Period) => Boolean(selected?.length) && !selected?.includes(lines[line]?.category ?? '')
  return series.map((name) => ({
    type: 'custom',
    name,
    color: colors.get(name),
    renderItem: drawPeriod,
    encode: { x: [1, 2], y: 0 },
    // each frame draws some of the bars, so that the page stays responsive
    progressive: 500,
    progressiveThreshold: 500,
    data: periods.flatMap((period, at) =>
      period.series === name
        ? [
            {
              name: lines[period.line]?.category,
              value: [period.line, period.start, period.end, at],
              itemStyle: { color: isMuted(period) ? input.theme.chartMuted : colors.get(name) },
            },
          ]
        : [],
    ),
  }))
}

const parting = ' · '

/** In two lines, the category is above its series. */
function partedLines({ look, extent }: CategoryLabels): { formatter?: (name: string) => string } {
  const parted = (name: string) =>
    name
      .split(parting)
      .map((part) => cutText(part, extent, labelSize))
      .join('\n')
  return look['formatter'] === undefined ? {} : { formatter: (name) => (name.includes(parting) ? parted(name) : name) }
}

const labelSize = 11
const leastBar = 2

const drawPeriod: CustomSeriesRenderItem = (params, api) => {
  const line = api.value(0)
  const [from = 0, middle = 0] = api.coord([api.value(1), line])
  const [to = 0] = api.coord([api.value(2), line])
  const [, band = 0] = (api.size?.([0, 1]) ?? [0, 0]) as number[]
  const height = Math.max(1, Math.min(28, band * 0.62))
  const area = params.coordSys as unknown as { x: number; width: number }
  // bars end at the edge of the plot, even if the axis is zoomed
  const left = Math.max(area.x, Math.min(from, to))
  const right = Math.min(area.x + area.width, Math.max(from, to, left + leastBar))
  if (right < area.x || left > area.x + area.width) return
  return {
    type: 'rect',
    shape: { x: left, y: middle - height / 2, width: Math.max(leastBar, right - left), height, r: 2 },
    style: { fill: api.visual('color') as string },
    emphasis: { style: { opacity: 0.8 } },
  }
}

function axisLabels({ x_axis_time_format: format }: GanttForm) {
  if (format === undefined || format === 'smart_date') return axisTimeLabels
  const write = timeFormatter(format)
  return (value: number) => write(value)
}

/** A slider below for the times, and one on the right for the lines if not all of them fit. */
function sliders(
  { zoomable }: GanttForm,
  height: number,
  lines: number,
  look: Pick<Slider, 'size' | 'room' | 'accent'>,
) {
  const filterMode = 'weakFilter'
  const shown = { startValue: 0, endValue: lines - 1 }
  const wheel = { type: 'inside', yAxisIndex: 0, zoomOnMouseWheel: false, moveOnMouseWheel: true, ...shown }
  return [
    ...(zoomable ? [{ ...sliderOption({ axis: 'x', thickness: height, ...look }), filterMode }] : []),
    ...(lines > 0
      ? [{ ...sliderOption({ axis: 'y', thickness: sliderWidth, ...look }), filterMode, ...shown }, wheel]
      : []),
  ]
}

function tooltip(input: DrawInput<GanttForm>, period: Period, color: string): string {
  const { formData: form, theme } = input
  const format = form.tooltipTimeFormat
  const writeTime = timeFormatter(format === 'smart_date' ? 'smart_date_detailed' : format)
  const writeNumber = numberFormatter(form.tooltipValuesFormat)
  const row = (label: string, value: string) => ({ color: 'transparent', label, value })
  const cellOf = (cell: unknown, isTime: boolean) => {
    if (typeof cell === 'number') return isTime ? writeTime(cell) : writeNumber(cell)
    return cell == null ? MISSING_CELL : cellText(String(cell))
  }
  const more = tooltipCells(input, period.row).map(({ name, cell, isTime }) => row(name, cellOf(cell, isTime)))
  const category = markedText(period.category)
  return tooltipHtml({
    title: escapeHtml(category),
    rows: [
      {
        color,
        label: form.series === undefined ? worded('Start') : worded('{name}: start', period.series ?? ''),
        value: writeTime(period.start),
      },
      row(worded('End'), writeTime(period.end)),
      ...more,
    ],
    theme,
  })
}

function crossFilter(input: DrawInput<GanttForm>, event: MarkEvent): DataMask | null {
  const { formData: form } = input
  const model = readPeriods(input)
  const period = model.periods.find(({ line }) => model.lines[line]?.category === event.name)
  if (period === undefined || form.y_axis === undefined || event.name === undefined) return null
  if (input.filterState?.selectedValues?.includes(event.name)) return clearedMask
  const value = Array.isArray(period.category) ? JSON.stringify(period.category) : period.category
  return filterMask([form.y_axis], [value], event.name)
}

/** The categories of the rows that are drawn. */
function marks(input: DrawInput<GanttForm>): Mark[] {
  const names = new Set(readPeriods(drawnRows(input)).lines.map(({ category }) => category))
  return [...names].map((name) => ({ name, label: name }))
}

function readerSwitch(form: GanttForm): ReturnType<NonNullable<EChartsDrawing<GanttForm>['readerSwitch']>> {
  if (!form.show_extra_controls || form.series === undefined) return null
  return {
    field: 'subcategories',
    label: 'Rows',
    choices: [
      { value: 'false', label: 'Joined' },
      { value: 'true', label: 'Split' },
    ],
  }
}

function needs(input: Pick<DrawInput<GanttForm>, 'formData' | 'data' | 'datasource'>): string | undefined {
  // the first rows are enough to decide for almost every result
  return readPeriods(drawnRows(input)).periods.length > 0 || readPeriods(input).periods.length > 0
    ? undefined
    : 'A Gantt chart needs rows with a start and an end time: no row has both.'
}

async function register(): Promise<void> {
  await Promise.all([
    import('../shared/echarts/cartesian.ts'),
    import('../shared/echarts/custom.ts'),
    import('../shared/echarts/title.ts'),
    import('../shared/echarts/zoom.ts'),
  ])
}

export const drawing: EChartsDrawing<GanttForm> = { option, crossFilter, marks, readerSwitch, needs, register }
