import type { z } from 'zod'
import type { QueryColumn } from '../../model/query/queryObject.ts'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'
import { baseAxis } from '../shared/query/xAxis.ts'
import { buildTimeseriesQuery } from '../shared/timeseries/buildQuery.ts'
import { rollingFields } from '../shared/timeseries/formData.ts'
import { levelForms } from './analytics.ts'

const options = [
  'not_time',
  'time_series',
  'agg_mean',
  'agg_sum',
  'point_diff',
  'point_percent',
  'point_factor',
  'adv_anal',
] as const

const formData = field.formDataSchema({
  metrics: field.metrics(),
  adhoc_filters: field.adhocFilters(),
  groupby: field.columns(),
  limit: field.number(null),
  contribution: field.flag(false),
  timeseries_limit_metric: field.metric(),
  order_desc: field.flag(true),
  row_limit: field.rowLimit(10_000),
  time_series_option: field.oneOf(options, 'not_time'),
  color_scheme: field.format(undefined),
  number_format: field.format('SMART_NUMBER'),
  date_time_format: field.format('smart_date'),
  partition_limit: field.number(5),
  partition_threshold: field.number(0.05),
  log_scale: field.flag(false),
  equal_date_size: field.flag(true),
  rich_tooltip: field.flag(true),
  ...rollingFields,
  time_compare: field.texts(),
  comparison_type: field.oneOf([null, 'values', 'absolute', 'percentage', 'ratio'], 'values'),
})

export type PartitionForm = z.output<typeof formData>

export const query = defineQuery<PartitionForm>({
  formData,
  buildQuery: ({ formData: form, datasource }) => {
    const query = buildQueryObject(form)
    const order = form.timeseries_limit_metric ?? form.metrics[0]
    const orderby = order === undefined ? {} : { orderby: [[order, !form.order_desc]] as [typeof order, boolean][] }
    if (form.time_series_option === 'not_time') return [{ ...query, ...orderby }]
    const inFilter = form.adhoc_filters.find(({ operator }) => operator === 'TEMPORAL_RANGE')?.subject
    const time = query.granularity ?? inFilter ?? datasource.mainDttmCol
    const timeGrain = query.extras?.time_grain_sqla ?? 'P1D'
    if (form.time_series_option === 'adv_anal' && time) {
      return levelForms(form, baseAxis(time, timeGrain)).flatMap((formData) =>
        buildTimeseriesQuery({ formData, datasource }),
      )
    }
    const columns: QueryColumn[] = time ? [baseAxis(time, timeGrain), ...form.groupby] : form.groupby
    return [{ ...query, ...orderby, columns }]
  },
})
