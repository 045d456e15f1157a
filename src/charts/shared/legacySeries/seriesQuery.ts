import type { QueryColumn, QueryObject } from '../../../model/query/queryObject.ts'
import type { ChartDatasource } from '../contract.ts'
import { buildQueryObject } from '../query/buildQueryObject.ts'
import { timeOf } from './seriesForm.ts'

interface SeriesRowsForm {
  [key: string]: unknown
  granularity_sqla?: string
  groupby: QueryColumn[]
}

/** The metrics of each group at each time, as one row per time and group. */
export function buildSeriesQuery(form: SeriesRowsForm, datasource: ChartDatasource): QueryObject {
  const base = buildQueryObject({ ...form, ...timeOf(form, datasource) })
  const metric = base.series_limit_metric ?? base.metrics?.[0]
  return {
    ...base,
    columns: form.groupby,
    series_columns: form.groupby,
    is_timeseries: true,
    ...(metric !== undefined && { orderby: [[metric, !base.order_desc]] }),
  }
}
