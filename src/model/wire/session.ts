import { z } from 'zod'
import { isoText } from './answers.ts'

/** The CSRF token, required for every change with a session cookie. */
export const CsrfTokenAnswer = z.strictObject({ result: z.string() })
export type CsrfTokenAnswer = z.infer<typeof CsrfTokenAnswer>

/** The page to open after signing in. */
export const SignedInAnswer = z.strictObject({ next: z.string() })
export type SignedInAnswer = z.infer<typeof SignedInAnswer>

/** `POST /api/v1/security/login` and `refresh` */
export const TokensAnswer = z.strictObject({ access_token: z.string(), refresh_token: z.string().optional() })

/** `GET /api/v1/me/` */
export const MeAnswer = z.strictObject({
  result: z.strictObject({
    /** Guests of embedded dashboards have neither an id nor an email address. */
    id: z.int().optional(),
    username: z.string(),
    email: z.string().optional(),
    first_name: z.string(),
    last_name: z.string(),
    is_active: z.boolean(),
    is_anonymous: z.literal(false),
    /** Only if the user chose one. */
    time_zone: z.string().optional(),
  }),
})

/** `GET /api/v1/me/roles/`: the user, and each role with its pairs of permission and view. */
export const MyRolesAnswer = z.strictObject({
  result: z.strictObject({
    username: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    userId: z.int().optional(),
    isActive: z.boolean(),
    isAnonymous: z.literal(false),
    createdOn: isoText.optional(),
    email: z.string().optional(),
    roles: z.record(z.string(), z.array(z.tuple([z.string(), z.string()]))),
    permissions: z.record(z.string(), z.array(z.string())),
  }),
})
