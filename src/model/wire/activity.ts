import { z } from 'zod'

/** An object that a user opened. */
const Activity = z.strictObject({
  action: z.string(),
  item_type: z.enum(['dashboard', 'slice']),
  item_url: z.string(),
  item_title: z.string(),
  /** Epoch milliseconds. */
  time: z.number(),
  time_delta_humanized: z.string(),
})
export type Activity = z.infer<typeof Activity>
/** `GET /api/v1/log/recent_activity/{user}/` */
export const ActivityAnswer = z.strictObject({ result: z.array(Activity) })
export type ActivityAnswer = z.infer<typeof ActivityAnswer>
