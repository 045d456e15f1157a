import { columnLabel } from '../query/labels.ts'
import type { AdhocFilter, QueryColumn } from '../query/queryObject.ts'
import type { ExploreForm } from './exploreForm.ts'

/** The error of a comparison with an earlier time whose range has no start or no end. */
export const OPEN_COMPARED_RANGE =
  'An enclosed time range (both start and end) must be specified when using a Time Comparison.'

/** The time range of a chart that compares times. */
export interface ComparedRange {
  /** the column of the range */
  column: string | undefined
  /** undefined: no filter */
  value: string | undefined
  /** the controls with another range */
  withRange: (range: string) => ExploreForm
}

/**
 * Where the range of a time comparison is set: in the control for it, or in the filter on the time axis, which is added
 * if there is none. `names`: the controls of the chart type; undefined if there is no time column.
 */
export function comparedRange(
  form: ExploreForm,
  names: ReadonlySet<string>,
  mainColumn: string | null,
): ComparedRange | undefined {
  if (names.has('time_range')) {
    const { granularity_sqla: column, time_range: value } = form
    return {
      column: typeof column === 'string' ? column : (mainColumn ?? undefined),
      value: rangeOf(value),
      withRange: (range) => ({ time_range: range }),
    }
  }
  const axis = form['x_axis'] as QueryColumn | null | undefined
  const column = (axis && columnLabel(axis)) || mainColumn
  // the second query of a mixed chart has its own filters
  const lists = ['', '_b']
    .filter((part) => names.has(`adhoc_filters${part}`) && isSet(form[`time_compare${part}`]))
    .map((part) => `adhoc_filters${part}`)
  const [first] = lists
  if (!column || first === undefined) return undefined
  const isOnAxis = ({ operator, subject }: AdhocFilter) => operator === 'TEMPORAL_RANGE' && subject === column
  return {
    column,
    value: rangeOf(filtersOf(form[first]).find(isOnAxis)?.comparator),
    withRange: (range) =>
      Object.fromEntries(
        lists.map((name) => {
          const filters = filtersOf(form[name])
          const changed = filters.map((filter) => (isOnAxis(filter) ? { ...filter, comparator: range } : filter))
          return [name, filters.some(isOnAxis) ? changed : [...filters, newFilter(column, range)]]
        }),
      ),
  }
}

const rangeOf = (value: unknown) => (typeof value === 'string' && value !== 'No filter' ? value : undefined)
const isSet = (value: unknown) => (Array.isArray(value) ? value.length > 0 : Boolean(value))
const filtersOf = (value: unknown): AdhocFilter[] => (Array.isArray(value) ? (value as AdhocFilter[]) : [])

const newFilter = (subject: string, comparator: string): AdhocFilter => ({
  clause: 'WHERE',
  expressionType: 'SIMPLE',
  subject,
  operator: 'TEMPORAL_RANGE',
  comparator,
})
