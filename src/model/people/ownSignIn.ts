import { z } from 'zod'

/** `GET /api/v1/me/sign_in/`: how the user signs in. */
export const OwnSignInAnswer = z.strictObject({
  result: z.strictObject({
    has_password: z.boolean(),
    /** The configured identity provider; null without one. */
    provider: z.strictObject({ name: z.string(), is_connected: z.boolean() }).nullable(),
    /** Codes of an app; null for accounts that sign in without a password. */
    second_factor: z.strictObject({ is_on: z.boolean(), recovery_codes: z.int() }).nullable(),
  }),
})
export type OwnSignIn = z.infer<typeof OwnSignInAnswer>['result']

const password = z.string().min(1).max(1024)
const code = z.string().min(1).max(100)

/** The user's password, again. */
export const GivePassword = z.strictObject({ password })
export const ConfirmCode = z.strictObject({ code })

/** The secret of the app as text, and as an address that apps read from a QR code. */
export const SecondFactorAnswer = z.strictObject({
  result: z.strictObject({ secret: z.string(), address: z.string() }),
})
export type NewSecondFactor = z.infer<typeof SecondFactorAnswer>['result']

/** Recovery codes for a lost app; each works once, and they are never shown again. */
export const RecoveryCodesAnswer = z.strictObject({ result: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodesAnswer>['result']
