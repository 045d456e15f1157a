import { z } from 'zod'
import { id, ids, text } from '../wire/fields.ts'
import { genericType } from './genericType.ts'
import { ROW_RULE_TYPES } from './rowRuleForm.ts'

/** Body of `POST /api/v1/rowlevelsecurity/preview`: a reader, a dataset, and a rule that is not saved yet. */
export const RowRulePreview = z.strictObject({
  /** null: guests, and visitors who are not signed in */
  user_id: id.nullable(),
  dataset_id: id,
  rule: z
    .strictObject({
      /** absent: a new rule */
      id: id.optional(),
      filter_type: z.enum(ROW_RULE_TYPES),
      tables: ids,
      roles: ids,
      group_key: z.string().nullish(),
      clause: text(0, 10_000),
    })
    .optional(),
})
export type RowRulePreview = z.infer<typeof RowRulePreview>

/** The first rows that the user sees, and row counts. */
export const RowRulePreviewAnswer = z.strictObject({
  result: z.strictObject({
    columns: z.array(z.string()),
    /** of the columns: times in rows are numbers */
    types: z.array(genericType),
    rows: z.array(z.array(z.unknown())),
    /** rows that the user sees */
    count: z.number(),
    /** rows of the dataset */
    total: z.number(),
  }),
})
export type RowRulePreviewAnswer = z.infer<typeof RowRulePreviewAnswer>
