import { z } from 'zod'

/** The CSRF token of every change by cookie. */
export const CsrfTokenAnswer = z.strictObject({ result: z.string() })
export type CsrfTokenAnswer = z.infer<typeof CsrfTokenAnswer>

/** The page to open after signing in. */
export const SignedInAnswer = z.strictObject({ next: z.string() })
export type SignedInAnswer = z.infer<typeof SignedInAnswer>
