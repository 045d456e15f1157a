import type { z } from 'zod'
import { metricLabel, uniqueBy } from '../../model/query/labels.ts'
import type { QueryMetric } from '../../model/query/queryObject.ts'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'

const formData = field.formDataSchema({
  series: field.column(),
  metrics: field.metrics(),
  secondary_metric: field.metric(),
  adhoc_filters: field.adhocFilters(),
  limit: field.number(null),
  row_limit: field.rowLimit(10_000),
  timeseries_limit_metric: field.metric(),
  order_desc: field.flag(true),
  include_series: field.flag(false),
  linear_color_scheme: field.format('superset_seq_1'),
})

export type ParaForm = z.output<typeof formData>

export const query = defineQuery<ParaForm>({
  formData,
  buildQuery: ({ formData: form }) => {
    const order = form.timeseries_limit_metric
    const wanted = [...form.metrics, form.secondary_metric, order].filter(
      (metric): metric is QueryMetric => metric !== undefined,
    )
    return [
      {
        ...buildQueryObject(form),
        columns: form.series === undefined ? [] : [form.series],
        metrics: uniqueBy(wanted, metricLabel),
        ...(order !== undefined && { orderby: [[order, !form.order_desc]] }),
      },
    ]
  },
})
