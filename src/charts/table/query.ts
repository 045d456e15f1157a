import { defineQuery } from '../shared/contract.ts'
import { buildTableQuery } from './buildQuery.ts'
import { type TableForm, tableFormData } from './formData.ts'

export const query = defineQuery<TableForm>({
  formData: tableFormData,
  buildQuery: buildTableQuery,
})
