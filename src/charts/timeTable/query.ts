import { defineQuery } from '../shared/contract.ts'
import { buildSeriesQuery } from '../shared/legacySeries/seriesQuery.ts'
import { type TimeTableForm, timeTableFormData } from './formData.ts'

export const query = defineQuery<TimeTableForm>({
  formData: timeTableFormData,
  buildQuery: ({ formData, datasource }) => [buildSeriesQuery(formData, datasource)],
})
