import type { ControlRule, ExploreForm } from './exploreState.ts'

const integers = new Set(['row_limit', 'limit', 'series_limit'])
const numbers = new Set(['number', 'slider'])

/** Control name -> the error of its value, in the contract's words. Hidden controls have no errors. */
export function controlErrors(form: ExploreForm, rules: readonly ControlRule[]): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const rule of rules) {
    if (rule.visible && !rule.visible(form)) continue
    const found = complaints(rule, form[rule.name])
    if (found.length > 0) errors[rule.name] = found
  }
  const needed = rules.filter(({ name }) => tableValues.includes(name))
  if (needed.length === tableValues.length && form['query_mode'] !== 'raw') {
    if (needed.every(({ name }) => isEmpty(form[name]))) {
      for (const { name } of needed) errors[name] = ['Group By, Metrics or Percentage Metrics must have a value']
    }
  }
  return errors
}

/** Whether a control has an error now but had a value when the query was run. */
export function hasLost(ran: ExploreForm | undefined, errors: Record<string, string[]>): boolean {
  return Object.keys(errors).some((name) => !isEmpty(ran?.[name]))
}

/** A grouped table needs one of these. */
const tableValues = ['groupby', 'metrics', 'percent_metrics']

function complaints(rule: ControlRule, value: unknown): string[] {
  if (isEmpty(value)) return rule.required ? ['cannot be empty'] : []
  if (integers.has(rule.name)) return /^\d+$/.test(String(value)) ? [] : ['is expected to be an integer']
  if (rule.kind === 'spatial') return isPlace(value) ? [] : ['Invalid lat/long configuration.']
  if (numbers.has(rule.kind)) return Number.isFinite(Number(value)) ? [] : ['is expected to be a number']
  return []
}

/** Whether all columns of a position are set. A missing delimiter means a comma; an empty one is incomplete. */
function isPlace(value: unknown): boolean {
  const { type, lonCol, latCol, lonlatCol, delimiter, geohashCol } = value as Record<string, unknown>
  if (type === 'latlong') return !isEmpty(lonCol) && !isEmpty(latCol)
  if (type === 'delimited') return !isEmpty(lonlatCol) && delimiter !== ''
  return type === 'geohash' && !isEmpty(geohashCol)
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
