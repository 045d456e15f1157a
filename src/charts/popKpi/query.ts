import { z } from 'zod'
import type { QueryObject } from '../../model/query/queryObject.ts'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'
import type { ComparisonSettings } from './columns.ts'
import { comparedRange } from './comparedRange.ts'

/** A single time shift; some versions saved a list of one. */
const timeCompare = z
  .unknown()
  .transform((saved) => {
    const first: unknown = Array.isArray(saved) ? saved[0] : saved
    return typeof first === 'string' && first !== '' ? first : undefined
  })
  .optional()

const columnConfig = z
  .unknown()
  .transform((saved) =>
    typeof saved === 'object' && saved !== null && !Array.isArray(saved)
      ? (saved as Record<string, ComparisonSettings | undefined>)
      : {},
  )
  .default({})

const formData = field.formDataSchema({
  metric: field.metric(),
  adhoc_filters: field.adhocFilters(),
  row_limit: field.rowLimit(10_000),
  time_compare: timeCompare,
  start_date_offset: field.format(undefined),
  y_axis_format: field.format('SMART_NUMBER'),
  percentDifferenceFormat: field.format('SMART_NUMBER'),
  currency_format: field.currency(),
  header_font_size: field.number(0.2),
  subtitle: field.text(''),
  subtitle_font_size: field.number(0.15),
  show_metric_name: field.flag(false),
  metric_name_font_size: field.number(0.15),
  subheader_font_size: field.number(0.125),
  comparison_color_enabled: field.flag(false),
  comparison_color_scheme: field.oneOf(['Green', 'Red'], 'Green'),
  column_config: columnConfig,
})

export type PopKpiForm = z.output<typeof formData>

export const query = defineQuery<PopKpiForm>({
  formData,
  buildQuery: ({ formData: form }) => {
    const current = { ...buildQueryObject(form), columns: [] }
    const previous = form.time_compare === undefined ? undefined : compared(current, form.time_compare, form)
    return previous === undefined ? [current] : [current, previous]
  },
})

/** The same query for the compared period; undefined if it cannot be derived from the time range. */
function compared(query: QueryObject, compare: string, form: PopKpiForm): QueryObject | undefined {
  const filters = query.filters ?? []
  const isRange = ({ op, val }: (typeof filters)[number]) => op === 'TEMPORAL_RANGE' && typeof val === 'string'
  const ranges = [
    ...filters.filter(isRange).map(({ val }) => String(val)),
    ...(query.time_range === undefined ? [] : [query.time_range]),
  ].filter((range) => range !== 'No filter')
  const shifts = ranges.map((range) => comparedRange(range, compare, form.start_date_offset))
  const [first] = shifts
  if (first === undefined || shifts.includes(undefined)) return undefined
  if ('time_shift' in first) return { ...query, time_shift: first.time_shift }
  const moved = (range: string) => {
    const shift = range === 'No filter' ? undefined : comparedRange(range, compare, form.start_date_offset)
    return shift !== undefined && 'range' in shift ? shift.range : range
  }
  return {
    ...query,
    ...(query.time_range !== undefined && { time_range: moved(query.time_range) }),
    filters: filters.map((filter) => (isRange(filter) ? { ...filter, val: moved(String(filter.val)) } : filter)),
  }
}
