import { z } from 'zod'

const number = z.number()

/** `GET /api/v1/advanced_data_type/convert`: what values mean in a column of an advanced data type. */
export const ConvertedAnswer = z.strictObject({
  result: z.strictObject({
    values: z.array(z.union([number, z.array(number), z.strictObject({ start: number, end: number })])),
    display_value: z.string(),
    error_message: z.string(),
    /** ids of the filter editor: `EQUALS` */
    valid_filter_operators: z.array(z.string()),
  }),
})
export type ConvertedAnswer = z.infer<typeof ConvertedAnswer>

/** `GET /api/v1/advanced_data_type/types` */
export const AdvancedTypesAnswer = z.strictObject({ result: z.array(z.string()) })
export type AdvancedTypesAnswer = z.infer<typeof AdvancedTypesAnswer>
