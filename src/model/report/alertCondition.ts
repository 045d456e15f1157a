import { isRecord, parseObject } from '../wire/json.ts'
import { CONDITIONS } from './reportTerms.ts'

/** What the condition of an alert says about the first rows of its query. */
export type ConditionResult =
  | { ok: true; isTriggered: boolean; value: number | null; row: Record<string, unknown> | null }
  | { ok: false; message: string }

export interface AlertCondition {
  validator_type: 'not null' | 'operator' | null
  /** JSON: `{"op": ">", "threshold": 10.0}`. */
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
