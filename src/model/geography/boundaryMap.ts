import { z } from 'zod'
import { person } from '../wire/answers.ts'
import { text } from '../wire/fields.ts'

/** Maps with custom boundaries: files in the home folder, and files that administrators upload. */

/** A key is derived from the name: `Sales districts` is `sales_districts`. Empty if the name has no letter or digit. */
export const keyOfName = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')

/** `PUT /api/v1/map_boundaries/{id}`: the key does not change, so that charts still find the map. */
export const BoundaryMapForm = z.strictObject({ name: text(1, 100) })

/** The fields of an upload besides its file. Properties without a name here are detected from their values. */
export const BoundaryUpload = z.object({
  name: text(1, 100).optional(),
  code_property: text(0, 100).optional(),
  name_property: text(0, 100).optional(),
  /** `true`: coordinates are planar, not degrees; absent: detected from their values */
  is_plan: z.enum(['true', 'false']).optional(),
})
export type BoundaryUpload = z.infer<typeof BoundaryUpload>

/** A map in responses. */
export const BoundaryMapRow = z.strictObject({
  id: z.int(),
  name: z.string(),
  key: z.string(),
  regions: z.int(),
  code_property: z.string().nullable(),
  name_property: z.string().nullable(),
  is_plan: z.boolean(),
  /** its file in the home folder; null: it was uploaded */
  file: z.string().nullable(),
  /** what was left out or simplified, as sentences in lines; empty if nothing was */
  notes: z.string(),
  created_by: person.nullable(),
  changed_by: person.nullable(),
  changed_on_delta_humanized: z.string(),
})
export type BoundaryMapRow = z.infer<typeof BoundaryMapRow>

/**
 * `GET /api/v1/map_boundaries/choices`: the maps that charts can select, and files of the home folder that cannot be
 * read. A map has its `key` in addresses, and is the `value` in the form data of charts.
 */
export const BoundaryChoices = z.strictObject({
  result: z.array(z.strictObject({ key: z.string(), value: z.string(), name: z.string() })),
  faults: z.array(z.strictObject({ file: z.string(), message: z.string() })),
})
export type BoundaryChoices = z.infer<typeof BoundaryChoices>

/** `POST /api/v1/map_boundaries/` */
export const BoundaryCreated = z.strictObject({
  id: z.int(),
  result: BoundaryMapRow.pick({
    name: true,
    key: true,
    regions: true,
    code_property: true,
    name_property: true,
    is_plan: true,
    notes: true,
  }),
})
export type BoundaryCreated = z.infer<typeof BoundaryCreated>
