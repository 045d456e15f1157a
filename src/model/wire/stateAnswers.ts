import { z } from 'zod'
import { DashboardPermalink, ExplorePermalink } from './stateForm.ts'

/** The key under which a state was stored. */
export const KeyAnswer = z.strictObject({ key: z.string() })
export type KeyAnswer = z.infer<typeof KeyAnswer>

/** A filter state, as it was sent. */
export const FilterStateAnswer = z.strictObject({ value: z.string() })
export type FilterStateAnswer = z.infer<typeof FilterStateAnswer>

/** Unsaved controls of a chart, as they were sent. */
export const FormDataAnswer = z.strictObject({ form_data: z.string() })

/** A permanent link. */
export const PermalinkAnswer = z.strictObject({ key: z.string(), url: z.string() })
export type PermalinkAnswer = z.infer<typeof PermalinkAnswer>

/** The state of a link to a dashboard. */
export const DashboardPermalinkAnswer = z.strictObject({ dashboardId: z.string(), state: DashboardPermalink })
export type DashboardPermalinkAnswer = z.infer<typeof DashboardPermalinkAnswer>

/** The state of a link to the chart builder. */
export const ExplorePermalinkAnswer = z.strictObject({
  chartId: z.int().nullable(),
  datasourceId: z.int(),
  datasourceType: z.literal('table'),
  datasource: z.unknown(),
  state: ExplorePermalink,
})
