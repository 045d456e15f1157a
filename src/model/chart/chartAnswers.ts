import { z } from 'zod'
import { ShownTag } from '../dashboard/tag.ts'
import { ItemAnswer, isoText, person } from '../wire/answers.ts'

const nullableText = z.string().nullable()
const author = person.omit({ id: true }).nullable()
const certified = { certified_by: nullableText, certification_details: nullableText }

const common = {
  id: z.int(),
  slice_name: nullableText,
  url: z.string(),
  viz_type: z.string(),
  description: nullableText,
  params: nullableText,
  cache_timeout: z.int().nullable(),
  ...certified,
  changed_on_delta_humanized: z.string(),
  thumbnail_url: z.string(),
  is_managed_externally: z.boolean(),
  owners: z.array(person),
}

/** A chart as lists show it. */
export const ChartRow = z.strictObject({
  ...common,
  edit_url: z.string(),
  description_markeddown: z.string(),
  datasource_id: z.int().nullable(),
  datasource_type: z.string(),
  datasource_name_text: nullableText,
  datasource_url: nullableText,
  table: z.strictObject({ table_name: z.string(), default_endpoint: nullableText }).nullable(),
  changed_by: author,
  changed_by_name: z.string(),
  changed_by_url: z.string(),
  changed_on_utc: z.string(),
  created_by: person.nullable(),
  created_on_delta_humanized: z.string(),
  last_saved_at: isoText.nullable(),
  last_saved_by: person.nullable(),
  dashboards: z.array(z.strictObject({ id: z.int(), dashboard_title: nullableText })),
  tags: z.array(ShownTag),
  /** whether folder rights allow the reader to change it */
  is_editor: z.boolean(),
})
export type ChartRow = z.infer<typeof ChartRow>

const ChartItem = z.strictObject({
  ...common,
  query_context: nullableText,
  dashboards: z.array(z.strictObject({ id: z.int(), dashboard_title: nullableText, json_metadata: nullableText })),
})
export type ChartItem = z.infer<typeof ChartItem>
/** `GET /api/v1/chart/{id}`: the whole chart unless only some columns are requested. */
export const ChartItemAnswer = ItemAnswer(ChartItem)

/** Fields of every format of a chart that includes its form data. */
export const chartFields = {
  slice_name: z.string(),
  slice_url: z.string(),
  description: nullableText,
  description_markeddown: z.string(),
  form_data: z.record(z.string(), z.unknown()),
  cache_timeout: z.int().nullable(),
  ...certified,
}

/** The chart object ("slice data") of the contract, as far as it is used. */
export const ChartObject = z.object({
  ...chartFields,
  slice_id: z.int(),
  owners: z.array(z.int()),
  is_managed_externally: z.boolean(),
  /** only if folder rights allow the reader to change it */
  is_editor: z.boolean().optional(),
})
export type ChartObject = z.infer<typeof ChartObject>
