import { z } from 'zod'

/** `GET /api/v1/me/sign_in/`: how the user signs in. */
export const OwnSignInAnswer = z.strictObject({
  result: z.strictObject({
    has_password: z.boolean(),
    /** The identity provider of this server; null if there is none. */
    provider: z.strictObject({ name: z.string(), is_connected: z.boolean() }).nullable(),
  }),
})
export type OwnSignIn = z.infer<typeof OwnSignInAnswer>['result']
