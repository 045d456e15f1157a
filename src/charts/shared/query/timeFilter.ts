/**
 * The time column and range of older form data become a filter; without a range, one that matches everything.
 */
export function withTimeFilter(form: Record<string, unknown>): Record<string, unknown> {
  const { granularity_sqla, time_range, ...rest } = form
  if (!granularity_sqla) return rest
  const filter = {
    clause: 'WHERE',
    expressionType: 'SIMPLE',
    subject: granularity_sqla,
    operator: 'TEMPORAL_RANGE',
    comparator: time_range || 'No filter',
  }
  return { ...rest, adhoc_filters: [...(Array.isArray(form.adhoc_filters) ? form.adhoc_filters : []), filter] }
}
