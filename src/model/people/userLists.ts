import { z } from 'zod'

/** Objects of a user in the plain lists of older clients: `/superset/fave_slices/{user}/` and others. */

const listed = {
  id: z.int(),
  title: z.string(),
  url: z.string(),
  /** when it was starred, or else changed, in epoch milliseconds */
  dttm: z.number(),
  creator: z.string().optional(),
  creator_url: z.string().optional(),
}

/** `dashboard`: a link in HTML. */
export const UserDashboards = z.array(z.strictObject({ ...listed, dashboard: z.string() }))
export type UserDashboards = z.infer<typeof UserDashboards>

/** `data`: form data, only in `/superset/user_slices/`. */
export const UserCharts = z.array(
  z.strictObject({ ...listed, viz_type: z.string(), data: z.record(z.string(), z.unknown()).optional() }),
)
export type UserCharts = z.infer<typeof UserCharts>
