import { defineQuery } from '../shared/contract.ts'
import { buildMixedQueries } from '../shared/mixed/buildQuery.ts'
import { type DualLineForm, formData } from './formData.ts'
import { mixedOf } from './mixedOf.ts'

export const query = defineQuery<DualLineForm>({
  formData,
  buildQuery: ({ formData: form, datasource }) =>
    buildMixedQueries({ formData: mixedOf(form, datasource), datasource }),
})
