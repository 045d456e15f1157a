import { z } from 'zod'
import { person } from '../wire/answers.ts'
import { id, ids, short, text } from '../wire/fields.ts'

export const ROW_RULE_TYPES = ['Regular', 'Base'] as const

const fields = {
  name: text(1, 255),
  description: z.string().nullish(),
  filter_type: z.enum(ROW_RULE_TYPES),
  tables: short(z.array(id).min(1, 'Shorter than minimum length 1.')),
  roles: ids,
  group_key: z.string().nullish(),
  clause: z.string().refine((clause) => clause.trim() !== '', 'Length must be at least 1.'),
}

/** Body of `POST /api/v1/rowlevelsecurity/`. */
export const RowRuleCreate = z.strictObject(fields)
export type RowRuleCreate = z.infer<typeof RowRuleCreate>

/** Body of `PUT /api/v1/rowlevelsecurity/{id}`. A missing field changes nothing; lists replace. */
export const RowRuleUpdate = z.strictObject(fields).partial()
export type RowRuleUpdate = z.infer<typeof RowRuleUpdate>

/** A rule as lists and items show it. */
export const RowRuleRow = z.strictObject({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  filter_type: z.enum(ROW_RULE_TYPES),
  tables: z.array(z.strictObject({ id: z.int(), schema: z.string().nullable(), table_name: z.string() })),
  roles: z.array(z.strictObject({ id: z.int(), name: z.string() })),
  group_key: z.string().nullable(),
  clause: z.string(),
  changed_by: person.nullable(),
  changed_on_delta_humanized: z.string(),
})
export type RowRuleRow = z.infer<typeof RowRuleRow>
