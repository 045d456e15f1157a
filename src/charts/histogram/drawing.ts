import type { EChartsOption } from 'echarts'
import { worded } from '../../model/language/written.ts'
import { columnLabel } from '../../model/query/labels.ts'
import type { DrawInput, EChartsDrawing } from '../shared/contract.ts'
import { numberFormatter } from '../shared/format/index.ts'
import { legendOption } from '../shared/legend.ts'
import { notesBelow } from '../shared/note.ts'
import { nameWriter, numberOf } from '../shared/plot/cells.ts'
import { framePlot, gridOf, labelsBelow, numberAxis, tickRoom } from '../shared/plot/frame.ts'
import { labelWidth } from '../shared/textWidth.ts'
import { escapeHtml, tooltipHtml } from '../shared/tooltipHtml.ts'
import { trueMinus } from '../shared/trueMinus.ts'
import type { HistogramForm } from './query.ts'

interface Bin {
  low: number
  high: number
}

interface Histogram {
  bins: Bin[]
  /** one per group, with a value per bin */
  series: { name: string; values: (number | null)[] }[]
}

/** The bins of a result, from its column names (`8.0 - 26.4`), and the counts of each group. */
export function readHistogram({
  formData: form,
  data,
  datasource,
}: Pick<DrawInput<HistogramForm>, 'formData' | 'data' | 'datasource'>): Histogram {
  const answer = data[0]
  const groups = form.groupby.map(columnLabel)
  if (answer === undefined) return { bins: [], series: [] }
  const binColumns = answer.colnames.flatMap((name, at) => {
    const bin = groups.includes(name) ? undefined : binOf(name)
    return bin === undefined ? [] : [{ bin, values: answer.columns[at] ?? [] }]
  })
  const own = form.column === undefined ? '' : columnLabel(form.column)
  const writers = groups.map((name) => nameWriter(answer, name, 'smart_date'))
  const nameOf = (row: number) =>
    groups.length === 0
      ? (datasource.verboseMap[own] ?? own)
      : groups.map((name, at) => writers[at]!(answer.columns[answer.colnames.indexOf(name)]?.[row])).join(', ')
  return {
    bins: binColumns.map(({ bin }) => bin),
    series: Array.from({ length: answer.rowcount }, (_, row) => ({
      name: nameOf(row),
      values: binColumns.map(({ values }) => numberOf(values[row])),
    })),
  }
}

function binOf(name: string): Bin | undefined {
  const [low, high] = (/^(\S+) - (\S+)$/.exec(name) ?? []).slice(1).map(Number)
  return low === undefined || high === undefined || !Number.isFinite(low + high) ? undefined : { low, high }
}

/** Maximum number of groups: with more, bars would be thinner than 1 px. A note says that there are more. */
const mostGroups = 50
/** Maximum number of bars with labels: no screen has room for more labels. A note says so. */
const mostLabels = 100

/**
 * Whether the number of counted rows equals the row limit, so that there may be more rows. Always false for shares,
 * because the number of rows cannot be derived from them.
 */
function isLimited({ row_limit: limit, normalize, cumulative }: HistogramForm, series: Histogram['series']): boolean {
  if (normalize || limit === undefined || limit === null) return false
  const countOf = (values: (number | null)[]) =>
    cumulative ? (values.at(-1) ?? 0) : values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  return series.reduce((sum, { values }) => sum + countOf(values), 0) === limit
}

function option(input: DrawInput<HistogramForm>): EChartsOption {
  const { formData: form, size, theme } = input
  const { bins, series: all } = readHistogram(input)
  const series = all.slice(0, mostGroups)
  const isDense = bins.length * series.length > mostLabels
  const notes = notesBelow(
    [
      series.length < all.length && `The first ${series.length} of ${all.length} groups`,
      isLimited(form, all) && `Counts the first ${form.row_limit} rows; a higher row limit counts more`,
      isDense && form.show_value && 'Too many bars for labels',
    ],
    input,
  )
  const writeX = numberFormatter(form.x_axis_format)
  const names = bins.map(({ low, high }) => `${trueMinus(writeX(low))} – ${trueMinus(writeX(high))}`)
  // colors are assigned in the order of requests: every series requests its color, even if the legend hides the series
  const colors = series.map(({ name }) => input.color(name))
  const write = valueFormat(form)
  const hasLegend = form.show_legend && series.length > 1
  const { legend, room } = legendOption(
    { show_legend: hasLegend, legendType: 'scroll', legendOrientation: 'top', legendMargin: null },
    series.map(({ name }) => name),
    size,
    input.legendSelected,
  )
  const most = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const beside = tickRoom([0, most], write)
  const inner = { width: size.width - beside - 28, height: size.height - room.top - 24 }
  const below = labelsBelow(names, inner, 'auto')
  const layout = framePlot({
    size,
    legend: { ...room, bottom: room.bottom + notes.height },
    titles: { x: form.x_axis_title, y: form.y_axis_title },
    labels: { below: below.extent, beside },
    hasValueLabels: form.show_value,
  })
  const barWidth = layout.plot.width / Math.max(1, bins.length * series.length)
  const textOf = (value: number | null) => (value === null ? '' : trueMinus(write(value)))
  const fits = (text: string) => labelWidth(text) + labelGap <= barWidth
  // labels on a few of the bars would look as if the others were zero
  const figures = series.flatMap(({ values }) => values.map(textOf)).filter((text) => text !== '')
  const hasRoom = figures.filter(fits).length >= figures.length * leastLabelled
  return {
    ...notes.option,
    grid: gridOf(layout),
    xAxis: { type: 'category', data: names, ...layout.baseTitle, axisLabel: below.look } as EChartsOption['xAxis'],
    yAxis: numberAxis({ write, title: layout.valueTitle, length: layout.plot.height }),
    legend,
    tooltip: {
      trigger: 'axis',
      axisPointer: { type: 'shadow' },
      formatter: (params: unknown) => {
        const at = (params as { dataIndex: number }[])[0]?.dataIndex
        const bin = at === undefined ? undefined : bins[at]
        if (at === undefined || bin === undefined) return ''
        const isLast = at === bins.length - 1
        return tooltipHtml({
          title: escapeHtml(`From ${writeX(bin.low)} ${isLast ? 'to' : 'to below'} ${writeX(bin.high)}`),
          rows: series.slice(0, 20).map(({ name, values }, index) => ({
            color: colors[index] ?? theme.chartMuted,
            label: name,
            value: write(values[at]),
          })),
          ...(series.length > 20 && { more: worded('{count} more', series.length - 20) }),
          theme,
        })
      },
    },
    series: series.map(({ name, values }, index) => ({
      type: 'bar',
      name,
      data: values,
      color: colors[index],
      // adjacent ranges have adjacent bars
      barCategoryGap: bins.length > layout.plot.width / 6 ? 0 : 2,
      barGap: '0%',
      barMaxWidth: null,
      itemStyle: { borderRadius: [2, 2, 0, 0] },
      label: {
        show: form.show_value && !isDense && hasRoom,
        position: 'top',
        fontSize: 11,
        color: theme.chartText,
        formatter: ({ value }: { value: number | null }) => {
          const text = textOf(value)
          return fits(text) ? text : ''
        },
      },
    })) as EChartsOption['series'],
  }
}

/** Minimum fraction of labels that fit on their bars; if fewer fit, no bar has a label. */
const leastLabelled = 0.7

/** px between two value labels */
const labelGap = 4

/** Shares are percentages unless a format was selected. */
function valueFormat(form: HistogramForm) {
  const isDefault = form.y_axis_format === undefined || form.y_axis_format === 'SMART_NUMBER'
  return numberFormatter(form.normalize && isDefault ? ',.1~%' : form.y_axis_format)
}

function needs(input: Pick<DrawInput<HistogramForm>, 'formData' | 'data' | 'datasource'>): string | undefined {
  return readHistogram(input).bins.length > 0
    ? undefined
    : 'A histogram needs a column with numbers: every value of this one is empty.'
}

async function register(): Promise<void> {
  await Promise.all([
    import('../shared/echarts/cartesian.ts'),
    import('../shared/echarts/bar.ts'),
    import('../shared/echarts/title.ts'),
  ])
}

export const drawing: EChartsDrawing<HistogramForm> = { option, needs, register }
