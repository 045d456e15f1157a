import { z } from 'zod'
import { isoText } from '../wire/answers.ts'
import { integer } from '../wire/fields.ts'
import { oneLine } from './userForm.ts'

const scope = z.enum(['read', 'all'])

/**
 * `POST /api/v1/me/api_keys/`. A key with scope `read` can change nothing; one with scope `all` has all rights of its
 * owner.
 */
export const ApiKeyForm = z.strictObject({
  name: oneLine(1, 100),
  scope,
  /** Days until the key expires. */
  days: integer.refine((days) => days >= 1, 'At least one day.'),
})
export type ApiKeyForm = z.infer<typeof ApiKeyForm>

/** A key in responses. The key itself is not stored. */
export const ApiKeyRow = z.strictObject({
  id: z.int(),
  name: z.string(),
  /** The first characters of the key. */
  hint: z.string(),
  scope,
  created_on: isoText,
  expires_on: isoText,
  is_expired: z.boolean(),
  last_used_on: isoText.nullable(),
  last_used_from: z.string().nullable(),
})
export type ApiKeyRow = z.infer<typeof ApiKeyRow>

/** `max_days`: the longest validity of a new key; 0 if this server has no API keys. */
export const ApiKeyListAnswer = z.strictObject({ result: z.array(ApiKeyRow), max_days: z.int() })
export type ApiKeyListAnswer = z.infer<typeof ApiKeyListAnswer>

/** A new key: `key` is never shown again. */
export const ApiKeyCreatedAnswer = z.strictObject({ id: z.int(), key: z.string(), result: ApiKeyRow })
export type ApiKeyCreatedAnswer = z.infer<typeof ApiKeyCreatedAnswer>
