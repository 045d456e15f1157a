/** A filter of the form data, in any of its formats. */
export interface FormFilter {
  subject: unknown
  operator: string | null
  value: unknown
}

type Fields = Record<string, unknown>
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const objects = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isObject) : [])

const simple = (filter: Fields): FormFilter => ({
  subject: filter.col,
  operator: typeof filter.op === 'string' ? filter.op : null,
  value: filter.val,
})

/** The controls that old dashboards send as filters. */
const TIME_EXTRAS = new Set(['__time_range', '__time_col', '__time_grain', '__granularity'])

/**
 * The simple WHERE filters of a query object or of form data: adhoc filters, else legacy filters, and the extra filters
 * of a dashboard.
 */
export function formFilters(form: Fields): FormFilter[] {
  const given = objects(form.adhoc_filters)
  const adhoc = given.filter(isSimpleWhere).map(
    (filter): FormFilter => ({
      subject: filter.subject,
      operator: typeof filter.operator === 'string' ? filter.operator : null,
      value: filter.comparator,
    }),
  )
  const filters = given.length > 0 ? adhoc : objects(form.filters).map(simple)
  const extra = isObject(form.extra_form_data) ? form.extra_form_data : {}
  const added = [
    ...objects(extra.adhoc_filters)
      .filter(isSimpleWhere)
      .map(
        (filter): FormFilter => ({
          subject: filter.subject,
          operator: typeof filter.operator === 'string' ? filter.operator : null,
          value: filter.comparator,
        }),
      ),
    ...objects(extra.filters).map(simple),
  ]
  return [...filters, ...added, ...legacyExtras(form, [...filters, ...added])]
}

const isSimpleWhere = (filter: Fields) => filter.expressionType === 'SIMPLE' && filter.clause === 'WHERE'

/** Legacy extra filters, except those that repeat a filter of the chart. */
function legacyExtras(form: Fields, existing: readonly FormFilter[]): FormFilter[] {
  return objects(form.extra_filters)
    .filter((filter) => filter.val && !TIME_EXTRAS.has(String(filter.col)))
    .map(simple)
    .filter((filter) => !existing.some((other) => isSame(filter, other)))
}

function isSame(left: FormFilter, right: FormFilter): boolean {
  if (left.subject !== right.subject || left.operator !== right.operator) return false
  const sorted = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.map(String).sort() : value)
  return sorted(left.value) === sorted(right.value)
}
