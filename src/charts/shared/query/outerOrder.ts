import type { QueryObject } from '../../../model/query/queryObject.ts'

/** An explicit order is kept; otherwise the sort metric is used, otherwise the first metric. */
export function outerOrder(query: QueryObject): QueryObject['orderby'] {
  const [column, ascending] = query.orderby?.[0] ?? []
  if (column && typeof ascending === 'boolean') return query.orderby
  const metric = query.series_limit_metric ?? query.metrics?.[0]
  return metric === undefined ? undefined : [[metric, !query.order_desc]]
}
