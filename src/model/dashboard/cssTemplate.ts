import { z } from 'zod'
import { isoText, person } from '../wire/answers.ts'
import { text } from '../wire/fields.ts'

/** `POST` and `PUT /api/v1/css_template/` */
export const CssTemplateForm = z.strictObject({
  css: z.string().max(100_000, 'Longer than maximum length 100000.').nullish(),
  template_name: text(0, 250).nullish(),
})

/** A template in responses. */
export const CssTemplateRow = z.strictObject({
  id: z.int(),
  template_name: z.string().nullable(),
  css: z.string().nullable(),
  created_by: person.nullable(),
  changed_by: person.nullable(),
  created_on: isoText,
  changed_on_delta_humanized: z.string(),
})
export type CssTemplateRow = z.infer<typeof CssTemplateRow>
