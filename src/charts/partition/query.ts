import type { QueryColumn } from '../../model/query/queryObject.ts'
import { defineQuery } from '../shared/contract.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'
import { baseAxis } from '../shared/query/xAxis.ts'
import { buildTimeseriesQuery } from '../shared/timeseries/buildQuery.ts'
import { type PartitionForm, partitionFormData } from './formData.ts'
import { levelForms } from './levelForms.ts'

export const query = defineQuery<PartitionForm>({
  formData: partitionFormData,
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
