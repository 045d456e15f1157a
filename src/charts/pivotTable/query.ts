import { defineQuery } from '../shared/contract.ts'
import { buildPivotQuery } from './buildQuery.ts'
import { type PivotForm, pivotFormData } from './formData.ts'
import { migrateLegacyPivot } from './migrate.ts'

export const query = defineQuery<PivotForm>({
  formData: pivotFormData,
  buildQuery: buildPivotQuery,
  replaces: { pivot_table: migrateLegacyPivot },
})
