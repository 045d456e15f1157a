import { z } from 'zod'
import { isTimeZone } from '../time/timeZone.ts'
import { isoText } from '../wire/answers.ts'
import { flag, ids, text } from '../wire/fields.ts'
import { minPasswordLength } from './passwordLength.ts'

const maxPasswordLength = 1024

/** A new password. */
export const newPassword = z
  .string()
  .min(minPasswordLength, `Use at least ${minPasswordLength} characters.`)
  .max(maxPasswordLength, `Use at most ${maxPasswordLength} characters.`)

const noControls = (value: string) => !/\p{Cc}/u.test(value)
export const oneLine = (min: number, max: number) => text(min, max).refine(noControls, 'Use one line of text.')

/** Part of addresses of pages, so it has no spaces at its ends. */
export const username = oneLine(1, 64).refine((value) => value.trim() === value, 'Remove the spaces at the ends.')
/** Strict enough for a mail header: one address, nothing else. */
const email = oneLine(3, 320).regex(/^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+$/u, 'Not a valid email address.')

const profile = {
  first_name: oneLine(1, 64),
  last_name: oneLine(1, 64),
  email,
}

/** `POST /api/v1/security/users/`. A password of null: the user sets one with a one-time link. */
export const UserCreate = z.strictObject({
  ...profile,
  username,
  password: newPassword.nullable(),
  roles: ids,
  active: flag.optional(),
})
export type UserCreate = z.infer<typeof UserCreate>

/** `PUT /api/v1/security/users/{id}` */
export const UserUpdate = z.strictObject({
  ...z.object(profile).partial().shape,
  username: username.optional(),
  password: newPassword.optional(),
  roles: ids.optional(),
  active: flag.optional(),
})
export type UserUpdate = z.infer<typeof UserUpdate>

/**
 * Changes of the user's own account: `PUT /api/v1/me/`. A new password needs the current one. If the time zone is null,
 * times are shown as they are stored.
 */
export const MeUpdate = z.strictObject({
  ...z.object(profile).partial().shape,
  password: newPassword.optional(),
  current_password: z.string().max(maxPasswordLength).optional(),
  time_zone: z.string().refine(isTimeZone, 'Not a time zone of the IANA list.').nullable().optional(),
})

const byId = z.strictObject({ id: z.int() })

/** A user in responses of the user list. */
export const UserRow = z.strictObject({
  id: z.int(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  active: z.boolean(),
  /** Whether the user has set a password. */
  has_password: z.boolean(),
  /** Whether sign-in asks for a code. */
  has_second_factor: z.boolean(),
  last_login: isoText.nullable(),
  login_count: z.int(),
  fail_login_count: z.int(),
  roles: z.array(z.strictObject({ id: z.int(), name: z.string() })),
  created_on: isoText,
  changed_on: isoText,
  created_by: byId.nullable(),
  changed_by: byId.nullable(),
})
export type UserRow = z.infer<typeof UserRow>

export const UserCreatedAnswer = z.strictObject({ id: z.int() })

/** A new one-time link: the user sets a password with it. */
export const UserLinkAnswer = z.strictObject({ result: z.strictObject({ url: z.string(), expires_on: isoText }) })
export type UserLinkAnswer = z.infer<typeof UserLinkAnswer>

/** `GET /api/v1/security/profile/{username}`: email, roles and data only for the user and for administrators. */
export const ProfileAnswer = z.strictObject({
  result: z.strictObject({
    id: z.int(),
    username: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    joined: isoText,
    email: z.string().optional(),
    roles: z.array(z.string()).optional(),
    /** The data that the roles can read; `all`: of every dataset. */
    data: z
      .strictObject({ all: z.boolean(), databases: z.array(z.string()), datasets: z.array(z.string()) })
      .optional(),
    dashboards: z.array(z.strictObject({ title: z.string(), url: z.string() })),
    charts: z.array(z.strictObject({ title: z.string(), url: z.string() })),
  }),
})
export type ProfileAnswer = z.infer<typeof ProfileAnswer>
