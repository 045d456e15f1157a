import type { CustomSeriesOption, EChartsOption } from 'echarts'
import type { DataMask } from '../../model/dashboard/dataMask.ts'
import { plainTexts } from '../../model/language/plainTexts.ts'
import { worded } from '../../model/language/written.ts'
import type { JsonCell } from '../../model/query/chartData.ts'
import { columnLabel, metricLabel } from '../../model/query/labels.ts'
import { markedText } from '../../model/query/markedText.ts'
import type { DrawInput, EChartsDrawing, Mark, MarkEvent } from '../shared/contract.ts'
import { clearedMask, filterMask } from '../shared/crossFilter.ts'
import { metricFormat } from '../shared/metricFormat.ts'
import { note, noteHeight } from '../shared/note.ts'
import { cellsOf, extent, nameWriter, numberOf } from '../shared/plot/cells.ts'
import { frameAbove, gridOf, numberAxis, tickRoom } from '../shared/plot/frame.ts'
import { escapeHtml, tooltipHtml } from '../shared/tooltipHtml.ts'
import type { BoxPlotForm } from './query.ts'

export interface Box {
  label: string
  metric: string
  groupValues: JsonCell[]
  /** from low to high */
  values: [min: number, q1: number, median: number, q3: number, max: number]
  mean: number | null
  count: number | null
  outliers: number[]
}

/** The columns of the result for each metric. */
const partNames = ['min', 'q1', 'median', 'q3', 'max', 'mean', 'count', 'outliers'] as const
type PartName = (typeof partNames)[number]
/** The parts that form the box. */
const numberNames = partNames.slice(0, 5)

/** With more boxes, each would be only a few px wide; a note says that there are more. */
const mostBoxes = 200

/** The boxes that are drawn, and the total number of boxes. */
interface Boxes {
  boxes: Box[]
  count: number
}

/** One box per group and metric, up to the limit; groups without numbers are omitted. */
export function readBoxes({
  formData: form,
  data,
  datasource,
}: Pick<DrawInput<BoxPlotForm>, 'formData' | 'data' | 'datasource'>): Boxes {
  const answer = data[0]
  const groups = form.groupby.map(columnLabel)
  const writers = groups.map((name) => nameWriter(answer, name, form.date_format))
  const groupCells = groups.map((name) => cellsOf(answer, name))
  const parts = form.metrics.map((given) => {
    const metric = metricLabel(given)
    const cells = Object.fromEntries(partNames.map((name) => [name, cellsOf(answer, `${metric}__${name}`)]))
    return { metric, cells: cells as Record<PartName, JsonCell[]> }
  })
  const boxes: Box[] = []
  let count = 0
  for (let row = 0; row < (answer?.rowcount ?? 0); row += 1) {
    for (const { metric, cells } of parts) {
      const part = (name: PartName) => numberOf(cells[name][row])
      if (numberNames.some((name) => part(name) === null)) continue
      count += 1
      if (count > mostBoxes) continue
      const shown = datasource.verboseMap[metric] ?? metric
      const names = groupCells.map((column, at) => writers[at]!(column[row]))
      const outliers = cells.outliers[row]
      boxes.push({
        label: [...names, ...(form.metrics.length > 1 || names.length === 0 ? [shown] : [])].join(', '),
        metric,
        groupValues: groupCells.map((column) => column[row] ?? null),
        values: numberNames.map(part) as Box['values'],
        mean: part('mean'),
        count: part('count'),
        outliers: listOf(outliers).flatMap((cell) => numberOf(cell) ?? []),
      })
    }
  }
  return { boxes, count }
}

/** The items of a list, which may arrive as JSON text. */
function listOf(cell: JsonCell | undefined): JsonCell[] {
  if (Array.isArray(cell)) return cell
  if (typeof cell !== 'string') return []
  try {
    const parsed: unknown = JSON.parse(cell)
    return Array.isArray(parsed) ? (parsed as JsonCell[]) : []
  } catch {
    return []
  }
}

/** Maximum width of a box in px. */
const widest = 56

function option(input: DrawInput<BoxPlotForm>): EChartsOption {
  const { formData: form, size, theme, datasource } = input
  const { boxes, count } = readBoxes(input)
  const isCut = boxes.length < count
  const colors = new Map(form.metrics.map((metric) => [metricLabel(metric), input.color(metricLabel(metric))]))
  const write = (box: Box) => metricFormat({ format: form.number_format }, datasource, box.metric)
  const ticks = metricFormat({ format: form.number_format }, datasource, onlyMetric(form))
  const names = boxes.map(({ label }) => label)
  const ends = extent(boxes.flatMap(({ values, outliers }) => [...values, ...outliers])) ?? [0, 1]
  const beside = tickRoom(ends, ticks)
  const { below, layout } = frameAbove(names, form.x_ticks_layout, {
    size,
    legend: { top: 0, right: 0, bottom: isCut ? noteHeight : 0, left: 0 },
    titles: {
      x: form.x_axis_title,
      xMargin: form.x_axis_title_margin,
      y: form.y_axis_title,
      yMargin: form.y_axis_title_margin,
      yPosition: form.y_axis_title_position,
    },
    beside,
  })
  const muted = (box: Box) => isMuted(input, box)
  const boxWidth = Math.min(widest, (layout.plot.width / Math.max(1, boxes.length)) * 0.6)
  return {
    ...(isCut && { title: note(`The first ${boxes.length} of ${count} boxes`, input) }),
    grid: gridOf(layout),
    xAxis: { type: 'category', data: names, ...layout.baseTitle, axisLabel: below.look } as EChartsOption['xAxis'],
    yAxis: numberAxis({ write: ticks, title: layout.valueTitle, length: layout.plot.height, isFree: true }),
    tooltip: {
      trigger: 'item',
      formatter: (params: unknown) => {
        const { seriesType, dataIndex, data } = params as { seriesType: string; dataIndex: number; data: number[] }
        const box = boxes[seriesType === 'boxplot' ? dataIndex : (data[0] ?? -1)]
        return box === undefined ? '' : tooltip(box, write(box), colors.get(box.metric) ?? '', input)
      },
    },
    series: [
      {
        type: 'boxplot',
        // boxes would grow from their medians for 0.8 s, although charts appear without animation
        animation: false,
        boxWidth: [Math.min(4, boxWidth), boxWidth],
        data: boxes.map((box) => {
          const color = muted(box) ? theme.chartMuted : (colors.get(box.metric) ?? theme.chartMuted)
          return { name: box.label, value: box.values, itemStyle: { color: withOpacity(color), borderColor: color } }
        }),
        itemStyle: { borderWidth: 1.5 },
        emphasis: { itemStyle: { borderWidth: 2, shadowBlur: 0 } },
      },
      {
        type: 'scatter',
        symbolSize: Math.max(3, Math.min(6, boxWidth / 4)),
        large: true,
        largeThreshold: 5000,
        data: boxes.flatMap((box, at) => box.outliers.map((value) => [at, value])),
        itemStyle: { color: boxes.length === 0 ? '' : 'transparent', borderWidth: 1, borderColor: outlierInk(input) },
      },
      medianLines(boxes, boxWidth, input),
    ] as EChartsOption['series'],
  }
}

const outlierInk = ({ theme, color, formData }: DrawInput<BoxPlotForm>) =>
  formData.metrics.length === 1 ? color(metricLabel(formData.metrics[0]!)) : theme.chartLabel

/** The fill of a box is translucent, so that the grid is visible. */
const withOpacity = (color: string) => (/^#[0-9a-f]{6}$/i.test(color) ? `${color}59` : color)

/** The medians in the color of text: in the color of the boxes they would be the weakest lines. */
function medianLines(boxes: Box[], boxWidth: number, input: DrawInput<BoxPlotForm>): CustomSeriesOption {
  const { theme } = input
  return {
    type: 'custom',
    silent: true,
    z: 3,
    animation: false,
    data: boxes.map(({ values }, at) => [at, values[2]]),
    renderItem: (_, api) => {
      const box = boxes[api.value(0) as number]
      const [x, y] = api.coord([api.value(0), api.value(1)]) as [number, number]
      const [band = 0] = (api.size?.([1, 0]) ?? []) as number[]
      const width = drawnWidth(boxWidth, band)
      return {
        type: 'rect',
        // whole pixels: a line of two would be blurred into three
        shape: { x: x - width / 2, y: Math.round(y) - 1, width, height: 2 },
        style: { fill: box !== undefined && isMuted(input, box) ? theme.text3 : theme.chartText },
      }
    },
  }
}

/** ECharts draws a box in at most four fifths of its band. */
const drawnWidth = (boxWidth: number, band: number) =>
  Math.min(boxWidth, Math.max(Math.min(4, boxWidth), band * 0.8 - 2))

const onlyMetric = (form: BoxPlotForm) => (form.metrics.length === 1 ? metricLabel(form.metrics[0]!) : undefined)

function tooltip(
  box: Box,
  write: (value: number | null) => string,
  color: string,
  { theme }: DrawInput<BoxPlotForm>,
): string {
  const [min, q1, median, q3, max] = box.values
  const rows: [label: string, value: number | null][] = plainTexts([
    ['Max', max],
    ['3rd quartile', q3],
    ['Mean', box.mean],
    ['Median', median],
    ['1st quartile', q1],
    ['Min', min],
  ])
  const count = (label: string, value: number) => ({ color: 'transparent', label, value: String(value) })
  return tooltipHtml({
    title: escapeHtml(box.label),
    rows: [
      ...rows.map(([label, value]) => ({ color, label: worded(label), value: write(value) })),
      ...(box.count === null ? [] : [count(worded('Observations'), box.count)]),
      ...(box.outliers.length > 0 ? [count(worded('Outliers'), box.outliers.length)] : []),
    ],
    theme,
  })
}

const isMuted = ({ filterState }: DrawInput<BoxPlotForm>, box: Box) =>
  Boolean(filterState?.selectedValues?.length) && !filterState?.selectedValues?.includes(groupLabel(box))

const groupLabel = ({ groupValues }: Box) => groupValues.map(markedText).join(', ')

function boxOf(input: DrawInput<BoxPlotForm>, event: MarkEvent): Box | undefined {
  const { boxes } = readBoxes(input)
  // an outlier has no name; the box at its position has one
  return boxes.find(({ label }) => label === event.name) ?? (event.name ? undefined : boxes[event.dataIndex ?? -1])
}

function crossFilter(input: DrawInput<BoxPlotForm>, event: MarkEvent): DataMask | null {
  const box = boxOf(input, event)
  if (box === undefined || box.groupValues.length === 0) return null
  if (input.filterState?.selectedValues?.includes(groupLabel(box))) return clearedMask
  const values = box.groupValues.map((value) => (Array.isArray(value) ? JSON.stringify(value) : value))
  return filterMask(input.formData.groupby, values, groupLabel(box))
}

function marks(input: DrawInput<BoxPlotForm>): Mark[] {
  return readBoxes(input).boxes.flatMap((box, dataIndex) =>
    box.groupValues.length === 0 ? [] : [{ name: box.label, dataIndex, label: box.label }],
  )
}

function needs(input: Pick<DrawInput<BoxPlotForm>, 'formData' | 'data' | 'datasource'>): string | undefined {
  return readBoxes(input).count > 0
    ? undefined
    : 'A box plot needs a metric with numbers: every value of this one is empty.'
}

async function register(): Promise<void> {
  await Promise.all([
    import('../shared/echarts/cartesian.ts'),
    import('../shared/echarts/boxplot.ts'),
    import('../shared/echarts/custom.ts'),
    import('../shared/echarts/scatter.ts'),
    import('../shared/echarts/title.ts'),
  ])
}

export const drawing: EChartsDrawing<BoxPlotForm> = { option, crossFilter, marks, needs, register }
