import { refuse } from './error.ts'

/** Options of a step come unchecked from the request. Each function here reads one option and rejects other types. */
export type Options = Record<string, unknown>

export function nameList(options: Options, key: string): string[] {
  const value = options[key]
  if (value === undefined || value === null) return []
  if (typeof value === 'string') return [value]
  if (Array.isArray(value) && value.every((name) => typeof name === 'string')) return value
  return refuse(`\`${key}\` must be a list of column names`)
}

export function text(options: Options, key: string, fallback = ''): string {
  const value = options[key] ?? fallback
  return typeof value === 'string' ? value : refuse(`\`${key}\` must be a string`)
}

export function flag(options: Options, key: string, fallback: boolean): boolean {
  const value = options[key] ?? fallback
  return typeof value === 'boolean' ? value : refuse(`\`${key}\` must be true or false`)
}

export function wholeNumber(options: Options, key: string, fallback: number): number {
  const value = options[key] ?? fallback
  return typeof value === 'number' && Number.isInteger(value) ? value : refuse(`\`${key}\` must be a whole number`)
}

/** An option that is a cell value. Null and undefined both mean a missing value. */
export function scalar(options: Options, key: string): string | number | boolean | null {
  const value = options[key] ?? null
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  return refuse(`\`${key}\` must be a number, string or boolean`)
}

export function record(options: Options, key: string): Record<string, unknown> {
  const value = options[key] ?? {}
  if (typeof value !== 'object' || Array.isArray(value)) return refuse(`\`${key}\` must be an object`)
  return value as Record<string, unknown>
}

/** `{source: target}`: the columns that an operation reads, and the names it writes. */
export function columnMap(options: Options, key = 'columns'): [source: string, target: string][] {
  return Object.entries(record(options, key)).map(([source, target]) =>
    typeof target === 'string' ? [source, target] : refuse(`\`${key}\` must map column names to column names`),
  )
}
