import type { Cell, Column, Frame } from '../frame.ts'
import { isMissing, metricOf } from './columns.ts'
import { refuse } from './error.ts'
import { futureTimes, isForecastGrain } from './forecast/futureTimes.ts'
import { type Forecast, forecaster, type Seasons } from './forecast/model.ts'
import { type Options, text } from './options.ts'
import { compareCells } from './order.ts'

const MAX_PERIODS = 10_000
const MAX_ORDER = 100
const ORDERS = { yearly: 10, weekly: 3, daily: 4 }

/**
 * Forecasts every numeric column without missing values, for the existing rows and `periods` more steps of the time
 * grain. `c__yhat`, `c__yhat_lower` and `c__yhat_upper` are inserted before column `c`. For the model see
 * `forecast/model.ts`.
 */
export function prophet(frame: Frame, options: Options): Frame {
  const grain = text(options, 'time_grain')
  const { periods, confidence_interval: confidence } = options
  if (grain === '') return refuse('Time grain missing')
  if (!isForecastGrain(grain)) return refuse(`Unsupported time grain: ${grain}`)
  if (typeof periods !== 'number' || !Number.isInteger(periods) || periods < 0) {
    return refuse('Periods must be a whole number')
  }
  if (periods > MAX_PERIODS) return refuse(`Periods must be at most ${MAX_PERIODS}`)
  if (typeof confidence !== 'number' || !(confidence > 0 && confidence < 1)) {
    return refuse('Confidence interval must be between 0 and 1 (exclusive)')
  }
  const index = text(options, 'index', '__timestamp')
  const time = frame.columns.find((column) => column.name === index)
  if (time?.type !== 'time') return refuse('DataFrame must include temporal column')
  if (frame.columns.length < 2) return refuse('DataFrame include at least one series')
  if (time.values.some(isMissing)) return refuse(`Column "${index}" has rows without a time`)
  const rows = time.values
    .map((_, row) => row)
    .sort((a, b) => compareCells(time.values[a] as Cell, time.values[b] as Cell))
  const times = rows.map((row) => time.values[row] as number)
  if (times.length < 2 || times[0] === times.at(-1)) return refuse('A forecast needs rows of at least two times')
  const all = [...times, ...(futureTimes(grain, times.at(-1) as number, periods) ?? [])]
  const predict = forecaster(times, all, seasonsOf(options), confidence)
  const future: Cell[] = Array.from({ length: periods }, () => null)
  const columns = frame.columns.flatMap((column): Column[] => {
    if (column === time) return [{ ...column, values: all }]
    const values = rows.map((row) => column.values[row] ?? null)
    const own: Column = { ...column, type: widened(column, periods), values: [...values, ...future] }
    return isSeries(column) ? [...forecastColumns(column, predict(values.map(Number))), own] : [own]
  })
  return { columns, rowCount: all.length }
}

const isSeries = ({ type, values }: Column): boolean =>
  (type === 'int' || type === 'float') && values.every((cell) => !isMissing(cell) && Number.isFinite(Number(cell)))

/** The future rows have no value in this column, and columns with missing values cannot be `int` or `bool`. */
const widened = ({ type }: Column, periods: number) =>
  periods === 0 ? type : type === 'int' ? 'float' : type === 'bool' ? 'object' : type

function forecastColumns(column: Column, { value, lower, upper }: Forecast): Column[] {
  const name = metricOf(column.name) ?? ''
  const part = (suffix: string, values: Float64Array): Column => ({
    name: `${name}__${suffix}`,
    type: 'float',
    values: Array.from(values),
  })
  return [part('yhat', value), part('yhat_lower', lower), part('yhat_upper', upper)]
}

function seasonsOf(options: Options): Seasons {
  const order = (season: keyof typeof ORDERS): number | null => {
    const wanted = options[`${season}_seasonality`] ?? null
    if (wanted === null) return null
    if (typeof wanted === 'boolean') return wanted ? ORDERS[season] : 0
    if (typeof wanted === 'number' && Number.isInteger(wanted) && wanted >= 0 && wanted <= MAX_ORDER) return wanted
    return refuse(`\`${season}_seasonality\` must be true, false or a whole number up to ${MAX_ORDER}`)
  }
  return { yearly: order('yearly'), weekly: order('weekly'), daily: order('daily') }
}
