import { defineQuery } from '../shared/contract.ts'
import { buildMixedQueries } from '../shared/mixed/buildQuery.ts'
import { type MixedForm, mixedFormData } from '../shared/mixed/formData.ts'

export const query = defineQuery<MixedForm>({ formData: mixedFormData, buildQuery: buildMixedQueries })
