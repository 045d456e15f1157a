import type { z } from 'zod'
import { bigNumberFields } from '../shared/bigNumber/formData.ts'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'

const formData = field.formDataSchema({ ...bigNumberFields, conditional_formatting: field.conditionalFormatting() })

export type BigNumberTotalForm = z.output<typeof formData>

export const query = defineQuery<BigNumberTotalForm>({
  formData,
  buildQuery: ({ formData: form }) => [buildQueryObject(form)],
})
