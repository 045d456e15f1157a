import { DAY_MS } from '../../../model/time/wallClock.ts'
import { decompose, normalEquations, quadratic, solve } from './leastSquares.ts'
import { normalQuantile } from './normalQuantile.ts'

/**
 * Forecasts with an additive model: a piecewise linear trend, seasons as Fourier sums, and noise:
 *
 *   y(t) = m + k t + sum d_j max(0, t - s_j) + sum a_n cos(2 pi n t / P) + b_n sin(2 pi n t / P) + e
 *
 * t runs from 0 to 1 over the history, and y is divided by its largest absolute value. Up to 25 possible change points
 * s_j are evenly spaced in the first 90 % of the history. Few of them should be used, so their slopes have a Laplace
 * prior of scale 0.05; the other parameters have wide normal priors. The most probable parameters are found by
 * repeated ridge regressions, in which the penalty of each change point follows from its previous size. The noise is
 * autoregressive of order one: the deviation of the last row fades out. The intervals include the noise, the
 * uncertainty of the parameters, and future change points that are as frequent and as large as those found. The model
 * is that of Taylor and Letham, "Forecasting at scale" (2018), solved without sampling, so that equal queries have
 * equal results.
 */

/** Number of Fourier terms of a season; 0 disables it, null decides by the length and the spacing of the history. */
export interface Seasons {
  yearly: number | null
  weekly: number | null
  daily: number | null
}

export interface Forecast {
  value: Float64Array
  lower: Float64Array
  upper: Float64Array
}

const BENDS = 25
const BENDS_SHARE = 0.9
const BEND_SCALE = 0.05
const TREND_SCALE = 5
const SEASON_SCALE = 10
const ROUNDS = 40
/** A smaller slope change counts as zero. This bounds the penalties. */
const LEAST_BEND = 1e-5
/** Lower bound of the noise: a straight line would otherwise be fitted without any penalty. */
const LEAST_NOISE = 1e-4
/** With fewer rows, the autocorrelation of the deviations cannot be estimated. */
const LEAST_ROWS = 10
const MOST_MEMORY = 0.95

const SEASONS = [
  { name: 'yearly', period: 365.25 * DAY_MS, order: 10 },
  { name: 'weekly', period: 7 * DAY_MS, order: 3 },
  { name: 'daily', period: DAY_MS, order: 4 },
] as const

/**
 * A model for the times of a history (ascending, at least two), which can be fitted to any number of series.
 * `all` are the times to forecast, including the history. `confidence` is between 0 and 1.
 */
export function forecaster(
  times: readonly number[],
  all: readonly number[],
  seasons: Seasons,
  confidence: number,
): (series: readonly number[]) => Forecast {
  const [start, end] = [times[0] as number, times.at(-1) as number]
  const span = Math.max(1, end - start)
  const scaled = (time: number) => (time - start) / span
  const bends = bendsOf(times.length)
  const orders = seasonOrders(times, seasons)
  const width = 2 + bends.length + 2 * orders.reduce((sum, { order }) => sum + order, 0)
  const rowOf = (time: number, row: Float64Array): void => {
    const t = scaled(time)
    row[0] = 1
    row[1] = t
    bends.forEach((bend, at) => {
      row[2 + at] = Math.max(0, t - bend)
    })
    let at = 2 + bends.length
    for (const { period, order } of orders) {
      // counted from the epoch, so that the phase of a season follows the calendar
      const turn = (2 * Math.PI * (time % period)) / period
      for (let n = 1; n <= order; n++) {
        row[at++] = Math.cos(n * turn)
        row[at++] = Math.sin(n * turn)
      }
    }
  }
  const rows = times.map((time) => {
    const row = new Float64Array(width)
    rowOf(time, row)
    return row
  })
  const products = normalEquations(rows, width)
  const spread = normalQuantile((1 + confidence) / 2)

  return (series) => {
    const scale = series.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1
    const { weights, noise, penalties, residuals } = fit(rows, products, series, scale, bends.length)
    const drift = bendVariance(weights.subarray(2, 2 + bends.length))
    const memory = autocorrelation(residuals)
    // autocorrelated rows carry less information than the same number of independent rows
    const doubt = (noise * (1 + memory)) / (1 - memory)
    const factor = decompose(products, penalties)
    let ahead = 0
    const forecast: Forecast = {
      value: new Float64Array(all.length),
      lower: new Float64Array(all.length),
      upper: new Float64Array(all.length),
    }
    const row = new Float64Array(width)
    all.forEach((time, at) => {
      rowOf(time, row)
      const beyond = Math.max(0, scaled(time) - 1)
      if (beyond > 0) ahead++
      const kept = memory ** ahead
      const value = dot(row, weights) + (ahead > 0 ? kept * (residuals.at(-1) ?? 0) : 0)
      const own = noise * (ahead > 0 ? 1 - kept ** 2 : 1)
      const half = spread * Math.sqrt(own + doubt * quadratic(factor, row) + drift * beyond ** 3)
      forecast.value[at] = value * scale
      forecast.lower[at] = (value - half) * scale
      forecast.upper[at] = (value + half) * scale
    })
    return forecast
  }
}

function fit(
  rows: readonly Float64Array[],
  products: Float64Array,
  series: readonly number[],
  scale: number,
  bendCount: number,
): { weights: Float64Array; noise: number; penalties: Float64Array; residuals: Float64Array } {
  const width = rows[0]?.length ?? 0
  const targets = new Float64Array(width)
  rows.forEach((row, at) => {
    const y = (series[at] as number) / scale
    for (let i = 0; i < width; i++) targets[i] = (targets[i] as number) + (row[i] as number) * y
  })
  let weights: Float64Array = new Float64Array(width)
  let residuals: Float64Array = new Float64Array(rows.length)
  let noise = 0.01
  const penalties = new Float64Array(width)
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < width; i++) {
      const size = Math.max(Math.abs(weights[i] as number), LEAST_BEND)
      const bend = round === 0 ? 1 / BEND_SCALE ** 2 : 1 / (BEND_SCALE * size)
      penalties[i] = noise * (i < 2 ? TREND_SCALE ** -2 : i < 2 + bendCount ? bend : SEASON_SCALE ** -2)
    }
    weights = solve(decompose(products, penalties), targets)
    residuals = Float64Array.from(rows, (row, at) => (series[at] as number) / scale - dot(row, weights))
    noise = Math.max(LEAST_NOISE ** 2, dot(residuals, residuals) / rows.length)
  }
  return { weights, noise, penalties, residuals }
}

/** The fraction of a row's deviation that the next row retains, at least 0. */
function autocorrelation(residuals: Float64Array): number {
  const all = dot(residuals, residuals)
  if (residuals.length < LEAST_ROWS || all === 0) return 0
  const next = dot(residuals.subarray(0, -1), residuals.subarray(1))
  return Math.max(0, Math.min(MOST_MEMORY, next / all))
}

/** Variance of the trend caused by future change points, per cube of the time after the history. */
function bendVariance(found: Float64Array): number {
  if (found.length === 0) return 0
  const size = found.reduce((sum, bend) => sum + Math.abs(bend), 0) / found.length
  const perUnit = found.length / BENDS_SHARE
  return (perUnit * 2 * size ** 2) / 3
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number)
  return sum
}

/** Possible change points: evenly spaced in the first rows. Short histories have fewer. */
function bendsOf(rows: number): number[] {
  const within = Math.floor(rows * BENDS_SHARE)
  const count = Math.max(0, Math.min(BENDS, within - 1))
  return Array.from({ length: count }, (_, at) => (BENDS_SHARE * (at + 1)) / (count + 1))
}

/** A season is enabled by default if the history contains two periods of it and its rows are closer than one period. */
function seasonOrders(times: readonly number[], seasons: Seasons): { period: number; order: number }[] {
  const span = (times.at(-1) as number) - (times[0] as number)
  let closest = Number.POSITIVE_INFINITY
  for (let at = 1; at < times.length; at++) {
    const gap = (times[at] as number) - (times[at - 1] as number)
    if (gap > 0) closest = Math.min(closest, gap)
  }
  return SEASONS.flatMap(({ name, period, order }) => {
    const twice = 2 * Math.floor(period / DAY_MS) * DAY_MS
    const isSeen = span >= twice && closest < (name === 'yearly' ? period : Math.floor(period))
    const wanted = seasons[name] ?? (isSeen ? order : 0)
    return wanted > 0 ? [{ period, order: wanted }] : []
  })
}
