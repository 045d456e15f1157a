import type { z } from 'zod'
import { columnLabel, metricLabel, TIMESTAMP_LABEL } from '../../model/query/labels.ts'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { queryFields } from '../shared/legacySeries/formData.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'
import { dropMetricName, flatten, pivot } from '../shared/query/postProcessing.ts'

const formData = field.formDataSchema({
  ...queryFields,
  limit: field.number(null),
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
