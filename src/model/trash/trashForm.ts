import { z } from 'zod'
import type { VersionKind } from '../versions/versionAnswers.ts'
import { isoText, person } from '../wire/answers.ts'
import { ids } from '../wire/fields.ts'

const kind = z.enum(['Chart', 'Dashboard', 'Dataset']) satisfies z.ZodType<VersionKind>

const row = z.strictObject({
  kind,
  /** of the deleted object */
  id: z.int(),
  title: z.string(),
  deleted_on: isoText,
  /** null: deleted by no user, or by one who was deleted */
  deleted_by: person.nullable(),
})
export type TrashRow = z.infer<typeof row>

/** The objects that the user may restore, most recently deleted first. */
export const TrashList = z.strictObject({ count: z.int(), result: z.array(row) })
export type TrashList = z.infer<typeof TrashList>

/** Body of `POST /api/v1/trash/restore`. `ids`: the ids of the objects before they were deleted. */
export const TrashRestore = z.strictObject({ kind, ids })

/** The ids that the objects have now, in the order of the request. */
export const TrashRestored = z.strictObject({ ids: z.array(z.int()) })
export type TrashRestored = z.infer<typeof TrashRestored>
