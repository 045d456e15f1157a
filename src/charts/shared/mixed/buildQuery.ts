import type { QueryObject } from '../../../model/query/queryObject.ts'
import type { BuildQueryInput } from '../contract.ts'
import { buildTimeseriesQuery } from '../timeseries/buildQuery.ts'
import type { MixedForm } from './formData.ts'
import { halvesOf } from './halves.ts'

/**
 * Query A and query B on the same x axis. Without metrics, there is no query B. The direction is sent only if it is not
 * the default.
 */
export function buildMixedQueries({ formData, ...rest }: BuildQueryInput<MixedForm>): QueryObject[] {
  const [a, b] = halvesOf(formData)
  const halves = b.metrics.length === 0 ? [a] : [a, b]
  const queries = halves.flatMap((half) => buildTimeseriesQuery({ ...rest, formData: half }).slice(0, 1))
  return queries.map(({ order_desc, ...query }) => (order_desc === false ? { ...query, order_desc } : query))
}
