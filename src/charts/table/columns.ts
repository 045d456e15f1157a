import { ownValue } from '../../model/basics/ownValue.ts'
import { GenericType } from '../../model/dataset/dataset.ts'
import type { ChartData, JsonCell } from '../../model/query/chartData.ts'
import { columnLabel, metricLabel } from '../../model/query/labels.ts'
import { cellText } from '../../model/query/markedText.ts'
import type { DrawInput } from '../shared/contract.ts'
import { numberFormatter, timeFormatter } from '../shared/format/index.ts'
import { evenWriter, rawDecimals } from '../shared/grid/decimals.ts'
import { trueMinus } from '../shared/trueMinus.ts'
import type { ColumnConfig, TableForm } from './formData.ts'

type TableInput = Pick<DrawInput<TableForm>, 'formData' | 'data' | 'datasource'>

export interface TableColumn {
  /** result column */
  key: string
  label: string
  kind: 'number' | 'time' | 'text'
  /** a metric or a percentage of one: a computed value, not something to filter by */
  isMetric: boolean
  align: 'left' | 'center' | 'right'
  /** configured minimum width in px */
  width: number | undefined
  truncate: boolean
  values: JsonCell[]
  /** the format of a cell; null is a missing value */
  write: (value: JsonCell) => string | null
  /** all digits of a number that `write` shortens; undefined if `write` shows them */
  exact: (value: JsonCell) => string | undefined
  config: ColumnConfig
  /** set if the values are buckets of a time grain */
  grain: string | undefined
}

/**
 * The visible columns in result order. The plain column of a percent metric is hidden unless the metric was selected as
 * well.
 */
export function tableColumns(input: TableInput): TableColumn[] {
  const { formData: form } = input
  const answer = input.data[0]
  if (!answer) return []
  const metrics = new Set(form.query_mode === 'raw' ? [] : form.metrics.map(metricLabel))
  const percents = new Set(form.query_mode === 'raw' ? [] : form.percent_metrics.map(metricLabel))
  return answer.colnames
    .map((key, index) => ({ key, index }))
    .filter(({ key }) => !(percents.has(key) && !metrics.has(key)))
    .filter(({ key }) => ownValue(form.column_config, key)?.visible !== false)
    .map(({ key, index }) => readColumn(input, answer, key, index, metrics, percents))
}

/** The time grain of a column, if it has one. */
export const grainOf = (form: TableForm, key: string): string | undefined =>
  ownValue(form.temporal_columns_lookup, key) && form.query_mode !== 'raw' ? form.time_grain_sqla : undefined

function readColumn(
  input: TableInput,
  answer: ChartData,
  key: string,
  index: number,
  metrics: Set<string>,
  percents: Set<string>,
): TableColumn {
  const { formData: form } = input
  const config = ownValue(form.column_config, key) ?? {}
  const isPercent = key.startsWith('%') && percents.has(key.slice(1))
  const isMetric = isPercent || metrics.has(key)
  const type = answer.coltypes[index]
  const kind = type === GenericType.temporal ? 'time' : type === GenericType.numeric ? 'number' : 'text'
  const grain = grainOf(form, key)
  const values = answer.columns[index] ?? []
  const column = { key, kind, isMetric, isPercent, config, grain, values } as const
  return {
    ...column,
    label: config.customColumnName || columnTitle(input, key, isPercent),
    align: config.horizontalAlign ?? (kind === 'number' ? 'right' : 'left'),
    width: config.columnWidth || undefined,
    truncate: config.truncateLongCells ?? false,
    write: cellWriter(input, column),
    exact: exactWriter(input, column),
  }
}

/** Only adaptive formats shorten numbers: a selected format is used unchanged. */
function exactWriter({ datasource }: TableInput, { config, key, kind, isMetric, isPercent }: Described) {
  const isSelected = Boolean(config.d3NumberFormat || datasource.columnFormats[key]) || isPercent
  if (kind === 'time' || (kind !== 'number' && !isMetric) || isSelected) return () => undefined
  const currency = config.currencyFormat?.symbol ? config.currencyFormat : datasource.currencyFormats[key]
  const write = numberFormatter('EXACT_NUMBER', currency)
  return (value: JsonCell) => (typeof value === 'number' ? trueMinus(write(value)) : undefined)
}

function columnTitle({ datasource, formData: form }: TableInput, key: string, isPercent: boolean): string {
  if (isPercent) {
    const name = key.slice(1)
    return `% ${datasource.verboseMap[name] ?? name}`
  }
  // an adhoc column or metric has its own label, which may equal the name of a saved one
  const adhoc = [...form.metrics.map(named(metricLabel)), ...form.groupby.map(named(columnLabel))]
  if (adhoc.some((item) => item.isAdhoc && item.label === key)) return key
  return datasource.verboseMap[key] ?? key
}

const named =
  <T>(label: (item: T) => string) =>
  (item: T) => ({ label: label(item), isAdhoc: typeof item !== 'string' })

type Described = Pick<TableColumn, 'key' | 'kind' | 'isMetric' | 'config' | 'grain' | 'values'> & { isPercent: boolean }

function cellWriter(input: TableInput, column: Described): TableColumn['write'] {
  if (column.kind === 'time') return timeWriter(input.formData, column)
  if (column.kind !== 'number' && !column.isMetric) {
    return (value) => (value === null ? null : Array.isArray(value) ? JSON.stringify(value) : cellText(String(value)))
  }
  const { config, key } = column
  const { columnFormats, currencyFormats } = input.datasource
  const digits = fractionDigits(config.fractionDigits)
  const own = digits === undefined ? undefined : `,.${digits}${column.isPercent ? '%' : 'f'}`
  const format = config.d3NumberFormat || own || columnFormats[key]
  const currency = config.currencyFormat?.symbol ? config.currencyFormat : currencyFormats[key]
  // raw numbers may be years or ids: they are not formatted unless a format was selected
  if (!column.isMetric && !format && !currency) {
    const decimals = rawDecimals(column.values)
    return (value) => (value === null ? null : trueMinus(rawNumber(value, decimals)))
  }
  const write =
    format || column.isPercent
      ? numberFormatter(format ?? ',.3%', currency)
      : evenWriter(column.values, (name) => numberFormatter(name, currency))
  const writeSmall = config.d3SmallNumberFormat ? numberFormatter(config.d3SmallNumberFormat, currency) : write
  return (value) => {
    if (value === null) return null
    const number = typeof value === 'number' ? value : Number(value)
    if (Number.isNaN(number)) return String(value)
    return trueMinus(Math.abs(number) < 1 ? writeSmall(number) : write(number))
  }
}

const mostDigits = 100

/** The saved number of decimals. The form data may contain any value: undefined if it is invalid. */
function fractionDigits(saved: unknown): number | undefined {
  const digits = typeof saved === 'number' || (typeof saved === 'string' && saved !== '') ? Number(saved) : Number.NaN
  return digits >= 0 && digits <= mostDigits ? Math.round(digits) : undefined
}

/** Integers unchanged; fractions without rounding noise, or with a given number of decimals. */
function rawNumber(value: JsonCell, decimals: number | undefined): string {
  if (typeof value !== 'number') return String(value)
  if (decimals !== undefined) return value.toFixed(decimals)
  if (Number.isInteger(value)) return String(value)
  return String(Math.abs(value) < 1e-4 ? Number(value.toPrecision(6)) : Number(value.toFixed(6)))
}

const databaseTime = '%Y-%m-%d %H:%M:%S'

/** The column's own format first, then the table's; smart dates follow the grain. */
function timeWriter(form: TableForm, column: Described): TableColumn['write'] {
  const chosen = column.config.d3TimeFormat || form.table_timestamp_format
  const grain = column.grain ?? form.time_grain_sqla
  const smart = chosen === undefined || chosen === 'smart_date'
  const write = smart ? (grain ? timeFormatter(undefined, grain) : timeFormatter(databaseTime)) : timeFormatter(chosen)
  return (value) => {
    if (value === null) return null
    return typeof value === 'number' ? write(value) : String(value)
  }
}

export interface CellBar {
  /** in percent of the cell */
  left: number
  width: number
  isNegative: boolean
}

/**
 * The bar behind a column's cells, as a function of the value; null if the column has none. Aligned: all bars start on
 * the left, and their length is the absolute value. Otherwise they start at zero, which is between the smallest and
 * the largest value.
 */
export function cellBars(form: TableForm, column: TableColumn): ((value: JsonCell) => CellBar | null) | null {
  const shows = column.config.showCellBars ?? form.show_cell_bars
  const isBarred = column.kind === 'number' && (column.isMetric || form.query_mode === 'raw')
  // rules color the cells of the chart: a column then has bars only if its own setting requests them
  const hasRules = form.conditional_formatting.length > 0 && column.config.showCellBars !== true
  if (!shows || !isBarred || hasRules) return null
  const numbers = column.values.filter((value) => typeof value === 'number')
  if (numbers.length === 0) return null
  const least = numbers.reduce((one, other) => Math.min(one, other), 0)
  const greatest = numbers.reduce((one, other) => Math.max(one, other), 0)
  const aligned = column.config.alignPositiveNegative ?? form.align_pn
  const span = aligned ? Math.max(greatest, -least) : greatest - least
  if (span === 0) return null
  const percent = (value: number) => Math.round((value / span) * 1000) / 10
  return (value) => {
    if (typeof value !== 'number') return null
    const left = aligned ? 0 : percent(Math.min(0, value) - least)
    return { left, width: percent(Math.abs(value)), isNegative: value < 0 }
  }
}
