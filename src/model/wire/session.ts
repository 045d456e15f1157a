import { z } from 'zod'

/** The token that every change by cookie carries. */
export const CsrfTokenAnswer = z.strictObject({ result: z.string() })
export type CsrfTokenAnswer = z.infer<typeof CsrfTokenAnswer>

/** Where to go after signing in. */
export const SignedInAnswer = z.strictObject({ next: z.string() })
export type SignedInAnswer = z.infer<typeof SignedInAnswer>
