import { z } from 'zod'
import { chartFields } from '../chart/chartAnswers.ts'
import { DashboardDataset } from '../dataset/datasetAnswers.ts'
import { ShownType } from '../query/shownType.ts'
import { isoText, person } from '../wire/answers.ts'
import { ShownTag } from './tag.ts'

const nullableText = z.string().nullable()

const common = {
  id: z.int(),
  dashboard_title: nullableText,
  slug: nullableText,
  url: z.string(),
  published: z.boolean(),
  css: nullableText,
  position_json: nullableText,
  json_metadata: nullableText,
  thumbnail_url: z.string(),
  certified_by: nullableText,
  certification_details: nullableText,
  changed_by: person.nullable(),
  changed_by_name: z.string(),
  changed_by_url: z.string(),
  changed_on_delta_humanized: z.string(),
  created_on_delta_humanized: z.string(),
  created_by: person.nullable(),
  owners: z.array(person),
  roles: z.array(z.strictObject({ id: z.int(), name: z.string() })),
  is_managed_externally: z.boolean(),
}

/** A dashboard as lists show it. */
export const DashboardRow = z.strictObject({
  ...common,
  status: z.enum(['published', 'draft']),
  changed_on_utc: z.string(),
  tags: z.array(ShownTag),
  /** whether folder rights allow the reader to change it */
  is_editor: z.boolean(),
})
export type DashboardRow = z.infer<typeof DashboardRow>

/** One dashboard as its page needs it. */
const DashboardItem = z.strictObject({
  ...common,
  changed_on: isoText,
  /** Their names. */
  charts: z.array(z.string()),
  /** only if folder rights allow the reader to change it */
  is_editor: z.boolean().optional(),
})
export type DashboardItem = z.infer<typeof DashboardItem>
/** `GET /api/v1/dashboard/{id or slug}` */
export const DashboardItemAnswer = z.strictObject({ result: DashboardItem })
export type DashboardItemAnswer = z.infer<typeof DashboardItemAnswer>

/** A chart in the list of its dashboard. */
const DashboardChart = z.strictObject({ ...chartFields, id: z.int(), changed_on: z.string() })
/** `GET /api/v1/dashboard/{id or slug}/charts` */
export const DashboardChartsAnswer = z.strictObject({ result: z.array(DashboardChart) })

/** `GET /api/v1/dashboard/{id or slug}/shown_charts`: with form data in the current format. */
export const ShownChartsAnswer = z.strictObject({
  result: z.array(DashboardChart.extend({ type: ShownType.nullable() })),
})
export type ShownChartsAnswer = z.infer<typeof ShownChartsAnswer>

/** `GET /api/v1/dashboard/{id or slug}/datasets` */
export const DashboardDatasetsAnswer = z.strictObject({ result: z.array(DashboardDataset) })
export type DashboardDatasetsAnswer = z.infer<typeof DashboardDatasetsAnswer>

/** `PUT /api/v1/dashboard/{id}` */
export const DashboardSavedAnswer = z.strictObject({
  id: z.int(),
  result: z.record(z.string(), z.unknown()),
  last_modified_time: z.int(),
})

/** `POST /superset/copy_dash/{id}/`, as far as it is used. */
export const DashboardCopyAnswer = z.object({ id: z.int() })
export type DashboardCopyAnswer = z.infer<typeof DashboardCopyAnswer>
