import { z } from 'zod'
import type { NumberNames, TimeNames } from '../language/formatNames.ts'

/** The content of `data-bootstrap`: the contract's fields, as far as our own pages use them. */

/** Permission pairs by role: `{"Gamma": [["can_read", "Chart"]]}`. */
const roles = z.record(z.string(), z.array(z.tuple([z.string(), z.string()])))

/** If `userId` is missing, nobody is signed in. */
const BootstrapUser = z.object({
  userId: z.int().optional(),
  username: z.string().optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  email: z.string().optional(),
  isAnonymous: z.boolean().optional(),
  /** The zone that the user chose for times. */
  timeZone: z.string().optional(),
  roles,
})
export type BootstrapUser = z.infer<typeof BootstrapUser>

const menuLink = { name: z.string(), label: z.string(), icon: z.string(), url: z.string().optional() }
/** An entry of the navigation. In `childs`, `-` is a separator. */
export const MenuItem = z.object({
  ...menuLink,
  childs: z.array(z.union([z.object(menuLink), z.literal('-')])).optional(),
})
export const MenuAnswer = z.object({ result: z.array(MenuItem) })

const MenuData = z.object({
  menu: z.array(MenuItem),
  navbar_right: z.object({
    version_string: z.string(),
    languages: z.record(z.string(), z.object({ flag: z.string(), name: z.string(), url: z.string() })).optional(),
    documentation_url: z.string().nullable(),
    bug_report_url: z.string().nullable(),
    user_logout_url: z.string(),
    user_profile_url: z.string().nullable(),
  }),
})

export const Bootstrap = z.object({
  user: BootstrapUser,
  common: z.object({
    conf: z.record(z.string(), z.unknown()),
    locale: z.string(),
    /** Time zone of the times in the data. */
    time_zone: z.string().optional(),
    /** Whether the workspace has its own fiscal year. */
    fiscal: z.boolean().optional(),
    /** How charts write numbers and times, if the workspace configures it. */
    formats: z.custom<{ numbers?: NumberNames; times?: TimeNames }>().optional(),
    feature_flags: z.record(z.string(), z.boolean()),
    flash_messages: z.array(z.tuple([z.string(), z.string()])),
    menu_data: MenuData.optional(),
  }),
  /** The administrator who views the product as `user`, read-only. */
  viewer: z.object({ userId: z.int(), username: z.string() }).optional(),
  /** Only on the page of SQL Lab that a form was posted to: the query to show. */
  requested_query: z.record(z.string(), z.unknown()).optional(),
  /** Only on the page that another site embeds. */
  embedded: z.object({ dashboard_id: z.string() }).optional(),
  /** On the sign-in page: the name of the identity provider. */
  provider: z.string().optional(),
  /** On the sign-in page: the password was correct, the code of the second factor is missing. */
  second_factor: z.literal(true).optional(),
  /** Only on the page of the one-time link. */
  setup: z
    .object({
      token: z.string(),
      username: z.string().nullable(),
      valid: z.boolean(),
      /** Whether the user chooses the username too. */
      names_itself: z.boolean(),
    })
    .optional(),
})
export type Bootstrap = z.infer<typeof Bootstrap>
