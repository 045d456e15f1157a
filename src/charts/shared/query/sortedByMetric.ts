import type { QueryMetric, QueryObject } from '../../../model/query/queryObject.ts'

/** The query with the largest values of the metric first, if the form data requests it. */
export function sortedByMetric(
  form: { sort_by_metric: boolean; metric?: QueryMetric },
  query: QueryObject,
): QueryObject {
  return form.sort_by_metric && form.metric !== undefined ? { ...query, orderby: [[form.metric, false]] } : query
}
