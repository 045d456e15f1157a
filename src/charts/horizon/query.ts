import { z } from 'zod'
import { columnLabel, metricLabel, TIMESTAMP_LABEL } from '../../model/query/labels.ts'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'
import { dropMetricName, flatten, pivot } from '../shared/query/postProcessing.ts'

const formData = field.formDataSchema({
  granularity_sqla: z
    .unknown()
    .transform((saved) => (typeof saved === 'string' && saved !== '' ? saved : undefined))
    .optional(),
  time_grain_sqla: field.format(undefined),
  time_range: field.text('No filter'),
  metrics: field.metrics(),
  adhoc_filters: field.adhocFilters(),
  groupby: field.columns(),
  limit: field.number(null),
  timeseries_limit_metric: field.metric(),
  order_desc: field.flag(true),
  contribution: field.flag(false),
  row_limit: field.rowLimit(10_000),
  series_height: field.number(25),
  horizon_color_scale: field.oneOf(['series', 'overall', 'change'], 'series'),
})

export type HorizonForm = z.output<typeof formData>

export const query = defineQuery<HorizonForm>({
  formData,
  buildQuery: ({ formData: form, datasource }) => {
    const base = buildQueryObject(form)
    const metrics = form.metrics.map(metricLabel)
    const [first] = form.metrics
    return [
      {
        ...base,
        granularity: base.granularity ?? datasource.mainDttmCol ?? undefined,
        is_timeseries: true,
        series_columns: form.groupby,
        post_processing: [
          pivot({
            index: TIMESTAMP_LABEL,
            columns: form.groupby.map(columnLabel),
            metrics,
            keepEmptyColumns: true,
          }),
          form.groupby.length > 0 && form.metrics.length === 1 && first !== undefined
            ? dropMetricName(first, new Map())
            : undefined,
          form.contribution ? { operation: 'contribution', options: { orientation: 'row' } } : undefined,
          flatten,
        ],
      },
    ]
  },
})
