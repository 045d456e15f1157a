import { isRecord, parseObject } from '../wire/json.ts'
import { CONDITIONS, FORECAST_CONFIDENCE, FORECAST_SIDES } from './reportTerms.ts'

/** The outcome of an alert's condition for the first rows of its query. */
export type ConditionResult =
  | {
      ok: true
      isTriggered: boolean
      value: number | null
      row: Record<string, unknown> | null
      /** What was expected instead of the value, as a sentence. */
      expected?: string
    }
  | { ok: false; message: string }

export interface AlertCondition {
  validator_type: 'not null' | 'operator' | 'forecast' | null
  /** JSON: `{"op": ">", "threshold": 10.0}`, or of a forecast `{"confidence": 0.95, "side": "both"}`. */
  validator_config_json: string
}

type Operator = (typeof CONDITIONS)[number]

const compare: Record<Operator, (value: number, threshold: number) => boolean> = {
  '<': (value, threshold) => value < threshold,
  '<=': (value, threshold) => value <= threshold,
  '>': (value, threshold) => value > threshold,
  '>=': (value, threshold) => value >= threshold,
  '==': (value, threshold) => value === threshold,
  '!=': (value, threshold) => value !== threshold,
}

const failed = (message: string): ConditionResult => ({ ok: false, message })

/**
 * `not null`: triggered if the first value is neither null nor zero. `operator`: the query returns one number, which is
 * compared with the threshold; no row counts as zero, null triggers nothing.
 */
export function judgeCondition(
  { validator_type, validator_config_json }: AlertCondition,
  columns: readonly string[],
  rows: readonly Record<string, unknown>[],
): ConditionResult {
  const row = rows[0] ?? null
  const first = row?.[columns[0] ?? ''] ?? null
  if (validator_type === 'not null') {
    const value = numberOf(first)
    return { ok: true, isTriggered: first !== null && value !== 0, value, row }
  }
  if (validator_type !== 'operator') return failed('The alert has no condition.')
  const { op, threshold } = configOf(validator_config_json)
  if (op === undefined || threshold === undefined) return failed('The condition of the alert has no operator or value.')
  if (rows.length > 1) return failed('The query of the alert returned more than one row.')
  if (columns.length > 1) return failed('The query of the alert returned more than one column.')
  if (row !== null && first === null) return { ok: true, isTriggered: false, value: null, row }
  const value = row === null ? 0 : numberOf(first)
  if (value === null) return failed('The query of the alert returned a value that is not a number.')
  return { ok: true, isTriggered: compare[op](value, threshold), value, row }
}

/** The share of values in the band of a forecast. */
export function forecastConfidence({ validator_config_json }: AlertCondition): number {
  const { confidence } = parseObject(validator_config_json)
  return typeof confidence === 'number' ? confidence : FORECAST_CONFIDENCE
}

/**
 * `forecast`: the row is the latest one of the query, with the band in which it is expected (see the operation
 * `expected`). Triggered if the value is outside the band, on the side of the condition.
 */
export function judgeForecast(
  { validator_config_json }: AlertCondition,
  [row]: readonly Record<string, unknown>[],
): ConditionResult {
  if (row === undefined) return failed('The query of the alert returned no rows.')
  const { side: wanted } = parseObject(validator_config_json)
  const side = FORECAST_SIDES.find((known) => known === wanted) ?? 'both'
  const [value, lower, upper] = [numberOf(row['value']), numberOf(row['lower']), numberOf(row['upper'])]
  if (value === null || lower === null || upper === null) return failed('There is no forecast of these values.')
  const isTriggered = (side !== 'above' && value < lower) || (side !== 'below' && value > upper)
  const time = typeof row['time'] === 'number' ? ` for ${shortTime(row['time'])}` : ''
  const expected = `The forecast${time} was ${shortNumber(lower)} to ${shortNumber(upper)}.`
  return { ok: true, isTriggered, value, row, expected }
}

/** Rounds to three significant digits, or to a whole number from 1000 on: a forecast needs no more. */
const shortNumber = (value: number) => {
  const rounded = Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(3))
  return rounded.toLocaleString('en-US', { maximumFractionDigits: 6 })
}

const shortTime = (ms: number) =>
  new Date(ms)
    .toISOString()
    .slice(0, 16)
    .replace('T', ' ')
    .replace(/ 00:00$/, '')

/** Databases send large and decimal numbers as text. */
function numberOf(value: unknown): number | null {
  if (typeof value === 'boolean') return Number(value)
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

function configOf(text: string): { op?: Operator; threshold?: number } {
  const config: unknown = parseObject(text)
  if (!isRecord(config)) return {}
  const { op, threshold } = config
  return {
    ...(CONDITIONS.some((known) => known === op) ? { op: op as Operator } : {}),
    ...(typeof threshold === 'number' ? { threshold } : {}),
  }
}
