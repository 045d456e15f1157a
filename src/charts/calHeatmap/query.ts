import { z } from 'zod'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'
import { domains, grains, subdomains } from './units.ts'

const formData = field.formDataSchema({
  granularity_sqla: z
    .unknown()
    .transform((saved) => (typeof saved === 'string' && saved !== '' ? saved : undefined))
    .optional(),
  time_range: field.text('No filter'),
  domain_granularity: field.oneOf(domains, 'month'),
  subdomain_granularity: field.oneOf(subdomains, 'day'),
  metrics: field.metrics(),
  adhoc_filters: field.adhocFilters(),
  linear_color_scheme: field.format(undefined),
  cell_size: field.number(10),
  cell_padding: field.number(2),
  cell_radius: field.number(0),
  steps: field.number(10),
  y_axis_format: field.format('SMART_NUMBER'),
  x_axis_time_format: field.format('smart_date'),
  show_legend: field.flag(true),
  show_values: field.flag(false),
  show_metric_name: field.flag(true),
})

export type CalHeatmapForm = z.output<typeof formData>

export const query = defineQuery<CalHeatmapForm>({
  formData,
  buildQuery: ({ formData: form, datasource }) => {
    const base = buildQueryObject(form)
    return [
      {
        ...base,
        columns: [],
        granularity: base.granularity ?? datasource.mainDttmCol ?? undefined,
        extras: { ...base.extras, time_grain_sqla: grains[form.subdomain_granularity] },
        is_timeseries: true,
      },
    ]
  },
})
