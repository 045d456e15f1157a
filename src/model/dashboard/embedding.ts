import { z } from 'zod'
import { isoText } from '../wire/answers.ts'
import { id } from '../wire/fields.ts'

/** A site: `https://host.example`, with a port, or only its host name; `*.` before a name means all its subdomains. */
const origin = /^(https?:\/\/)?(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?\/?$/i

/** `POST` and `PUT /api/v1/dashboard/{id}/embedded`. Without domains, every site may embed the dashboard. */
export const EmbeddedForm = z.strictObject({
  allowed_domains: z.array(z.string().trim().max(255).regex(origin, 'Not a valid domain.')).max(100),
})

export const EmbeddedAnswer = z.strictObject({
  result: z.strictObject({
    uuid: z.string(),
    allowed_domains: z.array(z.string()),
    dashboard_id: z.string(),
    changed_on: isoText,
    changed_by: z
      .strictObject({ id: z.int(), username: z.string(), first_name: z.string(), last_name: z.string() })
      .nullable(),
  }),
})
export type EmbeddedAnswer = z.infer<typeof EmbeddedAnswer>

/** `POST /api/v1/security/guest_token/`. Unknown keys are ignored, as in the contract. */
export const GuestTokenForm = z.object({
  user: z
    .object({
      username: z.string().max(100).optional(),
      first_name: z.string().max(100).optional(),
      last_name: z.string().max(100).optional(),
    })
    .optional(),
  resources: z
    .array(z.object({ type: z.string(), id: z.union([z.string().max(255), z.int()]).transform(String) }))
    .max(100),
  rls: z.array(z.object({ clause: z.string().min(1).max(10_000), dataset: id.optional() })).max(100),
})

export const GuestTokenAnswer = z.strictObject({ token: z.string() })
