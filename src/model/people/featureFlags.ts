import { z } from 'zod'

/** A feature flag on its page. `about` is empty for a flag that cannot be changed. */
const FeatureFlag = z.strictObject({
  name: z.string(),
  is_on: z.boolean(),
  default: z.boolean(),
  about: z.string(),
  /** set by the environment of the server */
  is_fixed: z.boolean(),
})
export type FeatureFlag = z.infer<typeof FeatureFlag>

/** `GET` and `PUT /api/v1/security/feature_flags/` */
export const FeatureFlagsAnswer = z.strictObject({ result: z.array(FeatureFlag) })

/** The flags to change; null restores the default. */
export const FeatureFlagsForm = z.strictObject({ flags: z.record(z.string().max(100), z.boolean().nullable()) })
