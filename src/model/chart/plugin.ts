import { z } from 'zod'
import { person } from '../wire/answers.ts'
import { text } from '../wire/fields.ts'

/** A path of this site that ends in `.js` or `.mjs`. `//host` and `/\host` are addresses of other sites. */
const isOwnScript = (address: string): boolean => /^\/(?![/\\])[\w./@~%+-]*\.m?js$/.test(address)

/** `POST /api/v1/plugin/` */
export const PluginForm = z.strictObject({
  name: text(1, 50),
  key: text(1, 50).regex(/^[\w-]*$/, 'A key consists of letters, digits, - and _.'),
  bundle_url: text(1, 1000).refine(isOwnScript, 'The script must be a path on this site, such as /plugins/dial.js.'),
})

/** A plugin in responses. */
export const PluginRow = z.strictObject({
  id: z.int(),
  name: z.string(),
  key: z.string(),
  bundle_url: z.string(),
  created_by: person.nullable(),
  changed_by: person.nullable(),
  changed_on_delta_humanized: z.string(),
})
export type PluginRow = z.infer<typeof PluginRow>
