import { z } from 'zod'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'
import { legendFields } from '../shared/timeseries/formData.ts'
import { labelPositions } from './labelPositions.ts'

/** The ends of the axis of one metric. null: the largest or smallest value of the data; absent: a round number. */
export interface AxisEnds {
  radarMetricMaxValue?: number | null
  radarMetricMinValue?: number | null
}

const endOf = (saved: unknown): number | null | undefined => {
  if (saved === undefined) return undefined
  if (saved === null || saved === '') return null
  const value = Number(saved)
  return Number.isFinite(value) ? value : undefined
}

/** Other keys of a metric are kept. */
const axisEnds = z
  .unknown()
  .transform((saved): Record<string, AxisEnds> => {
    if (typeof saved !== 'object' || saved === null || Array.isArray(saved)) return {}
    return Object.fromEntries(
      Object.entries(saved).map(([metric, config]) => {
        const { radarMetricMaxValue, radarMetricMinValue, ...rest } = (config ?? {}) as Record<string, unknown>
        const [max, min] = [endOf(radarMetricMaxValue), endOf(radarMetricMinValue)]
        return [
          metric,
          {
            ...rest,
            ...(max !== undefined && { radarMetricMaxValue: max }),
            ...(min !== undefined && { radarMetricMinValue: min }),
          },
        ]
      }),
    )
  })
  .default({})

const formData = field.formDataSchema({
  groupby: field.columns(),
  metrics: field.metrics(),
  timeseries_limit_metric: field.metric(),
  adhoc_filters: field.adhocFilters(),
  row_limit: field.rowLimit(10),
  color_scheme: field.format(undefined),
  ...legendFields,
  show_labels: field.flag(true),
  label_type: field.oneOf(['value', 'key_value'], 'value'),
  label_position: field.oneOf(labelPositions, 'top'),
  number_format: field.format('SMART_NUMBER'),
  date_format: field.format('smart_date'),
  column_config: axisEnds,
  is_circle: field.flag(false),
})

export type RadarForm = z.output<typeof formData>

export const query = defineQuery<RadarForm>({
  formData,
  buildQuery: ({ formData: form }) => {
    const order = form.timeseries_limit_metric ?? form.metrics[0]
    const query = buildQueryObject(form)
    return [order === undefined ? query : { ...query, orderby: [[order, false]] }]
  },
})
