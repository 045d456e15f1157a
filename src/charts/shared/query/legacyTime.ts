type Form = Record<string, unknown>

/**
 * The legacy time column and range as a filter; without a range, one that matches everything. The oldest charts saved
 * both ends of the range separately.
 */
export function withTimeFilter(form: Form): Form {
  const { granularity_sqla, time_range, since, until, ...rest } = form
  if (!granularity_sqla) return form
  const range = since || until ? `${String(since ?? '')} : ${String(until ?? '')}` : time_range || 'No filter'
  const filter = {
    clause: 'WHERE',
    expressionType: 'SIMPLE',
    subject: granularity_sqla,
    operator: 'TEMPORAL_RANGE',
    comparator: range,
  }
  return { ...rest, adhoc_filters: [...(Array.isArray(form.adhoc_filters) ? form.adhoc_filters : []), filter] }
}

/** Renames keys. If a form has both names, the old one takes precedence. */
export function renamed(form: Form, names: Record<string, string>): Form {
  const result: Form = { ...form }
  for (const [from, to] of Object.entries(names)) {
    if (!(from in form)) continue
    result[to] = form[from]
    delete result[from]
  }
  return result
}
