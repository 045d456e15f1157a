import type { EChartsOption, LineSeriesOption } from 'echarts'
import type { ChartData } from '../../model/query/chartData.ts'
import type { DrawInput, EChartsDrawing } from '../shared/contract.ts'
import { timeFormatter } from '../shared/format/index.ts'
import { seriesFormOf } from '../shared/legacySeries/seriesForm.ts'
import { readOnce } from '../shared/readOnce.ts'
import { drawing as timeseries } from '../shared/timeseries/drawing.ts'
import type { TimeseriesForm } from '../shared/timeseries/formData.ts'
import type { CompareForm } from './query.ts'
import { indexRow, rebase } from './rebase.ts'

type Input = Pick<DrawInput<CompareForm>, 'formData' | 'data' | 'datasource'>

/** Changes are percentages, with a sign unless the chart has a percent format of its own. */
function lines({ formData, datasource }: Pick<Input, 'formData' | 'datasource'>): TimeseriesForm {
  const form = seriesFormOf(formData, datasource)
  const own = form.y_axis_format
  // shares and logarithms of changes are meaningless
  const plain = { contributionMode: null, logAxis: false, currency_format: undefined }
  // sorting by value would change the order when another point is selected
  const order = { sort_series_type: 'name', sort_series_ascending: true } as const
  return { ...form, ...plain, ...order, y_axis_format: own?.includes('%') ? own : '+,.1~%' }
}

/** The formats of the metrics' values are not suitable for changes. */
const withoutFormats = (datasource: Input['datasource']) => ({ ...datasource, columnFormats: {}, currencyFormats: {} })

/** The changes since the selected point. */
const changes = readOnce(({ formData, data: [first] }: Input) => rebase(first!, indexRow(first!, formData.index_row)))

function option(input: DrawInput<CompareForm>): EChartsOption {
  const data = input.data[0]!
  const row = indexRow(data, input.formData.index_row)
  const drawn = timeseries.option({
    ...input,
    datasource: withoutFormats(input.datasource),
    formData: lines(input),
    data: [changes(input)],
  })
  const [first, ...rest] = drawn.series as LineSeriesOption[]
  if (first === undefined) return drawn
  const line = { color: input.theme.chartAxis, width: 1, type: 'dashed' as const }
  const markLine = {
    silent: true,
    symbol: 'none',
    label: { show: false },
    lineStyle: line,
    data: [{ xAxis: data.columns[0]?.[row] as number }, { yAxis: 0 }],
  }
  return { ...drawn, yAxis: unsignedZero(drawn.yAxis), series: [{ ...first, markLine }, ...rest] }
}

/** Removes the sign of zero: it is neither a rise nor a fall. */
function unsignedZero(axis: EChartsOption['yAxis']): EChartsOption['yAxis'] {
  const { axisLabel } = axis as { axisLabel: { formatter: (value: number) => string } }
  const formatter = (value: number) => axisLabel.formatter(value).replace(/^\+(?=0%)/, '')
  return { ...axis, axisLabel: { ...axisLabel, formatter } } as EChartsOption['yAxis']
}

function needs(input: Input): string | undefined {
  const [first] = input.data
  if (input.formData.metrics.length === 0) return 'Select at least one metric.'
  if (!first) return undefined
  if (rowsWithValues(first)) {
    // a large result is read here, and drawn in a later task: both together would block the page for too long
    changes(input)
    return undefined
  }
  return 'A change needs a value to start from: all values are missing or zero.'
}

const rowsWithValues = (data: ChartData) =>
  data.columns.slice(1).some((cells) => cells.some((cell) => cell !== null && Number(cell) !== 0))

/** The slider that selects the point with which values are compared. */
function readerSlider({ data, formData }: Input) {
  const [first] = data
  const times = first?.columns[0] ?? []
  if (!first || times.length < 2) return null
  const write = timeFormatter('smart_date_detailed', formData.time_grain_sqla)
  const stopAt = (row: number) => write(Number(times[row]))
  return { field: 'index_row', label: 'Change since', count: times.length, stopAt, start: indexRow(first, 0) }
}

async function register(form: CompareForm, isLarge?: boolean): Promise<void> {
  await Promise.all([timeseries.register(seriesFormOf(form), isLarge), import('../shared/echarts/markLine.ts')])
}

export const drawing: EChartsDrawing<CompareForm> = {
  option,
  needs,
  readerSlider,
  rowsOf: changes,
  register,
}
