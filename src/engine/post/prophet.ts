import type { Frame } from '../frame.ts'
import { columnsNamed } from './columns.ts'
import { refuse } from './error.ts'
import { type Options, text } from './options.ts'

const GRAINS = new Set([
  'PT1S',
  'PT1M',
  'PT5M',
  'PT10M',
  'PT15M',
  'PT30M',
  'PT1H',
  'P1D',
  'P1W',
  'P1M',
  'P3M',
  'P1Y',
  '1969-12-28T00:00:00Z/P1W',
  '1969-12-29T00:00:00Z/P1W',
  'P1W/1970-01-03T00:00:00Z',
  'P1W/1970-01-04T00:00:00Z',
])

/** Forecasts. The request is checked as the contract says; there is no model behind it, and the answer says so. */
export function prophet(frame: Frame, options: Options): Frame {
  const grain = text(options, 'time_grain')
  const { periods, confidence_interval: confidence } = options
  if (grain === '') return refuse('Time grain missing')
  if (!GRAINS.has(grain)) return refuse(`Unsupported time grain: ${grain}`)
  if (typeof periods !== 'number' || !Number.isInteger(periods) || periods < 0) {
    return refuse('Periods must be a whole number')
  }
  if (typeof confidence !== 'number' || confidence <= 0 || confidence >= 1) {
    return refuse('Confidence interval must be between 0 and 1 (exclusive)')
  }
  if (columnsNamed(frame, text(options, 'index', '__timestamp')).length === 0) {
    return refuse('DataFrame must include temporal column')
  }
  if (frame.columns.length < 2) return refuse('DataFrame include at least one series')
  return refuse('Forecasts are not available')
}
